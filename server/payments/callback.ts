/**
 * What M-Pesa calls back. A callback is unsigned: only the secret in its address says who sent it.
 * One that comes before we know M-Pesa's id of the push is stored as unproven. It is accepted once
 * the answer to the push, or a query, gives the same id.
 */
import { and, desc, eq, like } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../db/db.ts';
import { resultCode } from '../mpesa/darajaAnswers.ts';
import type { QueryResult } from '../mpesa/gateway.ts';
import { paymentEvents } from '../db/schema/payments.ts';
import type { CheckoutIds, Evidence } from './judge.ts';
import { rawOf, recordEvent } from './store.ts';
import type { EventInput } from './store.ts';

const id = z
  .string()
  .max(100)
  .regex(/^[\w.-]+$/);

const callbackSchema = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: id,
      CheckoutRequestID: id,
      ResultCode: resultCode,
      CallbackMetadata: z
        .object({
          Item: z.array(z.object({ Name: z.string(), Value: z.unknown().optional() })).max(50),
        })
        .nullish()
        .catch(null),
    }),
  }),
});

const amountSchema = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)])
  .transform(Number)
  .pipe(z.number());
/** In capitals: letters of both cases name one receipt. */
export const receiptSchema = z
  .string()
  .regex(/^[A-Za-z0-9]{6,20}$/, 'A receipt has 6 to 20 letters and digits, as RFD41ABCDE.')
  .toUpperCase();

const NAMED = /(?:TransID|ReceiptNumber|Receipt)\W+(?:Value\W+)?([A-Za-z0-9]{6,20})\b/i;
/** As M-Pesa writes them: ten capitals and digits, some of both. */
const LIKE_ONE = /\b(?=[A-Z]*\d)([A-Z][A-Z0-9]{9})\b/;

/** The receipt that a person sees in a body that cannot be read, in capitals; null for none. */
export function receiptIn(body: unknown): string | null {
  const written = typeof body === 'string' ? body : JSON.stringify(rawOf(body));
  // A form writes most signs as these.
  const text = written.replace(/%[0-9a-f]{2}/gi, ' ');
  return (NAMED.exec(text) ?? LIKE_ONE.exec(text))?.[1]?.toUpperCase() ?? null;
}

/** For the log, at the level of errors: it may be money that nobody else reports. */
export const UNREADABLE = 'what M-Pesa reports cannot be read: compare with its statement';

/** What a callback can say; it always has the ids of the push. */
export type CallbackEvidence = Extract<Evidence, { kind: 'paid' | 'result' | 'incomplete' }> & {
  ids: CheckoutIds;
};

/** What the body of a callback says, or null when it is no callback. Only result code 0 is paid. */
export function readCallback(body: unknown): CallbackEvidence | null {
  const parsed = callbackSchema.safeParse(body);
  if (!parsed.success) return null;
  const { MerchantRequestID, CheckoutRequestID, ResultCode, CallbackMetadata } =
    parsed.data.Body.stkCallback;
  const ids = { merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID };
  if (ResultCode !== 0) return { kind: 'result', ids, code: ResultCode };
  const item = (wanted: string) =>
    CallbackMetadata?.Item.find((entry) => entry.Name === wanted)?.Value;
  const amount = amountSchema.safeParse(item('Amount'));
  const receipt = receiptSchema.safeParse(item('MpesaReceiptNumber'));
  if (!amount.success || !receipt.success) return { kind: 'incomplete', ids };
  return { kind: 'paid', ids, amount: amount.data, receipt: receipt.data };
}

/** Far more callbacks than M-Pesa sends for one push, repeated and broken ones included. */
export const MAX_CALLBACKS = 40;
const NOT_STORED = 'callbacks_no_longer_stored';

/**
 * Stores an event that changes nothing; returns whether it was stored. Of callbacks only so many are
 * stored: a flood to one address must not fill the table. The first one too many leaves a note
 * instead. The payment must be locked.
 */
export async function recordQuiet(tx: Db, event: EventInput): Promise<boolean> {
  const { paymentId, at, kind } = event;
  if (!kind.startsWith('callback')) {
    await recordEvent(tx, event);
    return true;
  }
  const isCallback = like(paymentEvents.kind, 'callback%');
  const number = await tx.$count(
    paymentEvents,
    and(eq(paymentEvents.paymentId, paymentId), isCallback),
  );
  if (number < MAX_CALLBACKS) await recordEvent(tx, event);
  if (number === MAX_CALLBACKS) await recordEvent(tx, { paymentId, at, kind: NOT_STORED });
  return number < MAX_CALLBACKS;
}

/** More ids than M-Pesa ever sends for one push; each of them may cost one query. */
const MAX_UNPROVEN = 10;
const UNPROVEN = '_unproven';

/** The kind of the event that stores a callback until it is proven. */
export const unprovenEvent = (event: string) => `${event}${UNPROVEN}`;

/** The unproven callbacks of a payment, newest first, one for each checkout id. */
export async function unprovenCallbacks(db: Db, paymentId: number): Promise<CallbackEvidence[]> {
  const isUnproven = like(paymentEvents.kind, `callback%${UNPROVEN}`);
  const stored = await db
    .select({ raw: paymentEvents.raw })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), isUnproven))
    .orderBy(desc(paymentEvents.id))
    .limit(MAX_UNPROVEN);
  const byId = new Map<string, CallbackEvidence>();
  for (const { raw } of stored) {
    const evidence = readCallback(raw);
    if (evidence && !byId.has(evidence.ids.checkoutRequestId)) {
      byId.set(evidence.ids.checkoutRequestId, evidence);
    }
  }
  return [...byId.values()];
}

/** What M-Pesa's `answer` about the id of a callback proves; null for nothing. */
export function provenBy(answer: QueryResult, callback: CallbackEvidence): Evidence | null {
  const { ids } = callback;
  if (answer.kind === 'failed') return { kind: 'result', ids, isProven: true, code: answer.code };
  if (answer.kind !== 'paid') return null;
  // Only the callback knows amount and receipt.
  if (callback.kind === 'paid') return { ...callback, isProven: true };
  return { kind: 'paid', ids, isProven: true };
}
