/** What can be paid for: a job, an ad, a month's subscription. */
import { eq } from 'drizzle-orm';
import { DAY_MS } from '../../src/contract/time.ts';
import { FEES } from '../../src/contract/constants.ts';
import { AD_DAYS } from '../../src/contract/limits.ts';
import { payableKey } from '../../src/contract/payables.ts';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import type { Db } from '../db/db.ts';
import { accounts } from '../db/schema/people.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import { accountCode } from './accountCodes.ts';
import { extendSubscription, isSubscribed, shortenSubscription } from './subscription.ts';

/** What a payment is for. */
export interface Payable {
  purpose: PaymentPurpose;
  accountId: number | null;
  jobId: number | null;
  adId: number | null;
}

/** A payable whose row is locked until the transaction ends. */
export type LockedPayable =
  | { kind: 'job'; row: typeof jobs.$inferSelect }
  | { kind: 'ad'; row: typeof ads.$inferSelect }
  | { kind: 'fundi'; row: typeof accounts.$inferSelect };

/** The key of what a payment is for; open payments are unique by it. */
export const keyOf = (payable: Payable) => payableKey(payable.purpose, idOf(payable) ?? 0);

/** The job, the ad or the fundi's month with this id; only a month names its payer. */
export const payableFor = (purpose: PaymentPurpose, id: number): Payable => ({
  purpose,
  accountId: purpose === 'subscription' ? id : null,
  jobId: purpose === 'post_job' ? id : null,
  adId: purpose === 'post_ad' ? id : null,
});

/** The job or the ad with this id as a payable of no particular payer. */
export const listing = (word: 'job' | 'ad', id: number): Payable =>
  payableFor(word === 'job' ? 'post_job' : 'post_ad', id);

const NAMES = { post_job: 'Job listing', post_ad: 'Advert', subscription: 'Subscription' } as const;

/** The id of what a payment is for; null where its account is erased. */
export function idOf({ purpose, accountId, jobId, adId }: Payable): number | null {
  if (purpose === 'post_job') return jobId;
  return purpose === 'post_ad' ? adId : accountId;
}

/** The price, the account that is also typed on the Pay Bill menu, and a word for M-Pesa's records. */
export function promptTexts(payable: Payable) {
  const { purpose } = payable;
  const reference = accountCode({ purpose, id: idOf(payable) ?? 0 });
  return { amount: FEES[purpose], reference, description: NAMES[purpose] };
}

/** The row of a payable, locked where `lock` says so; null when it is deleted. */
export async function readPayable(
  db: Db,
  payable: Payable,
  lock?: 'update',
): Promise<LockedPayable | null> {
  const id = idOf(payable);
  if (id === null) return null;
  const rows = <T>(query: PromiseLike<T> & { for(strength: 'update'): PromiseLike<T> }) =>
    lock ? query.for(lock) : query;
  if (payable.purpose === 'post_job') {
    const [row] = await rows(db.select().from(jobs).where(eq(jobs.id, id)));
    return row ? { kind: 'job', row } : null;
  }
  if (payable.purpose === 'post_ad') {
    const [row] = await rows(db.select().from(ads).where(eq(ads.id, id)));
    return row ? { kind: 'ad', row } : null;
  }
  const [row] = await rows(db.select().from(accounts).where(eq(accounts.id, id)));
  return row ? { kind: 'fundi', row } : null;
}

/**
 * Locks the row of a payable; null when it is deleted. A transaction that needs this lock takes it
 * before the lock of the payment, so that no two transactions wait for each other.
 */
export const lockPayable = (tx: Db, payable: Payable) => readPayable(tx, payable, 'update');

/**
 * Whether more money would be a second payment for the same. A subscription takes any number of
 * payments: each buys one more month.
 */
export function isAlreadyPaid(payable: LockedPayable, now: Date): boolean {
  if (payable.kind === 'job') return payable.row.paidAt !== null;
  if (payable.kind === 'ad') return payable.row.expiresAt !== null && payable.row.expiresAt > now;
  return false;
}

/** Whether what was paid for runs: a job has no end, an ad and a subscription have one. */
export function isGiven(payable: LockedPayable, now: Date): boolean {
  return payable.kind === 'fundi' ? isSubscribed(payable.row, now) : isAlreadyPaid(payable, now);
}

/** Activates the payable, within the transaction that books the money. */
export async function activate(tx: Db, payable: LockedPayable, now: Date): Promise<void> {
  if (payable.kind === 'job') {
    const change = { isActive: true, paidAt: now };
    await tx.update(jobs).set(change).where(eq(jobs.id, payable.row.id));
  } else if (payable.kind === 'ad') {
    const expiresAt = new Date(now.getTime() + AD_DAYS * DAY_MS);
    await tx.update(ads).set({ expiresAt }).where(eq(ads.id, payable.row.id));
  } else {
    const subscriptionEnd = extendSubscription(payable.row, now);
    await tx.update(accounts).set({ subscriptionEnd }).where(eq(accounts.id, payable.row.id));
  }
}

/**
 * Ends what one payment gave, within the transaction that notes that its money was sent back: a job is unpaid
 * again, an ad has ended, a subscription loses a month. It can be paid for again.
 */
export async function endPayable(tx: Db, payable: LockedPayable, now: Date): Promise<void> {
  if (payable.kind === 'job') {
    const change = { isActive: false, paidAt: null };
    await tx.update(jobs).set(change).where(eq(jobs.id, payable.row.id));
  } else if (payable.kind === 'ad') {
    if (isAlreadyPaid(payable, now)) {
      await tx.update(ads).set({ expiresAt: now }).where(eq(ads.id, payable.row.id));
    }
  } else {
    const subscriptionEnd = shortenSubscription(payable.row, now);
    await tx.update(accounts).set({ subscriptionEnd }).where(eq(accounts.id, payable.row.id));
  }
}
