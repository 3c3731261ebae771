/** The words around a payment, by what it is for. */
import { FEES } from '../contract/constants.ts';
import { AD_DAYS } from '../contract/limits.ts';
import type { PaymentPurpose } from '../contract/schemas.ts';
import type { PendingPayment } from './paymentRecord.ts';

const MS_PER_S = 1000;
const S_PER_MIN = 60;

/** The price as people write it: "Ksh 100". */
export const priceOf = (purpose: PaymentPurpose) => `Ksh ${FEES[purpose]}`;

interface Words {
  /** The line of the receipt. */
  fee: string;
  /** What the money brings, once it is there. */
  gained: string;
  /** What is said when it had been paid before. */
  before: string;
  /** The account that M-Pesa's prompt names. */
  reference: string;
}

/** The words of each purpose. */
export const paymentWords: Record<PaymentPurpose, Words> = {
  post_job: {
    fee: 'Job listing fee',
    gained: 'Your job is listed: fundis near you can see it and call you.',
    before: 'This job is already paid for. Nothing was charged now.',
    reference: 'JOB',
  },
  post_ad: {
    fee: `Advert, ${AD_DAYS} days`,
    gained: `Your ad is running for ${AD_DAYS} days.`,
    before: 'This ad is already paid for and running. Nothing was charged now.',
    reference: 'AD',
  },
  subscription: {
    fee: 'Fundi subscription, one month',
    gained: 'Your subscription is active: clients can find you and you can see jobs.',
    before: 'Your subscription is active. Nothing was charged now.',
    reference: 'FUNDI',
  },
};

/** A ten-digit phone in groups, as it is read out: "0712 345 678". */
export function spacedPhone(phone: string): string {
  return phone.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
}

/** Where a prompt is that had gone out before, or may have. */
export function outText({ phone, isConfirmed }: PendingPayment): string {
  const is = isConfirmed === false ? 'may already be' : 'is already';
  const then = isConfirmed === false ? 'If it is, answer it' : 'Answer it';
  if (phone === '') return `A prompt ${is} out. ${then} on the phone that was asked.`;
  return `A prompt ${is} out on ${spacedPhone(phone)}. ${then} there.`;
}

/** Said with a success when another prompt may still be on a phone. */
export const CANCEL_OTHERS =
  'You asked for more than one prompt. If one is still on a phone, cancel it there: there is nothing more to pay.';

/** A span of time in minutes and seconds: "1:05"; never below "0:00". */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / MS_PER_S));
  return `${Math.floor(seconds / S_PER_MIN)}:${String(seconds % S_PER_MIN).padStart(2, '0')}`;
}

/** What a payment is for, within a sentence: "Ksh 100 for “Fix a roof”". */
export function paymentName({ purpose, title }: Pick<PendingPayment, 'purpose' | 'title'>): string {
  if (purpose === 'subscription') return `${priceOf(purpose)} for your subscription`;
  const what = purpose === 'post_job' ? 'your job' : 'your ad';
  return `${priceOf(purpose)} for ${title ? `“${title}”` : what}`;
}
