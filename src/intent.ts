import type { QueryClient } from '@tanstack/react-query';
import { isThrifty } from './lib/offline/connection.ts';
import { MEANT_MS } from './lib/waits.ts';
import { fetchData, fetchScreen } from './routes.tsx';

/** Events that come before a press of a link. */
const HINTS = ['pointerover', 'touchstart', 'focusin'] as const;

/** The path of the screen to which a link below the event leads; null when it is none of the app's. */
function pathAt({ target }: Event): string | null {
  const link = target instanceof Element ? target.closest('a') : null;
  return link?.origin === window.location.origin && !isThrifty() ? link.pathname : null;
}

function onHint(event: Event) {
  const path = pathAt(event);
  // If it fails, the press tries again and shows the error.
  if (path !== null) fetchScreen(path).catch(() => undefined);
}

/**
 * Fetches a screen's script as soon as a finger, the mouse or the focus is on a link to it, and its data
 * when the link is pressed.
 */
export function fetchOnIntent(client: QueryClient) {
  for (const hint of HINTS) document.addEventListener(hint, onHint, { passive: true });
  let pressed: ReturnType<typeof setTimeout>;
  document.addEventListener('pointerdown', (event) => {
    const path = pathAt(event);
    if (path !== null) pressed = setTimeout(() => fetchData(client, path), MEANT_MS);
  });
  // The finger scrolls.
  document.addEventListener('pointercancel', () => clearTimeout(pressed));
}
