/** What a payer reads of a payment, apart from what M-Pesa's codes mean (`mpesa/codes.ts`). */
import type { ReviewCause } from './machine.ts';

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
