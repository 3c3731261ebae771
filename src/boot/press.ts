/** How far a mouse may move while it presses, in px. */
const STILL_PX = 8;

const linkAt = ({ target }: Event) => (target instanceof Element ? target.closest('a') : null);

/**
 * Counts a press of the mouse on a link even when the app replaces the link by its own before the mouse is
 * released: browsers then fire no click. A finger needs no help.
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
