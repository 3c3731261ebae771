/** Who is listed and may see jobs, and what a month's fee adds (spec §4). */
import { and, eq, gt, or } from 'drizzle-orm';
import { TRIAL_DAYS } from '../src/contract/constants.ts';
import { addMonth } from '../src/contract/rules.ts';
import type { Account } from './auth.ts';
import { accounts } from './schema.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Dates = Pick<Account, 'trialEnds' | 'subscriptionEnd'>;

const isAhead = (date: Date | null, now: Date) => date !== null && date > now;

export function isOnTrial(fundi: Dates, now: Date): boolean {
  return isAhead(fundi.trialEnds, now);
}

export function isSubscribed(fundi: Dates, now: Date): boolean {
  return isAhead(fundi.subscriptionEnd, now);
}

/** Whether a fundi is on trial or subscribed: listed, and let in to the jobs. */
export function hasAccess(fundi: Dates, now: Date): boolean {
  return isOnTrial(fundi, now) || isSubscribed(fundi, now);
}

/** The same rule as `hasAccess`, for a query over accounts. */
export function listedFundis(now: Date) {
  return and(
    eq(accounts.role, 'fundi'),
    or(gt(accounts.trialEnds, now), gt(accounts.subscriptionEnd, now)),
  );
}

/** When the trial of a fundi who registers at `now` ends. */
export function trialEnd(now: Date): Date {
  return new Date(now.getTime() + TRIAL_DAYS * DAY_MS);
}

/** The new end of a subscription paid at `now`: a month on from its end when that is ahead. */
export function extendSubscription(fundi: Dates, now: Date): Date {
  const { subscriptionEnd } = fundi;
  return addMonth(subscriptionEnd !== null && subscriptionEnd > now ? subscriptionEnd : now);
}
