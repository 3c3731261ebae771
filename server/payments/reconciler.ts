/** Settles in the background what no callback has settled: one round after the other. */
import type { Context } from '../calls/context.ts';
import { isAway } from '../db/faults.ts';
import type { Gateway } from '../mpesa/gateway.ts';
import { every } from '../process/every.ts';
import { queryPayment } from './queryPayment.ts';
import type { PaymentTimings } from './schedule.ts';
import { claimDue, claimOne } from './store.ts';
import type { Payment } from './store.ts';

/** How many payments one round asks about at once. */
const BATCH = 20;

export type Reconciler = ReturnType<typeof createReconciler>;

/**
 * Any number of processes may run one on the same database: each payment is claimed by one. Each round
 * calls `matchNew`, for sums that a server has stored and did not live to decide about.
 */
export function createReconciler(
  ctx: Context,
  gateway: Gateway,
  timings: PaymentTimings,
  matchNew: () => Promise<void>,
) {
  const { db, now, log } = ctx;
  const services = { db, now, log, timings, gateway };

  const claim = () => {
    const at = now();
    return { now: at, until: new Date(at.getTime() + timings.claimMs) };
  };

  /** A payment that cannot be settled now stays claimed for a while and is then due again. */
  async function tryAsk(payment: Payment): Promise<void> {
    try {
      await queryPayment(services, payment);
    } catch (error) {
      log.error({ err: error, payment: payment.id }, 'a payment could not be settled');
    }
  }

  /** Claims at most `limit` due payments and settles what can be settled; returns how many. */
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

  const { start, stop } = every(timings.tickMs, run);

  return {
    settleDue,
    /** Asks about one open payment, when it is due or `force` says now. Never throws. */
    async settleOne(id: number, force = false): Promise<void> {
      try {
        const payment = await claimOne(db, id, claim(), force);
        if (payment) await tryAsk(payment);
      } catch (error) {
        log.error({ err: error, payment: id }, 'a payment could not be claimed');
      }
    },
    /** Does `work` when the database is back; tried again at every round. */
    later(work: () => Promise<unknown>): void {
      postponed.push(work);
    },
    /** Settles due payments in the background from now on. */
    start,
    /** Ends the background work; resolves when the round under way is done. */
    async stop(): Promise<void> {
      await stop();
      await catchUp();
    },
  };
}
