/** What a proxy or a monitor asks to know whether this server works: `GET /healthz`. */
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../calls/context.ts';
import { requireRoom } from '../process/disk.ts';
import { atMostEvery } from '../process/every.ts';
import { HttpError } from '../calls/refusal.ts';

export const HEALTH = '/healthz';
/** The header of its answer with the address that the call is counted for: the caller's own. */
export const CALLER = 'x-caller';

/** Anybody may ask for the health: the disk is looked at once in so many ms. */
const LOOK_MS = 5000;

/** Answers 200, or 503 with an `error` when the database does not answer or the disk is full. */
export function registerHealth(app: FastifyInstance, { config, db }: Context): void {
  const { dataDir, leastFreeBytes } = config;
  // A disk that is full is an answer too: it is not looked at again at each call.
  const faultOfDisk = atMostEvery(LOOK_MS, () =>
    requireRoom(dataDir, leastFreeBytes).then(
      () => null,
      (fault: Error) => fault,
    ),
  );
  const checks = [
    { error: 'The database does not answer.', check: () => db.execute(sql`select 1`) },
    {
      error: 'The disk is full.',
      check: async () => {
        const fault = await faultOfDisk();
        if (fault !== null) throw fault;
      },
    },
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
