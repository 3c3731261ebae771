/** The rows of the sums that came to the paybill: each receipt once. */
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { UnmatchedSum } from '../../src/contract/schemas.ts';
import type { Db } from '../db/db.ts';
import { payments, sums } from '../db/schema/payments.ts';
import type { Payment } from './store.ts';

export type Sum = typeof sums.$inferSelect;

/** Stores a sum that nobody has looked at; a receipt that is stored already changes nothing. */
export async function storeSum(
  db: Db,
  sum: Pick<Sum, 'receipt' | 'amount' | 'typed' | 'receivedAt'> & Partial<Sum>,
): Promise<void> {
  await db.insert(sums).values(sum).onConflictDoNothing();
}

/** Up to `limit` sums that nobody has looked at, the oldest first. */
export async function newSums(db: Db, limit: number): Promise<Sum[]> {
  return db.select().from(sums).where(eq(sums.state, 'new')).orderBy(asc(sums.id)).limit(limit);
}

export async function readSum(db: Db, receipt: string): Promise<Sum | null> {
  const [sum] = await db.select().from(sums).where(eq(sums.receipt, receipt));
  return sum ?? null;
}

/** The same, its row locked until the transaction ends; after payable and payment. */
export async function lockSum(tx: Db, receipt: string): Promise<Sum | null> {
  const [sum] = await tx.select().from(sums).where(eq(sums.receipt, receipt)).for('update');
  return sum ?? null;
}

/** Locks the oldest unmatched sum that may be the money of this payment; null for none. */
export async function lockUnmatched(
  tx: Db,
  { payable, amount, createdAt }: Pick<Payment, 'payable' | 'amount' | 'createdAt'>,
): Promise<Sum | null> {
  const [sum] = await tx
    .select()
    .from(sums)
    .where(
      and(
        eq(sums.payable, payable),
        eq(sums.state, 'unmatched'),
        eq(sums.amount, amount),
        gte(sums.receivedAt, createdAt),
      ),
    )
    .orderBy(asc(sums.id))
    .limit(1)
    .for('update');
  return sum ?? null;
}

/**
 * Whether a sum that may be the money of this payment, which has no receipt, went somewhere else. A person sent it
 * back: then a query that says "paid" at 9:10 must give nothing for it. Or it has settled another payment, whose own
 * prompt is not known to have brought any. The prompt of 9:00 expires and that of 9:01 fails; at 9:02 the
 * confirmation of the first comes, and settles the newest; at 9:10 a query says that the first is paid. That is
 * the same money, also when a person has sent it back meanwhile.
 */
export async function isCountedElsewhere(
  tx: Db,
  { payable, amount, createdAt }: Pick<Payment, 'payable' | 'amount' | 'createdAt'>,
): Promise<boolean> {
  const [found] = await tx
    .select({ id: sums.id })
    .from(sums)
    .leftJoin(payments, eq(payments.id, sums.paymentId))
    .where(
      and(
        eq(sums.payable, payable),
        eq(sums.amount, amount),
        gte(sums.receivedAt, createdAt),
        or(
          eq(sums.state, 'returned'),
          and(
            isNotNull(payments.promptedAt),
            or(isNull(payments.resultCode), ne(payments.resultCode, 0)),
          ),
        ),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Somebody who knows an account can send any number of small sums. */
const SHOWN = 5;

/**
 * The newest sums for the payable with this key that pay for nothing, as its owner reads them: not who paid,
 * and not what M-Pesa has taken back.
 */
export async function unmatchedFor(db: Db, payable: string): Promise<UnmatchedSum[]> {
  const { id, amount } = sums;
  // Only a sum without a payable waits for want of an account.
  const cause = sql<UnmatchedSum['cause']>`${sums.cause}`;
  const rows = await db
    .select({ id, amount, cause })
    .from(sums)
    .where(and(eq(sums.payable, payable), eq(sums.state, 'unmatched'), ne(sums.cause, 'reversed')))
    .orderBy(desc(sums.id))
    .limit(SHOWN);
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

/** Notes that a payment has the money of this receipt. Who paid is of no more use then. */
export async function matchSum(tx: Db, receipt: string, paymentId: number): Promise<void> {
  await tx
    .update(sums)
    .set({ state: 'matched', paymentId, cause: null, payer: null })
    .where(and(eq(sums.receipt, receipt), inArray(sums.state, ['new', 'unmatched'])));
}
