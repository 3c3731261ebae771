/** The words about payments, and what differs by what is paid for. */
import { FEES, PAYMENT_POLLING, SUBSCRIPTION_POLLING } from '../contract/constants.ts';
import { AD_DAYS } from '../contract/limits.ts';
import * as FAILURE from '../contract/messages/failure.ts';
import type { PaymentPurpose, UnmatchedSum } from '../contract/schemas.ts';
import { spacedPhone } from '../lib/contact.ts';
import { pathTo } from '../paths.ts';
import type { Attempt, Payable } from './attempt.ts';

const listing = {
  polling: PAYMENT_POLLING,
  noPrompt: FAILURE.paymentPrompt,
  noSession: FAILURE.paymentSession,
  timeout: FAILURE.paymentTimeout,
  lastCheckFailed: FAILURE.paymentTimeout,
  noCheckAnswered: FAILURE.paymentTimeout,
};

/** What differs by what is paid for: polling (spec §9), and the texts of spec §8. */
export const purposes = {
  post_job: {
    ...listing,
    unnamed: 'your job',
    gained: 'Your job is listed: fundis near you can see it and call you.',
    paidBefore: 'This job is already paid for.',
  },
  post_ad: {
    ...listing,
    unnamed: 'your ad',
    gained: `Your ad is running for ${AD_DAYS} days.`,
    paidBefore: 'This ad is already paid for and running.',
    // A browser that blocks ads refuses each of them: it says nothing about the payment.
    noCheckAnswered: 'Your payment is not confirmed. Do not pay again.',
  },
  subscription: {
    polling: SUBSCRIPTION_POLLING,
    unnamed: 'your subscription',
    gained: 'Your subscription is active: clients can find you and you can see jobs.',
    paidBefore: 'Your subscription is active.',
    noPrompt: FAILURE.subscriptionOther,
    noSession: FAILURE.subscriptionOther,
    timeout: FAILURE.subscriptionTimeout,
    lastCheckFailed: FAILURE.subscriptionPolling,
    noCheckAnswered: FAILURE.subscriptionPolling,
  },
};

/** Said with a success when a prompt may still be on a phone. */
export const CANCEL_OTHERS =
  'If an M-Pesa message is still on a phone, cancel it there: there is nothing more to pay.';

/** The price as people write it: "Ksh 100". */
export const priceOf = (purpose: PaymentPurpose) => `Ksh ${FEES[purpose]}`;

export function payPath({ purpose, id }: Payable): string {
  if (purpose === 'subscription') return pathTo('subscription');
  return purpose === 'post_job'
    ? pathTo('payJob', { jobId: id ?? '' })
    : pathTo('payAd', { adId: id ?? '' });
}

/** What is paid for, within a sentence: "“Fix a roof”" or "your job". */
export const payableName = ({ purpose, title }: Attempt) =>
  title ? `“${title}”` : purposes[purpose].unnamed;

const MS_PER_S = 1000;
const S_PER_MIN = 60;

export const reviewTitles = {
  held: 'A person is looking into your payment',
  unclear: 'We do not know yet whether you have paid',
} as const;

/** A span of time in minutes and seconds: "1:05". */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / MS_PER_S);
  return `${Math.floor(seconds / S_PER_MIN)}:${String(seconds % S_PER_MIN).padStart(2, '0')}`;
}

/** On which phone an earlier prompt is, or may be. */
export function outText(prompt: { attempt: Attempt; isConfirmed: boolean | null }): string {
  const { isConfirmed } = prompt;
  const { phone } = prompt.attempt;
  const is = isConfirmed === false ? 'may already be' : 'is already';
  const then = isConfirmed === false ? 'If it is, enter your PIN' : 'Enter your PIN';
  if (phone === '') return `An M-Pesa message ${is} on a phone. ${then} on that phone.`;
  return `An M-Pesa message ${is} on ${spacedPhone(phone)}. ${then} there.`;
}

const BACK = 'We send this money back or call you.';

const causes = new Map<string, (came: string, price: string) => string>([
  ['amount', (came, price) => `You sent ${came}. The price is ${price}, in one payment.`],
  ['paid_twice', (came) => `A second ${came} came. One payment is enough.`],
  ['taken_down', (came) => `${came} came for what is taken down, and pays for nothing.`],
  ['deleted', (came) => `${came} came for what is deleted, and pays for nothing.`],
]);

const other = (came: string) => `${came} came, and pays for nothing.`;

const sumText = ({ amount }: UnmatchedSum) =>
  amount === null ? 'another amount' : `Ksh ${amount}`;

/** A text for each cause among the sums; none without any. `isDue`: paying is right now. */
export function unmatchedTexts(
  purpose: PaymentPurpose,
  unmatched: readonly UnmatchedSum[],
  isDue: boolean,
): string[] {
  const known = [...new Set(unmatched.map(({ cause }) => cause))];
  return known.map((cause) => {
    const came = unmatched.filter((sum) => sum.cause === cause).map(sumText);
    const said = (causes.get(cause) ?? other)(came.join(' and '), priceOf(purpose));
    const advice = isDue && cause === 'amount' ? 'You can send the whole price now. ' : '';
    return `${said} ${advice}${BACK}`;
  });
}

/** A time in ms as the town's clock shows it: "15:14". */
export const clockTime = (at: number) =>
  new Intl.DateTimeFormat('en-KE', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Africa/Nairobi',
  }).format(at);
