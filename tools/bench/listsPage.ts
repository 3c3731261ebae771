/** What the lists part does and watches inside the directory's page. */
// A function that runs in a page must contain everything that it uses.
/* oxlint-disable unicorn/consistent-function-scoping */

declare global {
  /** When the app's list was first in the page, in ms since the navigation began. */
  var benchListAt: number | undefined;
  /** The ms between the frames of a scroll. */
  var benchFrames: number[];
  /** Resolves with the time when what `now` gives has changed and is painted, or with null after a second. */
  var benchChanged: (now: () => string) => Promise<number | null>;
}

/** Runs in the page before its own scripts. */
export function prepare(): void {
  const look = () => {
    if (document.querySelector('main li a[data-discover] h3'))
      globalThis.benchListAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  globalThis.benchChanged = (now) =>
    new Promise((resolve) => {
      const before = now();
      const started = performance.now();
      const wait = () => {
        if (now() !== before && now() !== '') {
          // The message arrives when this frame is on its way to the screen.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now()));
          port1.start();
          port2.postMessage(null);
        } else if (performance.now() - started > 1000) resolve(null);
        else requestAnimationFrame(wait);
      };
      requestAnimationFrame(wait);
    });
}

/** What the page holds; `path` is the end of the address of the directory's answer. */
export function readList(path: string) {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const answers = entries.filter(({ name }) => name.endsWith(path));
  const answeredAt = Math.max(...answers.map(({ responseEnd }) => responseEnd));
  const text = document.querySelector('main [role="status"]')?.textContent ?? '';
  const all = document.querySelectorAll('*').length;
  return {
    shown: Number(text.replace(/\D/g, '')),
    listAfterData: (globalThis.benchListAt ?? NaN) - answeredAt,
    // Without the filters' options, which grow with the places.
    elements: all - document.querySelectorAll('option').length,
  };
}

/**
 * Chooses each of the first `count` options of every filter, and removes it again. Returns for each change
 * the ms until its result is on the screen.
 */
export async function changeFilters(count: number): Promise<number[]> {
  const shown = () => document.querySelector('main [role="status"]')?.textContent ?? '';
  const times: number[] = [];
  const filters = document.querySelectorAll<HTMLSelectElement>('select:has(> option[value=""])');
  for (const select of filters) {
    for (const { value } of [...select.options].slice(1, count + 1)) {
      for (const chosen of [value, '']) {
        const change = globalThis.benchChanged(shown);
        const startedAt = performance.now();
        select.value = chosen;
        select.dispatchEvent(new Event('change', { bubbles: true }));
        times.push(((await change) ?? NaN) - startedAt);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }
  }
  return times;
}

/**
 * Types a phrase key by key. Returns for each key that changes the result the ms until the count and the
 * first cards are on the screen, and the longest task in the meantime (0 when none was over 50 ms).
 */
export async function searchFor(phrase: string): Promise<{ times: number[]; task: number }> {
  const box = document.querySelector('main input[type="search"]') as HTMLInputElement;
  const results = document.querySelector('main [role="status"]')?.closest('section') as HTMLElement;
  // The ads, which take turns in the same part of the page, are not read.
  const shown = () => {
    const count = results.querySelector('[role="status"]')?.textContent ?? '';
    const names = [...results.querySelectorAll('li h3')].slice(0, 2);
    return /^\d/.test(count) ? [count, ...names.map((name) => name.textContent)].join('|') : '';
  };
  const tasks: number[] = [0];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  const times: number[] = [];
  for (let length = 1; length <= phrase.length; length += 1) {
    const change = globalThis.benchChanged(shown);
    const startedAt = performance.now();
    // Past React's own setter, as a key does.
    Reflect.set(HTMLInputElement.prototype, 'value', phrase.slice(0, length), box);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    const at = await change;
    if (at !== null) times.push(at - startedAt);
  }
  observer.disconnect();
  return { times, task: Math.max(...tasks) };
}

/** Notes the time between frames from now on. */
export function watchFrames(): void {
  globalThis.benchFrames = [];
  let last = performance.now();
  const next = (now: number) => {
    globalThis.benchFrames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(next);
  });
}
