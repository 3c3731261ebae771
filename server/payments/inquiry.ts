/** Asks the provider what became of a payment that no callback has settled. */
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Gateway } from '../mpesa/gateway.ts';
import { payments } from '../schema.ts';
import { isOpen } from './machine.ts';
import { outcomeOf } from './reasons.ts';
import { applyEvidence } from './settle.ts';
import { claimDue, claimOne, recordEvent } from './store.ts';
import type { Payment } from './store.ts';
import { pauseAfter, promptEnd } from './timings.ts';
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

  async function askAgainIn(payment: Payment, ms: number): Promise<void> {
    const nextQueryAt = new Date(now().getTime() + ms);
    await db.update(payments).set({ nextQueryAt }).where(eq(payments.id, payment.id));
  }

  /** Without the provider's name for it only a callback can tell; that has an end. */
  async function waitForCallback(payment: Payment): Promise<void> {
    if (payment.state === 'created') {
      const overdue = { event: 'push_overdue' };
      const known = await applyEvidence(services, payment.id, { kind: 'overdue' }, overdue);
      if (known?.state === 'unknown') await askAgainIn(payment, leftOf(known));
      return;
    }
    const left = leftOf(payment);
    if (left > 0) return askAgainIn(payment, left);
    await applyEvidence(services, payment.id, { kind: 'hopeless' }, { event: 'given_up' });
  }

  async function ask(payment: Payment): Promise<void> {
    if (payment.checkoutRequestId === null) return waitForCallback(payment);
    const answer = await gateway.query(payment.checkoutRequestId);
    const told = { event: `query_${answer.kind}`, raw: answer.raw };
    if (answer.kind === 'paid') {
      await applyEvidence(services, payment.id, { kind: 'paid' }, told);
      return;
    }
    if (answer.kind === 'failed') {
      const evidence = { kind: 'result', code: answer.code } as const;
      await applyEvidence(services, payment.id, evidence, told);
      if (outcomeOf(answer.code) !== null) return;
    } else {
      await recordEvent(db, { paymentId: payment.id, at: now(), kind: told.event, raw: told.raw });
    }
    if (ageOf(payment) >= timings.giveUpMs) {
      await applyEvidence(services, payment.id, { kind: 'hopeless' }, { event: 'given_up' });
      return;
    }
    if (leftOf(payment) <= 0 && payment.state === 'prompted') {
      await applyEvidence(services, payment.id, { kind: 'overdue' }, { event: 'overdue' });
    }
    await askAgainIn(payment, pauseAfter(payment.queries, timings));
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
      if (payment && isOpen(payment.state)) await tryAsk(payment);
    },
  };
}
