/** Writes down that a person has sent money back by hand. */
import { and, desc, eq } from 'drizzle-orm';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import { payments } from '../db/schema/payments.ts';
import { nextState } from '../payments/machine.ts';
import { endPayable } from '../payments/payables.ts';
import { CLOSED_REASONS } from '../payments/reasons.ts';
import { recordEvent } from '../payments/store.ts';
import type { Payment } from '../payments/store.ts';
import { closeReview } from './closeReview.ts';
import { OperatorError } from './operatorError.ts';
import { payableText, STATE_TEXTS } from './words.ts';
import { refuseKnown } from './refuseReceipt.ts';
import { lockWithPayable } from './readPayment.ts';

interface Refund {
  paymentId: number;
  /** M-Pesa's receipt of the money that went back; of a reversal it may be that of the money that came. */
  receipt: string;
  /** Whether what was bought ends with it. */
  ends: boolean;
  /** Why, for people who read the books later. */
  note: string;
}

/** Refuses to end what a later payment has paid for; a subscription loses one month, whichever. */
async function refusePaidLater(tx: Db, { id, payable, purpose }: Payment): Promise<void> {
  if (purpose === 'subscription') return;
  const [last] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.payable, payable), eq(payments.state, 'paid')))
    .orderBy(desc(payments.id));
  if (!last || last.id === id) return;
  throw new OperatorError(
    `Payment ${id} is not what ${payableText(payable)} runs on, but payment ${last.id}: leave --end out.`,
  );
}

function refuse({ id, state, review, returnedAt, returnReceipt }: Payment, ends: boolean): void {
  if (returnReceipt !== null) {
    throw new OperatorError(`Payment ${id} was sent back already, as ${returnReceipt}.`);
  }
  if (state !== 'paid' && review === null && returnedAt === null) {
    throw new OperatorError(`Payment ${id} brought no money: ${STATE_TEXTS[state]}.`);
  }
  if (ends && state !== 'paid') {
    throw new OperatorError(`Payment ${id} has bought nothing that could end: leave --end out.`);
  }
}

/**
 * Writes a refund down, with the end of what was bought where `ends` says so, in one transaction. A
 * review ends with it as returned. Returns the new payment; throws an `OperatorError`.
 */
export async function refundPayment(
  { db, now }: Pick<Context, 'db' | 'now'>,
  refund: Refund,
): Promise<Payment> {
  const { paymentId, receipt, ends, note } = refund;
  return await db.transaction(async (tx: Db) => {
    const { payment, payable } = await lockWithPayable(tx, paymentId);
    refuse(payment, ends);
    await refuseKnown(tx, receipt, { paymentId });
    if (payment.review !== null) {
      await closeReview({ db: tx, now }, { paymentId, decision: 'returned', note });
    }
    const at = now();
    const values: Partial<Payment> = {
      returnReceipt: receipt,
      returnedAt: payment.returnedAt ?? at,
      ...(payment.state === 'paid' && { reason: CLOSED_REASONS.returned }),
    };
    const state = ends ? nextState(payment.state, 'closed', null) : null;
    if (state !== null) {
      await refusePaidLater(tx, payment);
      if (payable) await endPayable(tx, payable, at);
      Object.assign(values, { state, settledAt: at });
    }
    const [refunded] = await tx
      .update(payments)
      .set(values)
      .where(eq(payments.id, paymentId))
      .returning();
    const event = { paymentId, at, kind: 'refunded', raw: { note, receipt } };
    await recordEvent(tx, { ...event, fromState: payment.state, toState: state });
    return refunded ?? payment;
  });
}
