/** Sends calls as the app in a browser does, and remembers how each was answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { requestOf } from '../../testkit/contract/harness.ts';
import type { Sent } from '../../testkit/contract/harness.ts';

/** One answer. */
export interface Heard {
  name: EndpointName;
  status: number;
  headers: Headers;
  /** As it came. */
  text: string;
  /** Parsed; undefined when it is empty or no JSON. */
  body: unknown;
  ms: number;
}

/** No answer came: the address is wrong, or the server closed the connection. */
export class Unreachable extends Error {}

/** The longest that the kit waits for an answer, in ms: what the app waits for a write. */
const PATIENCE_MS = 60_000;
/** The longest wait that a 429 may ask for, in s. */
const LONGEST_PAUSE_S = 90;

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** What is made by a call, and the call that deletes it. */
export const DELETED_BY: Partial<Record<EndpointName, EndpointName>> = {
  createJob: 'deleteJob',
  createAd: 'deleteAd',
};

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

export class Sender {
  readonly base: string;
  /** The page's origin. */
  readonly origin: string;
  readonly heard: Heard[] = [];
  /** The answers to all jobs and ads that were made, and whose they are. */
  readonly made: { heard: Heard; token: string }[] = [];

  constructor(base: string, origin: string) {
    this.base = base;
    this.origin = origin;
  }

  /** Sends one call; a 429 is waited for once. */
  async send(name: EndpointName, sent: Sent = {}): Promise<Heard> {
    const heard = await this.#once(name, sent);
    const seconds = Number(heard.headers.get('retry-after') ?? 60);
    if (heard.status !== 429 || !(seconds <= LONGEST_PAUSE_S)) return heard;
    await sleep((seconds + 1) * 1000);
    return await this.#once(name, sent);
  }

  async #once(name: EndpointName, sent: Sent): Promise<Heard> {
    const { place, init } = requestOf(name, sent);
    const { answer, ms } = await this.fetch(place, init);
    const text = await answer.text();
    const { status } = answer;
    const heard = { name, status, headers: answer.headers, text, body: parsed(text), ms };
    this.heard.push(heard);
    if (name in DELETED_BY && answer.ok && sent.token) this.made.push({ heard, token: sent.token });
    return heard;
  }

  /** Any request to a place below the base, or to a whole address. */
  async fetch(place: string, init: Init = {}): Promise<{ answer: Response; ms: number }> {
    const address = /^https?:/.test(place) ? place : this.base + place;
    const started = performance.now();
    const { origin } = this;
    const headers = { origin, accept: 'application/json, text/plain, */*', ...init.headers };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      const answer = await fetch(address, { ...init, headers, signal });
      return { answer, ms: performance.now() - started };
    } catch (error) {
      const { cause, message } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      throw new Unreachable(`${init.method ?? 'GET'} ${address}: ${reason || 'no answer'}`);
    }
  }
}
