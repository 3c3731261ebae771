/** The states of a payment and the only ways between them. */
import type { payments } from '../db/schema/payments.ts';

type Row = typeof payments.$inferSelect;
export type PaymentState = Row['state'];
/** Why a person must look at a payment; the schema lists the causes. */
export type ReviewCause = NonNullable<Row['review']>;

/** What can happen to a payment. */
export type Step =
  /** M-Pesa took the push: the phone shows the prompt. */
  | 'accepted'
  /** M-Pesa refused the push: no prompt went out. */
  | 'refused'
  /** Code 0 and everything fits: activate. */
  | 'paid'
  /** Money that does not fit, or no answer for too long: a person must look. */
  | 'review'
  | 'cancelled'
  | 'failed'
  | 'expired'
  /** The answer to the push is lost, the result code is unknown, or no result came within the lifetime of the prompt. */
  | 'unclear'
  /** A person has found that no money stays here. */
  | 'closed';

/** Whether a review is about money that came, not about a missing answer. */
export function isAboutMoney(
  review: ReviewCause | null,
): review is Exclude<ReviewCause, 'unanswered'> {
  return review !== null && review !== 'unanswered';
}

const SETTLES = {
  paid: 'paid',
  review: 'needs_review',
  cancelled: 'cancelled',
  failed: 'failed',
  expired: 'expired',
} as const;
/** After M-Pesa has called a payment failed, the money may still come. */
const ONLY_MONEY = { paid: 'paid', review: 'needs_review' } as const;

const TRANSITIONS: Record<PaymentState, Partial<Record<Step, PaymentState>>> = {
  created: {
    ...SETTLES,
    accepted: 'prompted',
    refused: 'failed',
    unclear: 'unknown',
  },
  prompted: { ...SETTLES, unclear: 'unknown' },
  unknown: { ...SETTLES, accepted: 'prompted', refused: 'failed' },
  cancelled: ONLY_MONEY,
  failed: ONLY_MONEY,
  expired: ONLY_MONEY,
  needs_review: { ...SETTLES, closed: 'failed' },
  paid: { closed: 'failed' },
};

/** States in which the prompt may still be answered; at most one such payment per payable. */
export const OPEN_STATES = ['created', 'prompted', 'unknown'] as const;

export function isOpen(state: PaymentState): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/**
 * The state after `step`, or null when the step changes nothing. `review` is the payment's cause:
 * M-Pesa calling a payment failed does not close a review about money that came.
 */
export function nextState(
  state: PaymentState,
  step: Step,
  review: ReviewCause | null,
): PaymentState | null {
  const mayClose = step === 'paid' || step === 'closed';
  if (isAboutMoney(review) && !mayClose) return null;
  return TRANSITIONS[state][step] ?? null;
}
