/** The name of what can be paid for, the same on devices, on the server, and for operators. */
import type { Id, PaymentPurpose } from './schemas.ts';

const WORDS = {
  post_job: 'job',
  post_ad: 'ad',
  subscription: 'subscription',
} as const satisfies Record<PaymentPurpose, string>;

/**
 * Names a job, an ad or a subscription, such as `job:7`. The id of a subscription is that of its fundi; a
 * device, which has only one, leaves it out.
 */
export const payableKey = (purpose: PaymentPurpose, id: Id | null) =>
  `${WORDS[purpose]}:${id ?? ''}`;
