/** The money that came, for a comparison with the M-Pesa statement. */
import { and, asc, gte, lt } from 'drizzle-orm';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import type { Db } from '../db/db.ts';
import type { Period } from '../process/nairobi.ts';
import { payments } from '../db/schema.ts';
import type { Payment } from '../payments/store.ts';

/** What became of the money: it is ours, a person must look at it, or it was sent back. */
export type Fate = 'taken' | 'in review' | 'sent back';

/** Money that came; `at` is an ISO 8601 date, amounts are in Ksh. */
export interface Taking {
  id: number;
  /** M-Pesa's receipt; null when only a query called the payment paid. */
  receipt: string | null;
  at: string;
  /** The phone of the prompt, without its middle; null for money that came without one. */
  phone: string | null;
  purpose: PaymentPurpose;
  payable: string;
  /** The amount received; the amount asked for where M-Pesa did not name one. */
  amount: number;
  /** Whether M-Pesa named the amount. */
  isNamed: boolean;
  fate: Fate;
  /** The receipt of the money that was sent back, where it is known. */
  returnReceipt: string | null;
}

/** A phone without its middle, as an M-Pesa statement shows it: `0712***678`. */
export function maskedPhone(phone: string): string {
  return phone.replace(/^(\d{4})\d{3}(?=\d{3}$)/, '$1***');
}

/** What became of money that came. */
export function fateOf({ review, returnedAt }: Pick<Payment, 'review' | 'returnedAt'>): Fate {
  if (review !== null) return 'in review';
  return returnedAt === null ? 'taken' : 'sent back';
}

/** Of a payment what a taking is made of: a month of a large town has tens of thousands. */
const columns = {
  id: payments.id,
  receipt: payments.receipt,
  receivedAt: payments.receivedAt,
  createdAt: payments.createdAt,
  phone: payments.phone,
  purpose: payments.purpose,
  payable: payments.payable,
  amount: payments.amount,
  amountReceived: payments.amountReceived,
  review: payments.review,
  returnedAt: payments.returnedAt,
  returnReceipt: payments.returnReceipt,
};

/** The money that came in a period, oldest first. */
export async function takingsOf(db: Db, { from, until }: Period): Promise<Taking[]> {
  const rows = await db
    .select(columns)
    .from(payments)
    .where(and(gte(payments.receivedAt, from), lt(payments.receivedAt, until)))
    .orderBy(asc(payments.receivedAt), asc(payments.id));
  return rows.map((row) => ({
    id: row.id,
    receipt: row.receipt,
    at: (row.receivedAt ?? row.createdAt).toISOString(),
    phone: row.phone && maskedPhone(row.phone),
    purpose: row.purpose,
    payable: row.payable,
    amount: row.amountReceived ?? row.amount,
    isNamed: row.amountReceived !== null,
    fate: fateOf(row),
    returnReceipt: row.returnReceipt,
  }));
}
