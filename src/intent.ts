import { isThrifty } from './lib/offline/connection.ts';
import { fetchScreen } from './routes.tsx';

/** Events that come before a press of a link. */
const HINTS = ['pointerover', 'touchstart', 'focusin'] as const;

function onHint({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== window.location.origin || isThrifty()) return;
  // If it fails, the press tries again and shows the error.
  fetchScreen(link.pathname).catch(() => undefined);
}

/** Fetches a screen's script as soon as a finger, the mouse or the focus is on a link to it. */
export function fetchOnIntent() {
  for (const hint of HINTS) document.addEventListener(hint, onHint, { passive: true });
}
