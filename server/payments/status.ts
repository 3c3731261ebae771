/** The status of the payments for one payable, as their payer reads it. */
import { and, desc, inArray, like } from 'drizzle-orm';
import type { PaymentStatus } from '../../src/contract/schemas.ts';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Context } from '../calls/context.ts';
import { outcomeOf } from '../mpesa/codes.ts';
import type { Db } from '../db/db.ts';
import { paymentEvents, payments } from '../db/schema/payments.ts';
import { isAboutMoney, isOpen } from './machine.ts';
import { CLOSED_REASONS, REVIEW_REASONS, reviewReason } from './reasons.ts';
import { isConfirmed, paymentsFor, SECOND } from './store.ts';
import type { Payment } from './store.ts';
import { unmatchedFor } from './sums.ts';

const MS_PER_S = 1000;

/** Of an open payment: the phone of its prompt, its age, and whether M-Pesa has confirmed it. */
function pending(payment: Payment, now: Date): PaymentStatus {
  const { phone, createdAt, promptedAt } = payment;
  const agoMs = now.getTime() - (promptedAt ?? createdAt).getTime();
  return {
    status: 'pending',
    ...(phone !== null && { phone }),
    // Another instance's clock may be a little ahead of this one's.
    sent_seconds_ago: Math.max(0, Math.floor(agoMs / MS_PER_S)),
    confirmed: isConfirmed(payment),
  };
}

/** The review of money among `rows` that waits for a person; empty for none. */
function heldAmong(
  rows: readonly Payment[],
): Pick<PaymentStatus, 'review' | 'reason' | 'review_id'> {
  for (const row of rows) {
    const { review, publicId } = row;
    if (!isAboutMoney(review)) continue;
    return { review: 'held', reason: reviewReason(review, row), review_id: publicId };
  }
  return {};
}

/** How long the end of a review is shown beside what was paid for, in ms: a month. */
const SHOWN_MS = 30 * DAY_MS;

const settledMs = ({ settledAt, createdAt }: Payment) => (settledAt ?? createdAt).getTime();

/** The note that money among `rows` was sent back after the payable was paid for; for a month. */
function returnedAmong(
  rows: readonly Payment[],
  now: Date,
): Pick<PaymentStatus, 'reason' | 'review_id'> {
  const reason = CLOSED_REASONS.returned;
  const paidMs = rows.filter(({ state }) => state === 'paid').map(settledMs);
  const sinceMs = Math.max(now.getTime() - SHOWN_MS, ...paidMs);
  const news = rows.find(
    (row) => row.reason === reason && (row.returnedAt?.getTime() ?? settledMs(row)) >= sinceMs,
  );
  return news ? { reason, review_id: news.publicId } : {};
}

const isClosed = ({ state, reason }: Payment) =>
  state === 'failed' && Object.values<string | null>(CLOSED_REASONS).includes(reason);

/** Why `rows` failed: a review that a person closed after the last payment ended comes first. */
function failureOf(rows: readonly [Payment, ...Payment[]]): Pick<PaymentStatus, 'reason'> {
  const [last] = rows;
  const closed = rows.filter((row) => isClosed(row) && settledMs(row) > settledMs(last));
  const [{ reason }] = [...closed.toSorted((a, b) => settledMs(b) - settledMs(a)), last];
  return reason === null ? {} : { reason };
}

/** Which way the money of a payment came; null where a sum came while its prompt was out, which may be either. */
export function wayOf({
  phone,
  resultCode,
}: Pick<Payment, 'phone' | 'resultCode'>): NonNullable<PaymentStatus['paid_through']> | null {
  if (resultCode === 0) return 'prompt';
  const isPromptOver = resultCode !== null && outcomeOf(resultCode) !== null;
  return phone === null || isPromptOver ? 'pay_bill' : null;
}

/**
 * These rows, without its phone each one whose prompt brought a second receipt: the first, its own money, came from
 * the menu.
 */
async function withSecond(db: Db, rows: Payment[]): Promise<Payment[]> {
  const undecided = rows.filter((row) => row.state === 'paid' && wayOf(row) === null);
  if (undecided.length === 0) return rows;
  const ids = undecided.map(({ id }) => id);
  const { paymentId, kind } = paymentEvents;
  const found = await db
    .selectDistinct({ paymentId })
    .from(paymentEvents)
    .where(and(inArray(paymentId, ids), like(kind, `%${SECOND}`)));
  const seconds = new Set(found.map((event) => event.paymentId));
  return rows.map((row) => (seconds.has(row.id) ? { ...row, phone: null } : row));
}

/** Of the last paid one of several: which way its money came, and M-Pesa's receipt of it. */
function paidBy(rows: readonly Payment[]): Pick<PaymentStatus, 'paid_through' | 'receipt'> {
  const paid = rows.find(({ state }) => state === 'paid');
  if (!paid) return {};
  const way = wayOf(paid);
  return {
    ...(way !== null && { paid_through: way }),
    ...(paid.receipt !== null && { receipt: paid.receipt }),
  };
}

/**
 * The status of `rows` together (newest first, at least one). Money in review is reported
 * whichever of the payments it came for. `isGiven`: the payable is paid for and running.
 */
export function statusOf(
  rows: readonly [Payment, ...Payment[]],
  isGiven: boolean,
  now: Date,
): PaymentStatus {
  const [last] = rows;
  if (isGiven || last.state === 'paid') {
    const other = { ...returnedAmong(rows, now), ...heldAmong(rows) };
    return { status: 'completed', ...paidBy(rows), ...other };
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

/**
 * The status of the payments for the payable with this key, with the sums that came for it and pay for nothing;
 * undefined when there is neither.
 */
export async function statusFor(
  { db, now }: Pick<Context, 'db' | 'now'>,
  key: string,
  isGiven: boolean,
): Promise<PaymentStatus | undefined> {
  const [last, ...older] = await withSecond(db, await paymentsFor(db, key));
  const unmatched = await unmatchedFor(db, key);
  const status = last && statusOf([last, ...older], isGiven, now());
  if (unmatched.length === 0) return status;
  return { ...(status ?? { status: isGiven ? 'completed' : 'unpaid' }), unmatched };
}

/**
 * The statuses of the payments for many payables, in one query: by key, without the keys that have
 * no payment. `isGiven` has the keys, and whether each payable is paid for and running.
 */
export async function statusesFor(
  { db, now }: Pick<Context, 'db' | 'now'>,
  isGiven: ReadonlyMap<string, boolean>,
): Promise<Map<string, PaymentStatus>> {
  const statuses = new Map<string, PaymentStatus>();
  if (isGiven.size === 0) return statuses;
  const found = await db
    .select()
    .from(payments)
    .where(inArray(payments.payable, [...isGiven.keys()]))
    .orderBy(desc(payments.id));
  const byKey = new Map<string, [Payment, ...Payment[]]>();
  for (const row of await withSecond(db, found)) {
    const newer = byKey.get(row.payable);
    if (newer) newer.push(row);
    else byKey.set(row.payable, [row]);
  }
  const at = now();
  for (const [key, rows] of byKey) {
    statuses.set(key, statusOf(rows, isGiven.get(key) === true, at));
  }
  return statuses;
}
