/** Observes a page while it loads. Runs inside the page, before any of its own scripts. */
// A function that runs in a page must contain everything that it uses.
/* oxlint-disable unicorn/consistent-function-scoping */

/** All times in ms since the navigation began. */
export interface Observed {
  /** First contentful paint. */
  fcp: number | null;
  lcp: number | null;
  /** When each wanted element was first on screen. */
  seen: Record<string, number>;
  longTasks: { start: number; ms: number }[];
  shifts: { value: number; what: string[] }[];
}

declare global {
  var benchObserved: Observed;
}

/** What the entries of the observed kinds may have. */
interface Entry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/**
 * Starts to observe. `wanted` are selectors by name: an element counts as seen in the frame after
 * the one in which it has a size and words in it.
 */
export function observe(wanted: Record<string, string>): void {
  const observed: Observed = { fcp: null, lcp: null, seen: {}, longTasks: [], shifts: [] };
  globalThis.benchObserved = observed;

  const each = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as Entry);
    }).observe({ type, buffered: true });
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.fcp = startTime;
  });
  each('largest-contentful-paint', ({ startTime }) => {
    observed.lcp = startTime;
  });
  each('longtask', ({ startTime, duration }) => {
    observed.longTasks.push({ start: startTime, ms: duration });
  });
  each('layout-shift', ({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    const what = sources.map(({ node }) => {
      const text = (node?.textContent ?? '').trim().slice(0, 40);
      return `${node?.nodeName.toLowerCase() ?? 'removed'} "${text}"`;
    });
    observed.shifts.push({ value, what });
  });

  const missing = new Map(Object.entries(wanted));
  const look = () => {
    for (const [name, selector] of missing) {
      const isShown = [...document.querySelectorAll(selector)]
        .filter((element) => element.textContent?.trim() !== '')
        .map((element) => element.getBoundingClientRect())
        .some(({ width, height }) => width > 1 && height > 1);
      if (!isShown) continue;
      missing.delete(name);
      // The message arrives when this frame is on its way to the screen.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        observed.seen[name] = performance.now();
      });
      port1.start();
      port2.postMessage(null);
    }
    if (missing.size > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * The bytes that had come over the network `until` a time, compressed: of scripts, and of everything
 * with the headers. Runs inside the page. What the service worker or the cache gave counts nothing.
 */
export function bytesUntil(until: number): { script: number; all: number } {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  const loaded = entries.filter(({ responseEnd, transferSize }) => {
    return responseEnd <= until && transferSize > 0;
  });
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  const scripts = loaded.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  return {
    script: sum(scripts.map(({ encodedBodySize }) => encodedBodySize)),
    all: sum(loaded.map(({ transferSize }) => transferSize)),
  };
}
