/** What can be paid for: a job, an ad, a month's subscription. */
import { eq } from 'drizzle-orm';
import { FEES } from '../../src/contract/constants.ts';
import { AD_DAYS } from '../../src/contract/limits.ts';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import type { Db } from '../db.ts';
import { accounts, ads, jobs } from '../schema.ts';
import { extendSubscription, isSubscribed } from '../subscription.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Which thing a payment is for. */
export interface ThingRef {
  purpose: PaymentPurpose;
  accountId: number | null;
  jobId: number | null;
  adId: number | null;
}

/** A thing whose row is locked until the transaction ends. */
export type LockedThing =
  | { kind: 'job'; row: typeof jobs.$inferSelect }
  | { kind: 'ad'; row: typeof ads.$inferSelect }
  | { kind: 'fundi'; row: typeof accounts.$inferSelect };

/** One name per thing; open payments are unique by it. */
export function thingKey({ purpose, accountId, jobId, adId }: ThingRef): string {
  if (purpose === 'post_job') return `job:${jobId}`;
  if (purpose === 'post_ad') return `ad:${adId}`;
  return `subscription:${accountId}`;
}

/** The name of a job or an ad among the payments. */
export const listingKey = (word: 'job' | 'ad', id: number) => thingKey(listing(word, id));

/** The job or the ad with this id, whoever pays for it. */
export function listing(word: 'job' | 'ad', id: number): ThingRef {
  return word === 'job'
    ? { purpose: 'post_job', accountId: null, jobId: id, adId: null }
    : { purpose: 'post_ad', accountId: null, jobId: null, adId: id };
}

/** The price and the words of the prompt; the reference is at most 12 characters long. */
export function promptTexts(ref: ThingRef) {
  const amount = FEES[ref.purpose];
  if (ref.purpose === 'post_job') {
    return { amount, reference: `JOB-${ref.jobId}`, description: 'Job listing' };
  }
  if (ref.purpose === 'post_ad') {
    return { amount, reference: `AD-${ref.adId}`, description: 'Advert' };
  }
  return { amount, reference: `FUNDI-${ref.accountId}`, description: 'Subscription' };
}

/**
 * Locks the row that a payment is for, or null when it is gone. Every transaction on payments
 * takes this lock before that of the payment, so that no two wait for each other.
 */
export async function lockThing(tx: Db, ref: ThingRef): Promise<LockedThing | null> {
  if (ref.purpose === 'post_job') {
    if (ref.jobId === null) return null;
    const [row] = await tx.select().from(jobs).where(eq(jobs.id, ref.jobId)).for('update');
    return row ? { kind: 'job', row } : null;
  }
  if (ref.purpose === 'post_ad') {
    if (ref.adId === null) return null;
    const [row] = await tx.select().from(ads).where(eq(ads.id, ref.adId)).for('update');
    return row ? { kind: 'ad', row } : null;
  }
  if (ref.accountId === null) return null;
  const [row] = await tx
    .select()
    .from(accounts)
    .where(eq(accounts.id, ref.accountId))
    .for('update');
  return row ? { kind: 'fundi', row } : null;
}

/**
 * Whether money for the thing would be a second payment for the same. A subscription takes any
 * number: each payment buys one more month.
 */
export function isAlreadyPaid(thing: LockedThing, now: Date): boolean {
  if (thing.kind === 'job') return thing.row.paidAt !== null;
  if (thing.kind === 'ad') return thing.row.expiresAt !== null && thing.row.expiresAt > now;
  return false;
}

/** Whether what was paid for runs: a job once and for all, an ad and a subscription for a time. */
export function isGiven(thing: LockedThing, now: Date): boolean {
  return thing.kind === 'fundi' ? isSubscribed(thing.row, now) : isAlreadyPaid(thing, now);
}

/** Gives the payer what was paid for, within the transaction that books the money. */
export async function activate(tx: Db, thing: LockedThing, now: Date): Promise<void> {
  if (thing.kind === 'job') {
    const change = { isActive: true, paidAt: now };
    await tx.update(jobs).set(change).where(eq(jobs.id, thing.row.id));
  } else if (thing.kind === 'ad') {
    const expiresAt = new Date(now.getTime() + AD_DAYS * DAY_MS);
    await tx.update(ads).set({ expiresAt }).where(eq(ads.id, thing.row.id));
  } else {
    const subscriptionEnd = extendSubscription(thing.row, now);
    await tx.update(accounts).set({ subscriptionEnd }).where(eq(accounts.id, thing.row.id));
  }
}
