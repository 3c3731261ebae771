/** Asks the provider what became of a payment that no callback has settled. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Gateway, QueryResult } from '../mpesa/gateway.ts';
import { payments } from '../schema.ts';
import type { CallbackEvidence } from './callback.ts';
import { isOpen } from './machine.ts';
import { nextQuery, promptEnd } from './schedule.ts';
import { applyEvidence } from './settle.ts';
import { claimDue, claimOne, findPayment, recordEvent } from './store.ts';
import type { Payment } from './store.ts';
import type { PaymentTimings } from './timings.ts';
import { provenBy, unprovenCallbacks } from './unproven.ts';

export interface Inquiry {
  /** Claims at most `limit` due payments and settles what can be settled; answers how many. */
  settleDue(limit: number): Promise<number>;
  /** Asks for one open payment, when it is due or `force` says now. */
  settleOne(id: number, force?: boolean): Promise<void>;
}

/** The asking side of the payments; safe in any number of processes on one database. */
export function createInquiry(ctx: Context, gateway: Gateway, timings: PaymentTimings): Inquiry {
  const { db, now, log } = ctx;
  const services = { db, now, log, timings };

  const claim = () => {
    const at = now();
    return { now: at, until: new Date(at.getTime() + timings.claimMs) };
  };
  const ageOf = (payment: Payment) => now().getTime() - payment.createdAt.getTime();

  /** Says when to ask next, unless somebody has said so since `known` was read. */
  async function askAt(known: Payment, nextQueryAt: Date | null): Promise<void> {
    const { id, nextQueryAt: before } = known;
    const isAsRead =
      before === null ? isNull(payments.nextQueryAt) : eq(payments.nextQueryAt, before);
    await db
      .update(payments)
      .set({ nextQueryAt })
      .where(and(eq(payments.id, id), isAsRead));
  }

  /** Books what the provider says; answers the payment as it is then. */
  async function hear(payment: Payment, answer: QueryResult): Promise<Payment | null> {
    const told = { event: `query_${answer.kind}`, raw: answer.raw };
    if (answer.kind === 'paid') {
      // A callback that came before the push was answered knows the amount and the receipt.
      const callbacks = await unprovenCallbacks(db, payment.id);
      const early = callbacks.find(
        (one) => one.ids.checkoutRequestId === payment.checkoutRequestId,
      );
      const evidence = (early && provenBy(answer, early)) ?? ({ kind: 'paid' } as const);
      return applyEvidence(services, payment.id, evidence, told);
    }
    if (answer.kind === 'failed') {
      const evidence = { kind: 'result', code: answer.code } as const;
      return applyEvidence(services, payment.id, evidence, told);
    }
    await recordEvent(db, { paymentId: payment.id, at: now(), kind: told.event, raw: told.raw });
    return findPayment(db, payment.id);
  }

  /** Asks about the names that callbacks gave; answers the payment once one is proven. */
  async function proveOne(payment: Payment, callbacks: CallbackEvidence[]) {
    for (const told of callbacks) {
      const name = told.ids.checkoutRequestId;
      const answer = await gateway.query(name);
      const event = `query_${answer.kind}`;
      const { raw } = answer;
      const proof = provenBy(answer, told);
      if (proof) {
        const known = await applyEvidence(services, payment.id, proof, { event, raw });
        if (known?.checkoutRequestId === name) return known;
      } else {
        await recordEvent(db, { paymentId: payment.id, at: now(), kind: event, raw });
      }
    }
    return null;
  }

  /** Until when a payment without a name is waited for; one that a callback has named for longer. */
  function endOfWait(payment: Payment, isNamed: boolean): number {
    const created = payment.createdAt.getTime();
    if (payment.state === 'created') return created + timings.pushPatienceMs;
    return isNamed ? created + timings.giveUpMs : promptEnd(payment, timings);
  }

  /** Without the provider's name for it only callbacks can tell; that has an end. */
  async function askNameless(payment: Payment): Promise<void> {
    const callbacks = await unprovenCallbacks(db, payment.id);
    if (await proveOne(payment, callbacks)) return;
    const [told] = callbacks;
    const isOver = (known: Payment) => endOfWait(known, told !== undefined) <= now().getTime();
    let known: Payment | null = payment;
    if (known.state === 'created' && isOver(known)) {
      const overdue = { event: 'push_overdue' };
      known = await applyEvidence(services, payment.id, { kind: 'overdue' }, overdue);
    }
    if (known?.state === 'unknown' && isOver(known)) {
      const given = { event: 'given_up' };
      known = await applyEvidence(services, payment.id, { kind: 'hopeless' }, given);
    }
    if (!known || known.checkoutRequestId !== null) return;
    if (told) {
      await askAt(known, nextQuery({ ...known, ...told.ids }, false, now().getTime(), timings));
    } else if (isOpen(known.state)) {
      await askAt(known, new Date(endOfWait(known, false)));
    }
  }

  async function ask(payment: Payment): Promise<void> {
    if (payment.checkoutRequestId === null) return askNameless(payment);
    const answer = await gateway.query(payment.checkoutRequestId);
    const known = await hear(payment, answer);
    if (!known || known.state === 'paid') return;
    if (isOpen(known.state) && ageOf(known) >= timings.giveUpMs) {
      await applyEvidence(services, known.id, { kind: 'hopeless' }, { event: 'given_up' });
      return;
    }
    if (known.state === 'prompted' && promptEnd(known, timings) <= now().getTime()) {
      await applyEvidence(services, known.id, { kind: 'overdue' }, { event: 'overdue' });
    }
    const wasAnswered = answer.kind === 'failed';
    await askAt(known, nextQuery(known, wasAnswered, now().getTime(), timings));
  }

  /** One that cannot be settled now stays claimed for a while and is then due again. */
  async function tryAsk(payment: Payment): Promise<void> {
    try {
      await ask(payment);
    } catch (error) {
      log.error({ err: error, payment: payment.id }, 'a payment could not be settled');
    }
  }

  return {
    async settleDue(limit) {
      const due = await claimDue(db, claim(), limit);
      await Promise.all(due.map(tryAsk));
      return due.length;
    },
    async settleOne(id, force = false) {
      const payment = await claimOne(db, id, claim(), force);
      if (payment) await tryAsk(payment);
    },
  };
}
