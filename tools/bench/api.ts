/**
 * The API part: a real server under load, one kind of call at a time, in towns of several sizes, on PGlite and
 * on PostgreSQL where it is installed.
 */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { Db } from '../../server/db/db.ts';
import { databaseSettings } from '../../server/db/db.ts';
import { fillTown, townPerson } from '../../testkit/bigTown.ts';
import { UNLIMITED } from '../../testkit/childEnv.ts';
import { startPostgres } from '../../testkit/postgres.ts';
import { createLoads, READERS, READS } from './apiLoads.ts';
import { measure, WARM_UP_SECONDS } from './apiMeasure.ts';
import type { Measured } from './apiMeasure.ts';
import type { Target } from './report.ts';
import { startFilled } from './stage.ts';

/** One row of the table. */
type ApiRow = { on: string; people: number; load: string } & Measured;

interface ApiOptions {
  /** The sizes of the town. */
  people: number[];
  /** About how long each load is measured. */
  seconds: number;
  /** A part of the names of the loads to measure; '' for all. */
  only: string;
}

const PAYMENTS_PER_PERSON = 10;
/** More prompts than a server can send in a second. */
const PROMPTS_PER_SECOND = 600;
/** Phones that end in 900 to 999 do something special at the simulator. */
const SPECIAL = 900;

/** Adds jobs that nobody has paid for, of the clients who pay; returns them with the ids of their owners. */
async function addUnpaidJobs(db: Db, count: number, people: number) {
  const { rows } = (await db.execute(sql`
    insert into jobs (client_id, title, description, location)
    select accounts.id, 'Paint gate', 'Two wings', 'Juja'
    from accounts, generate_series(1, ${count}::int) as n
    where role = 'client' and accounts.id > ${Math.round(people * READERS)}::int
      and accounts.id % 1000 < ${SPECIAL}
    order by n, accounts.id
    limit ${count}::int
    returning id, client_id as "ownerId"`)) as { rows: { id: number; ownerId: number }[] };
  return rows;
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

/** Measures the loads in a new town of `people`. */
async function benchTown(
  people: number,
  { seconds, only }: ApiOptions,
  databaseUrl?: string,
): Promise<ApiRow[]> {
  const on = databaseUrl === undefined ? 'PGlite' : 'PostgreSQL';
  let jobs: { id: number; ownerId: number }[] = [];
  const fill = async (db: Db) => {
    await fillTown(db, { people, payments: people * PAYMENTS_PER_PERSON });
    jobs = await addUnpaidJobs(db, PROMPTS_PER_SECOND * (seconds + WARM_UP_SECONDS), people);
  };
  const env = {
    ...UNLIMITED,
    HOST: '127.0.0.1',
    SERVE_APP: 'false',
    LOG_LEVEL: 'error',
    METRICS_PORT: '0',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const server = await startFilled(env, (db) =>
    databaseUrl === undefined ? fill(db) : withoutLimits(databaseUrl, fill),
  );
  let given = 0;
  const nextJob = () => {
    const { id, ownerId } = jobs[given++ % jobs.length] ?? { id: 0, ownerId: 0 };
    return { id, owner: townPerson(ownerId) };
  };
  try {
    const rows: ApiRow[] = [];
    const loads = await createLoads(server.baseURL, people, nextJob);
    for (const [load, make] of Object.entries(loads)) {
      if (!load.includes(only)) continue;
      // One after the other: they share the processor.
      console.log(`${on}, ${people} people, ${load}`);
      rows.push({ on, people, load, ...(await measure(server, make, seconds)) });
    }
    return rows;
  } finally {
    await server.dispose();
  }
}

/** Measures every load in every town, and prints one table. */
export async function benchApi(options: ApiOptions): Promise<Target[]> {
  const report: ApiRow[] = [];
  for (const people of options.people) {
    report.push(...(await benchTown(people, options)));
    const postgres = await startPostgres();
    if (!postgres) {
      console.log('PostgreSQL is not installed: it is left out.');
      continue;
    }
    try {
      report.push(...(await benchTown(people, options, postgres.url)));
    } finally {
      await postgres.stop();
    }
  }
  console.table(report);
  return targetsOf(report);
}

/** What was asked of the API, and what came out; NaN without two towns. */
function targetsOf(report: ApiRow[]): Target[] {
  const sizes = report.map(({ people }) => people);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const p99Of = (on: string, load: string, people: number) =>
    report.find((row) => row.on === on && row.load === load && row.people === people)?.p99 ?? NaN;
  const grown = [...new Set(report.map(({ on }) => on))]
    .flatMap((on) => READS.map((load) => p99Of(on, load, largest) / p99Of(on, load, smallest)))
    .filter((ratio) => largest > smallest && !Number.isNaN(ratio));
  return [
    {
      what: `p99 of reads with ${largest} people, the highest × that with ${smallest}`,
      value: grown.length === 0 ? NaN : Math.max(...grown),
      limit: 2,
    },
    {
      what: 'errors in all rows',
      value: report.reduce((sum, { errors }) => sum + errors, 0),
      limit: 0,
    },
  ];
}
