/** What is noted inside the page while it loads. Runs before any script of the page. */
// A function that goes into a page takes all it needs with it.
/* oxlint-disable unicorn/consistent-function-scoping */

export interface Observed {
  /** First contentful paint, ms since the navigation began. */
  fcp: number | null;
  lcp: { at: number; what: string } | null;
  /** When each thing was first on screen, and how far down, in px. */
  seen: Record<string, { at: number; top: number }>;
  longTasks: { start: number; ms: number }[];
  shifts: { at: number; value: number; what: string[] }[];
  /** Start of the navigation, ms since 1970. */
  origin: number;
}

declare global {
  var benchObserved: Observed;
}

/** What entries of the kinds that are observed may carry. */
interface Entry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
  element: Element | null;
  url: string;
}

/**
 * Starts to observe; `wanted` are selectors by name. A thing counts as seen in the frame after the
 * one in which it is found laid out, with words in it.
 */
export function observe(wanted: Record<string, string>): void {
  const observed: Observed = {
    fcp: null,
    lcp: null,
    seen: {},
    longTasks: [],
    shifts: [],
    origin: performance.timeOrigin,
  };
  globalThis.benchObserved = observed;

  const each = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as Entry);
    }).observe({ type, buffered: true });
  const named = (node: Node | null) =>
    node instanceof Element
      ? `${node.tagName.toLowerCase()} "${(node.textContent ?? '').trim().slice(0, 40)}"`
      : `${node?.nodeName ?? 'gone'} "${(node?.textContent ?? '').trim().slice(0, 40)}"`;
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.fcp = startTime;
  });
  each('largest-contentful-paint', ({ startTime, element, url }) => {
    observed.lcp = { at: startTime, what: url || named(element) };
  });
  each('longtask', ({ startTime, duration }) => {
    observed.longTasks.push({ start: startTime, ms: duration });
  });
  each('layout-shift', ({ startTime, value, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    observed.shifts.push({ at: startTime, value, what: sources.map(({ node }) => named(node)) });
  });

  const missing = new Map(Object.entries(wanted));
  const look = () => {
    for (const [name, selector] of missing) {
      const box = [...document.querySelectorAll(selector)]
        .filter((element) => element.textContent?.trim() !== '')
        .map((element) => element.getBoundingClientRect())
        .find(({ width, height }) => width > 1 && height > 1);
      if (!box) continue;
      missing.delete(name);
      // The message comes when this frame is on its way to the screen.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        observed.seen[name] = { at: performance.now(), top: Math.round(box.top) };
      });
      port1.start();
      port2.postMessage(null);
    }
    if (missing.size > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
