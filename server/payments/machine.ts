/** The states of a payment and the only ways between them. */
import type { payments } from '../schema.ts';

export type PaymentState = (typeof payments.$inferSelect)['state'];

/** What can happen to a payment. */
export type Step =
  /** The push was taken: the phone is being asked. */
  | 'accepted'
  /** The push was turned away: no prompt went out. */
  | 'refused'
  /** The answer to the push was lost. */
  | 'unanswered'
  /** Code 0 and everything fits: activate. */
  | 'paid'
  /** Money that fits nothing, or a silence that has lasted too long: a person must look. */
  | 'review'
  | 'cancelled'
  | 'failed'
  | 'expired'
  /** A result code nobody knows, or no word within a prompt's life. */
  | 'unclear'
  /** A person has found that no money stays here. */
  | 'closed';

/** Why a payment needs a person. */
export type ReviewCause =
  /** The amount told is not the amount asked. */
  | 'amount'
  /** The job or ad is gone. */
  | 'thing_gone'
  /** The job or ad had been paid for already. */
  | 'paid_twice'
  /** Neither callback nor query ever said what became of it. */
  | 'unanswered';

/** Whether a review is about money that came, not about a silence. */
export function isAboutMoney(review: string | null): review is Exclude<ReviewCause, 'unanswered'> {
  return review !== null && review !== 'unanswered';
}

const SETTLES = {
  paid: 'paid',
  review: 'needs_review',
  cancelled: 'cancelled',
  failed: 'failed',
  expired: 'expired',
} as const;
/** M-Pesa's word that it failed may still be followed by the money. */
const ONLY_MONEY = { paid: 'paid', review: 'needs_review' } as const;

const TRANSITIONS: Record<PaymentState, Partial<Record<Step, PaymentState>>> = {
  created: {
    ...SETTLES,
    accepted: 'prompted',
    refused: 'failed',
    unanswered: 'unknown',
    unclear: 'unknown',
  },
  prompted: { ...SETTLES, unclear: 'unknown' },
  unknown: { ...SETTLES, accepted: 'prompted', refused: 'failed' },
  cancelled: ONLY_MONEY,
  failed: ONLY_MONEY,
  expired: ONLY_MONEY,
  needs_review: { ...SETTLES, closed: 'failed' },
  paid: {},
};

/** States in which the phone may still be asked; at most one such payment per thing. */
export const OPEN_STATES = ['created', 'prompted', 'unknown'] as const;

export function isOpen(state: PaymentState): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/**
 * The state after `step`, or null when it changes nothing. `review` is the payment's cause: a
 * review about money that came is not closed by M-Pesa's word that none did.
 */
export function nextState(
  state: PaymentState,
  step: Step,
  review: string | null,
): PaymentState | null {
  const mayClose = step === 'paid' || step === 'closed';
  if (state === 'needs_review' && isAboutMoney(review) && !mayClose) return null;
  return TRANSITIONS[state][step] ?? null;
}
