/** The payments in numbers. */
import { count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { OPEN_STATES } from '../../payments/machine.ts';
import { payments, paymentStateEnum, sums } from '../../db/schema.ts';

/** What is not over. */
export interface Waiting {
  /** By the clock of the database. */
  oldestOpenSeconds: number;
  reviews: number;
  /** Sums of Pay Bill that match nothing. */
  unmatched: number;
}

/** Few rows of an index each, however many payments there are. */
export async function readWaiting(db: Db): Promise<Waiting> {
  const age = sql`coalesce(extract(epoch from now() - min(${payments.createdAt})), 0)`;
  const [open] = await db
    .select({ seconds: age.mapWith(Number) })
    .from(payments)
    .where(inArray(payments.state, [...OPEN_STATES]));
  const reviews = await db.$count(payments, isNotNull(payments.review));
  const unmatched = await db.$count(sums, eq(sums.state, 'unmatched'));
  return { oldestOpenSeconds: Math.max(0, open?.seconds ?? 0), reviews, unmatched };
}

/** How many payments each state has; every state is there. It reads all of an index. */
export async function countByState(db: Db): Promise<Record<string, number>> {
  const counted = await db
    .select({ state: payments.state, count: count() })
    .from(payments)
    .groupBy(payments.state);
  return {
    ...Object.fromEntries(paymentStateEnum.enumValues.map((state) => [state, 0])),
    ...Object.fromEntries(counted.map((row) => [row.state, row.count])),
  };
}
