/** Queries M-Pesa about payments that no callback has settled. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../calls/context.ts';
import { isAway } from '../db/faults.ts';
import type { Gateway, QueryResult } from '../mpesa/gateway.ts';
import { payments } from '../db/schema.ts';
import { every } from '../process/every.ts';
import { provenBy, unprovenCallbacks } from './callback.ts';
import type { CallbackEvidence } from './callback.ts';
import { isOpen } from './machine.ts';
import { nextQuery, promptEnd } from './schedule.ts';
import type { PaymentTimings } from './schedule.ts';
import { applyEvidence } from './settle.ts';
import { claimDue, claimOne, findPayment, recordEvent } from './store.ts';
import type { Payment } from './store.ts';

export interface Reconciler {
  /** Claims at most `limit` due payments and settles what can be settled; returns how many. */
  settleDue(limit: number): Promise<number>;
  /** Asks about one open payment, when it is due or `force` says now. Never throws. */
  settleOne(id: number, force?: boolean): Promise<void>;
  /** Does `work` when the database is back; tried again at every round. */
  later(work: () => Promise<unknown>): void;
  /** Settles due payments in the background from now on. */
  start(): void;
  /** Ends the background work; resolves when the round under way is done. */
  stop(): Promise<void>;
}

/** How many payments one round asks about at once. */
const BATCH = 20;

/**
 * Any number of processes may run one on the same database: each payment is claimed by one. Each round
 * calls `matchNew`, for sums that a server has stored and did not live to decide about.
 */
export function createReconciler(
  ctx: Context,
  gateway: Gateway,
  timings: PaymentTimings,
  matchNew: () => Promise<void>,
): Reconciler {
  const { db, now, log } = ctx;
  const services = { db, now, log, timings };

  const claim = () => {
    const at = now();
    return { now: at, until: new Date(at.getTime() + timings.claimMs) };
  };

  /** Stores when to ask next, unless somebody has changed it since `known` was read. */
  async function askAt(known: Payment, nextQueryAt: Date | null): Promise<void> {
    const { id, nextQueryAt: before } = known;
    const isAsRead =
      before === null ? isNull(payments.nextQueryAt) : eq(payments.nextQueryAt, before);
    await db
      .update(payments)
      .set({ nextQueryAt })
      .where(and(eq(payments.id, id), isAsRead));
  }

  /** Books M-Pesa's answer; returns the payment as it is then. */
  async function book(payment: Payment, answer: QueryResult): Promise<Payment | null> {
    const source = { event: `query_${answer.kind}`, raw: answer.raw };
    if (answer.kind === 'paid') {
      // A callback that came before the push was answered knows the amount and the receipt.
      const callbacks = await unprovenCallbacks(db, payment.id);
      const early = callbacks.find(
        (one) => one.ids.checkoutRequestId === payment.checkoutRequestId,
      );
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
  async function proveOne(payment: Payment, callbacks: CallbackEvidence[]) {
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
  function endOfWait(payment: Payment, hasCallback: boolean): number {
    const created = payment.createdAt.getTime();
    if (payment.state === 'created') return created + timings.pushPatienceMs;
    return hasCallback ? created + timings.giveUpMs : promptEnd(payment, timings);
  }

  /** Without M-Pesa's ids of the push only callbacks can say what became of it, for some time. */
  async function askWithoutIds(payment: Payment): Promise<void> {
    const callbacks = await unprovenCallbacks(db, payment.id);
    if (await proveOne(payment, callbacks)) return;
    const [newest] = callbacks;
    const isOver = (known: Payment) => endOfWait(known, newest !== undefined) <= now().getTime();
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
      await askAt(known, nextQuery(named, false, now().getTime(), timings));
    } else if (isOpen(known.state)) {
      await askAt(known, new Date(endOfWait(known, false)));
    }
  }

  async function ask(payment: Payment): Promise<void> {
    if (payment.checkoutRequestId === null) return askWithoutIds(payment);
    const answer = await gateway.query(payment.checkoutRequestId);
    const known = await book(payment, answer);
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
    await askAt(known, nextQuery(known, wasAnswered, now().getTime(), timings));
  }

  /** A payment that cannot be settled now stays claimed for a while and is then due again. */
  async function tryAsk(payment: Payment): Promise<void> {
    try {
      await ask(payment);
    } catch (error) {
      log.error({ err: error, payment: payment.id }, 'a payment could not be settled');
    }
  }

  async function settleDue(limit: number): Promise<number> {
    const due = await claimDue(db, claim(), limit);
    await Promise.all(due.map(tryAsk));
    return due.length;
  }

  let postponed: (() => Promise<unknown>)[] = [];

  /** Does what was postponed; what fails because the database is away waits for the next round. */
  async function catchUp(): Promise<void> {
    const works = postponed;
    postponed = [];
    for (const work of works) {
      try {
        await work();
      } catch (error) {
        log.error({ err: error }, 'the answer to a push could not be booked');
        if (isAway(error)) postponed.push(work);
      }
    }
  }

  async function run(): Promise<'more' | undefined> {
    try {
      await catchUp();
      await matchNew();
      return (await settleDue(BATCH)) === BATCH ? 'more' : undefined;
    } catch (error) {
      log.error({ err: error }, 'the reconciler could not look for due payments');
      return undefined;
    }
  }

  /** Absent while it is stopped. */
  let end: (() => Promise<void>) | undefined;

  return {
    settleDue,
    async settleOne(id, force = false) {
      try {
        const payment = await claimOne(db, id, claim(), force);
        if (payment) await tryAsk(payment);
      } catch (error) {
        log.error({ err: error, payment: id }, 'a payment could not be claimed');
      }
    },
    later(work) {
      postponed.push(work);
    },
    start() {
      end ??= every(timings.tickMs, run);
    },
    async stop() {
      await end?.();
      end = undefined;
      await catchUp();
    },
  };
}
