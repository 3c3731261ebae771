/** Applies what became known of a payment: one transaction, one step, written down. */
import { and, eq, ne, or } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db.ts';
import { isUniqueViolation } from '../db.ts';
import { payments } from '../schema.ts';
import { judge } from './judge.ts';
import type { Evidence } from './judge.ts';
import { isOpen, nextState } from './machine.ts';
import { nextQuery } from './schedule.ts';
import { findPayment, lockPayment, recordEvent } from './store.ts';
import type { Payment } from './store.ts';
import { activate, lockThing } from './things.ts';
import type { PaymentTimings } from './timings.ts';
import { unprovenEvent } from './unproven.ts';

/** Where the evidence is from and what was really said. */
export interface Told {
  /** The kind of the event that is written. */
  event: string;
  raw?: unknown;
}

type Services = Pick<Context, 'db' | 'now' | 'log'> & { timings: PaymentTimings };

/** The evidence's names for a push, where they are new, or why they cannot be taken. */
async function newIds(
  tx: Db,
  payment: Payment,
  evidence: Evidence,
): Promise<Partial<Payment> | 'foreign' | 'unproven'> {
  const ids = 'ids' in evidence ? evidence.ids : undefined;
  const receipt = evidence.kind === 'paid' ? evidence.receipt : undefined;
  if (!ids && !receipt) return {};
  const [other] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        ne(payments.id, payment.id),
        or(
          ids && eq(payments.checkoutRequestId, ids.checkoutRequestId),
          receipt ? eq(payments.receipt, receipt) : undefined,
        ),
      ),
    );
  if (other) return 'foreign';
  if (!ids || evidence.kind === 'accepted') return {};
  if (payment.checkoutRequestId === null) {
    return 'isProven' in evidence && evidence.isProven ? ids : 'unproven';
  }
  return payment.checkoutRequestId === ids.checkoutRequestId ? {} : 'foreign';
}

async function applyOnce(
  services: Services,
  paymentId: number,
  evidence: Evidence,
  told: Told,
): Promise<Payment | null> {
  const { db, now } = services;
  return db.transaction(async (tx) => {
    const seen = await findPayment(tx, paymentId);
    if (!seen) return null;
    const thing = await lockThing(tx, seen);
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return null;

    const at = now();
    const ids = await newIds(tx, payment, evidence);
    if (ids === 'unproven') {
      const kind = unprovenEvent(told.event);
      await recordEvent(tx, { paymentId, at, kind, raw: told.raw });
      if (payment.state === 'paid') return payment;
      await tx.update(payments).set({ nextQueryAt: at }).where(eq(payments.id, paymentId));
      return payment;
    }
    if (ids === 'foreign') {
      await recordEvent(tx, { paymentId, at, kind: `${told.event}_ignored`, raw: told.raw });
      if (!isOpen(payment.state) || payment.checkoutRequestId === null) return payment;
      await tx.update(payments).set({ nextQueryAt: at }).where(eq(payments.id, paymentId));
      return payment;
    }
    const { step, change } = judge(payment, thing, evidence, at, services.timings);
    const state = step && nextState(payment.state, step, payment.review);
    // A step that leads nowhere teaches nothing but the push's names.
    const taught = evidence.kind === 'accepted' ? evidence.ids : {};
    const kept = step && state === null ? taught : change;
    const values: Partial<Payment> = { ...ids, ...kept, ...(state ? { state } : {}) };
    if (state && !isOpen(state)) {
      values.settledAt = at;
      const settled = { ...payment, ...values };
      values.nextQueryAt = nextQuery(settled, true, at.getTime(), services.timings);
    }
    if (state === 'paid' && thing) await activate(tx, thing, at);
    const [updated] =
      Object.keys(values).length === 0
        ? [payment]
        : await tx.update(payments).set(values).where(eq(payments.id, paymentId)).returning();
    await recordEvent(tx, {
      paymentId,
      at,
      kind: told.event,
      from: payment.state,
      to: state,
      raw: told.raw,
    });
    return updated ?? payment;
  });
}

/**
 * Applies `evidence` and answers the payment as it is then, or null when there is none. Any number
 * of equal or contradicting pieces of evidence, at the same time too, activate at most once.
 */
export async function applyEvidence(
  services: Services,
  paymentId: number,
  evidence: Evidence,
  told: Told,
): Promise<Payment | null> {
  let payment: Payment | null;
  try {
    payment = await applyOnce(services, paymentId, evidence, told);
  } catch (error) {
    // Two payments were told the same receipt or checkout at once: now it can be seen.
    if (!isUniqueViolation(error)) throw error;
    payment = await applyOnce(services, paymentId, evidence, told);
  }
  const review = payment?.review ?? null;
  if (review !== null)
    services.log.warn({ payment: paymentId, review }, 'a payment needs a person');
  return payment;
}
