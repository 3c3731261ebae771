/** Deletes what has expired, once an hour. Any number of servers may do so on the same database. */
import { sql, lt } from 'drizzle-orm';
import { HOUR_MS } from '../src/contract/time.ts';
import { clearSessions } from './people/auth.ts';
import type { Context } from './calls/context.ts';
import { rateLimits } from './db/schema/calls.ts';
import { clearThrowAway } from './db/throwAway.ts';
import { clearUnpaid } from './listings/quota.ts';
import { every } from './process/every.ts';

/** Deletes the counts of rate limits whose window is over, by the clock of the database. */
async function clearCounts({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.endsAt, sql`now()`));
}

export function createHousekeeping(ctx: Context) {
  const chores = {
    sessions: clearSessions,
    counts: clearCounts,
    unpaid: clearUnpaid,
    // One that was killed has left a town that is not encrypted.
    rehearsal: async () => clearThrowAway(ctx.config.dataDir),
  };

  /** Deletes what has expired. A part that fails is logged; the others are still done. */
  async function run(): Promise<void> {
    for (const [what, clear] of Object.entries(chores)) {
      try {
        await clear(ctx);
      } catch (error) {
        ctx.log.error({ err: error, what }, 'what is over could not be deleted');
      }
    }
  }

  return { run, ...every(HOUR_MS, run) };
}
