/** How far a mouse may move while it presses, in px. */
const STILL_PX = 8;
/** What is painted before the app is there. */
const PAINTED = '[data-painted]';

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('a') : null;

/**
 * Opens the page behind a painted link that is pressed with a mouse, although the app takes the
 * link's place before the mouse is released: browsers then know of no click. A finger needs no help.
 */
export function keepPresses() {
  let begun: { link: HTMLAnchorElement; x: number; y: number } | null = null;
  document.addEventListener('pointerdown', ({ target, pointerType, button, clientX, clientY }) => {
    const link = linkAt(target);
    const isMouse = pointerType === 'mouse' && button === 0;
    begun = isMouse && link?.closest(PAINTED) ? { link, x: clientX, y: clientY } : null;
  });
  document.addEventListener('pointerup', (event) => {
    const { clientX, clientY, ctrlKey, metaKey, shiftKey } = event;
    if (!begun || begun.link.isConnected || ctrlKey || metaKey || shiftKey) return;
    if (Math.hypot(clientX - begun.x, clientY - begun.y) < STILL_PX) {
      const { href } = begun.link;
      // The app's own link leads there without loading the page again.
      const link = linkAt(event.target);
      if (link?.href === href) link.click();
      else globalThis.location.assign(href);
    }
    begun = null;
  });
}
