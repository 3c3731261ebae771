/** One handler per row of the endpoint table: access and validation follow the table. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/v4/core';
import type { EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import type { AnswerOf, calls } from '../../src/contract/schemas.ts';
import type { Account } from '../db/schema/people.ts';

/** Who calls, and by which session. */
export interface Caller {
  account: Account;
  tokenHash: string;
}

type Output<N extends EndpointName, K extends 'body' | 'query'> =
  (typeof calls)[N] extends Record<K, infer S extends z.$ZodType> ? z.output<S> : undefined;

/** What a handler is given, all of it checked against the contract. */
export interface Input<N extends EndpointName> {
  body: Output<N, 'body'>;
  query: Output<N, 'query'>;
  /** The `{id}` of the path, or 0 where it has none. */
  id: number;
  /** The caller; null only where the table says `none`. */
  account: (typeof endpoints)[N]['auth'] extends 'none' ? null : Account;
  /** The bytes of a multipart call's image, or null. */
  image: Buffer | null;
  /** The caller with the session; null as `account` is. */
  caller: (typeof endpoints)[N]['auth'] extends 'none' ? null : Caller;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the caller closes the connection: long work stops then. */
  gone: AbortSignal;
}

/** Answers a call, or throws an `HttpError`. The status is the contract's. */
type Handler<N extends EndpointName> = (input: Input<N>) => Promise<AnswerOf<N>>;

/** All handlers; a missing one does not compile. */
export type Handlers = { [N in EndpointName]: Handler<N> };
