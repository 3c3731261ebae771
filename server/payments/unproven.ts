/**
 * Callbacks that came while nobody knew the provider's name for the push: its answer was late or
 * lost. They are kept in the books and believed once that answer, or a query, names the same.
 */
import { and, desc, eq, like } from 'drizzle-orm';
import type { Db } from '../db.ts';
import type { QueryResult } from '../mpesa/gateway.ts';
import { paymentEvents } from '../schema.ts';
import { readCallback } from './callback.ts';
import type { CallbackEvidence } from './callback.ts';
import type { Evidence } from './judge.ts';

/** More than the provider ever sends; nobody makes us ask for any number of names. */
const MAX = 10;
const MARK = '_unproven';

/** The kind of the event that keeps a callback until it is proven. */
export const unprovenEvent = (event: string) => `${event}${MARK}`;

/** What is kept for the payment, newest first, one for each name. */
export async function unprovenCallbacks(db: Db, paymentId: number): Promise<CallbackEvidence[]> {
  const kept = await db
    .select({ raw: paymentEvents.raw })
    .from(paymentEvents)
    .where(
      and(eq(paymentEvents.paymentId, paymentId), like(paymentEvents.kind, `callback%${MARK}`)),
    )
    .orderBy(desc(paymentEvents.id))
    .limit(MAX);
  const byName = new Map<string, CallbackEvidence>();
  for (const { raw } of kept) {
    const evidence = readCallback(raw);
    const name = evidence?.ids.checkoutRequestId;
    if (evidence && name !== undefined && !byName.has(name)) byName.set(name, evidence);
  }
  return [...byName.values()];
}

/** What the provider's `answer` about the callback's name proves, or null for nothing. */
export function provenBy(answer: QueryResult, told: CallbackEvidence): Evidence | null {
  const { ids } = told;
  if (answer.kind === 'failed') return { kind: 'result', ids, isProven: true, code: answer.code };
  if (answer.kind !== 'paid') return null;
  // Amount and receipt are known from the callback alone.
  return told.kind === 'paid' ? { ...told, isProven: true } : { kind: 'paid', ids, isProven: true };
}
