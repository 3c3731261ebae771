/** How the suite reaches an API, and what it needs that no call of the contract can do. */
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint, EndpointName } from '../../src/contract/endpoints.ts';
import { calls, errorSchema } from '../../src/contract/schemas.ts';
import type { AnswerOf, Id } from '../../src/contract/schemas.ts';

export interface Harness {
  name: string;
  /** Starts the API and returns its base, without a trailing slash. */
  start(): Promise<string>;
  stop(): Promise<void>;
  /** Lets the trial of the fundi with this phone run out. */
  endTrial(phone: string): Promise<void>;
  /** Ends the time in which a prompt on this phone can be answered or is reported. */
  endPrompts(phone: string): Promise<void>;
  /** Offers Pay Bill from now on, or no longer. */
  offerPayBill(isOffered: boolean): void;
  /** Sends a sum for a job from the M-Pesa menu. */
  payFromMenu(jobId: Id, amount: number): Promise<void>;
  /** Takes a job or an ad down for a reason, as an operator does; with null it is put back. */
  takeDown(word: 'job' | 'ad', id: Id, reason: string | null): Promise<void>;
}

/** One call as it is sent. */
export interface Sent {
  /** The `{id}` of the path. */
  id?: Id | undefined;
  token?: string | null | undefined;
  query?: Record<string, Id>;
  /** Sent as JSON; a text goes out as it is, a form as multipart. */
  body?: unknown;
  headers?: Record<string, string>;
}

interface Received {
  status: number;
  headers: Headers;
  body: unknown;
}

export type Send = (name: EndpointName, sent?: Sent) => Promise<Received>;

/** How a call is sent by the endpoint table: its place below the base, and what `fetch` is given. */
export function requestOf(
  name: EndpointName,
  { id, token, query = {}, body, headers = {} }: Sent = {},
) {
  const { method, path }: Endpoint = endpoints[name];
  const place = path.replace('{id}', encodeURIComponent(String(id ?? '')));
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  );
  const isJson = body !== undefined && !(body instanceof FormData);
  const isPlain = body instanceof FormData || typeof body === 'string';
  const init = {
    method,
    headers: {
      ...(token && { Authorization: `Token ${token}` }),
      ...(isJson && { 'Content-Type': 'application/json' }),
      ...headers,
    } as Record<string, string>,
    ...(body !== undefined && { body: isPlain ? body : JSON.stringify(body) }),
  };
  return { place: search.size > 0 ? `${place}?${search}` : place, init };
}

/** A call as it is injected into a server, or passed on: its bytes and their headers, also those of a form. */
export async function bytesOf(name: EndpointName, sent?: Sent) {
  const { place, init } = requestOf(name, sent);
  const url = `/api${place}`;
  const request = new Request(`http://any${url}`, init);
  const headers = Object.fromEntries(request.headers);
  return { method: init.method, url, headers, payload: Buffer.from(await request.arrayBuffer()) };
}

/** Sends calls to `base`. */
export function sender(base: string): Send {
  return async (name, sent) => {
    const { place, init } = requestOf(name, sent);
    const answer = await fetch(base + place, init);
    const { status, headers } = answer;
    const text = await answer.text();
    return { status, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
}

/** The answer of a call that succeeded, parsed strictly; anything else fails the test. */
export function success<N extends EndpointName>(
  name: N,
  { status, body }: Pick<Received, 'status' | 'body'>,
): AnswerOf<N> {
  expect(body, `${name} answered ${status} ${JSON.stringify(body)}`).toSatisfy(
    () => status === calls[name].status,
  );
  return z.parse(calls[name].answer, body) as AnswerOf<N>;
}

/** Asserts a failure in the contract's shape; `field` is the wrong field, or `error`. */
export function failure(received: Received, status: number, field = 'error', text?: string): void {
  const { body } = received;
  expect(received).toMatchObject({ status });
  expect(received.headers.get('content-type')).toContain('application/json');
  const error = z.parse(errorSchema, body);
  if ('error' in error && typeof error.error === 'string') {
    expect(Object.keys(body as object)).toEqual(['error']);
    expect(error.error).not.toBe('');
  }
  expect(body).toHaveProperty([field]);
  if (text !== undefined) {
    expect((body as Record<string, unknown>)[field]).toEqual(field === 'error' ? text : [text]);
  }
}
