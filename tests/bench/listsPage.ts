/** What is done and noted inside the directory's page. */
// A function that goes into a page takes all it needs with it.
/* oxlint-disable unicorn/consistent-function-scoping */

declare global {
  /** The frames of a scroll, or the keys of a search, that are being noted. */
  var benchNoted: { ms: number[]; stop: () => void };
}

/** When the directory's answer was there, in ms since the navigation began. */
export function dataAt(path: string): number {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const answers = entries.filter(({ name }) => name.endsWith(path));
  return Math.max(...answers.map(({ responseEnd }) => responseEnd));
}

/** How many fundis the page says there are. */
export function countTold(): number {
  const told = document.querySelector('main [role="status"]')?.textContent ?? '';
  return Number(told.replace(/\D/g, ''));
}

/** Elements in the page, without the options of the filters: they grow with the places. */
export function countNodes(): number {
  return document.querySelectorAll('*').length - document.querySelectorAll('option').length;
}

/**
 * Chooses each of the first `count` options of every filter and takes it back; answers for each
 * change the ms until its result is on screen.
 */
export async function changeFilters(count: number): Promise<number[]> {
  const status = document.querySelector('main [role="status"]') as HTMLElement;
  const frame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve());
        port1.start();
        port2.postMessage(null);
      });
    });
  const change = async (select: HTMLSelectElement, value: string) => {
    const before = status.textContent;
    const startedAt = performance.now();
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    do await frame();
    while (status.textContent === before);
    return performance.now() - startedAt;
  };
  const times: number[] = [];
  for (const select of document.querySelectorAll<HTMLSelectElement>('form select')) {
    for (const { value } of [...select.options].slice(1, count + 1)) {
      times.push(await change(select, value), await change(select, ''));
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
  return times;
}

/** Starts to note how long each key takes until the next paint. */
export function noteKeys(): void {
  const ms: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) ms.push(entry.duration);
  });
  // 16 ms is the least that browsers tell.
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  };
  observer.observe(options);
  globalThis.benchNoted = { ms, stop: () => observer.disconnect() };
}

/** Starts to note the time between frames. */
export function noteFrames(): void {
  const ms: number[] = [];
  let last = performance.now();
  let isOn = true;
  const next = (now: number) => {
    ms.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(next);
  });
  globalThis.benchNoted = { ms, stop: () => (isOn = false) };
}
