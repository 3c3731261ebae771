/** Reads the payments in numbers from the books: for the counts, the metrics and the notices. */
import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  min,
  sql,
} from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { DAY_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import type { Db } from '../../db/db.ts';
import { paymentEvents, payments, paymentStateEnum, sums } from '../../db/schema/payments.ts';
import { OPEN_STATES } from '../../payments/machine.ts';
import type { Period } from '../../process/nairobi.ts';

const { amount, amountReceived } = payments;
/** A sum of nothing is null. */
const sumOf = (column: PgColumn | SQL) => sql`coalesce(sum(${column}), 0)`.mapWith(Number);

/** How many payments each state has; every state is there. */
export async function countByState(db: Db): Promise<Record<string, number>> {
  const { state } = payments;
  const rows = await db.select({ state, n: count() }).from(payments).groupBy(state);
  return Object.fromEntries(
    paymentStateEnum.enumValues.map((name) => [
      name,
      rows.find((row) => row.state === name)?.n ?? 0,
    ]),
  );
}

/** How many payments a person must look at, and since when the oldest waits: the last event that changed its state. */
async function readReviews(db: Db) {
  const waiting = db
    .select({
      since: sql<Date>`coalesce(max(${paymentEvents.at}), ${payments.createdAt})`.as('since'),
    })
    .from(payments)
    .leftJoin(
      paymentEvents,
      and(eq(paymentEvents.paymentId, payments.id), isNotNull(paymentEvents.toState)),
    )
    .where(isNotNull(payments.review))
    .groupBy(payments.id)
    .as('waiting');
  const [row] = await db.select({ reviews: count(), oldest: min(waiting.since) }).from(waiting);
  const { reviews = 0, oldest = null } = row ?? {};
  return { reviews, oldestReview: oldest === null ? null : new Date(oldest) };
}

/** What waits for its end. Few rows of an index each, however many payments there are. */
export async function readWaiting(db: Db) {
  const age = sql`coalesce(extract(epoch from now() - min(${payments.createdAt})), 0)`;
  const [open] = await db
    .select({ seconds: age.mapWith(Number) })
    .from(payments)
    .where(inArray(payments.state, [...OPEN_STATES]));
  const [unmatched] = await db
    .select({ count: count(), ksh: sumOf(sums.amount), oldest: min(sums.receivedAt) })
    .from(sums)
    .where(eq(sums.state, 'unmatched'));
  return {
    /** By the clock of the database; 0 without any. */
    oldestOpenSeconds: Math.max(0, open?.seconds ?? 0),
    ...(await readReviews(db)),
    /** Sums of Pay Bill that match nothing, their Ksh, and since when the oldest of them waits. */
    unmatched: unmatched?.count ?? 0,
    unmatchedKsh: unmatched?.ksh ?? 0,
    oldestUnmatched: unmatched?.oldest ?? null,
  };
}

/** A prompt lives one to three minutes; its callback comes when it is answered, or at its end. */
const CALLBACK_MS = 10 * MINUTE_MS;

/** How many prompts without a callback say that callbacks have stopped. */
export const PROMPTS_JUDGED = 3;

/** Of the newest prompts of a day that should have been called back by now: how many there are, and were. */
export async function readCallbacks(
  db: Db,
  now: Date,
): Promise<{ prompts: number; calledBack: number }> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const callbacks = db
    .select({ one: sql`1` })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, payments.id), like(paymentEvents.kind, 'callback%')));
  const newest = await db
    .select({ isCalledBack: sql<boolean>`exists ${callbacks}` })
    .from(payments)
    .where(
      and(
        isNotNull(payments.checkoutRequestId),
        gt(payments.promptedAt, before(DAY_MS)),
        lt(payments.promptedAt, before(CALLBACK_MS)),
      ),
    )
    .orderBy(desc(payments.promptedAt))
    .limit(PROMPTS_JUDGED);
  const calledBack = newest.filter(({ isCalledBack }) => isCalledBack).length;
  return { prompts: newest.length, calledBack };
}

/** The day in Nairobi of a time in the database; no zone has to be known there. */
export const dayOf = (time: PgColumn) =>
  sql<string>`to_char(${time} at time zone 'UTC' + interval '3 hours', 'YYYY-MM-DD')`;

/** The money that came and stayed, by day and purpose. */
export async function readPaidByDay(db: Db, { from, until }: Period) {
  const { receivedAt, purpose, state, review, returnedAt } = payments;
  return await db
    .select({
      day: dayOf(receivedAt),
      purpose,
      payments: count(),
      ksh: sumOf(sql`coalesce(${amountReceived}, ${amount})`),
    })
    .from(payments)
    .where(
      and(
        gte(receivedAt, from),
        lt(receivedAt, until),
        eq(state, 'paid'),
        isNull(review),
        isNull(returnedAt),
      ),
    )
    .groupBy(sql`1`, purpose);
}
