/** Applies evidence about a payment: one transaction, one step, one stored event. */
import { and, eq, ne, or } from 'drizzle-orm';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import { isUniqueViolation } from '../db/faults.ts';
import { outcomeOf } from '../mpesa/codes.ts';
import { payments } from '../db/schema/payments.ts';
import { recordQuiet, unprovenEvent } from './callback.ts';
import { judge } from './judge.ts';
import type { Evidence } from './judge.ts';
import { isOpen, nextState } from './machine.ts';
import { activate, lockPayable, promptTexts } from './payables.ts';
import type { LockedPayable } from './payables.ts';
import { nextQuery } from './schedule.ts';
import type { PaymentTimings } from './schedule.ts';
import { findPayment, lockPayment, recordEvent, SECOND } from './store.ts';
import type { Payment } from './store.ts';
import { isCountedElsewhere, lockSum, lockUnmatched, matchSum, storeSum } from './sums.ts';

/** Where the evidence comes from. */
export interface EvidenceSource {
  /** The kind of the event that is written. */
  event: string;
  /** What was really sent. */
  raw?: unknown;
}

/** For the log, at the level of errors: nobody can pay until an operator mends it. */
export const SETTINGS_REFUSED =
  'M-Pesa refuses our settings: run npm run daraja:check, and compare the MPESA_ variables';

/** The end of the event's kind where the evidence is about another payment, or its money is counted there. */
const IGNORED = '_ignored';

export type Services = Pick<Context, 'db' | 'now' | 'log'> & { timings: PaymentTimings };

/** The ids of the push in the evidence, where they are new, or why they cannot be taken. */
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
  if (other || (receipt && (await lockSum(tx, receipt))?.state === 'returned')) return 'foreign';
  if (!ids || evidence.kind === 'accepted') return {};
  if (payment.checkoutRequestId === null) {
    return 'isProven' in evidence ? ids : 'unproven';
  }
  return payment.checkoutRequestId === ids.checkoutRequestId ? {} : 'foreign';
}

type PaidEvidence = Extract<Evidence, { kind: 'paid' }>;

/**
 * The same evidence with the receipt of a sum that came to the paybill for this payable and matched
 * nothing then: a query names neither receipt nor amount. Null when that money has settled another payment.
 */
async function withSum(
  tx: Db,
  payment: Payment,
  evidence: PaidEvidence,
): Promise<PaidEvidence | null> {
  if (evidence.receipt !== undefined || payment.receipt !== null) return evidence;
  const sum = await lockUnmatched(tx, payment);
  if (sum) return { ...evidence, receipt: sum.receipt, amount: payment.amount };
  return (await isCountedElsewhere(tx, payment)) ? null : evidence;
}

/** The money of the evidence, if the payment has other money already. */
function secondSum(payment: Payment, evidence: Evidence, receivedAt: Date) {
  if (evidence.kind !== 'paid' || evidence.receipt === undefined) return null;
  const { receipt, amount = null } = evidence;
  if (payment.receipt === null || payment.receipt === receipt) return null;
  return { receipt, amount, typed: promptTexts(payment).reference, receivedAt };
}

/**
 * Applies evidence to a payment that is locked, in its transaction; `payable`, what it is for, must have been
 * locked before it where the evidence is about money. Returns the payment as it is then.
 */
export async function applyLocked(
  tx: Db,
  { now, timings }: Pick<Services, 'now' | 'timings'>,
  { payment, payable }: { payment: Payment; payable: LockedPayable | null },
  given: Evidence,
  { event, raw }: EvidenceSource,
): Promise<Payment> {
  const at = now();
  const { id: paymentId } = payment;
  const update = async (values: Partial<Payment>) => {
    if (Object.keys(values).length === 0) return payment;
    const query = tx.update(payments).set(values).where(eq(payments.id, paymentId));
    const [updated] = await query.returning();
    return updated ?? payment;
  };
  const ids = await newIds(tx, payment, given);
  if (ids === 'unproven') {
    const isStored = await recordQuiet(tx, { paymentId, at, kind: unprovenEvent(event), raw });
    if (isStored) await update({ nextQueryAt: at });
    return payment;
  }
  const ignored = { paymentId, at, kind: event + IGNORED, raw };
  if (ids === 'foreign') {
    await recordQuiet(tx, ignored);
    return payment;
  }
  const second = secondSum(payment, given, at);
  if (second) {
    const kind = event + SECOND;
    if (await recordQuiet(tx, { paymentId, at, kind, raw })) await storeSum(tx, second);
    return payment;
  }
  const evidence = given.kind === 'paid' ? await withSum(tx, payment, given) : given;
  if (evidence === null) {
    await recordQuiet(tx, ignored);
    return payment;
  }
  const { step, change } = judge(payment, payable, evidence, at, timings);
  const state = step && nextState(payment.state, step, payment.review);
  // Of a step that changes no state only the ids of the push are stored.
  const idsOnly = evidence.kind === 'accepted' ? evidence.ids : {};
  const known = step && state === null ? idsOnly : change;
  const values: Partial<Payment> = { ...ids, ...known, ...(state ? { state } : {}) };
  if (state && !isOpen(state)) {
    values.settledAt = at;
    values.nextQueryAt = nextQuery({ ...payment, ...values }, true, at.getTime(), timings);
  }
  if (evidence.kind === 'paid' && payment.receivedAt === null) {
    values.receivedAt = evidence.cameAt ?? at;
  }
  const states = { fromState: payment.state, toState: state };
  const written = { paymentId, at, kind: event, ...states, raw };
  const isNews = Object.keys(values).some((key) => key !== 'nextQueryAt');
  if (isNews) await recordEvent(tx, written);
  else if (!(await recordQuiet(tx, written))) return payment;
  if (state === 'paid' && payable) await activate(tx, payable, at);
  const updated = await update(values);
  if (updated.receipt !== null) await matchSum(tx, updated.receipt, paymentId);
  return updated;
}

async function applyOnce(
  services: Services,
  paymentId: number,
  evidence: Evidence,
  source: EvidenceSource,
): Promise<Payment | null> {
  return services.db.transaction(async (tx) => {
    const seen = await findPayment(tx, paymentId);
    if (!seen) return null;
    // Only money needs what it is for. All else must not wait for a job that somebody else holds.
    const payable = evidence.kind === 'paid' ? await lockPayable(tx, seen) : null;
    const payment = await lockPayment(tx, paymentId);
    return payment && applyLocked(tx, services, { payment, payable }, evidence, source);
  });
}

/**
 * Applies `evidence` and returns the payment as it is then, or null when there is none. Any number
 * of equal or contradicting pieces of evidence, at the same time too, activate at most once.
 */
export async function applyEvidence(
  services: Services,
  paymentId: number,
  evidence: Evidence,
  source: EvidenceSource,
): Promise<Payment | null> {
  let payment: Payment | null;
  try {
    payment = await applyOnce(services, paymentId, evidence, source);
  } catch (error) {
    // Two payments got the same receipt or checkout id at once. Now the second one can see it.
    if (!isUniqueViolation(error)) throw error;
    payment = await applyOnce(services, paymentId, evidence, source);
  }
  if (evidence.kind === 'result' && outcomeOf(evidence.code)?.isOurFault) {
    services.log.error({ payment: paymentId, code: evidence.code }, SETTINGS_REFUSED);
  }
  const review = payment?.review ?? null;
  if (review !== null) {
    services.log.warn({ payment: paymentId, review }, 'a payment needs a person');
  }
  return payment;
}
