/** Gives a payment the receipt that a person has found in the statement. */
import { or, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { payments, sums } from '../../db/schema/payments.ts';
import { applyEvidence } from '../../payments/settle.ts';
import { servicesOf } from '../desk.ts';
import type { Desk } from '../desk.ts';
import { payableText, STATE_TEXTS } from '../words.ts';
import { OperatorError } from '../operatorError.ts';
import { record } from '../operatorLog.ts';
import type { By } from '../operatorLog.ts';
import { requirePayment } from '../readPayment.ts';

/**
 * Books the money with this receipt for a payment that has none: as M-Pesa's callback would have, so that
 * what fits is activated once, and what does not waits for a person. `amount` is that of the statement, in Ksh; without it that
 * of a sum with this receipt, else what was asked for. Throws an `OperatorError`.
 */
export async function setReceipt(
  {
    paymentId,
    receipt,
    amount: found,
    by,
  }: { paymentId: number; receipt: string; amount?: number | undefined; by: By },
  { db, now }: Desk,
): Promise<string[]> {
  return await db.transaction(async (tx: Db) => {
    const payment = await requirePayment(tx, paymentId);
    if (payment.receipt !== null) {
      throw new OperatorError(`Payment ${paymentId} has the receipt ${payment.receipt} already.`);
    }
    const [other] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(or(eq(payments.receipt, receipt), eq(payments.returnReceipt, receipt)));
    if (other) throw new OperatorError(`${receipt} is a receipt of payment ${other.id} already.`);
    const [sum] = await tx.select().from(sums).where(eq(sums.receipt, receipt));
    const [refund] = await tx.select().from(sums).where(eq(sums.returnReceipt, receipt));
    if (refund)
      throw new OperatorError(`${receipt} is the refund of the sum ${refund.receipt} already.`);
    if (sum?.state === 'returned') throw new OperatorError(`${receipt} was sent back already.`);
    if (found !== undefined && sum && sum.amount !== found) {
      throw new OperatorError(
        `${receipt} is Ksh ${sum.amount ?? 'unknown'}, as M-Pesa reported it.`,
      );
    }
    const amount = found ?? sum?.amount ?? payment.amount;
    await record(tx, { at: now(), by, action: 'given a receipt', subject: `payment ${paymentId}` });
    const evidence = { kind: 'paid', receipt, amount } as const;
    const source = { event: 'receipt_found', raw: { receipt, note: by.reason } };
    const booked = await applyEvidence(servicesOf(tx, now), paymentId, evidence, source);
    if (booked?.receipt !== receipt) {
      throw new OperatorError(
        `Payment ${paymentId} cannot take ${receipt}: ${STATE_TEXTS[payment.state]}.`,
      );
    }
    return [
      `Payment ${paymentId} for ${payableText(payment.payable)} has the receipt ${receipt}: ${STATE_TEXTS[booked.state]}.`,
    ];
  });
}
