/**
 * Lets only this machine use the simulator, and in a browser only the simulator's own page: an
 * approved prompt activates a job or an ad for no money.
 */
import type { FastifyInstance } from 'fastify';

/** Any other name may belong to a site that points its own name at this machine (DNS rebinding). */
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

const HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** Answers 403 to a foreign `Host`, and to what a page of another origin sends. */
export function guardSimulator(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    const { host = '', origin } = request.headers;
    if (!LOCAL.test(host)) {
      return reply.code(403).send({ error: 'Use the simulator as localhost or 127.0.0.1.' });
    }
    // A browser names the origin of every POST. A link to the page brings none: that is a GET.
    if (origin !== undefined && origin !== `http://${host}`) {
      return reply.code(403).send({ error: 'Another site may not use the simulator.' });
    }
    return undefined;
  });
}
