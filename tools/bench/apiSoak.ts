/** The soak of the API part: a mix of all calls for minutes, with the memory of the servers over time. */
import { startPostgres } from '../../testkit/postgres.ts';
import { createLoads, type Load } from './apiLoads.ts';
import { ON, startTown } from './api.ts';
import { measure, memoryOf } from './apiMeasure.ts';
import { createRandom } from '../../server/demo/random.ts';
import type { Target } from './targets.ts';

/** The memory of one server after so many minutes. */
export interface SoakRow {
  on: string;
  minute: number;
  MB: number;
  'requests/s': number;
  p99: number;
  errors: number;
}

export interface SoakOptions {
  minutes: number;
  people: number;
  /** Calls in a second to each server; flat memory needs many calls, not a busy machine. */
  rate: number;
}

const CONNECTIONS = 16;
const SAMPLES = 20;
const SECONDS_PER_MINUTE = 60;
const random = createRandom(7254);

/** Of every 16 calls 14 read; a login takes the processor for long, so it is left out. */
const SHARES: Record<string, number> = {
  'fundis, whole': 1,
  'fundis, not changed': 4,
  'ads, not changed': 4,
  "a fundi's page": 3,
  "a client's jobs": 2,
  'a job posted': 1,
  'a prompt': 1,
};

async function soakServer(
  on: string,
  { minutes, people, rate }: SoakOptions,
  databaseUrl?: string,
): Promise<SoakRow[]> {
  const seconds = Math.max(1, Math.round((minutes * SECONDS_PER_MINUTE) / SAMPLES));
  // Twice what the mix asks for on average.
  const prompts = Math.ceil(rate / 8) * seconds * SAMPLES;
  const { server, nextJob } = await startTown(people, prompts, databaseUrl);
  const rows: SoakRow[] = [];
  try {
    const loads = await createLoads(server.baseURL, people, nextJob);
    const mix = Object.entries(SHARES).flatMap(([name, share]) =>
      Array.from({ length: share }, () => loads[name]),
    );
    const make: Load = () => random.pick(mix)?.make() ?? {};
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const options = { connections: CONNECTIONS, seconds, rate };
      const { perSecond, p99, errors } = await measure([server], make, options);
      rows.push({
        on,
        minute: Number(((sample * seconds) / SECONDS_PER_MINUTE).toFixed(1)),
        MB: memoryOf(server.pid) ?? NaN,
        'requests/s': perSecond,
        p99,
        errors,
      });
    }
  } finally {
    await server.dispose();
  }
  return rows;
}

/** Runs the mix for so many minutes on each database at once, and prints the memory over time. */
export async function soakApi(options: SoakOptions): Promise<SoakRow[]> {
  const postgres = await startPostgres();
  try {
    const servers = [soakServer(ON.embedded, options)];
    if (postgres) servers.push(soakServer(ON.postgres, options, postgres.url));
    const rows = (await Promise.all(servers)).flat();
    console.table(rows);
    return rows;
  } finally {
    await postgres?.stop();
  }
}

/**
 * Memory that does not grow: the most in the last fifth of the time beside the most in the first two. Not
 * the means: what is free is given back now and then, and taken again.
 */
export function soakTargets(rows: SoakRow[]): Target[] {
  const fifth = SAMPLES / 5;
  const most = (some: SoakRow[]) => Math.max(...some.map(({ MB }) => MB));
  const growth = [...new Set(rows.map(({ on }) => on))].map((on): Target => {
    const own = rows.filter((row) => row.on === on);
    const value = most(own.slice(-fifth)) / most(own.slice(0, 2 * fifth));
    return {
      what: `Soak on ${on}: most memory in the last fifth × in the first two`,
      value,
      limit: 1.1,
      unit: '×',
    };
  });
  const errors = rows.reduce((sum, row) => sum + row.errors, 0);
  return [...growth, { what: 'Soak: errors', value: errors, limit: 0, unit: '' }];
}
