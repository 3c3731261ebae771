/** Ends a review by the word of the person who looked into it. */
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db.ts';
import { payments } from '../schema.ts';
import { isAboutMoney, nextState } from './machine.ts';
import { CLOSED_REASONS } from './reasons.ts';
import { statusFor } from './status.ts';
import { findPayment, lockPayment, recordEvent } from './store.ts';
import type { Payment } from './store.ts';
import { activate, isAlreadyPaid, isGiven, lockThing } from './things.ts';
import type { LockedThing } from './things.ts';

/** returned: the money was sent back; activate: it stands; nothing: none ever came. */
export const DECISIONS = ['returned', 'activate', 'nothing'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a review can come to: money that came is never "nothing", and needs a thing to give. */
export function decisionsFor({ state, review }: Pick<Payment, 'state' | 'review'>): Decision[] {
  const isKnownToHaveCome = state === 'paid' || isAboutMoney(review);
  const isForNothing = review === 'thing_gone' || review === 'paid_twice';
  return DECISIONS.filter((decision) => {
    if (decision === 'nothing') return !isKnownToHaveCome;
    return decision !== 'activate' || !isForNothing;
  });
}

/** A review that cannot be closed like this. The message is one line. */
export class CloseError extends Error {
  override name = 'CloseError';
}

export interface Closing {
  paymentId: number;
  decision: Decision;
  /** Why, for those who read the books later. */
  note: string;
}

/** What `decision` makes of a payment in review; throws a `CloseError` when it cannot be. */
function outcome(
  payment: Payment,
  thing: LockedThing | null,
  decision: Decision,
  now: Date,
): Pick<Payment, 'state' | 'reason'> {
  const which = `Payment ${payment.id}`;
  if (payment.review === null) {
    throw new CloseError(`${which} does not wait for a person: it is ${payment.state}.`);
  }
  if (decision === 'nothing' && !decisionsFor(payment).includes(decision)) {
    throw new CloseError(`${which} cannot be closed as nothing: money did come.`);
  }
  if (payment.state === 'paid') {
    return { state: 'paid', reason: decision === 'returned' ? CLOSED_REASONS.returned : null };
  }
  if (decision === 'activate') {
    if (!thing) throw new CloseError(`${which} is for ${payment.thing}, which is gone.`);
    if (isAlreadyPaid(thing, now)) {
      throw new CloseError(`${which} is for ${payment.thing}, which is already paid for.`);
    }
  }
  const step = decision === 'activate' ? 'paid' : 'closed';
  const state = nextState(payment.state, step, payment.review);
  if (!state) throw new CloseError(`${which} is ${payment.state} and cannot be closed.`);
  return { state, reason: decision === 'activate' ? null : CLOSED_REASONS[decision] };
}

/**
 * Closes the review of one payment in one transaction, what it gives with it, and writes the note
 * down. Answers the payment as it is then; throws a `CloseError`.
 */
export async function closeReview(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { paymentId, decision, note }: Closing,
): Promise<Payment> {
  return db.transaction(async (tx: Db) => {
    const missing = new CloseError(`There is no payment ${paymentId}.`);
    const seen = await findPayment(tx, paymentId);
    if (!seen) throw missing;
    const thing = await lockThing(tx, seen);
    const payment = await lockPayment(tx, paymentId);
    if (!payment) throw missing;

    const at = now();
    const { state, reason } = outcome(payment, thing, decision, at);
    if (thing && state === 'paid' && payment.state !== 'paid') await activate(tx, thing, at);
    // Never asked about again: M-Pesa would only tell of the money that a person has dealt with.
    const settledAt = state === payment.state ? payment.settledAt : at;
    const values = { state, reason, review: null, settledAt, nextQueryAt: null };
    const [closed] = await tx
      .update(payments)
      .set(values)
      .where(eq(payments.id, paymentId))
      .returning();
    const kind = `closed_${decision}`;
    const to = state === payment.state ? null : state;
    await recordEvent(tx, { paymentId, at, kind, from: payment.state, to, raw: { note } });
    return closed ?? payment;
  });
}

/** What the payer reads of a payment that a person has closed, or null: nobody will read of it. */
export async function payerReads(
  { db, now }: Pick<Context, 'db' | 'now'>,
  payment: Payment,
): Promise<string | null> {
  const { thing: key, reason, accountId } = payment;
  if (reason === null || accountId === null) return null;
  const at = now();
  const thing = await db.transaction((tx: Db) => lockThing(tx, payment));
  const told = await statusFor({ db, now }, key, thing !== null && isGiven(thing, at));
  return told?.reason === reason ? reason : null;
}
