/** Closes a review with the decision of a person. */
import { eq } from 'drizzle-orm';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import { OperatorError } from './operatorError.ts';
import { payments } from '../db/schema/payments.ts';
import { isAboutMoney, nextState } from '../payments/machine.ts';
import { activate, isAlreadyPaid, isGiven, readPayable } from '../payments/payables.ts';
import type { LockedPayable } from '../payments/payables.ts';
import { CLOSED_REASONS } from '../payments/reasons.ts';
import { statusFor } from '../payments/status.ts';
import { recordEvent } from '../payments/store.ts';
import type { Payment } from '../payments/store.ts';
import { lockWithPayable } from './readPayment.ts';
import { payableText, STATE_TEXTS } from './words.ts';

/** returned: the money was sent back; activate: the payment counts; nothing: no money came. */
export const DECISIONS = ['returned', 'activate', 'nothing'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What operators read of a decision: on its button, in the question and below it, and when it is done. */
export const DECISION_TEXTS: Readonly<
  Record<Decision, { button: string; change: string; about: string; done: string }>
> = {
  returned: {
    button: 'I sent it back',
    change: 'Write down that you sent back',
    about: 'Nothing is given for it.',
    done: 'the money was sent back',
  },
  activate: {
    button: 'Let it count',
    change: 'Let it count',
    about: 'What it was paid for is given.',
    done: 'it counts',
  },
  nothing: {
    button: 'No money came',
    change: 'Close because no money came',
    about: 'The payer can pay again.',
    done: 'no money came',
  },
};

/**
 * How a review may be closed: not as "nothing" when money came, and not as "activate" when there is
 * nothing left to activate.
 */
export function decisionsFor({ state, review }: Pick<Payment, 'state' | 'review'>): Decision[] {
  const hasMoneyCome = state === 'paid' || isAboutMoney(review);
  const isForNothing = review === 'deleted' || review === 'paid_twice';
  return DECISIONS.filter((decision) => {
    if (decision === 'nothing') return !hasMoneyCome;
    return decision !== 'activate' || !isForNothing;
  });
}

interface ReviewClosing {
  paymentId: number;
  decision: Decision;
  /** Why, for people who read the books later. */
  note: string;
}

/** The result of `decision` for a payment in review; throws a `OperatorError` when it is not possible. */
function outcome(
  payment: Payment,
  payable: LockedPayable | null,
  decision: Decision,
  now: Date,
): Pick<Payment, 'state' | 'reason'> {
  const which = `Payment ${payment.id}`;
  if (payment.review === null) {
    throw new OperatorError(`${which} does not wait for a person: ${STATE_TEXTS[payment.state]}.`);
  }
  if (decision === 'nothing' && !decisionsFor(payment).includes(decision)) {
    throw new OperatorError(`${which} cannot be closed as nothing: money did come.`);
  }
  if (payment.state === 'paid') {
    return { state: 'paid', reason: decision === 'returned' ? CLOSED_REASONS.returned : null };
  }
  if (decision === 'activate') {
    if (!payable)
      throw new OperatorError(`${which} is for ${payableText(payment.payable)}, which is deleted.`);
    if (isAlreadyPaid(payable, now)) {
      throw new OperatorError(
        `${which} is for ${payableText(payment.payable)}, which is already paid for.`,
      );
    }
  }
  const step = decision === 'activate' ? 'paid' : 'closed';
  const state = nextState(payment.state, step, payment.review);
  if (!state) throw new OperatorError(`${which} cannot be closed: ${STATE_TEXTS[payment.state]}.`);
  return { state, reason: decision === 'activate' ? null : CLOSED_REASONS[decision] };
}

/**
 * Closes the review of one payment, activates the payable where the decision says so, and stores the
 * note, in one transaction. Returns the new payment; throws a `OperatorError`.
 */
export async function closeReview(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { paymentId, decision, note }: ReviewClosing,
): Promise<Payment> {
  return db.transaction(async (tx: Db) => {
    const { payment, payable } = await lockWithPayable(tx, paymentId);
    const at = now();
    const { state, reason } = outcome(payment, payable, decision, at);
    if (payable && state === 'paid' && payment.state !== 'paid') await activate(tx, payable, at);
    // M-Pesa is not asked again: it could only report the money that a person has dealt with.
    const settledAt = state === payment.state ? payment.settledAt : at;
    const receivedAt = payment.receivedAt ?? (decision === 'nothing' ? null : at);
    const returnedAt = decision === 'returned' ? at : payment.returnedAt;
    const known = { state, reason, settledAt, receivedAt, returnedAt };
    const values = { ...known, review: null, nextQueryAt: null };
    const [closed] = await tx
      .update(payments)
      .set(values)
      .where(eq(payments.id, paymentId))
      .returning();
    const kind = `closed_${decision}`;
    const toState = state === payment.state ? null : state;
    await recordEvent(tx, {
      paymentId,
      at,
      kind,
      fromState: payment.state,
      toState,
      raw: { note },
    });
    return closed ?? payment;
  });
}

/** What the payer reads about a payment that a person has closed, or null for nothing. */
export async function payerReads(
  { db, now }: Pick<Context, 'db' | 'now'>,
  payment: Payment,
): Promise<string | null> {
  const { payable: key, reason, accountId } = payment;
  if (reason === null || accountId === null) return null;
  const at = now();
  const payable = await readPayable(db, payment);
  const status = await statusFor({ db, now }, key, payable !== null && isGiven(payable, at));
  return status?.reason === reason ? reason : null;
}
