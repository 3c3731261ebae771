/** Throws requests at a server, one after the other, and says what went wrong first. */
import { Agent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { calls, errorSchema } from '../../src/contract/schemas.ts';
import { callAt } from '../../testkit/contract/callAt.ts';
import { request } from './requests.ts';
import type { FuzzRequest } from './requests.ts';
import { startFuzzWorld } from './world.ts';

interface RunOptions {
  seed: number;
  requests: number;
  /** fast-check's name for one request of the seed, as a fault says it. */
  path?: string | undefined;
}

interface RunResult {
  /** The first thing that went wrong, with the request and what repeats it. */
  fault: string | null;
  /** How many requests were answered with each status; 0 for those without an answer. */
  statuses: Record<number, number>;
  heapMb: number;
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** An answer takes milliseconds; only a server that hangs takes this long. */
const PATIENCE_MS = 60_000;
/** So many unfinished requests stay open; the oldest is closed for the next one. */
const MOST_HELD = 5;
/** A larger body may be refused before it has come: the connection then ends as the system likes. */
const READ_BYTES = 60_000;
/** Several times what a run takes: see docs/security.md. */
const HEAP_MB = 150;
const UNREADABLE = '…';

/** Words that only appear inside the server. */
const INSIDE = /node_modules|server\/\w+\.ts|\bat \w+ \(|Failed query|\bselect "|PGlite/;

const held: ClientRequest[] = [];
// Each request has a connection of its own: an earlier one does not break it.
const agent = new Agent({ keepAlive: false });

/** Sends the request; null when there is no answer, or none is waited for. */
function exchange(address: string, { method, target, headers, body, framing }: FuzzRequest) {
  const content = Buffer.from((body?.content ?? '') as string);
  const own = framing === 'chunked' ? ['Transfer-Encoding', 'chunked'] : [];
  const length = { half: 10, reset: 10, held: 10, tooShort: -3, length: 0, chunked: NaN }[framing];
  if (framing !== 'chunked' && content.length + length > 0)
    own.push('Content-Length', String(content.length + length));
  const host = headers.some(([name]) => name === 'Host') ? [] : ['Host', 'localhost'];
  const type = body ? ['Content-Type', body.contentType] : [];
  const { hostname, port } = new URL(address);
  return new Promise<Answer | null>((resolve, reject) => {
    const sent = httpRequest({
      hostname,
      port,
      agent,
      method,
      path: target,
      headers: [...host, ...type, ...own, ...headers.flat()],
    });
    const timer = setTimeout(() => reject(new Error('no answer within a minute')), PATIENCE_MS);
    const end = (answer: Answer | null) => {
      clearTimeout(timer);
      resolve(answer);
    };
    sent.on('error', () => end(null));
    sent.on('upgrade', () => end(null));
    sent.on('response', (came) => {
      const status = came.statusCode ?? 0;
      // What is compressed was asked for by an odd header, and is not looked into.
      const isText = came.headers['content-encoding'] === undefined;
      textOf(came).then(
        (body) => end({ status, headers: came.headers, body: isText ? body : UNREADABLE }),
        () => end(null),
      );
    });
    const isWhole = framing === 'length' || framing === 'chunked' || framing === 'tooShort';
    if (isWhole) sent.end(content);
    else
      sent.write(content.subarray(0, content.length / 2), () => {
        if (framing === 'reset') sent.destroy();
        else if (framing === 'half') sent.socket?.end();
        else {
          held.push(sent);
          if (held.length > MOST_HELD) held.shift()?.destroy();
          end(null);
        }
      });
    // Without a body there is no callback of the write.
    if (!isWhole && content.length < 2) sent.destroy();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What is wrong, in words; null when nothing is. */
function faultOf({ method, target, framing, body: own }: FuzzRequest, answer: Answer | null) {
  if (answer === null) {
    const isWhole = framing === 'length' || framing === 'chunked';
    const mustAnswer = isWhole && (own?.content.length ?? 0) < READ_BYTES;
    return mustAnswer ? 'the connection ended without an answer' : null;
  }
  const { status, headers, body } = answer;
  const isBusy = status === 503 && headers['retry-after'] !== undefined;
  if (status >= 500 && !isBusy) return `it answered ${status}: ${body.slice(0, 200)}`;
  if (method === 'HEAD' || body === UNREADABLE) return null;
  if (status >= 400) {
    const isJson = headers['content-type']?.includes('application/json') === true;
    if (!isJson || !z.safeParse(errorSchema, parsed(body)).success)
      return `${status} has not the shape of an error: ${body.slice(0, 200)}`;
    return INSIDE.test(body) ? `${status} shows the server's inside: ${body.slice(0, 200)}` : null;
  }
  if (status >= 300) return status === 304 ? null : `it answered ${status}`;
  const path = target.replace(/[?#;].*$/, '');
  const call = path.startsWith('/api/') ? callAt(method, path.slice('/api'.length)) : null;
  if (call === null) return null;
  const { name } = call;
  const { status: expected, answer: schema } = calls[name];
  if (status !== expected) return `${name} answered ${status}, not ${expected}`;
  const { success } = z.safeParse(schema, status === 204 ? undefined : parsed(body));
  return success ? null : `${name} answered what is not of the contract: ${body.slice(0, 200)}`;
}

function heapMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}

/** Sends all requests, or the one of `path`. Throws only when the server cannot be started. */
export async function runFuzz({ seed, requests, path }: RunOptions): Promise<RunResult> {
  const world = await startFuzzWorld();
  const statuses: Record<number, number> = {};
  const uncaught: string[] = [];
  const crashed = (error: unknown) => uncaught.push(`nobody caught: ${String(error)}`);
  process.on('uncaughtException', crashed);
  process.on('unhandledRejection', crashed);

  const property = fc.asyncProperty(request, async (made) => {
    const sent: FuzzRequest = {
      ...made,
      target: world.fill(made.target),
      headers: made.headers.map(([name, value]) => [name, world.fill(value)]),
      body: made.body && {
        ...made.body,
        content:
          typeof made.body.content === 'string' ? world.fill(made.body.content) : made.body.content,
      },
    };
    const answer = await exchange(world.address, sent);
    const status = answer?.status ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const fault = faultOf(sent, answer) ?? uncaught[0] ?? null;
    if (fault !== null) throw new Error(fault);
    // What succeeds and is no read may have ended a session or deleted something.
    if (status >= 200 && status < 300 && !['GET', 'HEAD'].includes(sent.method))
      await world.renew();
  });
  const before = heapMb();
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    seed,
    numRuns: path === undefined ? requests : 1,
    endOnFailure: true,
    ...(path !== undefined && { path }),
  });
  for (const unfinished of held.splice(0)) unfinished.destroy();
  const grown = heapMb() - before;
  const health = await fetch(`${world.address}/healthz`).catch(() => null);
  const polluted = Object.keys(Object.prototype);
  process.off('uncaughtException', crashed);
  process.off('unhandledRejection', crashed);
  await world.close();

  const atEnd = [
    ...(grown > HEAP_MB ? [`the heap has grown by ${grown} MB (${HEAP_MB} are allowed)`] : []),
    ...(health?.status === 200 ? [] : [`/healthz answers ${health?.status}`]),
    ...(polluted.length === 0 ? [] : [`every object has ${polluted.join(', ')}`]),
  ];
  const again = `npm run fuzz -- --seed ${seed} --path ${counterexamplePath}`;
  const shown = JSON.stringify(counterexample?.[0])?.slice(0, 1000);
  const fault = failed
    ? `${(errorInstance as Error).message}\n  ${again}\n${shown}`
    : (atEnd[0] ?? null);
  return { fault, statuses, heapMb: grown };
}
