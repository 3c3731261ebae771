/** What a page shows and where, to compare the first paint with the app's first render. */
import type { Locator, Page } from '@playwright/test';

declare global {
  /** Notes all that is seen, each with its place. */
  var look: () => string[];
  /** What the app drew first, as soon as it was in the page. */
  var firstPicture: string[] | undefined;
  /** When a test led to another page, in ms as `performance.now`: what moves then is no fault. */
  var shiftsFrom: number | undefined;
}

/** Where something stands in the window. */
export async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Widths from the smallest phone to a desktop, in px. */
const WIDTHS = [320, 360, 700, 1000, 1280];
const HEIGHT = 800;

/** Runs in the page before its own scripts. */
function prepare() {
  // Texts and pictures that change by themselves wait: on a busy machine two looks are seconds apart.
  for (const name of ['setTimeout', 'setInterval'] as const) {
    type Start = (run: () => void, ms?: number, ...rest: unknown[]) => number;
    const start = window[name].bind(window) as Start;
    const briefly: Start = (run, ms = 0, ...rest) => (ms < 2000 ? start(run, ms, ...rest) : 0);
    Object.assign(window, { [name]: briefly });
  }
  globalThis.look = () => {
    const seen: string[] = [];
    for (const node of document.querySelectorAll<HTMLElement | SVGElement>('#root *')) {
      const { x, y, width, height } = node.getBoundingClientRect();
      const isHidden = getComputedStyle(node).visibility === 'hidden';
      // Boxes around others may grow below, and what is grey stands for what is still to come.
      const words = [...node.childNodes].map((it) => (it instanceof Text ? it.data : '')).join('');
      // "Not Logged In" stands below a list that grows, out of sight.
      const isAtEnd = y > window.innerHeight && node.closest('aside') !== null;
      const isSeen =
        words.trim() !== '' ||
        node instanceof SVGElement ||
        node.matches('a, button, header, img, input, li, nav, select');
      if (!isSeen || isAtEnd || isHidden || width === 0 || height === 0) continue;
      const shape = ['d', 'fill', 'src', 'href'].map((name) => node.getAttribute(name) ?? '');
      const place = [x, y, width, height].map((px) => Math.round(px * 2) / 2).join(' ');
      seen.push(`${node.localName} ${words.trim()}${shape.join(' ')} at ${place}`);
    }
    return seen;
  };
  let pictures = 0;
  const watch = (root: Element) =>
    new MutationObserver(() => {
      pictures += 1;
      if (pictures === 2) globalThis.firstPicture = globalThis.look();
    }).observe(root, { childList: true });
  new MutationObserver((_, observer) => {
    const root = document.querySelector('#root');
    if (!root) return;
    observer.disconnect();
    watch(root);
  }).observe(document, { childList: true, subtree: true });
}

/** Watches all that is seen in the pages that are opened from now on. */
export const watchPictures = (page: Page) => page.addInitScript(prepare);

/** What is seen at each of `WIDTHS`, when it stands: a busy browser changes its width before its media queries. */
export async function lookAtWidths(page: Page): Promise<Record<number, string[]>> {
  const seen: Record<number, string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    seen[width] = await page.evaluate(async () => {
      for (let before = ''; ;) {
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const now = globalThis.look();
        if (now.join() === before) return now;
        before = now.join();
      }
    });
  }
  return seen;
}

/** What was shown before and is not in the same place after. */
export function moved(before: readonly string[], after: readonly string[]): string[] {
  const left = new Set(after);
  return before.filter((it) => !left.has(it));
}

/** Scripts of what comes after the first render. They are asked for while React still renders in slices. */
const LATER = /^\/assets\/(?:OfferSlides|Carousel|HeroText)-/;

/** From now on the page gets only what the app's first render needs, so that it does not change. */
export async function freeze(page: Page): Promise<void> {
  await page.route('**/*', async (route, request) => {
    const { pathname } = new URL(request.url());
    const isNeeded = pathname.startsWith('/assets/') && !LATER.test(pathname);
    const isEarly = isNeeded && (await page.evaluate(() => globalThis.firstPicture === undefined));
    if (isEarly) await route.fallback();
  });
}

/** How far things moved by themselves since the page was opened, as browsers count it. */
export const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0;
    const from = globalThis.shiftsFrom ?? 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        // What moves just after a tap or Back was asked for.
        const { value, hadRecentInput } = entry as unknown as Record<string, number>;
        if (entry.startTime >= from && !hadRecentInput) sum += value ?? 0;
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // The entries of the last frame come with the next ones.
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
    add(observer.takeRecords());
    return sum;
  });
