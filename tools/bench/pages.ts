/**
 * The pages part: the pages that people open first, on a cheap phone with a slow network, beside a
 * floor page of the same look and the plain build of the app. They are measured in turns, so that
 * ratios hold on a machine that has other work.
 */
import type { TestServer } from '../../testkit/testServer.ts';
import { makeFloor, type Floor } from './floor.ts';
import { bytesUntil } from './observe.ts';
import { pagesOf, type BenchPage } from './pageList.ts';
import { networks, Phone, type NetworkName } from './phone.ts';
import { watchShifts, type ScreenShift } from './shifts.ts';
import { requestedSince, untilIdle, type Stage } from './stage.ts';
import { medians, sum } from './stats.ts';
import { fillDemo } from './town.ts';

/** The numbers of a visit: times in ms since it began, sizes in kB over the network. */
export type Visit = Record<
  | 'paint'
  | 'heading'
  /** The card or the heading that the page is opened for. */
  | 'first'
  | 'LCP'
  /** The app has drawn the whole page. */
  | 'whole'
  /** Time in long tasks after the first paint, beyond 50 ms each. */
  | 'blocked'
  | 'shift'
  /** Before `first`. */
  | 'script kB'
  | 'all kB',
  number
>;

/** What is visited: the app, the floor page, the plain build, and the app for the second time. */
export type Look = 'app' | 'floor' | 'plain' | 'repeat';

export interface PageReport {
  page: string;
  network: NetworkName;
  /** Medians. The repeat visit, with the worker installed, is made on 3G only. */
  visits: Partial<Record<Look, Visit>>;
}

export interface PagesReport {
  pages: PageReport[];
  floors: (Floor & { title: string })[];
  /** Every screen, on slow 4G. */
  shifts: ScreenShift[];
  /** What repeat visits requested of the server, other than the API. */
  requestedAgain: string[];
}

const LONG_MS = 50;
/** Requests of a repeat visit: the API, and the browser's own check for a new worker. */
const EXPECTED = /^\/api\/|^\/sw\.js$/;

async function visit(phone: Phone, address: string, first: string): Promise<Visit> {
  const { fcp, lcp, seen, longTasks, shifts } = await phone.visit(address);
  const at = (name: string) => seen[name] ?? NaN;
  const bytes = await phone.page.evaluate(bytesUntil, at(first));
  const late = longTasks.filter(({ start, ms }) => start + ms > (fcp ?? 0));
  return {
    paint: fcp ?? NaN,
    heading: at('heading'),
    first: at(first),
    LCP: lcp ?? NaN,
    whole: at('app'),
    blocked: sum(late.map(({ ms }) => ms - LONG_MS)),
    shift: sum(shifts.map(({ value }) => value)),
    'script kB': bytes.script / 1000,
    'all kB': bytes.all / 1000,
  };
}

/** A page of the app, the same page of the plain build, and its floor page. */
interface Trio {
  page: BenchPage;
  plain: BenchPage;
  floor: Floor;
}

interface Servers {
  app: TestServer;
  plain: TestServer;
}

/** Visits the app for the first time, on 3G also for the second time, the floor and the plain build. */
async function takeTurn(
  stage: Stage,
  servers: Servers,
  { page, plain, floor }: Trio,
  network: NetworkName,
  requestedAgain: Set<string>,
): Promise<Partial<Record<Look, Visit>>> {
  const { first, signIn, wanted } = page;
  const { app } = servers;
  const visits: Partial<Record<Look, Visit>> = {};
  // One phone after the other: a page that is only open uses the slow processor too.
  await Phone.with(stage, { signIn, wanted, network }, async (phone) => {
    visits.app = await visit(phone, app.baseURL + page.address, first);
    if (network !== '3G') return;
    await phone.putAway(() => untilIdle(app));
    await phone.setNetwork(networks[network]);
    const before = app.log.length;
    visits.repeat = await visit(phone, app.baseURL + page.address, first);
    await untilIdle(app);
    for (const url of requestedSince(app, before)) {
      if (!EXPECTED.test(url)) requestedAgain.add(url);
    }
  });
  await Phone.with(stage, { signIn, wanted, network }, async (phone) => {
    visits.floor = await visit(phone, app.baseURL + floor.address, first);
  });
  await Phone.with(stage, { ...plain, network }, async (phone) => {
    visits.plain = await visit(phone, servers.plain.baseURL + plain.address, first);
  });
  return visits;
}

function mediansOf(turns: Partial<Record<Look, Visit>>[]): PageReport['visits'] {
  const looks = ['app', 'floor', 'plain', 'repeat'] as const;
  const entries = looks.flatMap((look) => {
    const visits = turns.flatMap((turn) => turn[look] ?? []);
    return visits.length > 0 ? [[look, medians(visits)]] : [];
  });
  return Object.fromEntries(entries) as PageReport['visits'];
}

/** Measures every page, or only the one named `only`, on every network, `runs` times in turns. */
export async function benchPages(
  stage: Stage,
  runs: number,
  only: string | undefined,
): Promise<PagesReport> {
  const servers: Servers = {
    app: await stage.serve(fillDemo),
    plain: await stage.serve(fillDemo, await stage.buildPlain()),
  };
  const trios: Trio[] = [];
  const plainPages = await pagesOf(servers.plain.baseURL);
  for (const page of await pagesOf(servers.app.baseURL)) {
    const plain = plainPages.find(({ name }) => name === page.name);
    if (!plain || (only !== undefined && only !== page.name)) continue;
    trios.push({ page, plain, floor: await makeFloor(stage, servers.app.baseURL, page) });
  }
  const names = Object.keys(networks) as NetworkName[];
  const places = names.flatMap((network) => trios.map((trio) => ({ network, trio })));
  const turns = places.map((): Partial<Record<Look, Visit>>[] => []);
  const again = new Set<string>();
  for (let run = 0; run < runs; run += 1) {
    for (const [index, { network, trio }] of places.entries()) {
      turns[index]?.push(await takeTurn(stage, servers, trio, network, again));
    }
    console.log(`  round ${run + 1} of ${runs}`);
  }
  return {
    pages: places.map(({ network, trio }, index) => ({
      page: trio.page.title,
      network,
      visits: mediansOf(turns[index] ?? []),
    })),
    floors: trios.map(({ page, floor }) => ({ title: page.title, ...floor })),
    shifts: only === undefined ? await watchShifts(stage, servers.app) : [],
    requestedAgain: [...again],
  };
}
