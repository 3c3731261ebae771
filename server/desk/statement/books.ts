/** What the books have of the money in a statement. */
import { and, asc, between, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { payments, sums } from '../../db/schema.ts';
import { OPEN_STATES } from '../../payments/machine.ts';
import { fateOf } from '../takings.ts';
import type { Fate } from '../takings.ts';

/** Money in the books; amounts in Ksh, times as ISO 8601. */
export interface Booked {
  /** For instance `payment 12`, or `sum 3` for money that matches nothing. */
  name: string;
  payable: string | null;
  /** Null for a payment that only a query called paid. */
  receipt: string | null;
  /** Null where M-Pesa named none that can be read. */
  amount: number | null;
  at: string;
  fate: Fate;
  /** Of money that was sent back: its receipt, where it is known, and when it was written down. */
  returnReceipt: string | null;
  returnedAt: string | null;
}

/** A payment whose money may be in the statement under a receipt that the books do not have. */
export interface Loose {
  id: number;
  payable: string;
  amount: number;
  createdAt: string;
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

/** So many receipts are looked for at once. */
const CHUNK = 500;

/** The rows of all receipts and of the time; each once. */
async function unite<Row extends { id: number }>(
  receipts: readonly string[],
  ofTime: Promise<Row[]>,
  find: (some: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = new Map((await ofTime).map((row) => [row.id, row]));
  for (let from = 0; from < receipts.length; from += CHUNK) {
    for (const row of await find(receipts.slice(from, from + CHUNK))) rows.set(row.id, row);
  }
  return [...rows.values()].toSorted((one, other) => one.id - other.id);
}

interface Wanted {
  from: Date;
  until: Date;
  receipts: readonly string[];
}

async function bookedPayments(db: Db, { from, until, receipts }: Wanted): Promise<Booked[]> {
  const { receivedAt, returnedAt, receipt, returnReceipt } = payments;
  const read = (where?: SQL) => db.select().from(payments).where(where);
  const rows = await unite(
    receipts,
    read(or(between(receivedAt, from, until), between(returnedAt, from, until))),
    (some) => read(or(inArray(receipt, some), inArray(returnReceipt, some))),
  );
  return rows.map((row) => ({
    name: `payment ${row.id}`,
    payable: row.payable,
    receipt: row.receipt,
    amount: row.amountReceived ?? row.amount,
    at: (row.receivedAt ?? row.createdAt).toISOString(),
    fate: fateOf(row),
    returnReceipt: row.returnReceipt,
    returnedAt: isoOf(row.returnedAt),
  }));
}

async function bookedSums(db: Db, { from, until, receipts }: Wanted): Promise<Booked[]> {
  const { receivedAt, returnedAt, receipt, returnReceipt, state } = sums;
  const isOpen = ne(state, 'matched');
  const read = (where?: SQL) => db.select().from(sums).where(and(isOpen, where));
  const rows = await unite(
    receipts,
    read(or(between(receivedAt, from, until), between(returnedAt, from, until))),
    (some) => read(or(inArray(receipt, some), inArray(returnReceipt, some))),
  );
  return rows.map((row) => ({
    name: `sum ${row.id}`,
    payable: row.payable,
    receipt: row.receipt,
    amount: row.amount,
    at: row.receivedAt.toISOString(),
    fate: row.state === 'returned' ? 'sent back' : 'unmatched',
    returnReceipt: row.returnReceipt,
    returnedAt: isoOf(row.returnedAt),
  }));
}

/** The money that became known or was sent back in a time, and what has one of the receipts. */
export async function readBooks(db: Db, wanted: Wanted): Promise<Booked[]> {
  return [...(await bookedPayments(db, wanted)), ...(await bookedSums(db, wanted))];
}

const LOOSE_MOST = 1000;

/** The payments without a receipt that are paid, in review or without a result, the oldest first. */
export async function readLoose(db: Db): Promise<Loose[]> {
  const { id, payable, amount, createdAt, state, review, receipt, amountReceived } = payments;
  const rows = await db
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
    .limit(LOOSE_MOST);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
