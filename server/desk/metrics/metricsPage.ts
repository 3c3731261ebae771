/** `GET /metrics` on a port of its own, which the proxy does not lead to. */
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** The server of the metrics; the caller makes it listen. */
export function buildMetricsServer({ read }: Pick<Metrics, 'read'>): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await read();
    return reply.type(type).send(text);
  });
  return app;
}
