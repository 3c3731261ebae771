/** What a person does in the painted page, and its answer as soon as the app is there. */

const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent;

/** Types into a field of the app, as a person would: React hears only what the browser's own setter says. */
function type(field: HTMLInputElement, text: string) {
  Reflect.set(HTMLInputElement.prototype, 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function answerTap(control: HTMLElement) {
  if (!(control instanceof HTMLSelectElement)) {
    control.click();
    return;
  }
  control.focus({ preventScroll: true });
  try {
    control.showPicker();
  } catch {
    // Older browsers cannot, and others only soon after the tap: then the focus is the answer.
  }
}

/**
 * Follows the focus in the painted page. Returns what gives the app's own page the focus, the typed texts
 * and the last tap of the painted one.
 */
export function followPerson(root: HTMLElement): () => void {
  let focused = document.activeElement;
  // Not at once: some browsers report that the focus is lost when its link leaves the page, and
  // that link is wanted.
  const follow = () => queueMicrotask(() => (focused = document.activeElement));
  const controller = new AbortController();
  for (const event of ['focusin', 'focusout'])
    document.addEventListener(event, follow, { signal: controller.signal });

  const painted = [...root.querySelectorAll<HTMLElement>('input, select')];
  const placeOf = (control: Element) =>
    painted.filter(({ localName }) => localName === control.localName).indexOf(control as never);
  /** The app's own control or link for a painted one. */
  const ownOf = (control: Element) => {
    const all = [...root.querySelectorAll<HTMLElement>(control.localName)];
    const place = placeOf(control);
    if (place !== -1) return all[place];
    const { href } = control as Partial<HTMLAnchorElement>;
    return all.find(
      (it) => (it as Partial<HTMLAnchorElement>).href === href && nameOf(it) === nameOf(control),
    );
  };

  const answer = () => {
    for (const field of painted) {
      if (!(field instanceof HTMLInputElement) || field.value === field.defaultValue) continue;
      const own = ownOf(field);
      if (own instanceof HTMLInputElement) type(own, field.value);
    }
    const tapped = globalThis.firstPage?.tapped;
    const own = tapped && ownOf(tapped);
    if (own) answerTap(own);
  };
  return () => {
    controller.abort();
    if (focused?.matches('a, input')) ownOf(focused)?.focus({ preventScroll: true });
    // When the app listens.
    setTimeout(answer);
  };
}
