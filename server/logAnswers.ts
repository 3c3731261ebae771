/** One line of the log per answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loggedUrl } from './log.ts';

/** The header of every answer that finds its line in the log. */
export const REQUEST_ID = 'x-request-id';

/** Refusals that somebody may have to look into. */
const TOLD = new Set([401, 403, 429]);

/** Who was refused and why. */
function refused({ caller, refusal }: FastifyRequest) {
  return { account: refusal?.accountId ?? caller?.account.id, reason: refusal?.reason };
}

function levelOf(status: number): 'error' | 'warn' | 'info' {
  if (status >= 500) return 'error';
  return TOLD.has(status) ? 'warn' : 'info';
}

/** Logs what was asked, what came of it and how long it took; the answer carries the line's id. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id);
  });
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
    const status = reply.statusCode;
    request.log[levelOf(status)](
      {
        method: request.method,
        url: loggedUrl(request.url),
        status,
        ...(TOLD.has(status) && refused(request)),
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
      },
      'answered',
    );
  });
}
