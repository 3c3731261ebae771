/** Receipts that a person types. */
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { payments, sums } from '../db/schema/payments.ts';
import { OperatorError } from './operatorError.ts';

/**
 * Refuses the receipt of a refund that the books have for other money. The `own` one is no other: M-Pesa
 * writes some reversals under the receipt of what they reverse. Throws an `OperatorError`.
 */
export async function refuseKnown(
  tx: Db,
  receipt: string,
  own: { paymentId: number } | { sumId: number },
): Promise<void> {
  const isOfPayment = or(eq(payments.receipt, receipt), eq(payments.returnReceipt, receipt));
  const isOfSum = or(eq(sums.receipt, receipt), eq(sums.returnReceipt, receipt));
  const [isOther, isOtherSum] =
    'sumId' in own
      ? [undefined, ne(sums.id, own.sumId)]
      : [
          ne(payments.id, own.paymentId),
          or(isNull(sums.paymentId), ne(sums.paymentId, own.paymentId)),
        ];
  const [payment] = await tx.select().from(payments).where(and(isOfPayment, isOther));
  const [sum] = await tx.select().from(sums).where(and(isOfSum, isOtherSum));
  const name = payment ? `payment ${payment.id}` : sum && `the sum ${sum.receipt}`;
  if (name === undefined) return;
  const whose = (payment ?? sum)?.receipt === receipt ? 'the money that came for' : 'the refund of';
  throw new OperatorError(`${receipt} is ${whose} ${name}: give that of this refund.`);
}
