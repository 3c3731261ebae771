/** Turns the endpoint table into Fastify routes. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type * as z from 'zod/v4/core';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { calls, errorSchema } from '../../src/contract/schemas.ts';
import { requireCaller } from '../people/auth.ts';
import type { Caller, Handlers, Input } from '../calls/route.ts';
import { parseId } from '../db/ids.ts';
import type { Context } from '../calls/context.ts';
import { notFound } from '../calls/refusal.ts';
import { createMemoryCounters } from '../calls/counters.ts';
import { pack, sendPacked } from '../calls/packed.ts';
import type { PackedText } from '../calls/packed.ts';
import { createLimits } from '../calls/rateLimits.ts';
import { createUploads } from './multipart.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    recordId: number;
    upload: Buffer | null;
  }
}

function readId(request: FastifyRequest): number {
  const { id } = request.params as { id?: string };
  if (id === undefined) return 0;
  const parsed = parseId(id);
  if (parsed === null) throw notFound('Record');
  return parsed;
}

/** Aborts when the caller has gone. `request.signal` aborts earlier, once the body is read. */
function callerGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed) controller.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

const LISTS: ReadonlySet<EndpointName> = new Set(['listAds', 'listFundis']);
/** A list is the same object for as long as it is the same: it is checked and compressed once. */
const packedLists = new WeakMap<object, PackedText>();

async function sendList(request: FastifyRequest, reply: FastifyReply, list: object) {
  const type = 'application/json; charset=utf-8';
  const packed = packedLists.get(list) ?? pack(reply.serialize(list) as string, type);
  packedLists.set(list, packed);
  return await sendPacked(request, reply, packed);
}

/** Registers one route per row of the table, with its access rule and checks. */
export function registerEndpoints(app: FastifyInstance, ctx: Context, handlers: Handlers): void {
  // Each server counts for itself: a shared count would make every read a write to the database.
  const ofThisServer = createLimits(createMemoryCounters(), ctx.config.rateLimitFactor);
  const readUpload = createUploads();
  app.decorateRequest('caller', null);
  app.decorateRequest('recordId', 0);
  app.decorateRequest('upload', null);

  for (const [name, row] of endpointRows) {
    const call: Call = calls[name];
    const answerCall = handlers[name] as (input: Input<EndpointName>) => Promise<unknown>;

    app.route({
      method: row.method,
      url: row.path.replace('{id}', ':id'),
      schema: routeSchema(call),
      onRequest: async (request, reply) => {
        reply.header('cache-control', row.auth === 'none' ? 'no-cache' : 'no-store');
        if (row.auth !== 'none') {
          request.caller = await requireCaller(ctx, request.headers.authorization, row.auth);
          const by = String(request.caller.account.id);
          await ofThisServer.take([{ limit: 'account', by }]);
          // Before the body is read: it has a picture.
          if (row.multipart) await ctx.limits.take([{ limit: 'upload', by }]);
        }
        request.recordId = readId(request);
      },
      // A hook takes its time at every request, also when it does nothing: a list has none of these.
      ...(call.body && {
        preValidation: async (request, reply) => {
          if (row.multipart) await readUpload(request, reply);
          // A missing body is answered with every field that is required.
          request.body ??= {};
        },
      }),
      handler: async (request, reply) => {
        const answer = await answerCall({
          body: request.body,
          query: request.query,
          id: request.recordId,
          account: request.caller?.account ?? null,
          caller: request.caller,
          image: request.upload,
          request,
          reply,
          // Made only for the few calls that read it: it takes a tenth of the work on a cached list.
          get gone() {
            return callerGone(reply);
          },
        } as Input<EndpointName>);
        reply.code(call.status);
        return LISTS.has(name) ? sendList(request, reply, answer as object) : reply.send(answer);
      },
    });
  }
}

/** What the contract says of a call. */
export interface Call {
  status: number;
  body?: z.$ZodType;
  query?: z.$ZodType;
  answer: z.$ZodType;
}

/** What the framework checks of a call, and how it writes the answers. */
function routeSchema({ status, body, query, answer }: Call): FastifySchema {
  return {
    ...(body ? { body } : {}),
    ...(query ? { querystring: query } : {}),
    response: { [status]: answer, '4xx': errorSchema, '5xx': errorSchema },
  };
}
