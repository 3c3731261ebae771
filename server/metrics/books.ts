/** The payments in numbers. */
import { count, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../db.ts';
import { paymentStateEnum, payments } from '../schema.ts';

export interface Books {
  /** How many payments each state has; every state is there. */
  states: Record<string, number>;
  /** By the clock of the database. */
  oldestOpenSeconds: number;
  reviews: number;
}

/** Reads the numbers; the database does the counting. */
export async function readBooks(db: Db): Promise<Books> {
  const states: Books['states'] = Object.fromEntries(
    paymentStateEnum.enumValues.map((state) => [state, 0]),
  );
  const counted = await db
    .select({ state: payments.state, count: count() })
    .from(payments)
    .groupBy(payments.state);
  for (const row of counted) states[row.state] = row.count;
  const age = sql`coalesce(extract(epoch from now() - min(${payments.createdAt})), 0)`;
  const [open] = await db
    .select({ seconds: age.mapWith(Number) })
    .from(payments)
    .where(inArray(payments.state, ['created', 'prompted', 'unknown']));
  const [waiting] = await db
    .select({ count: count() })
    .from(payments)
    .where(isNotNull(payments.review));
  return {
    states,
    oldestOpenSeconds: Math.max(0, open?.seconds ?? 0),
    reviews: waiting?.count ?? 0,
  };
}
