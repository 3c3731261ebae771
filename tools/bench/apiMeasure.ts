/** Measures a load on servers, and the floor that sends the same bytes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { freePort } from '../../testkit/testServer.ts';
import type { FloorAnswer } from './apiFloor.ts';
import type { Load } from './apiLoads.ts';
import { sum } from './stats.ts';

/** Latencies in ms. */
export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers with a 4xx or 5xx, and calls without an answer. */
  errors: number;
  /** How much of one core the load generator took, in %. */
  generator: number;
  /** Of the processor for one answer, in µs, of the server processes; null where /proc does not exist. */
  work: number | null;
}

/** How a load is sent: for some seconds, as fast as the answers come or `rate` calls in a second. */
export interface Pace {
  connections: number;
  seconds: number;
  rate?: number;
}

/** How often autocannon looks whether it has ended, in ms. */
const SAMPLE_MS = 100;

type Length = { duration: number } | { amount: number };

async function cannon(
  url: string,
  make: Load,
  { connections, rate, ...length }: { connections: number; rate?: number } & Length,
) {
  const { latency, requests, errors, duration, ...counts } = await autocannon({
    url,
    connections,
    ...length,
    sampleInt: SAMPLE_MS,
    ...(rate !== undefined && { overallRate: rate }),
    requests: [{ setupRequest: (defaults) => ({ ...defaults, ...make() }) }],
  });
  // No answer at all is an error too.
  const failed = errors + counts['4xx'] + counts['5xx'] + (requests.total === 0 ? 1 : 0);
  const { p50, p99 } = latency;
  const perSecond = requests.total / duration;
  return { perSecond, answers: requests.total, duration, p50, p99, errors: failed };
}

/** What is asked: where it listens, and its process. */
export interface Asked {
  baseURL: string;
  pid?: number | undefined;
}

/** The kernel counts the time of a process in hundredths of a second. */
const TICK_US = 10_000;

/** The processor time of the processes until now, in µs; null where /proc does not exist. */
function workOf(servers: readonly Asked[]): number | null {
  try {
    return sum(
      servers.map(({ pid }) => {
        // The name of the program, in brackets, may have spaces in it.
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
        return (Number(fields[11]) + Number(fields[12])) * TICK_US;
      }),
    );
  } catch {
    return null;
  }
}

/** Longer than the simulated phone waits before it approves. */
const IDLE_MS = 1000;
/** What a server with nothing to do takes of the processor in that time. */
const IDLE_WORK_US = 5 * TICK_US;

/** Resolves when the servers do nothing any more: what is written goes on after its answer. */
async function untilIdle(servers: readonly Asked[]): Promise<void> {
  for (let before = -Infinity, work = workOf(servers); work !== null;) {
    if (work - before <= IDLE_WORK_US * servers.length) return;
    before = work;
    await sleep(IDLE_MS);
    work = workOf(servers);
  }
}

/** Loads on all servers at once; the latencies are those of the slowest server. */
async function measureAs(
  servers: readonly Asked[],
  send: (url: string) => ReturnType<typeof cannon>,
  isWorkDone: () => Promise<void> = async () => undefined,
): Promise<Measured> {
  const before = process.cpuUsage();
  const workBefore = workOf(servers);
  const runs = await Promise.all(servers.map(({ baseURL }) => send(baseURL)));
  const { user, system } = process.cpuUsage(before);
  await isWorkDone();
  const workAfter = workOf(servers);
  const answers = sum(runs.map((run) => run.answers));
  const seconds = Math.max(...runs.map(({ duration }) => duration));
  return {
    perSecond: Math.round(sum(runs.map(({ perSecond }) => perSecond))),
    p50: Math.max(...runs.map(({ p50 }) => p50)),
    p99: Math.max(...runs.map(({ p99 }) => p99)),
    errors: sum(runs.map(({ errors }) => errors)),
    generator: Math.round((user + system) / 1e4 / seconds),
    work:
      workBefore === null || workAfter === null || answers === 0
        ? null
        : Math.round((workAfter - workBefore) / answers),
  };
}

const share = (connections: number, servers: readonly Asked[]) =>
  Math.max(1, Math.floor(connections / servers.length));

/** Measures what is read, for some seconds. */
export async function measure(
  servers: readonly Asked[],
  make: Load,
  { connections, seconds: duration, ...pace }: Pace,
): Promise<Measured> {
  const each = share(connections, servers);
  return await measureAs(servers, (url) =>
    cannon(url, make, { ...pace, connections: each, duration }),
  );
}

/**
 * Measures what is written, in about so many seconds. Every call is waited for, and what follows it too, such
 * as the callback of a prompt: what is left over would be work without an answer, or the next load's.
 */
export async function measureWrites(
  servers: readonly Asked[],
  make: Load,
  { connections, seconds }: Pick<Pace, 'connections' | 'seconds'>,
): Promise<Measured> {
  const each = share(connections, servers);
  const send = (amount: number) =>
    measureAs(
      servers,
      (url) => cannon(url, make, { connections: each, amount }),
      () => untilIdle(servers),
    );
  const { perSecond } = await send(each);
  const rounds = Math.max(1, Math.round((perSecond * seconds) / (each * servers.length)));
  return await send(rounds * each);
}

/** The memory of a process in MB; null where /proc does not exist. */
export function memoryOf(pid: number | undefined): number | null {
  try {
    const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kb) / 1024);
  } catch {
    return null;
  }
}

/** These belong to one connection, or Fastify writes them itself. */
const NOT_REPEATED = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** One answer of a server, with its bytes as they come, compressed or not. */
async function answerTo(url: string, make: Load): Promise<FloorAnswer> {
  const { method = 'GET', path: target = '/', headers = {}, body } = make();
  const asked = httpRequest(url + target, { method, headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  const sent = Object.entries(answer.headers).filter(([name]) => !NOT_REPEATED.has(name));
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    body: bytes.toString('base64'),
  };
}

export interface Floor {
  /** Measures the bare route with the bytes that the server at `url` answers the load with. */
  measure(url: string, make: Load, pace: Pace): Promise<Measured>;
  stop(): Promise<void>;
}

/** Starts the process of the floor. */
export async function startFloor(): Promise<Floor> {
  const port = await freePort();
  const child = fork(path.join(import.meta.dirname, 'apiFloor.ts'), {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', PORT: String(port) },
  });
  await once(child, 'message');
  return {
    async measure(url, make, pace) {
      // One request for all: the jobs of the prompts are for the servers.
      const request = make();
      const same = () => request;
      const ready = once(child, 'message');
      child.send(await answerTo(url, same));
      await ready;
      return await measure([{ baseURL: `http://127.0.0.1:${port}`, pid: child.pid }], same, pace);
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
