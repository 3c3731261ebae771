/** The lists part: the directory with more and more fundis, on a slow phone with a fast network. */
import type { CDPSession, Page } from '@playwright/test';
import { endpoints } from '../../src/contract/endpoints.ts';
import { pathTo } from '../../src/paths.ts';
import { changeFilters, prepare, readList, searchFor, watchFrames } from './listsPage.ts';
import { median, medians, printRows } from './report.ts';
import type { Target } from './report.ts';
import { withApp, withBrowser } from './stage.ts';
import { fillDirectory } from './town.ts';

const SIZES = [100, 50_000];
const SCREEN = { width: 360, height: 740 };
/** How many times slower the phone's processor is than this machine's. */
const CPU_SLOWDOWN = 4;
/** What people type: a trade, in a place, in Swahili, with a mistake, a name, and nonsense. */
const PHRASES = ['plumber in juja', 'fundi wa stima thika', 'plumer', 'wanjiku', 'xyzzyq'];
const OPTIONS_PER_FILTER = 3;
const SCROLL_PX = 15_000;
const SCROLL_PX_PER_SECOND = 3000;

/** In ms, except the elements and the heap. */
type ListNumbers = Record<
  | 'list after the data'
  | 'elements'
  | 'heap MB'
  | 'filter to result'
  | 'worst filter'
  | 'key to result'
  | 'worst key to result'
  | 'longest task of a search'
  | 'longest frame of a scroll',
  number
>;

/** The medians by the number of fundis. */
type ListReport = Record<string, ListNumbers>;

/** Types all phrases, each into an empty box. */
async function searching(page: Page) {
  const box = page.getByRole('combobox', { name: /^Search/ });
  await box.focus();
  await page.waitForTimeout(2000);
  const times: number[] = [];
  const tasks: number[] = [];
  for (const phrase of PHRASES) {
    // One after the other: they share the page.
    const found = await page.evaluate(searchFor, phrase);
    times.push(...found.times);
    tasks.push(found.task);
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
async function scrolling(page: Page, session: CDPSession): Promise<number> {
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
  return await page.evaluate(() => Math.max(...globalThis.benchFrames));
}

async function visit(page: Page, base: string, size: number): Promise<ListNumbers> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(prepare);
  await page.goto(base + pathTo('fundiList'));
  await page.waitForFunction(() => globalThis.benchListAt !== undefined);
  await page
    .locator('select:has(> option[value=""]) option')
    .nth(OPTIONS_PER_FILTER)
    .waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const { shown, listAfterData, elements } = await page.evaluate(
    readList,
    endpoints.listFundis.path,
  );
  if (shown !== size) throw new Error(`The directory shows ${shown} fundis instead of ${size}.`);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const filters = await page.evaluate(changeFilters, OPTIONS_PER_FILTER);
  return {
    'list after the data': listAfterData,
    elements,
    'heap MB': usedSize / 1_000_000,
    'filter to result': median(filters),
    'worst filter': Math.max(...filters),
    ...(await searching(page)),
    'longest frame of a scroll': await scrolling(page, session),
  };
}

/** Measures every size, or the one that `only` names, `runs` times, and prints the medians. */
export async function benchLists(runs: number, only: string): Promise<Target[]> {
  const report: ListReport = {};
  for (const size of SIZES.filter((one) => only === '' || String(one) === only)) {
    await withApp(
      (db) => fillDirectory(db, size),
      (base) =>
        withBrowser(async (browser) => {
          const taken: ListNumbers[] = [];
          for (let run = 0; run < runs; run += 1) {
            const context = await browser.newContext({
              viewport: SCREEN,
              deviceScaleFactor: 2,
              isMobile: true,
              hasTouch: true,
            });
            taken.push(await visit(await context.newPage(), base, size));
            await context.close();
            console.log(`  ${size} fundis, round ${run + 1} of ${runs}`);
          }
          report[size] = medians(taken);
        }),
    );
  }
  console.log('\nBy the number of fundis: ms, except the elements and the heap (medians)');
  printRows(report);
  return targetsOf(report);
}

/** The targets of this part: those of the largest directory, and what must not grow with it. */
function targetsOf(report: ListReport): Target[] {
  const sizes = Object.values(report);
  const [small, large] = [sizes[0], sizes.at(-1)];
  if (!small || !large) return [];
  const most = (name: keyof ListNumbers, limit: number): Target => ({
    what: name,
    value: large[name],
    limit,
  });
  return [
    {
      what: 'list after the data, × the smallest',
      value: large['list after the data'] / small['list after the data'],
      limit: 1.5,
    },
    {
      what: 'elements more than in the smallest',
      value: Math.abs(large.elements - small.elements),
      limit: 0,
    },
    most('worst filter', 120),
    most('worst key to result', 100),
    most('longest task of a search', 100),
    most('longest frame of a scroll', 50),
  ];
}
