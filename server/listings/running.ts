/** Which ads everybody may see: those that are paid for, have not expired and were not taken down. */
import { and, gt, isNull, not, sql } from 'drizzle-orm';
import { accounts } from '../db/schema/people.ts';
import { ads } from '../db/schema/listings.ts';
import type { ShownRows } from '../db/whileUnchanged.ts';

/** Whether an ad runs at `at`. Its owner may still be blocked. */
export function isRunning(
  { expiresAt, takenDown }: Pick<typeof ads.$inferSelect, 'expiresAt' | 'takenDown'>,
  at: Date,
): boolean {
  return expiresAt !== null && expiresAt > at && takenDown === null;
}

const isOfBlocked = sql`${ads.clientId} in (
  select ${accounts.id} from ${accounts} where ${accounts.blockedAt} is not null)`;
/** The same as a condition of the database; without the ads of blocked clients. */
export const running: ShownRows = {
  table: ads,
  where: (now) => and(gt(ads.expiresAt, now), isNull(ads.takenDown), not(isOfBlocked)),
  lapse: { at: sql`${ads.expiresAt}`, column: ads.expiresAt },
};
