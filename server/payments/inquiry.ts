/** Asks the provider what became of a payment that no callback has settled. */
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Gateway, QueryResult } from '../mpesa/gateway.ts';
import { payments } from '../schema.ts';
import { isOpen } from './machine.ts';
import { nextQuery, promptEnd } from './schedule.ts';
import { applyEvidence } from './settle.ts';
import { claimDue, claimOne, findPayment, recordEvent } from './store.ts';
import type { Payment } from './store.ts';
import type { PaymentTimings } from './timings.ts';

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
  const leftOf = (payment: Payment) => promptEnd(payment, timings) - now().getTime();

  async function askAt(payment: Payment, nextQueryAt: Date | null): Promise<void> {
    await db.update(payments).set({ nextQueryAt }).where(eq(payments.id, payment.id));
  }

  /** Without the provider's name for it only a callback can tell; that has an end. */
  async function waitForCallback(payment: Payment): Promise<void> {
    let waiting: Payment | null = payment;
    if (payment.state === 'created') {
      const overdue = { event: 'push_overdue' };
      waiting = await applyEvidence(services, payment.id, { kind: 'overdue' }, overdue);
    }
    if (!waiting || !isOpen(waiting.state)) return;
    const left = leftOf(waiting);
    if (left > 0) return askAt(waiting, new Date(now().getTime() + left));
    await applyEvidence(services, payment.id, { kind: 'hopeless' }, { event: 'given_up' });
  }

  /** Books what the provider says; answers the payment as it is then. */
  async function hear(payment: Payment, answer: QueryResult): Promise<Payment | null> {
    const told = { event: `query_${answer.kind}`, raw: answer.raw };
    if (answer.kind === 'paid') return applyEvidence(services, payment.id, { kind: 'paid' }, told);
    if (answer.kind === 'failed') {
      const evidence = { kind: 'result', code: answer.code } as const;
      return applyEvidence(services, payment.id, evidence, told);
    }
    await recordEvent(db, { paymentId: payment.id, at: now(), kind: told.event, raw: told.raw });
    return findPayment(db, payment.id);
  }

  async function ask(payment: Payment): Promise<void> {
    if (payment.checkoutRequestId === null) return waitForCallback(payment);
    const answer = await gateway.query(payment.checkoutRequestId);
    const known = await hear(payment, answer);
    if (!known || known.state === 'paid') return;
    if (isOpen(known.state) && ageOf(known) >= timings.giveUpMs) {
      await applyEvidence(services, known.id, { kind: 'hopeless' }, { event: 'given_up' });
      return;
    }
    if (known.state === 'prompted' && leftOf(known) <= 0) {
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
