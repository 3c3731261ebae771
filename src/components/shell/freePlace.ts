/** Between a toast and a control, in px. */
const GAP = 8;
const CONTROLS = 'a[href], button, input, select, textarea';

interface Span {
  top: number;
  bottom: number;
}

/** How much of the controls would lie below a box of this height at `from`, in px. */
const covered = (controls: readonly Span[], from: number, height: number) =>
  controls.reduce(
    (sum, { top, bottom }) =>
      sum + Math.max(0, Math.min(bottom, from + height) - Math.max(top, from)),
    0,
  );

/**
 * Where in a window of `windowHeight` a box of `height` covers nothing of `controls`, as near to the top
 * as that is possible; where there is no such place, the one that covers least. All in px.
 */
export function freePlace(controls: readonly Span[], height: number, windowHeight: number) {
  const best = { from: GAP, covered: Infinity };
  const places = [GAP, ...controls.map(({ bottom }) => bottom + GAP)].sort((a, b) => a - b);
  for (const from of places) {
    if (from < GAP || from + height > windowHeight) continue;
    const here = covered(controls, from, height);
    if (here < best.covered) Object.assign(best, { from, covered: here });
  }
  return best;
}

/**
 * Puts the toasts where they cover no control of the page. They stay where they are as long as nothing
 * is below them. Where no place is free, taps go through them.
 */
export function placeToasts() {
  const toasts = document.querySelector<HTMLElement>('.Toastify__toast-container');
  if (!toasts) return;
  const place = toasts.getBoundingClientRect();
  const controls = [...document.querySelectorAll(CONTROLS)]
    .filter((control) => !toasts.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ left, right }) => left < place.right && right > place.left);
  const { top, height } = place;
  const isFree = covered(controls, top, height) === 0;
  const best = isFree ? { from: top, covered: 0 } : freePlace(controls, height, window.innerHeight);
  toasts.style.top = `${best.from}px`;
  toasts.dataset.over = String(best.covered > 0);
}
