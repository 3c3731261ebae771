/** Everything that differs by what is paid for: price, polling, words, address. */
import { FEES, PAYMENT_POLLING, SUBSCRIPTION_POLLING } from '../contract/constants.ts';
import { AD_DAYS } from '../contract/limits.ts';
import { FAILURE } from '../contract/messages.ts';
import type { PaymentPurpose } from '../contract/schemas.ts';
import { pathTo } from '../paths.ts';
import type { Payable, PaymentRecord } from './record.ts';

interface Purpose {
  /** Spec §9. */
  polling: { everyMs: number; maxChecks: number };
  /** What is said when no prompt could be asked for (spec §8). */
  noPrompt: string;
  /** When the answer has no checkout. */
  noSession: string;
  /** When the checks are used up, and when the last of them failed. */
  timeout: string;
  lastCheckFailed: string;
  /** The line of the receipt. */
  fee: string;
  /** What the money brings, once it is there. */
  gained: string;
  /** What is said when it had been paid before. */
  paidBefore: string;
  /** The account that M-Pesa's prompt names. */
  reference: string;
}

const pagePurpose = {
  polling: PAYMENT_POLLING,
  noPrompt: FAILURE.paymentPrompt,
  noSession: FAILURE.paymentSession,
  timeout: FAILURE.paymentTimeout,
  lastCheckFailed: FAILURE.paymentTimeout,
};

export const purposes: Record<PaymentPurpose, Purpose> = {
  post_job: {
    ...pagePurpose,
    fee: 'Job listing fee',
    gained: 'Your job is listed: fundis near you can see it and call you.',
    paidBefore: 'This job is already paid for. Nothing was charged now.',
    reference: 'JOB',
  },
  post_ad: {
    ...pagePurpose,
    fee: `Advert, ${AD_DAYS} days`,
    gained: `Your ad is running for ${AD_DAYS} days.`,
    paidBefore: 'This ad is already paid for and running. Nothing was charged now.',
    reference: 'AD',
  },
  subscription: {
    polling: SUBSCRIPTION_POLLING,
    noPrompt: FAILURE.subscriptionOther,
    noSession: FAILURE.subscriptionOther,
    timeout: FAILURE.subscriptionTimeout,
    lastCheckFailed: FAILURE.subscriptionPolling,
    fee: 'Fundi subscription, one month',
    gained: 'Your subscription is active: clients can find you and you can see jobs.',
    paidBefore: 'Your subscription is active. Nothing was charged now.',
    reference: 'FUNDI',
  },
};

/** The price as people write it: "Ksh 100". */
export const priceOf = (purpose: PaymentPurpose) => `Ksh ${FEES[purpose]}`;

/** The address of the page on which it is paid for. */
export function payPath({ purpose, id }: Payable): string {
  if (purpose === 'subscription') return pathTo('subscription');
  return purpose === 'post_job'
    ? pathTo('payJob', { jobId: id ?? '' })
    : pathTo('payAd', { adId: id ?? '' });
}

/** What a payment is for, within a sentence: "Ksh 100 for “Fix a roof”". */
export function paymentName({ purpose, title }: PaymentRecord): string {
  if (purpose === 'subscription') return `${priceOf(purpose)} for your subscription`;
  const what = purpose === 'post_job' ? 'your job' : 'your ad';
  return `${priceOf(purpose)} for ${title ? `“${title}”` : what}`;
}
