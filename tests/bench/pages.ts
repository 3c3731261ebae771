/**
 * Part 1 of the bench: the pages people open first, as a cheap phone on a thin line sees them,
 * beside a floor page of the same look and the plain build of the app. They are measured in turns,
 * so that ratios hold on a machine that has other work.
 */
import type { Db } from '../../server/db.ts';
import { seedDemo } from '../../server/seed.ts';
import { makeFloor, type Floor } from './floor.ts';
import { compareLooks } from './looks.ts';
import { lines, type LineName } from './lines.ts';
import type { Observed } from './observe.ts';
import { pagesOf, type BenchPage } from './pageList.ts';
import { Phone } from './phone.ts';
import { medians, sum } from './stats.ts';
import { watchShifts, type ScreenShift } from './shifts.ts';
import { askedSince, untilIdle, type Stage } from './stage.ts';
import { all, type Kind } from './traffic.ts';
import type { TestServer } from '../e2e/server.ts';

/** What a visit comes to: times in ms since it began, sizes in bytes over the line. */
export type Visit = Record<
  | 'fcp'
  | 'lcp'
  | 'heading'
  | 'first'
  | 'app'
  | 'blocked'
  | 'shift'
  | 'scriptBody'
  | 'bytes'
  | 'bytesInAll'
  | 'scriptBodyInAll'
  | Kind,
  number
>;

export interface PageReport {
  page: string;
  line: LineName;
  first: 'card' | 'heading';
  runs: number;
  app: Visit;
  floor: Visit;
  /** The same app without first paint and early call: what `src/boot` is worth. */
  plain: Visit;
  /** The second visit, with the worker installed; on 3G. */
  repeat: Visit | null;
  /** What the server was asked for in the repeat visits, other than the API. */
  repeatAsked: string[];
  largest: { app: string; floor: string };
}

export interface PagesReport {
  pages: PageReport[];
  /** Every screen, on slow 4G. */
  shifts: ScreenShift[];
  floors: { title: string; script: number; bytes: number; differs: number }[];
}

const LONG_MS = 50;
/** The API, and the browser's own look for a new worker. */
const EXPECTED = /^\/api\/|^\/sw\.js$/;

function visitOf(observed: Observed, phone: Phone, first: string): Visit {
  const { fcp, lcp, seen, longTasks, shifts, origin } = observed;
  const at = (name: string) => seen[name]?.at ?? NaN;
  const { bytes, scriptBody } = phone.traffic.until(origin + at(first));
  const end = phone.traffic.until(Infinity);
  const late = longTasks.filter(({ start, ms }) => start + ms > (fcp ?? 0));
  return {
    fcp: fcp ?? NaN,
    lcp: lcp?.at ?? NaN,
    heading: at('heading'),
    first: at(first),
    app: at('app'),
    blocked: sum(late.map(({ ms }) => ms - LONG_MS)),
    shift: sum(shifts.map(({ value }) => value)),
    ...bytes,
    bytes: all(bytes),
    scriptBody,
    bytesInAll: all(end.bytes),
    scriptBodyInAll: end.scriptBody,
  };
}

/** A page of the app, the same of the plain build, and its floor page. */
interface Trio {
  page: BenchPage;
  plain: BenchPage;
  floor: Floor;
  /** Share of the first screen's dots that differ, 0 to 1. */
  differs: number;
}

interface Turn {
  app: Visit;
  floor: Visit;
  plain: Visit;
  again: { repeat: Visit; asked: string[] } | null;
  largest: PageReport['largest'];
}

/** The app once more, days later: the worker has all it keeps and is started anew. */
async function comeBack(
  phone: Phone,
  server: TestServer,
  { address, first }: BenchPage,
  line: LineName,
): Promise<Turn['again']> {
  await phone.putAway(() => untilIdle(server));
  await phone.setLine(lines[line]);
  const before = server.log.length;
  const repeat = visitOf(await phone.visit(server.baseURL + address), phone, first);
  await untilIdle(server);
  const asked = askedSince(server, before).filter((url) => !EXPECTED.test(url));
  return { repeat, asked };
}

interface Servers {
  app: TestServer;
  plain: TestServer;
}

/** The app as for the first time, the floor, the plain build, and on 3G the app once more. */
async function takeTurn(
  stage: Stage,
  servers: Servers,
  { page, plain, floor }: Trio,
  line: LineName,
): Promise<Turn> {
  const { first } = page;
  const server = servers.app;
  // One after the other: a page that only stands there takes its share of the slow processor too.
  const onPhone = async <T>(
    visit: (phone: Phone) => Promise<T>,
    { signIn, wanted } = page,
  ): Promise<T> => {
    const phone = await Phone.open(stage, { signIn, wanted });
    try {
      await phone.setLine(lines[line]);
      return await visit(phone);
    } finally {
      await phone.close();
    }
  };
  const own = await onPhone(async (phone) => {
    const seen = await phone.visit(server.baseURL + page.address);
    const app = visitOf(seen, phone, first);
    const again = line === '3G' ? await comeBack(phone, server, page, line) : null;
    return { app, again, largest: seen.lcp?.what ?? '' };
  });
  const bare = await onPhone(async (phone) => {
    const seen = await phone.visit(server.baseURL + floor.address);
    return { floor: visitOf(seen, phone, first), largest: seen.lcp?.what ?? '' };
  });
  const unpainted = await onPhone(
    async (phone) =>
      visitOf(await phone.visit(servers.plain.baseURL + plain.address), phone, first),
    plain,
  );
  return {
    app: own.app,
    floor: bare.floor,
    plain: unpainted,
    again: own.again,
    largest: { app: own.largest, floor: bare.largest },
  };
}

function reportOf({ page }: Trio, line: LineName, turns: Turn[]): PageReport {
  const [first] = turns;
  const again = turns.flatMap((turn) => turn.again ?? []);
  return {
    page: page.title,
    line,
    first: page.first,
    runs: turns.length,
    app: medians(turns.map(({ app }) => app)),
    floor: medians(turns.map(({ floor }) => floor)),
    plain: medians(turns.map(({ plain }) => plain)),
    repeat: again.length > 0 ? medians(again.map(({ repeat }) => repeat)) : null,
    repeatAsked: [...new Set(again.flatMap(({ asked }) => asked))],
    largest: first?.largest ?? { app: '', floor: '' },
  };
}

const fill = async (db: Db) => {
  await seedDemo({ db, now: () => new Date() });
};

/** Measures every page (or only the one of that name) on every line, `runs` times in turns. */
export async function benchPages(
  stage: Stage,
  runs: number,
  only: string | undefined,
): Promise<PagesReport> {
  const server = await stage.serve(fill);
  const servers = { app: server, plain: await stage.serve(fill, await stage.buildPlain()) };
  const trios: Trio[] = [];
  const pages = await pagesOf(server.baseURL);
  const plainPages = await pagesOf(servers.plain.baseURL);
  for (const page of pages.filter(({ name }) => only === undefined || name === only)) {
    const plain = plainPages.find(({ name }) => name === page.name) ?? page;
    const floor = await makeFloor(stage, server.baseURL, page);
    const differs = await compareLooks(stage, server.baseURL, page, floor);
    trios.push({ page, plain, floor, differs });
  }
  const lineNames = Object.keys(lines) as LineName[];
  const turns = new Map<string, Turn[]>();
  for (let run = 0; run < runs; run += 1) {
    for (const trio of trios) {
      for (const line of lineNames) {
        const key = `${trio.page.name} ${line}`;
        const taken = turns.get(key) ?? [];
        turns.set(key, taken);
        taken.push(await takeTurn(stage, servers, trio, line));
      }
    }
    console.log(`  round ${run + 1} of ${runs}`);
  }
  const shifts = only === undefined ? await watchShifts(stage, server) : [];
  return {
    shifts,
    pages: lineNames.flatMap((line) =>
      trios.map((trio) => reportOf(trio, line, turns.get(`${trio.page.name} ${line}`) ?? [])),
    ),
    floors: trios.map(({ page, floor, differs }) => ({ title: page.title, ...floor, differs })),
  };
}
