/** One measurement of the API bench: a mix of calls from so many connections for so long. */
import autocannon from 'autocannon';
import type { Dice } from './paymentsTown.ts';

export interface CallRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Answer {
  asked: CallRequest;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

export interface Call {
  name: string;
  /** Any other status is an error. */
  expect: readonly number[];
  /** The next request, or null while there is nothing to ask for. */
  make(): CallRequest | null;
  /** Told of every answer that was expected. */
  seen?(answer: Answer): void;
}

/** Calls with their shares of the whole, which need not add up to anything. */
export type Mix = readonly (readonly [call: Call, share: number])[];

/** In ms. */
export interface Latency {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export interface Load {
  seconds: number;
  requests: number;
  perSecond: number;
  latency: Latency;
  /** By the name of the call. */
  calls: Record<string, Latency & { requests: number }>;
  errors: {
    /** Answers with a status that was not expected. */
    status: number;
    /** Connections that broke, and calls without an answer for ten seconds. */
    socket: number;
    /** The first few, to look at. */
    examples: string[];
  };
}

const EXAMPLES = 3;

function latencyOf(times: number[]): Latency {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Draws a call by its share and asks it for a request. */
function draw(mix: Mix, dice: Dice): { call: Call; asked: CallRequest } {
  const total = mix.reduce((sum, [, share]) => sum + share, 0);
  for (;;) {
    let left = dice.next() * total;
    const [call] = mix.find(([, share]) => (left -= share) < 0) ?? [];
    const asked = call?.make();
    if (call && asked) return { call, asked };
  }
}

interface Context {
  call?: Call;
  asked?: CallRequest;
}

/** Loads the server at `url`; each connection asks anew as soon as it has its answer. */
export async function load(
  url: string,
  mix: Mix,
  { connections, seconds, dice }: { connections: number; seconds: number; dice: Dice },
): Promise<Load> {
  const times = new Map(mix.map(([{ name }]) => [name, [] as number[]]));
  const errors: Load['errors'] = { status: 0, socket: 0, examples: [] };
  const blame = (kind: 'status' | 'socket', text: string) => {
    errors[kind] += 1;
    if (errors.examples.length < EXAMPLES) errors.examples.push(text);
  };
  let answered = '';
  const request: autocannon.Request = {
    setupRequest: (defaults, context: Context) => {
      Object.assign(context, draw(mix, dice));
      return { ...defaults, body: '', ...context.asked };
    },
    onResponse: (status, body, context: Context, headers) => {
      const { call, asked } = context;
      if (!call || !asked) return;
      // The time of this answer is told right after it.
      answered = call.name;
      if (call.expect.includes(status))
        call.seen?.({ asked, status, headers: lowerCase(headers), body });
      else blame('status', `${asked.method} ${asked.path}: ${status} ${body.slice(0, 200)}`);
    },
  };
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      { url, connections, duration: seconds, sampleInt: 100, requests: [request] },
      (error: Error | null) => (error ? reject(error) : resolve()),
    );
    run.on('response', (_client, _status, _bytes, ms) => times.get(answered)?.push(ms));
    run.on('reqError', (error: Error) => blame('socket', error.message));
  });
  const took = (performance.now() - startedAt) / 1000;
  const all = [...times.values()].flat();
  if (all.length === 0) blame('socket', 'Nothing was answered in time.');
  return {
    seconds: took,
    requests: all.length,
    perSecond: all.length / took,
    latency: latencyOf(all),
    calls: Object.fromEntries(
      [...times].map(([name, own]) => [name, { requests: own.length, ...latencyOf(own) }]),
    ),
    errors,
  };
}

function lowerCase(headers: object | undefined): Record<string, string> {
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}
