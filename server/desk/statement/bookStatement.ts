/**
 * Books money that came and that nobody reported, from the statement: as M-Pesa's confirmation of it would
 * have, so that the same rules decide what it pays for, and each receipt counts once.
 */
import { inArray } from 'drizzle-orm';
import { tryOut } from '../../db/tryOut.ts';
import type { Db } from '../../db/db.ts';
import { sums } from '../../db/schema/payments.ts';
import { matchAll } from '../../payments/match.ts';
import { storeSum } from '../../payments/sums.ts';
import type { Sum } from '../../payments/sums.ts';
import { readMoney, readUnnamed } from '../books/readMoney.ts';
import { servicesOf } from '../desk.ts';
import type { Desk } from '../desk.ts';
import { record } from '../operatorLog.ts';
import type { By } from '../operatorLog.ts';
import { compare, spanOf } from './compareStatement.ts';
import type { Comparison } from './compareStatement.ts';
import type { StatementRow } from './readStatement.ts';

/** What becomes of money that is booked: it pays for something, or it waits for a person, and why. */
export type BookingOutcome =
  | { receipt: string; isCertain: true; payment: number; payable: string | null }
  | { receipt: string; isCertain: false; cause: Sum['cause']; payable: string | null };

/** A comparison, and what would become of the first unknown movements, in their order. */
export type ComparisonWithOutcomes = Comparison & { outcomes: BookingOutcome[] };

/** How many movements are tried or booked at once: rows are locked meanwhile. */
export const BOOKED_MOST = 200;

async function bookRows(tx: Db, now: () => Date, rows: readonly StatementRow[]): Promise<Sum[]> {
  const receipts = rows.map(({ receipt }) => receipt);
  for (const { receipt, amount, account: typed, at, party, isTakenBack } of rows) {
    const payer = party === '' ? null : party.slice(0, 200);
    const cause = isTakenBack ? ('reversed' as const) : null;
    const sum = { receipt, amount, typed: typed.slice(0, 100), sentAt: new Date(at), payer, cause };
    await storeSum(tx, { ...sum, receivedAt: now() });
  }
  const isOne = inArray(sums.receipt, receipts);
  const stored = await tx.select().from(sums).where(isOne).orderBy(sums.sentAt, sums.id);
  const failed = await matchAll(
    servicesOf(tx, now),
    stored.filter(({ state }) => state === 'new'),
  );
  if (failed > 0) throw new Error(`${failed} sums of the statement could not be matched`);
  return await tx.select().from(sums).where(isOne).orderBy(sums.id);
}

const outcomeOf = ({ receipt, paymentId, cause, payable }: Sum): BookingOutcome =>
  paymentId === null
    ? { receipt, isCertain: false, cause, payable }
    : { receipt, isCertain: true, payment: paymentId, payable };

const tryBooking = async ({ db, now }: Desk, rows: readonly StatementRow[]) =>
  rows.length === 0
    ? []
    : await tryOut(db, async (tx) => (await bookRows(tx, now, rows)).map(outcomeOf));

/** Compares the rows of a statement with the books, and tries what is unknown without booking it. */
export async function compareStatement(
  { rows }: { rows: StatementRow[] },
  desk: Desk,
): Promise<ComparisonWithOutcomes> {
  const period = spanOf(rows) ?? { from: 0, until: 0 };
  const books = await readMoney(desk.db, {
    from: new Date(period.from),
    until: new Date(period.until),
    receipts: rows.flatMap(({ receipt, linked }) => (linked ? [receipt, linked] : [receipt])),
  });
  const compared = compare(rows, books, await readUnnamed(desk.db));
  const unknown = compared.unknown.map(({ row }) => row).slice(0, BOOKED_MOST);
  return { ...compared, outcomes: await tryBooking(desk, unknown) };
}

/** Books these movements, `BOOKED_MOST` at most, and returns those that were not booked before. */
export async function bookStatement(
  { rows, by }: { rows: StatementRow[]; by: By },
  { db, now }: Desk,
): Promise<BookingOutcome[]> {
  if (rows.length === 0) return [];
  const wanted = rows.slice(0, BOOKED_MOST);
  return await db.transaction(async (tx: Db) => {
    const isOne = inArray(
      sums.receipt,
      wanted.map(({ receipt }) => receipt),
    );
    const before = await tx.select({ id: sums.id }).from(sums).where(isOne);
    const isNew = (sum: Sum) => !before.some(({ id }) => id === sum.id);
    const booked = (await bookRows(tx, now, wanted)).filter(isNew);
    for (const { receipt } of booked) {
      const action = 'booked from the statement';
      await record(tx, { at: now(), by, action, subject: `sum ${receipt}` });
    }
    return booked.map(outcomeOf);
  });
}
