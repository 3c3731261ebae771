/** The rows of the payments. */
import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { isSame } from '../calls/signing.ts';
import type { Db } from '../db/db.ts';
import { paymentEvents, payments } from '../db/schema/payments.ts';
import { OPEN_STATES } from './machine.ts';

export type Payment = typeof payments.$inferSelect;

/** Whether M-Pesa has taken the push: without its id, the push may be refused or lost. */
export function isConfirmed({ checkoutRequestId }: Pick<Payment, 'checkoutRequestId'>): boolean {
  return checkoutRequestId !== null;
}

const RAW_MAX = 4000;
const RAW_DEPTH = 12;
/** PostgreSQL's JSON takes neither the zero character nor half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.replace(UNSTORABLE, '\uFFFD');
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.map((item) => clean(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [clean(key, 0), clean(item, depth - 1)]),
  );
}

/** What somebody sent, as the database can store it: cleaned, and cut when it is long or deep. */
export function rawOf(value: unknown): unknown {
  const cleaned = clean(value, RAW_DEPTH) ?? null;
  const text = JSON.stringify(cleaned);
  return text.length <= RAW_MAX
    ? cleaned
    : { cut: text.slice(0, RAW_MAX).replace(UNSTORABLE, '\uFFFD') };
}

/** A new payment's id for the app, and the secret of its callback address with the hash. */
export function newSecrets() {
  const publicId = randomBytes(12).toString('hex');
  const secret = publicId + randomBytes(24).toString('hex');
  return { publicId, secret, callbackHash: hashSecret(secret) };
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The payment whose callback address ends in `secret`, or null. */
export async function findBySecret(db: Db, secret: string): Promise<Payment | null> {
  const publicId = /^([0-9a-f]{24})[0-9a-f]{48}$/.exec(secret)?.[1];
  if (publicId === undefined) return null;
  const [payment] = await db.select().from(payments).where(eq(payments.publicId, publicId));
  return payment && isSame(payment.callbackHash, hashSecret(secret)) ? payment : null;
}

export async function findPayment(db: Db, id: number): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment ?? null;
}

/** All payments for the payable with this key, newest first; an open one is always the newest. */
export function paymentsFor(db: Db, key: string): Promise<Payment[]> {
  return db.select().from(payments).where(eq(payments.payable, key)).orderBy(desc(payments.id));
}

/** The payment, its row locked until the transaction ends. */
export async function lockPayment(tx: Db, id: number): Promise<Payment | null> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return payment ?? null;
}

/** The open payment for the payable with this key, or null. */
export async function openFor(db: Db, key: string): Promise<Payment | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.payable, key), inArray(payments.state, [...OPEN_STATES])));
  return payment ?? null;
}

/** How the kind of an event ends by which a payment that has its money got other money. */
export const SECOND = '_second';

export type EventInput = typeof paymentEvents.$inferInsert & { at: Date };

export async function recordEvent(db: Db, event: EventInput): Promise<void> {
  await db.insert(paymentEvents).values({ ...event, raw: rawOf(event.raw) });
}

interface Claim {
  now: Date;
  /** Until when no other process may claim them. */
  until: Date;
}

/**
 * Claims up to `limit` payments whose query is due, by moving their next query ahead. However many
 * processes claim, each payment goes to exactly one of them.
 */
export function claimDue(db: Db, { now, until }: Claim, limit: number): Promise<Payment[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(ne(payments.state, 'paid'), lte(payments.nextQueryAt, now)))
    .orderBy(payments.nextQueryAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(payments)
    .set({ nextQueryAt: until, queries: sql`${payments.queries} + 1` })
    .where(inArray(payments.id, due))
    .returning();
}

/** Claims one open payment, when its query is due or `force` says now. */
export async function claimOne(
  db: Db,
  id: number,
  { now, until }: Claim,
  force = false,
): Promise<Payment | null> {
  const isDue = force ? undefined : lte(payments.nextQueryAt, now);
  const [payment] = await db
    .update(payments)
    .set({ nextQueryAt: until, queries: sql`${payments.queries} + 1` })
    .where(and(eq(payments.id, id), inArray(payments.state, [...OPEN_STATES]), isDue))
    .returning();
  return payment ?? null;
}
