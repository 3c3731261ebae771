/** What M-Pesa's codes mean for a payment, and what the payer reads. */
import type { ReviewCause, Step } from './machine.ts';

interface Outcome {
  step: Extract<Step, 'cancelled' | 'failed' | 'expired'>;
  /** For the payer. */
  reason: string;
}

const OUTCOMES: Readonly<Record<number, Outcome>> = {
  1: {
    step: 'failed',
    reason: 'There was not enough money in the M-Pesa account. Top up, then try again.',
  },
  17: {
    step: 'failed',
    reason: 'M-Pesa refuses the same amount twice in a row. Wait two minutes, then try again.',
  },
  1001: {
    step: 'failed',
    reason:
      'Another M-Pesa session is open on the phone. Finish or close it, wait a minute, then try again.',
  },
  1019: { step: 'expired', reason: 'The prompt ran out before it was answered. Try again.' },
  1025: {
    step: 'failed',
    reason:
      'The prompt could not be sent. Try again; with an old SIM card dial *234# to update it.',
  },
  1032: { step: 'cancelled', reason: 'The payment was cancelled on the phone.' },
  1037: {
    step: 'failed',
    reason:
      'The phone could not be reached or nobody answered. Check that it is on and has signal, then try again.',
  },
  2001: { step: 'failed', reason: 'The M-Pesa PIN was wrong. Try again.' },
  9999: {
    step: 'failed',
    reason:
      'The prompt could not be sent. Try again; with an old SIM card dial *234# to update it.',
  },
};

/** What a failing result code means, or null for an unknown code: it settles nothing. */
export function outcomeOf(code: number): Outcome | null {
  return OUTCOMES[code] ?? null;
}

const REFUSALS: Readonly<Record<string, string>> = {
  '400.002.02': 'M-Pesa did not take this phone number. Check it and try again.',
  '500.001.1001':
    'Another M-Pesa session is open on the phone. Finish or close it, wait a minute, then try again.',
  '500.003.02': 'M-Pesa is busy. Wait a minute, then try again.',
  '500.003.03': 'M-Pesa is busy. Wait a minute, then try again.',
};

/** Why no prompt was sent, for the payer, by the error code of the push. */
export function refusalReason(code: string): string {
  return REFUSALS[code] ?? 'M-Pesa cannot be reached right now. Please try again in a few minutes.';
}

/** What the payer reads while a payment waits for a person. */
export const REVIEW_REASONS: Readonly<Record<ReviewCause, string>> = {
  amount: 'The amount received is not the fee. We are looking into it; please contact us.',
  deleted: 'Your payment came for something deleted. We are looking into it; please contact us.',
  paid_twice:
    'This was already paid for. We are looking into your second payment; please contact us.',
  unanswered:
    'M-Pesa has not told us what became of this payment. If money left your phone, please contact us before you pay again.',
};

/** What the payer reads after a person has closed a review without giving anything. */
export const CLOSED_REASONS = {
  returned: 'Your money was sent back to you.',
  nothing: 'No money came. You can pay again.',
} as const;

/** Why a job or an ad is not deleted while its prompt can still be answered. */
export const underWay = (word: 'job' | 'ad') =>
  `A payment for this ${word} is under way. Answer or cancel the prompt on the phone, then delete the ${word}.`;

/** The messages that go with a `checkout_id`. */
export const PROMPT_MESSAGES = {
  sent: 'Check your phone and enter your M-Pesa PIN.',
  alreadySent: 'A prompt was already sent. Answer it on your phone.',
  notConfirmed: 'M-Pesa has not confirmed the prompt yet. If it appears on your phone, answer it.',
} as const;
