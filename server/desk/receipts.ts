/** Receipts that a person types. */
import { and, eq, ne, or } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { payments, sums } from '../db/schema.ts';
import { OperatorError } from './operatorError.ts';

/**
 * Refuses the receipt of a refund that the books have for other money; `own` is the payment that was sent
 * back. Throws an `OperatorError`.
 */
export async function refuseKnown(tx: Db, receipt: string, own?: number): Promise<void> {
  const isOther = own === undefined ? undefined : ne(payments.id, own);
  const [other] = await tx
    .select()
    .from(payments)
    .where(or(eq(payments.receipt, receipt), and(eq(payments.returnReceipt, receipt), isOther)));
  const [sum] = await tx
    .select()
    .from(sums)
    .where(or(eq(sums.receipt, receipt), eq(sums.returnReceipt, receipt)));
  const name = other ? `payment ${other.id}` : sum && `sum ${sum.id}`;
  if (name === undefined) return;
  const whose = (other ?? sum)?.receipt === receipt ? 'the money that came for' : 'the refund of';
  throw new OperatorError(`${receipt} is ${whose} ${name}: give that of this refund.`);
}
