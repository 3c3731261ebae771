/** Counts in the database: the same for all servers, and still there after a restart. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rateLimits } from '../db/schema/calls.ts';
import type { Counters } from './counters.ts';

/**
 * Only the clock of the database counts. After it was set back, a count may end later than any count
 * can. Such a count starts again, so that nobody is locked out by the change.
 */
export function createSharedCounters(db: Db): Counters {
  return {
    add: async ({ key, windowMs }) => {
      const window = sql`make_interval(secs => ${windowMs / 1000}::double precision)`;
      // Two servers' statements may be booked in another order than they began in.
      const isOver = sql`(${rateLimits.endsAt} <= now()
        or ${rateLimits.endsAt} > now() + ${window} + interval '1 minute')`;
      const [row] = await db
        .insert(rateLimits)
        .values({ key, count: 1, endsAt: sql`now() + ${window}` })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
            endsAt: sql`case when ${isOver} then now() + ${window} else ${rateLimits.endsAt} end`,
          },
        })
        .returning({
          count: rateLimits.count,
          waitMs: sql<number>`extract(epoch from ${rateLimits.endsAt} - now()) * 1000`.mapWith(
            Number,
          ),
        });
      if (!row) throw new Error('the count of a rate limit returned no row');
      return row;
    },
    takeBack: async (key) => {
      const count = sql`greatest(${rateLimits.count} - 1, 0)`;
      await db.update(rateLimits).set({ count }).where(eq(rateLimits.key, key));
    },
  };
}
