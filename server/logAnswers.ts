/** One line of the log per answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loggedUrl } from './log.ts';

/** The header of every answer with the id of its line in the log. */
export const REQUEST_ID = 'x-request-id';

/** Refusals that are logged with account and reason, as warnings. */
const EXPLAINED = new Set([401, 403, 429]);

/** Who was refused and why. */
function refused({ caller, refusal }: FastifyRequest) {
  return { account: refusal?.accountId ?? caller?.account.id, reason: refusal?.reason };
}

function levelOf(status: number): 'error' | 'warn' | 'info' {
  if (status >= 500) return 'error';
  return EXPLAINED.has(status) ? 'warn' : 'info';
}

/** Logs each call with its status and duration; the answer has the id of the line in a header. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id);
    done();
  });
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const status = reply.statusCode;
    request.log[levelOf(status)](
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
