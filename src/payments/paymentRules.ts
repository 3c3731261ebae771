import { PAYMENT_POLLING, SUBSCRIPTION_POLLING } from '../contract/constants.ts';
import { FAILURE } from '../contract/messages.ts';
import type { PaymentPurpose } from '../contract/schemas.ts';

/** How a purpose is polled and what is said of its failures (spec §8, §9). */
export interface PaymentRules {
  everyMs: number;
  maxChecks: number;
  prompt: string;
  noSession: string;
  timeout: string;
  lastCheckFailed: string;
}

const pageRules: PaymentRules = {
  ...PAYMENT_POLLING,
  prompt: FAILURE.paymentPrompt,
  noSession: FAILURE.paymentSession,
  timeout: FAILURE.paymentTimeout,
  lastCheckFailed: FAILURE.paymentTimeout,
};

export const paymentRules: Record<PaymentPurpose, PaymentRules> = {
  post_job: pageRules,
  post_ad: pageRules,
  subscription: {
    ...SUBSCRIPTION_POLLING,
    prompt: FAILURE.subscriptionOther,
    noSession: FAILURE.subscriptionOther,
    timeout: FAILURE.subscriptionTimeout,
    lastCheckFailed: FAILURE.subscriptionPolling,
  },
};
