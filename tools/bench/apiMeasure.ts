/** Measures one load on a server. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { TestServer } from '../../testkit/testServer.ts';
import type { Load } from './apiLoads.ts';

/** One load on one server. Latencies in ms. */
export interface Measured {
  'requests/s': number;
  p50: number;
  p99: number;
  /** Of the server's processor for one answer, with what follows it: the same on a busy machine. */
  'CPU µs': number | null;
  /** The memory of the server when the load has ended. */
  MB: number | null;
  /** Answers with a 4xx or 5xx, and calls without an answer. */
  errors: number;
}

const CONNECTIONS = 64;
/** Long enough for an answer of the slowest call. */
export const WARM_UP_SECONDS = 2;
/** For an answer. */
const PATIENCE_SECONDS = 60;
/** How often autocannon looks whether it has ended, in ms. */
const SAMPLE_MS = 100;
/** The kernel counts the time of a process in hundredths of a second. */
const TICK_US = 10_000;
/** Longer than the simulated phone waits before it approves. */
const IDLE_MS = 1000;
/** What a server with nothing to do takes of the processor in that time. */
const IDLE_WORK_US = 5 * TICK_US;

/** A file of the server's process; null where /proc does not exist. */
function procFile({ pid }: TestServer, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}

/** The processor time of the server until now, in µs. */
function workOf(server: TestServer): number | null {
  // The name of the program, in brackets, may have spaces in it.
  const fields = procFile(server, 'stat')?.split(') ')[1]?.split(' ');
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_US : null;
}

function memoryOf(server: TestServer): number | null {
  const kb = /^VmRSS:\s+(\d+)/m.exec(procFile(server, 'status') ?? '')?.[1];
  return kb === undefined ? null : Math.round(Number(kb) / 1024);
}

/** Resolves when the server does nothing any more: what is written goes on after its answer. */
async function untilIdle(server: TestServer): Promise<void> {
  for (let before = -Infinity, work = workOf(server); work !== null; work = workOf(server)) {
    if (work - before <= IDLE_WORK_US) return;
    before = work;
    await sleep(IDLE_MS);
  }
}

async function send(url: string, make: Load, length: { duration: number } | { amount: number }) {
  return await autocannon({
    url,
    connections: CONNECTIONS,
    ...length,
    sampleInt: SAMPLE_MS,
    timeout: PATIENCE_SECONDS,
    requests: [{ setupRequest: (defaults) => ({ ...defaults, ...make() }) }],
  });
}

/**
 * Sends as many calls as the server answers in about so many seconds, and waits for every answer: a call that
 * is left over would be work without an answer.
 */
export async function measure(server: TestServer, make: Load, seconds: number): Promise<Measured> {
  const warm = await send(server.baseURL, make, { duration: WARM_UP_SECONDS });
  await untilIdle(server);
  const perSecond = warm.requests.total / warm.duration;
  const amount = Math.max(2 * CONNECTIONS, Math.round(perSecond * seconds));
  const before = workOf(server);
  const { latency, requests, errors, duration, ...counts } = await send(server.baseURL, make, {
    amount,
  });
  await untilIdle(server);
  const after = workOf(server);
  return {
    'requests/s': Math.round(requests.total / duration),
    p50: latency.p50,
    p99: latency.p99,
    'CPU µs':
      before === null || after === null ? null : Math.round((after - before) / requests.total),
    MB: memoryOf(server),
    errors: errors + counts['4xx'] + counts['5xx'] + (requests.total < amount ? 1 : 0),
  };
}
