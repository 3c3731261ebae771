/**
 * The API part: real servers under load, in towns of several sizes, on PGlite and on PostgreSQL where
 * it is installed, beside a floor that sends the same bytes.
 */
import { availableParallelism } from 'node:os';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { Db } from '../../server/db/db.ts';
import { databaseSettings } from '../../server/db/db.ts';
import { freePort, TestServer } from '../../testkit/testServer.ts';
import { startPostgres } from '../../testkit/postgres.ts';
import { createLoads, payerOf, payersSql, type Kind } from './apiLoads.ts';
import { measure, measureWrites, memoryOf, startFloor, type Floor } from './apiMeasure.ts';
import { fillTown } from '../../testkit/bigTown.ts';
import { startFilled } from './stage.ts';
import type { Target } from './targets.ts';

/** One row of the table. Latencies in ms. */
export interface ApiRow {
  on: string;
  people: number;
  load: string;
  'requests/s': number;
  /** Null for what is written. */
  '× floor': number | null;
  p50: number;
  p99: number;
  'floor p99': number | null;
  /** Of the processor for one answer, of the servers and of the floor: the same on a busy machine. */
  'CPU µs': number | null;
  'floor µs': number | null;
  /** The memory of the servers together when the load has ended; null where /proc does not exist. */
  MB: number | null;
  errors: number;
  /** Of one core. */
  'generator %': number;
}

export type ApiReport = (ApiRow & { kind: Kind })[];

export interface ApiOptions {
  /** The sizes of the town. */
  people: number[];
  /** Of each load; the floor takes half of it. */
  seconds: number;
  /** A part of the names of the loads to measure; without it all. */
  only?: string | undefined;
}

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 1;
const PAYMENTS_PER_PERSON = 10;
/** More prompts than a server can send in a second. */
const PROMPTS_PER_SECOND = 600;
/** What the servers run on. */
export const ON = {
  embedded: 'PGlite',
  postgres: 'PostgreSQL',
  two: 'PostgreSQL, 2 servers',
} as const;

/** The settings of a server that people of one address may ask without limits. */
const envFor = (databaseUrl?: string) => ({
  HOST: '127.0.0.1',
  SERVE_APP: 'false',
  LOG_LEVEL: 'error',
  METRICS_PORT: '0',
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
});

/** Adds jobs that nobody has paid for, of one payer after another; returns the id of the first. */
async function addUnpaidJobs(db: Db, count: number, people: number): Promise<number> {
  const { rows } = (await db.execute(sql`
      with added as (
        insert into jobs (client_id, title, description, location)
        select ${payersSql(people)}, 'Paint gate', 'Two wings', 'Juja'
        from generate_series(0, ${count - 1}::int) as n
        order by n
        returning id)
      select min(id)::int as first from added`)) as { rows: { first: number }[] };
  return rows[0]?.first ?? 0;
}

/** On connections without the limits of the server: one statement makes an index of a million rows. */
async function withoutLimits(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const pool = new Pool({ connectionString: url });
  try {
    await work(drizzle(pool, databaseSettings));
  } finally {
    await pool.end();
  }
}

/** A started server over a new town. */
export async function startTown(people: number, unpaidJobs: number, databaseUrl?: string) {
  let firstJob = 0;
  const fill = async (db: Db) => {
    await fillTown(db, { people, payments: people * PAYMENTS_PER_PERSON });
    firstJob = await addUnpaidJobs(db, unpaidJobs, people);
  };
  const server = await startFilled({ env: envFor(databaseUrl) }, (db) =>
    databaseUrl === undefined ? fill(db) : withoutLimits(databaseUrl, fill),
  );
  let given = 0;
  const nextJob = () => {
    const at = given++ % unpaidJobs;
    return { id: firstJob + at, owner: payerOf(at, people) };
  };
  return { server, nextJob };
}

type Town = Awaited<ReturnType<typeof startTown>>;

type TownOptions = Omit<ApiOptions, 'people'> & { people: number; floor: Floor };

async function benchTown(
  on: string,
  servers: TestServer[],
  { nextJob }: Town,
  { people, seconds, only = '', floor }: TownOptions,
): Promise<ApiReport> {
  const first = servers[0]?.baseURL ?? '';
  const rows: ApiReport = [];
  for (const [load, { kind, make }] of Object.entries(await createLoads(first, people, nextJob))) {
    if (!load.includes(only)) continue;
    const options = { connections: CONNECTIONS, seconds };
    const short = { ...options, seconds: Math.max(1, Math.ceil(seconds / 2)) };
    // What is written takes its time in the database: no route without one is its floor.
    const base = kind === 'write' ? null : await floor.measure(first, make, short);
    const take = async () => {
      if (kind === 'write') return await measureWrites(servers, make, options);
      await measure(servers, make, { ...options, seconds: WARM_UP_SECONDS });
      return await measure(servers, make, options);
    };
    const { perSecond, p50, p99, errors, generator, work } = await take();
    const sizes = servers.map(({ pid }) => memoryOf(pid));
    const row: ApiRow = {
      on,
      people,
      load,
      'requests/s': perSecond,
      '× floor': base && Number((perSecond / base.perSecond).toFixed(2)),
      p50,
      p99,
      'floor p99': base && base.p99,
      'CPU µs': work,
      'floor µs': base && base.work,
      MB: sizes.reduce<number | null>((sum, mb) => (mb === null ? sum : (sum ?? 0) + mb), null),
      errors,
      'generator %': generator,
    };
    console.log(
      `${on}, ${people} people, ${load}: ${perSecond}/s, p99 ${p99} ms, ${work} µs${base ? `; floor ${base.work} µs` : ''}`,
    );
    rows.push({ ...row, kind });
  }
  return rows;
}

async function benchDatabase(options: TownOptions, databaseUrl?: string): Promise<ApiReport> {
  const { people, seconds } = options;
  const setups = databaseUrl === undefined ? 1 : 2;
  const prompts = PROMPTS_PER_SECOND * (seconds + WARM_UP_SECONDS + 1) * setups;
  const town = await startTown(people, prompts, databaseUrl);
  let second: TestServer | undefined;
  try {
    const on = databaseUrl === undefined ? ON.embedded : ON.postgres;
    const rows = await benchTown(on, [town.server], town, options);
    if (databaseUrl === undefined) return rows;
    second = new TestServer(await freePort(), await freePort(), { env: envFor(databaseUrl) });
    await second.start();
    return [...rows, ...(await benchTown(ON.two, [town.server, second], town, options))];
  } finally {
    await second?.dispose();
    await town.server.dispose();
  }
}

/** Measures every load in every town, and prints one table. */
export async function benchApi({ people, ...options }: ApiOptions): Promise<ApiReport> {
  const report: ApiReport = [];
  const floor = await startFloor();
  let hasPostgres = true;
  try {
    for (const size of people) {
      report.push(...(await benchDatabase({ ...options, people: size, floor })));
      const postgres = await startPostgres();
      hasPostgres = postgres !== null;
      if (!postgres) continue;
      try {
        report.push(...(await benchDatabase({ ...options, people: size, floor }, postgres.url)));
      } finally {
        await postgres.stop();
      }
    }
  } finally {
    await floor.stop();
  }
  console.table(report.map(({ kind: _kind, ...row }) => row));
  if (!hasPostgres) console.log('PostgreSQL is not installed: it and two servers were skipped.');
  return report;
}

const LISTS_OF_FLOOR = 0.5;
const P99_OF_SMALLEST = 2;
const P99_OF_FLOOR = 2;
const TWO_OF_ONE = 1.6;
/** Two servers, the database and the load generator. */
const CORES_FOR_TWO = 4;

const lowest = (numbers: number[]) => (numbers.length === 0 ? NaN : Math.min(...numbers));
const highest = (numbers: number[]) => (numbers.length === 0 ? NaN : Math.max(...numbers));

/** A list that is as long as the town is large. */
const isWhole = ({ load }: ApiRow) => load.endsWith('whole');

/** What was asked of the API, and what came out; a target without its rows is not measured. */
export function apiTargets(report: ApiReport): Target[] {
  const sizes = [...new Set(report.map(({ people }) => people))].toSorted((a, b) => a - b);
  const [smallest = NaN, largest = NaN] = [sizes[0], sizes.at(-1)];
  const same = (row: ApiRow, on: string, people: number) =>
    report.find((one) => one.load === row.load && one.on === on && one.people === people);

  const lists = report.filter(({ kind, on }) => kind === 'cached list' && on !== ON.two);
  // What is sent whole is as long as the town is large: its floor sends as much.
  const ofLargest = report.filter(
    ({ kind, on, people }) => kind !== 'write' && on !== ON.two && people === largest,
  );
  const grown = ofLargest
    .filter((row) => !isWhole(row) && largest > smallest)
    .map((row) => row.p99 / (same(row, row.on, smallest)?.p99 ?? NaN));
  const ofFloor = ofLargest.filter(isWhole).map((row) => row.p99 / (row['floor p99'] ?? NaN));
  const doubled = report
    .filter(({ on, kind }) => on === ON.two && kind !== 'write')
    .map((row) => row['requests/s'] / (same(row, ON.postgres, row.people)?.['requests/s'] ?? NaN));
  const cores = availableParallelism();
  const note = cores < CORES_FOR_TWO ? `, but only ${cores} cores with the load generator` : '';
  const errors = report.reduce((sum, row) => sum + row.errors, 0);
  return [
    {
      what: 'API: cached lists, the lowest × floor',
      value: lowest(lists.map((row) => row['× floor'] ?? NaN)),
      limit: LISTS_OF_FLOOR,
      unit: '×',
      atLeast: true,
    },
    {
      what: `API: p99 of reads with ${largest} people, the highest × that with ${smallest}`,
      value: highest(grown),
      limit: P99_OF_SMALLEST,
      unit: '×',
    },
    {
      what: `API: p99 of whole lists with ${largest} people, the highest × floor`,
      value: highest(ofFloor),
      limit: P99_OF_FLOOR,
      unit: '×',
    },
    {
      what: `API: reads by two servers, the lowest × one${note}`,
      value: lowest(doubled),
      limit: TWO_OF_ONE,
      unit: '×',
      atLeast: true,
    },
    { what: 'API: errors in all rows', value: errors, limit: 0, unit: '' },
  ];
}
