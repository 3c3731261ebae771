/** One line of the log per answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HEALTH } from './health.ts';
import { loggedUrl } from '../process/log.ts';

/** The header of every answer with the id of its line in the log. */
export const REQUEST_ID = 'x-request-id';

/** Refusals that are logged with account and reason, as warnings. */
const EXPLAINED = new Set([401, 403, 429]);

function refused({ caller, refusal }: FastifyRequest) {
  return { account: refusal?.accountId ?? caller?.account.id, reason: refusal?.reason };
}

function levelOf(request: FastifyRequest, status: number): 'error' | 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  if (EXPLAINED.has(status)) return 'warn';
  // A proxy asks every two seconds whether the server is well: 43,000 lines a day.
  return request.routeOptions.url === HEALTH ? 'debug' : 'info';
}

/** Logs each call with its status and duration; the answer has the id of the line in a header. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id);
    done();
  });
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const status = reply.statusCode;
    request.log[levelOf(request, status)](
      {
        method: request.method,
        url: loggedUrl(request.url),
        status,
        ...(EXPLAINED.has(status) && refused(request)),
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
      },
      'answered',
    );
    done();
  });
}
