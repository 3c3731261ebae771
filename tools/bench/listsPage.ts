/** What the lists part does and watches inside the directory's page. */
// A function that runs in a page must contain everything that it uses.
/* oxlint-disable unicorn/consistent-function-scoping */

declare global {
  /** The frames of a scroll, or the keys of a search, that are watched. */
  var benchWatch: { ms: number[]; stop: () => void };
}

/** When the directory's answer was complete, in ms since the navigation began. */
export function answeredAt(path: string): number {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const answers = entries.filter(({ name }) => name.endsWith(path));
  return Math.max(...answers.map(({ responseEnd }) => responseEnd));
}

/** How many fundis the page says there are. */
export function readCount(): number {
  const text = document.querySelector('main [role="status"]')?.textContent ?? '';
  return Number(text.replace(/\D/g, ''));
}

/** The elements of the page, except the filters' options, which grow with the places. */
export function countElements(): number {
  return document.querySelectorAll('*').length - document.querySelectorAll('option').length;
}

/**
 * Chooses each of the first `count` options of every filter, and removes it again. Returns for each
 * change the ms until its result is on the screen.
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
  for (const select of document.querySelectorAll<HTMLSelectElement>(
    'select:has(> option[value=""])',
  )) {
    for (const { value } of [...select.options].slice(1, count + 1)) {
      times.push(await change(select, value), await change(select, ''));
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
  return times;
}

/** Watches how long each key takes until the next paint. */
export function watchKeys(): void {
  const ms: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) ms.push(entry.duration);
  });
  // Browsers report no duration below 16 ms.
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  };
  observer.observe(options);
  globalThis.benchWatch = { ms, stop: () => observer.disconnect() };
}

/**
 * Types a phrase key by key. Returns for each key that changes the result the ms until that is on the
 * screen, and the longest task in the meantime (0 when none was over 50 ms).
 */
export async function searchFor(phrase: string): Promise<{ results: number[]; task: number }> {
  const FIRST_CARDS = 2;
  const box = document.querySelector('main input[type="search"]') as HTMLInputElement;
  const results = document.querySelector('main [role="status"]')?.closest('section') as HTMLElement;
  // Past React's own setter, as a key does.
  const type = (text: string) => Reflect.set(HTMLInputElement.prototype, 'value', text, box);
  const tasks: number[] = [0];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  /** The count and the first cards; '' while there is no count. The ads, which take turns, are not in it. */
  const found = () => {
    const count = results.querySelector('[role="status"]')?.textContent ?? '';
    const names = [...results.querySelectorAll('li h3')].slice(0, FIRST_CARDS);
    return /^\d/.test(count) ? [count, ...names.map((name) => name.textContent)].join('|') : '';
  };
  /** Resolves with the time when another result is drawn, or with null when there is none. */
  const drawn = () =>
    new Promise<number | null>((resolve) => {
      const before = found();
      const changes = new MutationObserver(() => {
        if (['', before].includes(found())) return;
        changes.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now()));
          port1.start();
          port2.postMessage(null);
        });
      });
      changes.observe(results, { childList: true, characterData: true, subtree: true });
      setTimeout(() => {
        changes.disconnect();
        resolve(null);
      }, 1000);
    });
  const times: number[] = [];
  for (let length = 1; length <= phrase.length; length += 1) {
    const change = drawn();
    const startedAt = performance.now();
    type(phrase.slice(0, length));
    box.dispatchEvent(new Event('input', { bubbles: true }));
    const at = await change;
    if (at !== null) times.push(at - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  observer.disconnect();
  return { results: times, task: Math.max(...tasks) };
}

/** Watches the time between frames. */
export function watchFrames(): void {
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
  globalThis.benchWatch = { ms, stop: () => (isOn = false) };
}
