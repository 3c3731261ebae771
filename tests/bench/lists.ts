/** Part 2 of the bench: the directory with more and more fundis, on a phone with a quick line. */
import { endpoints } from '../../src/contract/endpoints.ts';
import { pathTo } from '../../src/paths.ts';
import type { TestServer } from '../e2e/server.ts';
import { changeFilters, countNodes, countTold, dataAt, noteFrames, noteKeys } from './listsPage.ts';
import { fillDirectory } from './listsTown.ts';
import { Phone, SCREEN } from './phone.ts';
import { untilIdle, type Stage } from './stage.ts';
import { median, medians } from './stats.ts';

const SIZES = [100, 1000, 10_000, 50_000];
const TYPED = 'electrical juja';
const KEY_EVERY_MS = 120;
const OPTIONS_PER_FILTER = 3;
const SCROLL_PX = 15_000;
const SCROLL_PX_PER_SECOND = 3000;

/** In ms, but for the counts. */
export type ListNumbers = Record<
  | 'firstCard'
  | 'ownCard'
  | 'nodes'
  | 'heapMB'
  | 'filter'
  | 'filterWorst'
  | 'keyWorst'
  | 'frameWorst'
  | 'frames',
  number
>;

export interface ListReport extends ListNumbers {
  fundis: number;
  runs: number;
}

async function typing({ page }: Phone): Promise<number> {
  await page.evaluate(noteKeys);
  const box = page.getByRole('searchbox');
  await box.focus();
  await box.pressSequentially(TYPED, { delay: KEY_EVERY_MS });
  await page.waitForTimeout(1000);
  return await worstNoted(page);
}

const worstNoted = (page: Phone['page']) =>
  page.evaluate(() => {
    globalThis.benchNoted.stop();
    return Math.max(0, ...globalThis.benchNoted.ms);
  });

/** A steady finger, down the list and some of the way back. */
async function scrolling({ page, session }: Phone): Promise<{ worst: number; frames: number }> {
  await page.evaluate(noteFrames);
  const gesture = {
    x: SCREEN.width / 2,
    y: SCREEN.height / 2,
    gestureSourceType: 'touch',
    speed: SCROLL_PX_PER_SECOND,
    preventFling: true,
  } as const;
  await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: -SCROLL_PX });
  await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: SCROLL_PX / 3 });
  const worst = await worstNoted(page);
  return { worst, frames: await page.evaluate(() => globalThis.benchNoted.ms.length) };
}

async function heapMB({ session }: Phone): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

async function visitOnce(stage: Stage, server: TestServer, size: number): Promise<ListNumbers> {
  const wanted = { card: 'main li a h3', own: 'main ul[aria-label="fundis"] li a h3' };
  const phone = await Phone.open(stage, { wanted });
  const { page } = phone;
  try {
    const { seen } = await phone.visit(server.baseURL + pathTo('fundiList'));
    const cameAt = await page.evaluate(dataAt, endpoints.listFundis.path);
    await page.locator('form option').nth(OPTIONS_PER_FILTER).waitFor({ state: 'attached' });
    await untilIdle(server);
    const told = await page.evaluate(countTold);
    if (told !== size) throw new Error(`The directory tells of ${told} fundis, not of ${size}.`);
    const nodes = await page.evaluate(countNodes);
    const heap = await heapMB(phone);
    const filters = await page.evaluate(changeFilters, OPTIONS_PER_FILTER);
    const keyWorst = await typing(phone);
    await page.getByRole('searchbox').fill('');
    await page.waitForTimeout(1000);
    const { worst, frames } = await scrolling(phone);
    return {
      firstCard: (seen.card?.at ?? NaN) - cameAt,
      ownCard: (seen.own?.at ?? NaN) - cameAt,
      nodes,
      heapMB: heap,
      filter: median(filters),
      filterWorst: Math.max(...filters),
      keyWorst,
      frameWorst: worst,
      frames,
    };
  } finally {
    await phone.close();
  }
}

/** Measures every size `runs` times, in turns. */
export async function benchLists(stage: Stage, runs: number): Promise<ListReport[]> {
  const servers = new Map<number, TestServer>();
  for (const size of SIZES) {
    servers.set(size, await stage.serve((db) => fillDirectory(db, size)));
  }
  const taken = new Map<number, ListNumbers[]>(SIZES.map((size) => [size, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const [size, server] of servers)
      taken.get(size)?.push(await visitOnce(stage, server, size));
    console.log(`  round ${run + 1} of ${runs}`);
  }
  return [...taken].map(([fundis, numbers]) => ({ fundis, runs, ...medians(numbers) }));
}
