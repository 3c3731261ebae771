/** How far a mouse may move while it presses, in px. */
const STILL_PX = 8;
/** What stands in the page until the app does. */
const PAINTED = 'main > [data-shape]';

/**
 * A press of the mouse that begins on a link of the painted page leads there although the app takes
 * its place before the mouse is released: browsers then know of no click. A finger needs no help.
 */
export function keepPresses() {
  let begun: { link: HTMLAnchorElement; x: number; y: number } | null = null;
  document.addEventListener('pointerdown', ({ target, pointerType, button, clientX, clientY }) => {
    const isMouse = pointerType === 'mouse' && button === 0;
    const link = target instanceof Element ? target.closest('a') : null;
    begun = isMouse && link?.closest(PAINTED) ? { link, x: clientX, y: clientY } : null;
  });
  document.addEventListener('pointerup', ({ clientX, clientY, ctrlKey, metaKey, shiftKey }) => {
    if (!begun || begun.link.isConnected || ctrlKey || metaKey || shiftKey) return;
    if (Math.hypot(clientX - begun.x, clientY - begun.y) < STILL_PX) {
      globalThis.location.assign(begun.link.href);
    }
    begun = null;
  });
}
