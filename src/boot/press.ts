import type { FirstPage } from '../lib/firstPage.ts';
import { after, SLOW_MS } from '../lib/waits.ts';

const STILL_PX = 8;

const linkAt = ({ target }: Event) => (target instanceof Element ? target.closest('a') : null);

/**
 * Opens a pressed link even when the app replaces it before the mouse is released: browsers then fire no click.
 * A finger needs no help.
 */
export function keepPresses() {
  let begun: { link: HTMLAnchorElement; x: number; y: number } | null = null;
  document.addEventListener('pointerdown', (event) => {
    const { pointerType, button, clientX, clientY } = event;
    const link = linkAt(event);
    begun = link && pointerType === 'mouse' && !button ? { link, x: clientX, y: clientY } : null;
  });
  document.addEventListener('pointerup', (event) => {
    const { clientX, clientY, ctrlKey, metaKey, shiftKey } = event;
    if (!begun || begun.link.isConnected || ctrlKey || metaKey || shiftKey) return;
    const isStill = Math.hypot(clientX - begun.x, clientY - begun.y) < STILL_PX;
    const link = linkAt(event);
    if (isStill && link?.href === begun.link.href) link.click();
    begun = null;
  });
}

const showWaiting = (isWaiting: boolean) =>
  document.documentElement.toggleAttribute('data-waiting', isWaiting);

/**
 * Shows that a tap on the painted page is heard, and stores what was tapped until the app answers it. A
 * painted select is inert, as it has no options yet: its frame hears the tap. "Post a Job" waits for the app
 * too: only the app can tell the registration where the person wants to go after it.
 */
export function keepTaps(page: FirstPage) {
  document.addEventListener('click', (event) => {
    if (page.state === 'app' || !(event.target instanceof Element)) return;
    const link = linkAt(event);
    const control = event.target.closest('button') ?? event.target.querySelector(':scope > select');
    if (control) page.tapped = control;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (link?.dataset.waits !== undefined && isPlain) {
      event.preventDefault();
      page.tapped = link;
      void after(SLOW_MS).then(() => {
        if (page.state !== 'app') location.assign(link.href);
      });
    }
    if (control ?? link?.getAttribute('href')?.startsWith('/')) showWaiting(true);
  });
  // The browser may bring the page back as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && showWaiting(false));
}
