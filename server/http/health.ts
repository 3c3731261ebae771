/** What a proxy or a monitor asks to know whether this server works: `GET /healthz`. */
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../calls/context.ts';
import { watchRoom } from '../process/disk.ts';
import { HttpError } from '../calls/refusal.ts';

export const HEALTH = '/healthz';
/** The header of its answer with the address that the call is counted for: the caller's own. */
export const CALLER = 'x-caller';

/** Answers 200, or 503 with an `error` when the database does not answer or the disk is full. */
export function registerHealth(app: FastifyInstance, { config, db }: Context): void {
  const requireRoom = watchRoom(config.dataDir, config.leastFreeBytes);
  const checks = [
    { error: 'The database does not answer.', check: () => db.execute(sql`select 1`) },
    { error: 'The disk is full.', check: requireRoom },
  ];

  app.get(HEALTH, async (request, reply) => {
    reply.header(CALLER, request.ip);
    for (const { error: text, check } of checks) {
      try {
        // The first that fails is the answer.
        await check();
      } catch (error) {
        request.log.error({ err: error }, 'health check failed');
        throw new HttpError(503, text);
      }
    }
    return { status: 'ok' };
  });
}
