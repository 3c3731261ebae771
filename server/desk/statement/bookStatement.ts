/**
 * Books money that came and that nobody reported, from the statement: as M-Pesa's confirmation of it would
 * have, so that the same rules decide what it pays for, and each receipt counts once.
 */
import { eq, inArray } from 'drizzle-orm';
import { tryOut } from '../tryOut.ts';
import type { Db } from '../../db/db.ts';
import { payments, sums } from '../../db/schema/payments.ts';
import { matchAll } from '../../payments/match.ts';
import { storeSum } from '../../payments/sums.ts';
import { readMoney, readUnnamed } from '../books/readMoney.ts';
import { servicesOf } from '../desk.ts';
import type { Desk } from '../desk.ts';
import { record } from '../operatorLog.ts';
import type { By } from '../operatorLog.ts';
import { compare, spanOf } from './compareStatement.ts';
import type { BookingOutcome, Comparison } from './compareStatement.ts';
import type { StatementRow } from './readStatement.ts';

/** How many movements are tried or booked at once: rows are locked meanwhile. */
const AT_ONCE = 200;

async function bookRows(tx: Db, now: () => Date, rows: readonly StatementRow[]) {
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
  const { id, receipt, paymentId, cause, payable } = sums;
  return await tx
    .select({ id, receipt, paymentId, cause, payable, wentBackAt: payments.returnedAt })
    .from(sums)
    .leftJoin(payments, eq(payments.id, sums.paymentId))
    .where(isOne)
    .orderBy(sums.id);
}

/** Compares the rows of a statement with the books, and tries what is unknown without booking it. */
export async function compareStatement(
  { rows }: { rows: StatementRow[] },
  { db, now }: Desk,
): Promise<Comparison> {
  const books = await readMoney(db, {
    ...(spanOf(rows) ?? { from: now(), until: now() }),
    receipts: rows.flatMap(({ receipt, linked }) => (linked ? [receipt, linked] : [receipt])),
  });
  const compared = compare(rows, books, await readUnnamed(db));
  const first = compared.unknown.slice(0, AT_ONCE).map(({ row }) => row);
  if (first.length === 0) return compared;
  const outcomes = await tryOut(db, (tx) => bookRows(tx, now, first));
  const unknown = compared.unknown.map((money) => {
    return { ...money, outcome: outcomes.find(({ receipt }) => receipt === money.row.receipt) };
  });
  return { ...compared, unknown };
}

/** Books these movements; returns those that were not booked before. */
export async function bookStatement(
  { rows, by }: { rows: StatementRow[]; by: By },
  { db, now }: Desk,
): Promise<BookingOutcome[]> {
  const outcomes: BookingOutcome[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const wanted = rows.slice(from, from + AT_ONCE);
    const receipts = wanted.map(({ receipt }) => receipt);
    await db.transaction(async (tx: Db) => {
      const isOne = inArray(sums.receipt, receipts);
      const before = await tx.select({ id: sums.id }).from(sums).where(isOne);
      const booked = (await bookRows(tx, now, wanted)).filter(
        (sum) => !before.some(({ id }) => id === sum.id),
      );
      for (const { receipt } of booked) {
        const action = 'booked from the statement';
        await record(tx, { at: now(), by, action, subject: `sum ${receipt}` });
      }
      outcomes.push(...booked);
    });
  }
  return outcomes;
}
