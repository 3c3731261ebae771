/** Answers a test sets for a call, and the log of the calls that went out. */
import type { EndpointName } from '../../src/contract/endpoints.ts';

/** A call that went out, as it was sent. */
export interface SentCall {
  name: EndpointName;
  method: string;
  /** The path with its query, below the API base. */
  path: string;
  /** The whole address. */
  url: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON, the fields of a multipart form, or undefined. */
  body: unknown;
}

export interface Answer {
  /** 200 unless given; a failure without a body gets an `error` text. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** How long the answer takes, in ms; alone, the usual answer comes that much later. */
  delayMs?: number;
}

/**
 * What a call answers: a status, an answer, `'network error'`, `'never'` (no answer comes),
 * `'usual'` (the stateful mock), or any of these made from the call.
 */
export type Reply = number | Answer | 'network error' | 'never' | 'usual';
export type ReplyFor = Reply | ((call: SentCall) => Reply | Promise<Reply>);

const replies = new Map<EndpointName, ReplyFor[]>();
const log: SentCall[] = [];
/** The last call of each address that is held. */
const held = new Map<string, SentCall>();

const keyOf = ({ method, url }: Pick<SentCall, 'method' | 'url'>) => `${method} ${url}`;

/**
 * Sets what a call answers from now on. Several replies are given in turn and the last one
 * stays: `mock('getMyFundi', 'network error', 'usual')` fails once.
 */
export function mock(name: EndpointName, ...turns: [ReplyFor, ...ReplyFor[]]): void {
  replies.set(name, turns);
}

/** The calls that went out since the test began, all or those of one name. */
export function calls(name?: EndpointName): SentCall[] {
  return name ? log.filter((call) => call.name === name) : [...log];
}

/** Forgets the log and every `mock()`. */
export function resetOverrides(): void {
  replies.clear();
  held.clear();
  log.length = 0;
}

/**
 * Whether the test itself holds a call: `'never'`, `delayMs`, or a reply that is not made yet.
 */
export function isHeld(call: Pick<SentCall, 'method' | 'url'>): boolean {
  return held.has(keyOf(call));
}

/** Counts a call as held until `wait` is over. */
export async function hold<T>(call: SentCall, wait: Promise<T>): Promise<T> {
  held.set(keyOf(call), call);
  try {
    return await wait;
  } finally {
    // A later call to the same address may be held by now.
    if (held.get(keyOf(call)) === call) held.delete(keyOf(call));
  }
}

/** Logs a call and returns what a test wants it to answer, `'usual'` by default. */
export async function take(call: SentCall): Promise<Reply> {
  log.push(call);
  held.delete(keyOf(call));
  const turns = replies.get(call.name);
  if (!turns) return 'usual';
  const reply = (turns.length > 1 ? turns.shift() : turns[0]) ?? 'usual';
  return typeof reply === 'function' ? hold(call, Promise.resolve(reply(call))) : reply;
}
