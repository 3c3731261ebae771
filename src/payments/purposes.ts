/** What differs by what is paid for, on every screen that speaks of payments. */
import { FEES, PAYMENT_POLLING, SUBSCRIPTION_POLLING } from '../contract/constants.ts';
import { AD_DAYS } from '../contract/limits.ts';
import type { PaymentPurpose } from '../contract/schemas.ts';
import { pathTo } from '../paths.ts';
import type { Payable, PaymentRecord } from './record.ts';

/** How often it is asked about (spec §9), and what the money brings. */
export const purposes = {
  post_job: {
    polling: PAYMENT_POLLING,
    gained: 'Your job is listed: fundis near you can see it and call you.',
  },
  post_ad: { polling: PAYMENT_POLLING, gained: `Your ad is running for ${AD_DAYS} days.` },
  subscription: {
    polling: SUBSCRIPTION_POLLING,
    gained: 'Your subscription is active: clients can find you and you can see jobs.',
  },
} as const satisfies Record<PaymentPurpose, object>;

/** Said with a success when a prompt may still be on a phone. */
export const CANCEL_OTHERS =
  'If an M-Pesa message is still on a phone, cancel it there: there is nothing more to pay.';

/** The price as people write it: "Ksh 100". */
export const priceOf = (purpose: PaymentPurpose) => `Ksh ${FEES[purpose]}`;

/** The address of the page on which it is paid for. */
export function payPath({ purpose, id }: Payable): string {
  if (purpose === 'subscription') return pathTo('subscription');
  return purpose === 'post_job'
    ? pathTo('payJob', { jobId: id ?? '' })
    : pathTo('payAd', { adId: id ?? '' });
}

const unnamed = { post_job: 'your job', post_ad: 'your ad', subscription: 'your subscription' };

/** What is paid for, within a sentence: "“Fix a roof”" or "your job". */
export const payableName = ({ purpose, title }: PaymentRecord) =>
  title ? `“${title}”` : unnamed[purpose];
