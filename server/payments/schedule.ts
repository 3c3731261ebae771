/** The time limits of payments, and when M-Pesa is queried about one. */
import { PROMPT_LIFETIME_MS } from '../../src/contract/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { isOpen } from './machine.ts';
import type { Payment } from './store.ts';

/** All times are in ms. */
export const DEFAULT_TIMINGS = {
  /** How long a prompt may still be answered. */
  promptLifetimeMs: PROMPT_LIFETIME_MS,
  /** How long a push may go without an answer before it counts as lost. */
  pushPatienceMs: MINUTE_MS,
  /** How long after the prompt the first query goes out when no callback has come. */
  firstQueryMs: 10_000,
  /** The pause between queries grows from the first of these to the second. */
  queryMinMs: 5000,
  queryMaxMs: MINUTE_MS,
  /** How long a query may take before another process may ask. */
  claimMs: MINUTE_MS,
  /** After this time a payment without any result goes to a person. */
  giveUpMs: 10 * MINUTE_MS,
  /** How long M-Pesa is still asked about a payment, settled or in review, when it gives no answer. */
  watchMs: DAY_MS,
  /** How often the reconciler looks for due payments. */
  tickMs: 1000,
  /** How long a status call waits for a query that it has started. */
  statusPatienceMs: 2500,
};
export type PaymentTimings = Record<keyof typeof DEFAULT_TIMINGS, number>;

/** The pause before a settled payment is asked about again, as a share of its age. */
const SELDOM = 0.1;

/** The pause after the `queries`th query that settled nothing, in ms. */
export function pauseAfter(queries: number, { queryMinMs, queryMaxMs }: PaymentTimings): number {
  return Math.min(queryMaxMs, queryMinMs * 1.5 ** Math.max(0, queries - 1));
}

/** When the prompt of a payment can no longer be answered, in ms since 1970. */
export function promptEnd(
  { createdAt, promptedAt }: Pick<Payment, 'createdAt' | 'promptedAt'>,
  { promptLifetimeMs, pushPatienceMs }: PaymentTimings,
): number {
  // Without the answer to its push, the prompt may have gone out late.
  const latest = promptedAt?.getTime() ?? createdAt.getTime() + pushPatienceMs;
  return latest + promptLifetimeMs;
}

/**
 * When to ask next, or null for never. M-Pesa is asked twice more about a payment that it called
 * failed: at the end of its prompt, and when we give up, but not before a prompt's lifetime has
 * passed since M-Pesa's answer. The money may still come, and its callback may be lost. A payment
 * for which M-Pesa gives no answer, and an unanswered one in review, is asked about again with
 * growing pauses.
 */
export function nextQuery(
  payment: Payment,
  wasAnswered: boolean,
  now: number,
  timings: PaymentTimings,
): Date | null {
  const { state, createdAt, settledAt, checkoutRequestId, queries, review } = payment;
  const age = now - createdAt.getTime();
  const soon = new Date(now + pauseAfter(queries, timings));
  if (isOpen(state)) return soon;
  if (state === 'paid' || checkoutRequestId === null) return null;
  const isWatched = age < timings.watchMs;
  const later = new Date(now + Math.max(timings.queryMaxMs, age * SELDOM));
  if (state === 'needs_review') return review === 'unanswered' && isWatched ? later : null;
  if (!wasAnswered) return isWatched ? later : null;
  const afterAnswer = (settledAt?.getTime() ?? 0) + timings.promptLifetimeMs;
  const last = Math.max(createdAt.getTime() + timings.giveUpMs, afterAnswer);
  const next = [promptEnd(payment, timings), last].find((time) => time > now);
  return next === undefined ? null : new Date(next);
}
