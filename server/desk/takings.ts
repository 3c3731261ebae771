/** The money that came, for a comparison with the M-Pesa statement. */
import { and, asc, gte, lt, ne } from 'drizzle-orm';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import type { Db } from '../db/db.ts';
import type { Period } from '../process/nairobi.ts';
import { payments, sums } from '../db/schema.ts';
import { wayOf } from '../payments/status.ts';
import type { Payment } from '../payments/store.ts';

/** What became of the money: it is ours, a person must look at it, it was sent back, or it pays for nothing yet. */
export type Fate = 'taken' | 'in review' | 'sent back' | 'unmatched';

/** Money that came; `at` is an ISO 8601 date, amounts are in Ksh. */
export interface Taking {
  /** Of the payment; null for a sum that matches none. */
  id: number | null;
  /** M-Pesa's receipt; null when only a query called the payment paid. */
  receipt: string | null;
  at: string;
  /** The phone that paid, without its middle; null for money from the M-Pesa menu, or that may be from there. */
  phone: string | null;
  purpose: PaymentPurpose | null;
  payable: string | null;
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
  resultCode: payments.resultCode,
  purpose: payments.purpose,
  payable: payments.payable,
  amount: payments.amount,
  amountReceived: payments.amountReceived,
  review: payments.review,
  returnedAt: payments.returnedAt,
  returnReceipt: payments.returnReceipt,
};

async function takenPayments(db: Db, { from, until }: Period): Promise<Taking[]> {
  const rows = await db
    .select(columns)
    .from(payments)
    .where(and(gte(payments.receivedAt, from), lt(payments.receivedAt, until)))
    .orderBy(asc(payments.receivedAt), asc(payments.id));
  return rows.map((row) => ({
    id: row.id,
    receipt: row.receipt,
    at: (row.receivedAt ?? row.createdAt).toISOString(),
    phone: row.phone && wayOf(row) === 'prompt' ? maskedPhone(row.phone) : null,
    purpose: row.purpose,
    payable: row.payable,
    amount: row.amountReceived ?? row.amount,
    isNamed: row.amountReceived !== null,
    fate: fateOf(row),
    returnReceipt: row.returnReceipt,
  }));
}

/** The sums that belong to no payment. */
async function otherSums(db: Db, { from, until }: Period): Promise<Taking[]> {
  const rows = await db
    .select()
    .from(sums)
    .where(and(gte(sums.receivedAt, from), lt(sums.receivedAt, until), ne(sums.state, 'matched')))
    .orderBy(asc(sums.receivedAt), asc(sums.id));
  return rows.map((row) => ({
    id: null,
    receipt: row.receipt,
    at: row.receivedAt.toISOString(),
    phone: null,
    purpose: null,
    payable: null,
    amount: row.amount ?? 0,
    isNamed: row.amount !== null,
    fate: row.state === 'returned' ? 'sent back' : 'unmatched',
    returnReceipt: row.returnReceipt,
  }));
}

/** The money that came in a period, oldest first. */
export async function takingsOf(db: Db, period: Period): Promise<Taking[]> {
  const all = [...(await takenPayments(db, period)), ...(await otherSums(db, period))];
  return all.toSorted((one, other) => one.at.localeCompare(other.at));
}
