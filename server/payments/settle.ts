/** Applies what became known of a payment: one transaction, one step, written down. */
import { and, eq, ne, or } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db.ts';
import { isUniqueViolation } from '../db.ts';
import { payments } from '../schema.ts';
import { isOpen, nextState } from './machine.ts';
import type { PaymentState, ReviewCause, Step } from './machine.ts';
import { outcomeOf, refusalReason, REVIEW_REASONS } from './reasons.ts';
import { nextQuery, promptEnd } from './schedule.ts';
import { findPayment, recordEvent } from './store.ts';
import type { Payment } from './store.ts';
import { activate, isAlreadyPaid, lockThing } from './things.ts';
import type { LockedThing } from './things.ts';
import type { PaymentTimings } from './timings.ts';

/** The provider's names for a push. */
export interface CheckoutIds {
  merchantRequestId: string;
  checkoutRequestId: string;
}

/** What became known. `ids` come with a callback: the push's own answer may have been lost. */
export type Evidence =
  | { kind: 'accepted'; ids: CheckoutIds }
  | { kind: 'refused'; code: string }
  | { kind: 'unanswered' }
  /** A callback knows amount and receipt, a query neither. */
  | { kind: 'paid'; ids?: CheckoutIds; amount?: number; receipt?: string }
  | { kind: 'result'; ids?: CheckoutIds; code: number }
  /** A callback that says "paid" without a usable amount and receipt: the query decides. */
  | { kind: 'incomplete'; ids?: CheckoutIds }
  /** The push or every answer to it has been waited for long enough. */
  | { kind: 'overdue' }
  | { kind: 'hopeless' };

/** Where the evidence is from and what was really said. */
export interface Told {
  /** The kind of the event that is written. */
  event: string;
  raw?: unknown;
}

interface Judgement {
  step: Step | null;
  change: Partial<Payment>;
  event?: string;
}

type Services = Pick<Context, 'db' | 'now' | 'log'> & { timings: PaymentTimings };

const review = (cause: ReviewCause, change: Partial<Payment> = {}): Judgement => ({
  step: 'review',
  change: { ...change, review: cause, reason: REVIEW_REASONS[cause] },
});

type PaidEvidence = Extract<Evidence, { kind: 'paid' }>;

function judgePaid(
  payment: Payment,
  thing: LockedThing | null,
  evidence: PaidEvidence,
  now: Date,
): Judgement {
  const { amount, receipt } = evidence;
  const isAmountWrong = amount !== undefined && amount !== payment.amount;
  const change: Partial<Payment> = { resultCode: 0, ...(receipt ? { receipt } : {}) };
  if (payment.state === 'paid') {
    // A query settled it; the callback brings the receipt, and perhaps a surprise for a person.
    if (payment.receipt !== null || !receipt) return { step: null, change: {} };
    return { step: null, change: { receipt, ...(isAmountWrong ? { review: 'amount' } : {}) } };
  }
  if (isAmountWrong) return review('amount', change);
  if (thing === null) return review('thing_gone', change);
  if (isAlreadyPaid(thing, now)) return review('paid_twice', change);
  return { step: 'paid', change: { ...change, reason: null, review: null } };
}

function judgeAccepted(payment: Payment, ids: CheckoutIds, services: Services): Judgement {
  // A callback was faster: its names stand once it has settled the payment.
  if (!isOpen(payment.state) && payment.checkoutRequestId !== null)
    return { step: null, change: {} };
  const at = services.now();
  const nextQueryAt = new Date(at.getTime() + services.timings.firstQueryMs);
  return { step: 'accepted', change: { ...ids, promptedAt: at, nextQueryAt } };
}

function judge(
  payment: Payment,
  thing: LockedThing | null,
  evidence: Evidence,
  services: Services,
): Judgement {
  const now = services.now();
  switch (evidence.kind) {
    case 'accepted':
      return judgeAccepted(payment, evidence.ids, services);
    case 'refused':
      return { step: 'refused', change: { reason: refusalReason(evidence.code) } };
    case 'unanswered': {
      const change = { promptedAt: now };
      const nextQueryAt = new Date(promptEnd({ ...payment, ...change }, services.timings));
      return { step: 'unanswered', change: { ...change, nextQueryAt } };
    }
    case 'paid':
      return judgePaid(payment, thing, evidence, now);
    case 'result': {
      const outcome = outcomeOf(evidence.code);
      if (outcome === null) return { step: 'unclear', change: { resultCode: evidence.code } };
      const { step, reason } = outcome;
      return { step, change: { resultCode: evidence.code, reason, review: null } };
    }
    case 'incomplete':
      return { step: null, change: isOpen(payment.state) ? { nextQueryAt: now } : {} };
    case 'overdue':
      return { step: 'unclear', change: { promptedAt: payment.promptedAt ?? now } };
    default:
      return review('unanswered');
  }
}

/** The evidence's names for a push, where they are new; null when they are somebody else's. */
async function newIds(
  tx: Db,
  payment: Payment,
  evidence: Evidence,
): Promise<Partial<Payment> | null> {
  const ids = 'ids' in evidence ? evidence.ids : undefined;
  const receipt = evidence.kind === 'paid' ? evidence.receipt : undefined;
  if (!ids && !receipt) return {};
  const [other] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        ne(payments.id, payment.id),
        or(
          ids && eq(payments.checkoutRequestId, ids.checkoutRequestId),
          receipt ? eq(payments.receipt, receipt) : undefined,
        ),
      ),
    );
  if (other) return null;
  if (!ids || evidence.kind === 'accepted') return {};
  if (payment.checkoutRequestId === null) return ids;
  return payment.checkoutRequestId === ids.checkoutRequestId ? {} : null;
}

async function applyOnce(
  services: Services,
  paymentId: number,
  evidence: Evidence,
  told: Told,
): Promise<Payment | null> {
  const { db, now } = services;
  return db.transaction(async (tx) => {
    const seen = await findPayment(tx, paymentId);
    if (!seen) return null;
    const thing = await lockThing(tx, seen);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.id, paymentId))
      .for('update');
    if (!payment) return null;

    const at = now();
    const ids = await newIds(tx, payment, evidence);
    if (ids === null) {
      await recordEvent(tx, { paymentId, at, kind: `${told.event}_ignored`, raw: told.raw });
      if (!isOpen(payment.state) || payment.checkoutRequestId === null) return payment;
      await tx.update(payments).set({ nextQueryAt: at }).where(eq(payments.id, paymentId));
      return payment;
    }
    const { step, change } = judge(payment, thing, evidence, services);
    const state = step && nextState(payment.state, step, payment.review);
    // A step that leads nowhere teaches nothing but the push's names.
    const taught = evidence.kind === 'accepted' ? evidence.ids : {};
    const kept = step && state === null ? taught : change;
    const values: Partial<Payment> = { ...ids, ...kept, ...(state ? { state } : {}) };
    if (state && !isOpen(state)) {
      const settled = { ...payment, ...values };
      values.settledAt = at;
      values.nextQueryAt = nextQuery(settled, true, at.getTime(), services.timings);
    }
    if (state === 'paid' && thing) await activate(tx, thing, at);
    const [updated] =
      Object.keys(values).length === 0
        ? [payment]
        : await tx.update(payments).set(values).where(eq(payments.id, paymentId)).returning();
    await recordEvent(tx, {
      paymentId,
      at,
      kind: told.event,
      from: payment.state,
      to: state satisfies PaymentState | null,
      raw: told.raw,
    });
    return updated ?? payment;
  });
}

/**
 * Applies `evidence` and answers the payment as it is then, or null when there is none. Any number
 * of equal or contradicting pieces of evidence, at the same time too, activate at most once.
 */
export async function applyEvidence(
  services: Services,
  paymentId: number,
  evidence: Evidence,
  told: Told,
): Promise<Payment | null> {
  let payment: Payment | null;
  try {
    payment = await applyOnce(services, paymentId, evidence, told);
  } catch (error) {
    // Two payments were told the same receipt or checkout at once: now it can be seen.
    if (!isUniqueViolation(error)) throw error;
    payment = await applyOnce(services, paymentId, evidence, told);
  }
  if (payment?.state === 'needs_review' && payment.review !== null) {
    services.log.warn({ payment: paymentId, review: payment.review }, 'a payment needs a person');
  }
  return payment;
}
