/** Reads the state of the world that notices are about. */
import { and, count, desc, eq, gt, isNotNull, like, lt, min, sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import type { Db } from '../../db/db.ts';
import { paymentEvents, payments, sums } from '../../db/schema.ts';
import { PROMPTS_JUDGED } from './causes.ts';
import type { Town } from './causes.ts';
import { readMarks } from './marks.ts';

/** A prompt lives one to three minutes; its callback comes when it is answered, or at its end. */
const CALLBACK_MS = 10 * MINUTE_MS;

/** Since when each payment in review waits: the last event that changed its state. */
async function readReviews(db: Db): Promise<Pick<Town, 'reviews' | 'oldestReview'>> {
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

/** The sums that match nothing. */
async function readUnmatched(db: Db): Promise<Pick<Town, 'unmatched' | 'oldestUnmatched'>> {
  const [row] = await db
    .select({ unmatched: count(), oldestUnmatched: min(sums.receivedAt) })
    .from(sums)
    .where(eq(sums.state, 'unmatched'));
  return row ?? { unmatched: 0, oldestUnmatched: null };
}

/** Of the newest prompts that should have been called back by now: how many were. */
async function readCallbacks(db: Db, now: Date): Promise<Pick<Town, 'prompts' | 'calledBack'>> {
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

/** What the database says of the town; few rows each, however many payments there are. */
export async function readTown(db: Db, now: Date): Promise<Town> {
  return {
    ...(await readMarks(db, now)),
    ...(await readReviews(db)),
    ...(await readUnmatched(db)),
    ...(await readCallbacks(db, now)),
  };
}
