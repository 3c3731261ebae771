/** The soak of the API part: a mix of all calls for minutes, with the memory of the server over time. */
import { createLoads } from './apiLoads.ts';
import { startTown } from './api.ts';
import { measure, memoryOf } from './apiMeasure.ts';
import { createRandom } from '../../server/demo/random.ts';
import type { Target } from './targets.ts';

/** The memory after so many minutes. */
export interface SoakRow {
  minute: number;
  MB: number;
  'requests/s': number;
  p99: number;
  errors: number;
}

const CONNECTIONS = 16;
const SAMPLES = 20;
const SECONDS_PER_MINUTE = 60;
/** More than a sixteenth of the mix can be. */
const PROMPTS_PER_SECOND = 100;
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

/** Runs the mix for so many minutes on the embedded database, and prints the memory over time. */
export async function soakApi(minutes: number, people: number): Promise<SoakRow[]> {
  const seconds = Math.max(1, Math.round((minutes * SECONDS_PER_MINUTE) / SAMPLES));
  const prompts = PROMPTS_PER_SECOND * seconds * SAMPLES;
  const { server, nextJob } = await startTown(people, prompts);
  const rows: SoakRow[] = [];
  try {
    const loads = await createLoads(server.baseURL, people, nextJob);
    const mix = Object.entries(SHARES).flatMap(([name, share]) =>
      Array.from({ length: share }, () => loads[name]),
    );
    const make = () => random.pick(mix)?.make() ?? {};
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const { perSecond, p99, errors } = await measure([server.baseURL], make, {
        connections: CONNECTIONS,
        seconds,
      });
      rows.push({
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
  console.table(rows);
  return rows;
}

/** Memory that does not grow: the last fifth of the time beside the second fifth, by their means. */
export function soakTargets(rows: SoakRow[]): Target[] {
  const fifth = Math.floor(rows.length / 5);
  const mean = (some: SoakRow[]) => some.reduce((sum, { MB }) => sum + MB, 0) / some.length;
  const value = mean(rows.slice(-fifth)) / mean(rows.slice(fifth, 2 * fifth));
  const errors = rows.reduce((sum, row) => sum + row.errors, 0);
  return [
    { what: 'Soak: memory at the end × after a fifth', value, limit: 1.1, unit: '×' },
    { what: 'Soak: errors', value: errors, limit: 0, unit: '' },
  ];
}
