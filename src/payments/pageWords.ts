/** The words of the pay pages, by what is paid for. */
import * as FAILURE from '../contract/messages/failure.ts';
import type { PaymentPurpose } from '../contract/schemas.ts';

interface PageWords {
  /** When no prompt could be asked for, and when the answer has no checkout (spec §8). */
  noPrompt: string;
  noSession: string;
  /** When the checks are used up, and when the last of them failed. */
  timeout: string;
  lastCheckFailed: string;
  /** When none of them was answered. */
  noCheckAnswered: string;
  /** When it had been paid before. */
  paidBefore: string;
}

const failures = {
  noPrompt: FAILURE.paymentPrompt,
  noSession: FAILURE.paymentSession,
  timeout: FAILURE.paymentTimeout,
  lastCheckFailed: FAILURE.paymentTimeout,
  noCheckAnswered: FAILURE.paymentTimeout,
};

export const pageWords: Record<PaymentPurpose, PageWords> = {
  post_job: {
    ...failures,
    paidBefore: 'This job is already paid for.',
  },
  post_ad: {
    ...failures,
    // A browser that blocks ads refuses each of them: it says nothing about the payment.
    noCheckAnswered: 'Your payment is not confirmed. Do not pay again.',
    paidBefore: 'This ad is already paid for and running.',
  },
  subscription: {
    noPrompt: FAILURE.subscriptionOther,
    noSession: FAILURE.subscriptionOther,
    timeout: FAILURE.subscriptionTimeout,
    lastCheckFailed: FAILURE.subscriptionPolling,
    noCheckAnswered: FAILURE.subscriptionPolling,
    paidBefore: 'Your subscription is active.',
  },
};
