/** Throws requests at a server, one after the other, and says what went wrong. */
import type { Socket } from 'node:net';
import { bytesOf, exchange } from './exchange.ts';
import type { Outcome } from './exchange.ts';
import { faultOf } from './judge.ts';
import { watchMemory } from './memory.ts';
import { requestAt } from './requests.ts';
import type { FuzzRequest } from './requests.ts';
import { startFuzzWorld } from './world.ts';

export interface RunOptions {
  seed: number;
  requests: number;
  /** The number of the one request to send. */
  only?: number | undefined;
}

export interface RunResult {
  /** What went wrong, each with the command that repeats it. */
  faults: string[];
  /** How many requests were answered with each status; 0 for those without an answer. */
  statuses: Record<number, number>;
  heapMb: number;
  rssMb: number;
}

const MOST_FAULTS = 20;
/** So many unfinished requests stay open; the oldest is closed for the next one. */
const MOST_HELD = 5;
const SHOWN = 600;

const statusOf = (outcome: Outcome) => (typeof outcome === 'string' ? 0 : outcome.status);
/** What succeeds and is no read may have ended a session or deleted something. */
const mayHaveChanged = ({ method }: FuzzRequest, status: number) =>
  status >= 200 && status < 300 && method !== 'GET' && method !== 'HEAD';

/** The fault with the request, cut where it is long, and how to send it again. */
function report(fault: string, bytes: Buffer, seed: number, index: number): string {
  const text = bytes.toString('latin1');
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} bytes)` : text;
  return `Request ${index} of seed ${seed}: ${fault}\n  npm run fuzz -- --seed ${seed} --only ${index}\n${JSON.stringify(shown)}`;
}

/** A fault before the first request. */
const atStart = (fault: string) => fault;

/** Sends all requests, or the one of `only`. Throws only when the server cannot be started. */
export async function runFuzz({ seed, requests, only }: RunOptions): Promise<RunResult> {
  const world = await startFuzzWorld();
  await world.renew();
  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  const held: Socket[] = [];
  let current = atStart;
  const crashed = (error: unknown) => {
    faults.push(current(`the server threw where nobody catches it: ${String(error)}`));
  };
  process.on('uncaughtException', crashed);
  process.on('unhandledRejection', crashed);

  const hold = (socket: Socket) => {
    held.push(socket);
    if (held.length > MOST_HELD) held.shift()?.destroy();
  };

  async function send(index: number): Promise<void> {
    const request = requestAt(seed, index);
    const fill = (text: string) => world.fill(text, index);
    const bytes = bytesOf(request, fill);
    current = (fault) => report(fault, bytes, seed, index);
    const outcome = await exchange(world.port, request, bytes, hold);
    const status = statusOf(outcome);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const fault = faultOf(request, fill(request.target), bytes.length, outcome);
    if (fault !== null) faults.push(current(fault));
    if (mayHaveChanged(request, status)) await world.renew();
  }

  const memory = watchMemory();
  const [first, end] = only === undefined ? [0, requests] : [only, only + 1];
  for (let index = first; index < end && faults.length < MOST_FAULTS; index += 1) {
    await send(index);
    if (index % 20 === 0) memory.look();
  }
  for (const socket of held) socket.destroy();
  const { heapMb, rssMb, fault } = memory.end();
  const health = await fetch(`http://127.0.0.1:${world.port}/healthz`).catch(() => null);
  const polluted = Object.keys(Object.prototype);
  if (fault !== null) faults.push(`Seed ${seed}: ${fault}`);
  if (health?.status !== 200) faults.push(`Seed ${seed}: /healthz answers ${health?.status}`);
  if (polluted.length > 0) faults.push(`Seed ${seed}: every object has ${polluted.join(', ')}`);
  process.off('uncaughtException', crashed);
  process.off('unhandledRejection', crashed);
  await world.close();
  return { faults, statuses, heapMb, rssMb };
}
