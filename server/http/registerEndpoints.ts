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
import { createLimits } from '../calls/rateLimits.ts';
import { createUploads } from './multipart.ts';
import { listSender } from './publicLists.ts';
import type { ListAnswer } from './publicLists.ts';

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
    const handler = handlers[name];
    const { limit, answer } = 'answer' in handler ? handler : { limit: null, answer: handler };
    const answerCall = answer as (input: Input<EndpointName>) => Promise<unknown>;
    const sendList = listSender(name);

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
          if (limit) await ctx.limits.take([{ limit, by }]);
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
        return sendList ? sendList(request, reply, answer as ListAnswer) : reply.send(answer);
      },
    });
  }
}

interface Call {
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
