/** The reviews of one outage of M-Pesa: prompts whose pushes it never answered, shortly after each other. */
import { asc, eq } from 'drizzle-orm';
import { MINUTE_MS } from '../../src/contract/time.ts';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import { payments } from '../db/schema/payments.ts';
import type { Payment } from '../payments/store.ts';
import { localTime } from '../process/nairobi.ts';
import { closeReview } from './closeReview.ts';
import { OperatorError } from './operatorError.ts';
import { record } from './operatorLog.ts';
import type { By } from './operatorLog.ts';

/** Longer without a push that stays unanswered, and it is another outage. */
const APART_MS = 30 * MINUTE_MS;

/** The outages in these reviews, by payment, oldest first, and the reviews that are of none; a review alone is none. */
export function partOutages<Row extends Payment>(
  reviews: readonly Row[],
): { outages: Row[][]; single: Row[] } {
  const groups: Row[][] = [];
  const waiting = reviews.filter(
    (row) => row.review === 'unanswered' && row.checkoutRequestId === null,
  );
  for (const row of waiting.toSorted((one, other) => one.id - other.id)) {
    const group = groups.at(-1);
    const last = group?.at(-1)?.createdAt.getTime() ?? -Infinity;
    if (group && row.createdAt.getTime() - last <= APART_MS) group.push(row);
    else groups.push([row]);
  }
  const outages = groups.filter((group) => group.length > 1);
  const ofOutages = new Set(outages.flat());
  return { outages, single: reviews.filter((row) => !ofOutages.has(row)) };
}

const timeOf = (row?: Payment) => localTime(row?.createdAt ?? new Date(0)).slice(0, 16);

/** An outage in a line: when, how many, how much was asked for. */
export function outageLine(rows: readonly Payment[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  const asked = rows.reduce((sum, { amount }) => sum + amount, 0);
  return `M-Pesa was down, ${timeOf(first)} to ${timeOf(last)}: ${rows.length} payments (#${first?.id} to #${last?.id}), Ksh ${asked.toLocaleString('en-KE')} asked`;
}

/** The payments of the outage that this one is of. Throws an `OperatorError` where it is of none. */
export async function readOutage(db: Db, paymentId: number): Promise<Payment[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.review, 'unanswered'))
    .orderBy(asc(payments.id));
  const { outages } = partOutages(rows);
  const outage = outages.find((group) => group.some(({ id }) => id === paymentId));
  if (!outage) throw new OperatorError(`Payment ${paymentId} waits for nothing with others.`);
  return outage;
}

/** Closes all reviews of an outage as "nothing", but those whose money has come meanwhile; says how many. */
export async function closeOutage(
  { paymentId, by }: { paymentId: number; by: By },
  { db, now }: Pick<Context, 'db' | 'now'>,
): Promise<string[]> {
  const outage = await readOutage(db, paymentId);
  let closed = 0;
  for (const { id } of outage) {
    const isDone = await db.transaction(async (tx: Db) => {
      const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
      if (row?.review !== 'unanswered') return false;
      await record(tx, { at: now(), by, action: 'closed as nothing', subject: `payment ${id}` });
      const note = by.reason;
      await closeReview({ db: tx, now }, { paymentId: id, decision: 'nothing', note });
      return true;
    });
    if (isDone) closed += 1;
  }
  const others = outage.length - closed;
  return [
    `${closed} payments were closed as nothing.${others > 0 ? ` Of ${others} M-Pesa spoke meanwhile.` : ''}`,
  ];
}
