/** What jsdom lacks of a browser, with media queries that a test sets. */

interface Media {
  /** The width of the window, in CSS pixels. */
  width: number;
  reducedMotion: boolean;
}

const DESKTOP: Media = { width: 1280, reducedMotion: false };
let media: Media = { ...DESKTOP };
const lists = new Set<MediaQueries>();

const PX_PER_REM = 16;

/** Whether a media query matches: of those of the app, the ones that a test may set. */
function queryMatches(query: string): boolean {
  const [, side, number, unit] = /^\((min|max)-width: ([\d.]+)(px|rem)\)$/.exec(query) ?? [];
  if (side === undefined)
    return query === '(prefers-reduced-motion: reduce)' && media.reducedMotion;
  const px = Number(number) * (unit === 'rem' ? PX_PER_REM : 1);
  return side === 'min' ? media.width >= px : media.width <= px;
}

class MediaQueries extends EventTarget {
  readonly media: string;
  matches: boolean;

  constructor(query: string) {
    super();
    this.media = query;
    this.matches = queryMatches(query);
    lists.add(this);
  }

  refresh() {
    const matches = queryMatches(this.media);
    if (matches === this.matches) return;
    this.matches = matches;
    this.dispatchEvent(new Event('change'));
  }
}

/** Changes the window or the person's preferences and calls the listeners. */
export function setMedia(changes: Partial<Media>): void {
  media = { ...media, ...changes };
  Object.assign(window, { innerWidth: media.width });
  for (const list of lists) list.refresh();
  window.dispatchEvent(new Event('resize'));
}

/** A desktop window without preferences, scrolled to the top. */
export function resetMedia(): void {
  lists.clear();
  media = { ...DESKTOP };
  Object.assign(window, { innerWidth: media.width });
  Object.assign(window, { scrollX: 0, scrollY: 0 });
}

/** Says of everything observed that it is on screen. */
class VisibleObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [0];
  #callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element) {
    const entry = { target, isIntersecting: true, intersectionRatio: 1 };
    queueMicrotask(() => this.#callback([entry as IntersectionObserverEntry], this));
  }

  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

class StillObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function scrollTo(this: unknown, first?: ScrollToOptions | number, second?: number): void {
  if (this !== undefined && this !== window) return;
  const { left, top } =
    typeof first === 'object' ? first : { left: first ?? 0, top: second ?? window.scrollY };
  Object.assign(window, { scrollX: left ?? window.scrollX, scrollY: top ?? window.scrollY });
  window.dispatchEvent(new Event('scroll'));
}

/** A modal dialog as far as tests see it: open, focus inside, Escape asks to cancel. */
function showModal(this: HTMLDialogElement): void {
  this.open = true;
  const target = this.querySelector<HTMLElement>('[autofocus], button, input, select, textarea, a');
  (target ?? this).focus();
  const onKey = (event: KeyboardEvent) => {
    if (!this.isConnected || !this.open) {
      document.removeEventListener('keydown', onKey);
    } else if (event.key === 'Escape') {
      if (this.dispatchEvent(new Event('cancel', { cancelable: true }))) this.close();
    }
  };
  document.addEventListener('keydown', onKey);
}

function close(this: HTMLDialogElement, returnValue = ''): void {
  if (!this.open) return;
  Object.assign(this, { open: false, returnValue });
  this.dispatchEvent(new Event('close'));
}

/** Puts all of it in place; once per test file. */
export function installBrowser(): void {
  Object.assign(globalThis, {
    IntersectionObserver: VisibleObserver,
    ResizeObserver: StillObserver,
    matchMedia: (query: string) => new MediaQueries(query),
    scrollTo,
  });
  Object.assign(window, { scrollTo });
  for (const key of ['scrollX', 'scrollY']) {
    Object.defineProperty(window, key, { value: 0, writable: true, configurable: true });
  }
  Object.assign(Element.prototype, { scrollTo, scrollIntoView: () => undefined });
  Object.assign(HTMLDialogElement.prototype, { showModal, show: showModal, close });
  resetMedia();
}
