/** What jsdom lacks of a browser, with media queries that a test sets. */

interface Media {
  /** Width and height of the window, in CSS pixels. */
  width: number;
  height: number;
  reducedMotion: boolean;
  dark: boolean;
}

const DESKTOP: Media = { width: 1280, height: 800, reducedMotion: false, dark: false };
let media: Media = { ...DESKTOP };
const lists = new Set<MediaQueries>();

const PX_PER_REM = 16;
const toPx = (length: string) =>
  Number.parseFloat(length) * (/r?em$/.test(length) ? PX_PER_REM : 1);

function featureMatches(feature: string): boolean {
  const range = /^(?:(min|max)-)?width: *([\d.]+(?:px|r?em))$/.exec(feature);
  if (range) {
    const px = toPx(range[2] ?? '');
    if (range[1] === 'min') return media.width >= px;
    return range[1] === 'max' ? media.width <= px : media.width === px;
  }
  const compared = /^width *(<=?|>=?) *([\d.]+(?:px|r?em))$/.exec(feature);
  if (compared) {
    const px = toPx(compared[2] ?? '');
    const sign = compared[1] ?? '';
    if (media.width === px) return sign.endsWith('=');
    return sign.startsWith('<') ? media.width < px : media.width > px;
  }
  if (feature.startsWith('prefers-reduced-motion')) {
    return media.reducedMotion !== feature.includes('no-preference');
  }
  if (feature.startsWith('prefers-color-scheme')) return media.dark === feature.includes('dark');
  return false;
}

/** Whether a media query matches; features that no test sets do not. */
function queryMatches(query: string): boolean {
  return query.split(',').some((part) =>
    part
      .split(/\band\b/)
      .map((term) => term.trim())
      .every((term) => {
        const feature = /^\((.*)\)$/.exec(term)?.[1];
        return feature === undefined
          ? term === 'all' || term === 'screen'
          : featureMatches(feature);
      }),
  );
}

class MediaQueries extends EventTarget {
  readonly media: string;
  matches: boolean;
  onchange: ((event: Event) => void) | null = null;

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
    const event = Object.assign(new Event('change'), { matches, media: this.media });
    this.onchange?.(event);
    this.dispatchEvent(event);
  }

  addListener(listener: EventListener | null) {
    this.addEventListener('change', listener);
  }

  removeListener(listener: EventListener | null) {
    this.removeEventListener('change', listener);
  }
}

/** Changes the window or the person's preferences and calls the listeners. */
export function setMedia(changes: Partial<Media>): void {
  media = { ...media, ...changes };
  Object.assign(window, { innerWidth: media.width, innerHeight: media.height });
  for (const list of lists) list.refresh();
  window.dispatchEvent(new Event('resize'));
}

/** A desktop window without preferences, scrolled to the top. */
export function resetMedia(): void {
  lists.clear();
  media = { ...DESKTOP };
  Object.assign(window, { innerWidth: media.width, innerHeight: media.height });
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
