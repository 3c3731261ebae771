/** When M-Pesa is asked about a payment. */
import { isOpen } from './machine.ts';
import type { Payment } from './store.ts';
import type { PaymentTimings } from './timings.ts';

/** How many times its age a settled payment is left alone when M-Pesa does not answer. */
const PATIENCE = 0.1;

/** The pause after the `queries`th query that settled nothing, in ms. */
export function pauseAfter(queries: number, { queryMinMs, queryMaxMs }: PaymentTimings): number {
  return Math.min(queryMaxMs, queryMinMs * 1.5 ** Math.max(0, queries - 1));
}

/** When the prompt of a payment can no longer be answered, in ms; it may have gone out late. */
export function promptEnd(
  { createdAt, promptedAt }: Pick<Payment, 'createdAt' | 'promptedAt'>,
  { promptLifetimeMs, pushPatienceMs }: PaymentTimings,
): number {
  const latest = promptedAt?.getTime() ?? createdAt.getTime() + pushPatienceMs;
  return latest + promptLifetimeMs;
}

/**
 * When to ask next, or null for never. A payment that M-Pesa calls failed is asked for twice more,
 * at the end of its prompt and when hope is given up, this one no sooner than a prompt's life after
 * M-Pesa's word: the money may still come, and the callback that tells of it may be lost. Where M-Pesa
 * does not answer, and of a silent one in review, it is asked again with growing pauses.
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
  const seldom = new Date(now + Math.max(timings.queryMaxMs, age * PATIENCE));
  if (state === 'needs_review') return review === 'unanswered' && isWatched ? seldom : null;
  if (!wasAnswered) return isWatched ? seldom : null;
  const afterWord = (settledAt?.getTime() ?? 0) + timings.promptLifetimeMs;
  const last = Math.max(createdAt.getTime() + timings.giveUpMs, afterWord);
  const looks = [promptEnd(payment, timings), last];
  const next = looks.find((look) => look > now);
  return next === undefined ? null : new Date(next);
}
