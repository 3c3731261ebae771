/** What the payments for a thing have come to, as their payer is told. */
import { desc, inArray } from 'drizzle-orm';
import type { PaymentStatus } from '../../src/contract/schemas.ts';
import type { Context } from '../context.ts';
import { payments } from '../schema.ts';
import { isAboutMoney, isOpen } from './machine.ts';
import { CLOSED_REASONS, REVIEW_REASONS } from './reasons.ts';
import { isConfirmed, paymentsFor } from './store.ts';
import type { Payment } from './store.ts';

type Told = Pick<
  Payment,
  | 'publicId'
  | 'state'
  | 'reason'
  | 'review'
  | 'phone'
  | 'createdAt'
  | 'promptedAt'
  | 'settledAt'
  | 'checkoutRequestId'
>;

const MS_PER_S = 1000;

/** Of an open payment: where its prompt is, for how long by now, and whether it surely is. */
function pending(payment: Told, now: Date): PaymentStatus {
  const { phone, createdAt, promptedAt } = payment;
  const agoMs = now.getTime() - (promptedAt ?? createdAt).getTime();
  return {
    status: 'pending',
    phone,
    // Another instance's clock may be a little ahead of this one's.
    sent_seconds_ago: Math.max(0, Math.floor(agoMs / MS_PER_S)),
    confirmed: isConfirmed(payment),
  };
}

/** What is said of money among `rows` that waits for a person. */
function heldAmong(rows: readonly Told[]): Pick<PaymentStatus, 'review' | 'reason' | 'review_id'> {
  for (const { review, publicId } of rows) {
    if (!isAboutMoney(review)) continue;
    return { review: 'held', reason: REVIEW_REASONS[review], review_id: publicId };
  }
  return {};
}

/** How long the end of a review is told beside what was paid for, in ms: a month. */
const TOLD_MS = 30 * 24 * 60 * 60 * 1000;

const settledMs = ({ settledAt, createdAt }: Told) => (settledAt ?? createdAt).getTime();

/** That money among `rows` was sent back since the thing was paid for, while that is news. */
function returnedAmong(
  rows: readonly Told[],
  now: Date,
): Pick<PaymentStatus, 'reason' | 'review_id'> {
  const reason = CLOSED_REASONS.returned;
  const paidMs = rows.filter(({ state }) => state === 'paid').map(settledMs);
  const sinceMs = Math.max(now.getTime() - TOLD_MS, ...paidMs);
  const news = rows.find((row) => row.reason === reason && settledMs(row) >= sinceMs);
  return news ? { reason, review_id: news.publicId } : {};
}

const isClosed = ({ state, reason }: Told) =>
  state === 'failed' && Object.values<string | null>(CLOSED_REASONS).includes(reason);

/** Why nothing came of `rows`: what a person has closed since comes before the end of the last. */
function failureOf(rows: readonly [Told, ...Told[]]): Pick<PaymentStatus, 'reason'> {
  const [last] = rows;
  const closed = rows.filter((row) => isClosed(row) && settledMs(row) > settledMs(last));
  const [{ reason }] = [...closed.toSorted((a, b) => settledMs(b) - settledMs(a)), last];
  return reason === null ? {} : { reason };
}

/**
 * The status that `rows` (newest first, at least one) add up to. Money that fits nothing is told
 * whichever payment it came for. `isGiven`: the thing is paid for and running.
 */
export function statusOf(
  rows: readonly [Told, ...Told[]],
  isGiven: boolean,
  now: Date,
): PaymentStatus {
  const [last] = rows;
  if (isGiven || last.state === 'paid') {
    return { status: 'completed', ...returnedAmong(rows, now), ...heldAmong(rows) };
  }
  if (isOpen(last.state)) return pending(last, now);
  const held = heldAmong(rows.filter(({ state }) => state === 'needs_review'));
  if (held.review) return { status: 'failed', ...held };
  if (last.state === 'needs_review') {
    const reason = REVIEW_REASONS.unanswered;
    return { status: 'failed', review: 'unclear', reason, review_id: last.publicId };
  }
  return { status: 'failed', ...failureOf(rows) };
}

/** What the payments for the thing have come to; undefined when there was none. */
export async function statusFor(
  { db, now }: Pick<Context, 'db' | 'now'>,
  thing: string,
  isGiven: boolean,
): Promise<PaymentStatus | undefined> {
  const [last, ...older] = await paymentsFor(db, thing);
  return last && statusOf([last, ...older], isGiven, now());
}

/**
 * What the payments for many things have come to, in one query: by thing, without those that had
 * none. `isGiven` has the things asked for and whether each is paid for and running.
 */
export async function statusesFor(
  { db, now }: Pick<Context, 'db' | 'now'>,
  isGiven: ReadonlyMap<string, boolean>,
): Promise<Map<string, PaymentStatus>> {
  const statuses = new Map<string, PaymentStatus>();
  if (isGiven.size === 0) return statuses;
  const { publicId, thing, state, reason, review, phone } = payments;
  const { createdAt, promptedAt, settledAt, checkoutRequestId } = payments;
  const moments = { createdAt, promptedAt, settledAt };
  const rows = await db
    .select({ publicId, thing, state, reason, review, phone, ...moments, checkoutRequestId })
    .from(payments)
    .where(inArray(thing, [...isGiven.keys()]))
    .orderBy(desc(payments.id));
  const byThing = new Map<string, [Told, ...Told[]]>();
  for (const row of rows) {
    const newer = byThing.get(row.thing);
    if (newer) newer.push(row);
    else byThing.set(row.thing, [row]);
  }
  const at = now();
  for (const [key, told] of byThing) {
    statuses.set(key, statusOf(told, isGiven.get(key) === true, at));
  }
  return statuses;
}
