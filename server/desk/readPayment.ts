/** Payments as operators see them: the one that they name, and those of a list. */
import { desc } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { payments } from '../db/schema/payments.ts';
import { lockPayable } from '../payments/payables.ts';
import type { LockedPayable } from '../payments/payables.ts';
import { findPayment, lockPayment } from '../payments/store.ts';
import type { Payment } from '../payments/store.ts';
import { OperatorError } from './operatorError.ts';

const missing = (paymentId: number) => new OperatorError(`There is no payment ${paymentId}.`);

/** The payment with this number. Throws an `OperatorError` without one. */
export async function requirePayment(db: Db, paymentId: number): Promise<Payment> {
  const payment = await findPayment(db, paymentId);
  if (!payment) throw missing(paymentId);
  return payment;
}

/** The payment and what it is for, null where that is deleted; both are locked. Throws an `OperatorError` without one. */
export async function lockWithPayable(
  tx: Db,
  paymentId: number,
): Promise<{ payment: Payment; payable: LockedPayable | null }> {
  const payable = await lockPayable(tx, await requirePayment(tx, paymentId));
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw missing(paymentId);
  return { payment, payable };
}

export const newestPayments = (db: Db, where: SQL | undefined, most: number): Promise<Payment[]> =>
  db.select().from(payments).where(where).orderBy(desc(payments.id)).limit(most);
