/** Which fundis are listed and may see jobs, and what a month's fee adds (spec §4). */
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { DAY_MS } from '../../src/contract/time.ts';
import { TRIAL_DAYS } from '../../src/contract/constants.ts';
import { addMonth } from '../../src/contract/dates.ts';
import type { Account } from '../db/schema/people.ts';
import { accounts } from '../db/schema/people.ts';

type Dates = Pick<Account, 'trialEnds' | 'subscriptionEnd'>;

const isFuture = (date: Date | null, now: Date): date is Date => date !== null && date > now;

/** Whether the free trial runs at `now`. */
export function isOnTrial(fundi: Dates, now: Date): boolean {
  return isFuture(fundi.trialEnds, now);
}

/** Whether a paid month runs at `now`. */
export function isSubscribed(fundi: Dates, now: Date): boolean {
  return isFuture(fundi.subscriptionEnd, now);
}

/** Whether a fundi is on trial or subscribed: only then listed, and allowed to see jobs. */
export function hasAccess(fundi: Dates, now: Date): boolean {
  return isOnTrial(fundi, now) || isSubscribed(fundi, now);
}

/** The same rule as `hasAccess`, as the condition of a query over accounts; without blocked ones. */
export function listedFundis(now: Date) {
  return and(
    eq(accounts.role, 'fundi'),
    isNull(accounts.blockedAt),
    or(gt(accounts.trialEnds, now), gt(accounts.subscriptionEnd, now)),
  );
}

/** When the trial of a fundi who registers at `now` ends. */
export function trialEnd(now: Date): Date {
  return new Date(now.getTime() + TRIAL_DAYS * DAY_MS);
}

/** The new end of a subscription paid at `now`: a month after the later of `now` and its end. */
export function extendSubscription(fundi: Dates, now: Date): Date {
  const { subscriptionEnd } = fundi;
  return addMonth(isFuture(subscriptionEnd, now) ? subscriptionEnd : now);
}

/** The new end of a subscription without its last paid month; what is over stays as it is. */
export function shortenSubscription({ subscriptionEnd }: Dates, now: Date): Date | null {
  if (!isFuture(subscriptionEnd, now)) return subscriptionEnd;
  return new Date(Math.max(now.getTime(), addMonth(subscriptionEnd, -1).getTime()));
}
