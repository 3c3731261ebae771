/** Asks M-Pesa about a payment that no callback has settled. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Gateway, QueryResult } from '../mpesa/gateway.ts';
import { payments } from '../db/schema/payments.ts';
import { provenBy, unprovenCallbacks } from './callback.ts';
import type { CallbackEvidence } from './callback.ts';
import { isOpen } from './machine.ts';
import { nextQuery, promptEnd } from './schedule.ts';
import type { PaymentTimings } from './schedule.ts';
import { applyEvidence } from './settle.ts';
import type { Services } from './settle.ts';
import { findPayment, recordEvent } from './store.ts';
import type { Payment } from './store.ts';

/** What M-Pesa is asked with. */
interface QueryServices extends Services {
  gateway: Gateway;
}

/** Stores when to ask next, unless somebody has changed it since `known` was read. */
async function askAt(
  { db }: QueryServices,
  known: Payment,
  nextQueryAt: Date | null,
): Promise<void> {
  const { id, nextQueryAt: before } = known;
  const isAsRead =
    before === null ? isNull(payments.nextQueryAt) : eq(payments.nextQueryAt, before);
  await db
    .update(payments)
    .set({ nextQueryAt })
    .where(and(eq(payments.id, id), isAsRead));
}

/** Books M-Pesa's answer; returns the payment as it is then. */
async function book(
  services: QueryServices,
  payment: Payment,
  answer: QueryResult,
): Promise<Payment | null> {
  const { db, now } = services;
  const source = { event: `query_${answer.kind}`, raw: answer.raw };
  if (answer.kind === 'paid') {
    // A callback that came before the push was answered knows the amount and the receipt.
    const callbacks = await unprovenCallbacks(db, payment.id);
    const early = callbacks.find((one) => one.ids.checkoutRequestId === payment.checkoutRequestId);
    const evidence = (early && provenBy(answer, early)) ?? ({ kind: 'paid' } as const);
    return applyEvidence(services, payment.id, evidence, source);
  }
  if (answer.kind === 'failed') {
    const evidence = { kind: 'result', code: answer.code } as const;
    return applyEvidence(services, payment.id, evidence, source);
  }
  const { event: kind, raw } = source;
  await recordEvent(db, { paymentId: payment.id, at: now(), kind, raw });
  return findPayment(db, payment.id);
}

/** Asks about the ids that callbacks gave; returns the payment once one of them is proven. */
async function proveOne(services: QueryServices, payment: Payment, callbacks: CallbackEvidence[]) {
  const { db, now, gateway } = services;
  for (const callback of callbacks) {
    const { checkoutRequestId } = callback.ids;
    const answer = await gateway.query(checkoutRequestId);
    const event = `query_${answer.kind}`;
    const { raw } = answer;
    const proof = provenBy(answer, callback);
    if (proof) {
      const known = await applyEvidence(services, payment.id, proof, { event, raw });
      if (known?.checkoutRequestId === checkoutRequestId) return known;
    } else {
      await recordEvent(db, { paymentId: payment.id, at: now(), kind: event, raw });
    }
  }
  return null;
}

/** Until when we wait for the ids of a push, in ms; longer when a callback has given some. */
function endOfWait(payment: Payment, hasCallback: boolean, timings: PaymentTimings): number {
  const created = payment.createdAt.getTime();
  if (payment.state === 'created') return created + timings.pushPatienceMs;
  return hasCallback ? created + timings.giveUpMs : promptEnd(payment, timings);
}

/** Without M-Pesa's ids of the push only callbacks can say what became of it, for some time. */
async function askWithoutIds(services: QueryServices, payment: Payment): Promise<void> {
  const { db, now, timings } = services;
  const callbacks = await unprovenCallbacks(db, payment.id);
  if (await proveOne(services, payment, callbacks)) return;
  const [newest] = callbacks;
  const isOver = (known: Payment) =>
    endOfWait(known, newest !== undefined, timings) <= now().getTime();
  let known: Payment | null = payment;
  if (known.state === 'created' && isOver(known)) {
    const source = { event: 'push_overdue' };
    known = await applyEvidence(services, payment.id, { kind: 'overdue' }, source);
  }
  if (known?.state === 'unknown' && isOver(known)) {
    const source = { event: 'given_up' };
    known = await applyEvidence(services, payment.id, { kind: 'hopeless' }, source);
  }
  if (!known || known.checkoutRequestId !== null) return;
  if (newest) {
    const named = { ...known, ...newest.ids };
    await askAt(services, known, nextQuery(named, false, now().getTime(), timings));
  } else if (isOpen(known.state)) {
    await askAt(services, known, new Date(endOfWait(known, false, timings)));
  }
}

/** Asks about one open payment, books the answer, and stores when to ask again. */
export async function queryPayment(services: QueryServices, payment: Payment): Promise<void> {
  const { now, gateway, timings } = services;
  if (payment.checkoutRequestId === null) return askWithoutIds(services, payment);
  const answer = await gateway.query(payment.checkoutRequestId);
  const known = await book(services, payment, answer);
  if (!known) return;
  const age = now().getTime() - known.createdAt.getTime();
  if (isOpen(known.state) && age >= timings.giveUpMs) {
    await applyEvidence(services, known.id, { kind: 'hopeless' }, { event: 'given_up' });
    return;
  }
  if (known.state === 'prompted' && promptEnd(known, timings) <= now().getTime()) {
    await applyEvidence(services, known.id, { kind: 'overdue' }, { event: 'overdue' });
  }
  const wasAnswered = answer.kind === 'failed';
  await askAt(services, known, nextQuery(known, wasAnswered, now().getTime(), timings));
}
