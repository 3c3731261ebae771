/** The lists part: the directory with more and more fundis, on a phone with a fast network. */
import { endpoints } from '../../src/contract/endpoints.ts';
import { pathTo } from '../../src/paths.ts';
import type { TestServer } from '../../testkit/testServer.ts';
import {
  answeredAt,
  changeFilters,
  countElements,
  readCount,
  searchFor,
  watchFrames,
  watchKeys,
} from './listsPage.ts';
import { Phone, SCREEN } from './phone.ts';
import { untilIdle, type Stage } from './stage.ts';
import { median, medians, rounded } from './stats.ts';
import type { Target } from './targets.ts';
import { fillDirectory } from './town.ts';

const SIZES = [100, 1000, 10_000, 50_000];
const TYPED = 'electrical juja';
/** What people type: a trade, in a place, in Swahili, with a mistake, a name, and nonsense. */
const PHRASES = ['plumber in juja', 'fundi wa stima thika', 'plumer', 'wanjiku', 'xyzzyq'];
const KEY_EVERY_MS = 120;
const OPTIONS_PER_FILTER = 3;
const SCROLL_PX = 15_000;
const SCROLL_PX_PER_SECOND = 3000;

const wanted = { card: 'main li a h3', app: 'main li a[data-discover] h3' };

/** In ms, except the elements and the heap. */
export type ListNumbers = Record<
  | 'first card after the data'
  | "the app's list after the data"
  | 'elements'
  | 'heap MB'
  | 'filter to result'
  | 'worst filter'
  | 'worst key to paint'
  | 'key to result'
  | 'worst key to result'
  | 'longest task of a search'
  | 'longest frame of a scroll',
  number
>;

/** The medians by the number of fundis. */
export type ListReport = Record<string, ListNumbers>;

const worst = ({ page }: Phone) =>
  page.evaluate(() => {
    globalThis.benchWatch.stop();
    return Math.max(0, ...globalThis.benchWatch.ms);
  });

/** Types into the search box. Returns the longest time from a key to the next paint. */
async function typing(phone: Phone): Promise<number> {
  const { page } = phone;
  await page.evaluate(watchKeys);
  const box = page.getByRole('combobox', { name: /^Search/ });
  await box.focus();
  await box.pressSequentially(TYPED, { delay: KEY_EVERY_MS });
  await page.waitForTimeout(1000);
  const longest = await worst(phone);
  await box.fill('');
  await page.waitForTimeout(1000);
  return longest;
}

/** Types all phrases, each into an empty box. */
async function searching({ page }: Phone) {
  const box = page.getByRole('combobox', { name: /^Search/ });
  await box.focus();
  await page.waitForTimeout(2000);
  const times: number[] = [];
  const tasks: number[] = [];
  for (const phrase of PHRASES) {
    // One after the other: they share the page.
    const { results, task } = await page.evaluate(searchFor, phrase);
    times.push(...results);
    tasks.push(task);
    await box.fill('');
    await page.waitForTimeout(1000);
  }
  return {
    'key to result': median(times),
    'worst key to result': Math.max(...times),
    'longest task of a search': Math.max(...tasks),
  };
}

/** Scrolls down the list and some of the way back. Returns the longest frame. */
async function scrolling(phone: Phone): Promise<number> {
  const { page, session } = phone;
  await page.evaluate(watchFrames);
  for (const yDistance of [-SCROLL_PX, SCROLL_PX / 3]) {
    await session.send('Input.synthesizeScrollGesture', {
      x: SCREEN.width / 2,
      y: SCREEN.height / 2,
      gestureSourceType: 'touch',
      speed: SCROLL_PX_PER_SECOND,
      preventFling: true,
      yDistance,
    });
  }
  return await worst(phone);
}

async function heapMB({ session }: Phone): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

async function visit(phone: Phone, server: TestServer, size: number): Promise<ListNumbers> {
  const { page } = phone;
  const { seen } = await phone.visit(server.baseURL + pathTo('fundiList'));
  const data = await page.evaluate(answeredAt, endpoints.listFundis.path);
  await page
    .locator('select:has(> option[value=""]) option')
    .nth(OPTIONS_PER_FILTER)
    .waitFor({ state: 'attached' });
  await untilIdle(server);
  const shown = await page.evaluate(readCount);
  if (shown !== size) throw new Error(`The directory shows ${shown} fundis instead of ${size}.`);
  const elements = await page.evaluate(countElements);
  const heap = await heapMB(phone);
  const filters = await page.evaluate(changeFilters, OPTIONS_PER_FILTER);
  return {
    'first card after the data': (seen.card ?? NaN) - data,
    "the app's list after the data": (seen.app ?? NaN) - data,
    elements,
    'heap MB': heap,
    'filter to result': median(filters),
    'worst filter': Math.max(...filters),
    'worst key to paint': await typing(phone),
    ...(await searching(phone)),
    'longest frame of a scroll': await scrolling(phone),
  };
}

/** Measures every size, or `only` one, `runs` times in turns, and prints the medians. */
export async function benchLists(
  stage: Stage,
  runs: number,
  only: string | undefined,
): Promise<ListReport> {
  const sizes = SIZES.filter((size) => only === undefined || String(size) === only);
  const servers = new Map<number, TestServer>();
  for (const size of sizes) {
    servers.set(size, await stage.serve((db) => fillDirectory(db, size)));
  }
  const taken = new Map<number, ListNumbers[]>(sizes.map((size) => [size, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const [size, server] of servers) {
      const numbers = await Phone.with(stage, { wanted }, (phone) => visit(phone, server, size));
      taken.get(size)?.push(numbers);
    }
    console.log(`  round ${run + 1} of ${runs}`);
  }
  const report: ListReport = {};
  for (const [size, numbers] of taken) report[size] = medians(numbers);
  console.log('\nBy the number of fundis: ms, except the elements and the heap (medians)');
  console.table(
    Object.fromEntries(Object.entries(report).map(([size, row]) => [size, rounded(row, 1)])),
  );
  return report;
}

/** The targets of this part: the largest directory against the smallest. */
export function listTargets(report: ListReport): Target[] {
  const sizes = Object.values(report);
  const [small, large] = [sizes[0], sizes.at(-1)];
  if (!small || !large) return [];
  const [first, elements] = ['first card after the data', 'elements'] as const;
  return [
    { what: 'first card against 100', value: large[first] / small[first], limit: 1.5, unit: '×' },
    {
      what: 'elements more than with 100',
      value: Math.abs(large[elements] - small[elements]),
      limit: 0,
      unit: '',
    },
    { what: 'worst filter', value: large['worst filter'], limit: 120, unit: 'ms' },
    { what: 'worst key to result', value: large['worst key to result'], limit: 100, unit: 'ms' },
    {
      what: 'longest task of a search',
      value: large['longest task of a search'],
      limit: 100,
      unit: 'ms',
    },
    { what: 'longest frame', value: large['longest frame of a scroll'], limit: 50, unit: 'ms' },
  ];
}
