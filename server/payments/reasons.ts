/** What a payer reads of a payment, apart from what M-Pesa's codes mean (`mpesa/codes.ts`). */
import type { ReviewCause } from './machine.ts';
import type { Payment } from './store.ts';

/** What the payer reads while a payment waits for a person, but for a wrong amount. */
export const REVIEW_REASONS: Readonly<Record<Exclude<ReviewCause, 'amount'>, string>> = {
  deleted:
    'Your payment came for something that was deleted. We are checking it: please contact us.',
  paid_twice: 'This was already paid for. We are checking your second payment: please contact us.',
  unanswered:
    'M-Pesa has not told us if this payment went through. If money left your phone, please contact us before you pay again.',
};

/** What the payer reads while a person must look at this payment. */
export function reviewReason(
  cause: ReviewCause,
  { amount, amountReceived }: Pick<Payment, 'amount' | 'amountReceived'>,
): string {
  if (cause !== 'amount') return REVIEW_REASONS[cause];
  // Null where a query alone said that it came.
  const sent = amountReceived === null ? 'another amount' : `Ksh ${amountReceived}`;
  return `You sent ${sent}. The price is Ksh ${amount}. We are checking it: please contact us.`;
}

/** What the payer reads after a person has closed a review without giving anything. */
export const CLOSED_REASONS = {
  returned: 'Your money was sent back to you.',
  nothing: 'No money came. You can pay again.',
} as const;

/** Why a job or an ad is not deleted while its prompt can still be answered. */
export const underWay = (word: 'job' | 'ad') =>
  `A payment for this ${word} is not finished. Enter your PIN or press cancel on the phone, then delete the ${word}.`;

/** The messages that go with a `checkout_id`. */
export const PROMPT_MESSAGES = {
  sent: 'The M-Pesa message is on its way to the phone.',
  alreadySent: 'An M-Pesa message was already sent. Enter your PIN on your phone.',
  notConfirmed:
    'M-Pesa has not told us yet if the message was sent. If it comes to your phone, enter your PIN.',
} as const;

/** What a caller reads whose job or ad was taken down and cannot be paid for or switched on. */
export const takenDownText = (word: 'job' | 'ad', reason: string) =>
  `This ${word} was taken down: ${reason}`;
