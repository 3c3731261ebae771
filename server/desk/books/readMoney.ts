/** Reads the money that came from the books: for the takings, and for M-Pesa's statement. */
import { and, asc, between, eq, gte, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PaymentPurpose } from '../../../src/contract/schemas.ts';
import type { Db } from '../../db/db.ts';
import { payments, sums } from '../../db/schema/payments.ts';
import { maskPhones } from '../../payments/confirmation.ts';
import { OPEN_STATES } from '../../payments/machine.ts';
import { wayOf } from '../../payments/status.ts';
import type { Payment } from '../../payments/store.ts';
import type { Sum } from '../../payments/sums.ts';
import type { Period } from '../../process/nairobi.ts';

/** What became of the money: it is ours, a person must look at it, it was sent back, or it pays for nothing yet. */
export type Fate = 'taken' | 'in review' | 'sent back' | 'unmatched';

/** Money that came; amounts are in Ksh, times ISO 8601. */
export interface Money {
  /** For instance `payment 12`, or `sum 3` for money that matches nothing. */
  name: string;
  /** Null for a sum that matches no payment. */
  paymentId: number | null;
  /** M-Pesa's receipt; null when only a query called the payment paid. */
  receipt: string | null;
  at: string;
  /** The phone that paid, without its middle; null for money from the M-Pesa menu, or that may be from there. */
  phone: string | null;
  purpose: PaymentPurpose | null;
  payable: string | null;
  /** The amount received, else the amount asked for; null for a sum whose amount cannot be read. */
  amount: number | null;
  /** Whether M-Pesa named the amount. */
  isNamed: boolean;
  fate: Fate;
  /** Of money that was sent back: its receipt, where it is known, and when it was written down. */
  returnReceipt: string | null;
  returnedAt: string | null;
}

/** Of a payment what its money is made of: a month of a large town has tens of thousands. */
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

function moneyOfPayment(row: Pick<Payment, keyof typeof columns>): Money {
  const { id, receipt, purpose, payable, returnReceipt, returnedAt } = row;
  const closed = returnedAt === null ? 'taken' : 'sent back';
  return {
    name: `payment ${id}`,
    paymentId: id,
    receipt,
    at: (row.receivedAt ?? row.createdAt).toISOString(),
    phone: row.phone && wayOf(row) === 'prompt' ? maskPhones(row.phone) : null,
    purpose,
    payable,
    amount: row.amountReceived ?? row.amount,
    isNamed: row.amountReceived !== null,
    fate: row.review === null ? closed : 'in review',
    returnReceipt,
    returnedAt: returnedAt?.toISOString() ?? null,
  };
}

const moneyOfSum = ({ receipt, receivedAt, payable, amount, state, ...sum }: Sum): Money => ({
  name: `sum ${receipt}`,
  paymentId: null,
  receipt,
  at: receivedAt.toISOString(),
  phone: null,
  purpose: null,
  payable,
  amount,
  isNamed: amount !== null,
  fate: state === 'returned' ? 'sent back' : 'unmatched',
  returnReceipt: sum.returnReceipt,
  returnedAt: sum.returnedAt?.toISOString() ?? null,
});

/** The money of the payments that fit, and of the sums that fit and belong to no payment. */
async function moneyWhere(
  db: Db,
  fits: (table: typeof payments | typeof sums) => SQL | undefined,
): Promise<Money[]> {
  const paid = await db.select(columns).from(payments).where(fits(payments));
  const isOwn = ne(sums.state, 'matched');
  const others = await db
    .select()
    .from(sums)
    .where(and(isOwn, fits(sums)));
  return [...paid.map(moneyOfPayment), ...others.map(moneyOfSum)];
}

/** Payments by their numbers, then sums as they were read. */
function inOrder(a: Money, b: Money): number {
  if (a.paymentId !== null && b.paymentId !== null) return a.paymentId - b.paymentId;
  return Number(a.paymentId === null) - Number(b.paymentId === null);
}

/** The money that came in a period, oldest first. */
export async function readTakings(db: Db, { from, until }: Period): Promise<Money[]> {
  const all = await moneyWhere(db, ({ receivedAt }) =>
    and(gte(receivedAt, from), lt(receivedAt, until)),
  );
  return all.toSorted((a, b) => a.at.localeCompare(b.at) || inOrder(a, b));
}

const CHUNK = 500;

/** The money that became known or was sent back in a period, both ends with it, and what has one of the receipts. */
export async function readMoney(
  db: Db,
  { from, until, receipts }: Period & { receipts: readonly string[] },
): Promise<Money[]> {
  const found = await moneyWhere(db, ({ receivedAt, returnedAt }) =>
    or(between(receivedAt, from, until), between(returnedAt, from, until)),
  );
  for (let first = 0; first < receipts.length; first += CHUNK) {
    const some = receipts.slice(first, first + CHUNK);
    const named = await moneyWhere(db, ({ receipt, returnReceipt }) =>
      or(inArray(receipt, some), inArray(returnReceipt, some)),
    );
    found.push(...named);
  }
  const once = new Map(found.map((money) => [money.name, money]));
  return [...once.values()].toSorted(inOrder);
}

/** A payment whose money may be in the statement under a receipt that the books do not have. */
export type UnnamedPayment = Pick<Payment, 'id' | 'payable' | 'amount' | 'createdAt'>;

const UNNAMED_MOST = 1000;

/** The payments without a receipt that are paid, in review or without a result, the oldest first. */
export async function readUnnamed(db: Db): Promise<UnnamedPayment[]> {
  const { id, payable, amount, createdAt, state, review, receipt, amountReceived } = payments;
  return await db
    .select({ id, payable, amount, createdAt })
    .from(payments)
    .where(
      and(
        isNull(receipt),
        or(
          and(eq(state, 'paid'), isNull(amountReceived)),
          isNotNull(review),
          inArray(state, [...OPEN_STATES]),
        ),
      ),
    )
    .orderBy(asc(id))
    .limit(UNNAMED_MOST);
}
