/** Payments as the owner's own reads tell of them: all that a device without records knows. */
import type { Ad, FundiAccount, Job, PaymentStatus } from '../contract/schemas.ts';
import { nameOf, type Outcome, type Payable, type PendingPayment } from './paymentRecord.ts';
import { answerOf, subscriptionAnswer, type PaymentAnswer } from './paymentStatus.ts';

/** What is pointed at on the dashboards and the manage screens. */
export interface PointedPayment extends Payable, Pick<PendingPayment, 'title' | 'reason'> {
  /** `closed`: it is paid, and a person has looked into other money for it; `reason` says how. */
  outcome: Outcome | 'closed';
  /** Names the payment that a person looks into or has looked into, where that is told. */
  reviewId?: string;
  /** Of a paid subscription: its end, ISO 8601. */
  until?: string | null;
}

/** Whether both are for the same job, ad or subscription. */
export const isSameThing = (one: Payable, other: Payable) => nameOf(one) === nameOf(other);

const untilOf = (answer: PaymentAnswer) =>
  answer.status === 'paid' ? { until: answer.until ?? null } : {};

/** What an answer comes to; nothing where there was no payment. */
function pointed(
  of: Payable & Pick<PendingPayment, 'title'>,
  answer: PaymentAnswer,
  payment: PaymentStatus | undefined,
): PointedPayment[] {
  const { status, review, reason, review_id: reviewId } = payment ?? { status: 'unpaid' };
  const thing = { ...of, ...(reviewId !== undefined && { reviewId }) };
  // Said of an ad or a month that has run out as well.
  const isClosed = status === 'completed' && !review && reason !== undefined;
  if (isClosed && (answer.status === 'paid' || answer.status === 'open')) {
    return [{ ...thing, outcome: 'closed', reason, ...untilOf(answer) }];
  }
  switch (answer.status) {
    case 'pending':
      return [{ ...thing, outcome: 'open', reason: null }];
    case 'held':
    case 'unclear':
      return [{ ...thing, outcome: answer.status, reason: answer.reason }];
    case 'paid':
      return [{ ...thing, outcome: 'paid', reason: answer.held, ...untilOf(answer) }];
    case 'failed':
      return [{ ...thing, outcome: 'failed', reason: answer.reason }];
    default:
      return [];
  }
}

/** What the client's own jobs tell of their payments; nothing where the API leaves them out. */
export function toldByJobs(jobs: readonly Job[]): PointedPayment[] {
  return jobs.flatMap(({ id, title, is_active, is_paid, payment }) => {
    if (id === '' || !payment) return [];
    const isPaid = is_active || is_paid === true || payment.status === 'completed';
    const thing = { purpose: 'post_job', id, title: title || null } as const;
    return pointed(thing, answerOf(isPaid, payment), payment);
  });
}

/** What the client's own ads tell of their payments. */
export function toldByAds(ads: readonly Ad[]): PointedPayment[] {
  return ads.flatMap(({ id, title, is_active, payment }) => {
    if (id === '' || !payment) return [];
    const thing = { purpose: 'post_ad', id, title: title || null } as const;
    return pointed(thing, answerOf(is_active, payment), payment);
  });
}

/** What the fundi's own account tells of the subscription's payment, at `now` in ms. */
export function toldByFundi(fundi: FundiAccount, now: number): PointedPayment[] {
  const thing = { purpose: 'subscription', id: null, title: null } as const;
  return pointed(thing, subscriptionAnswer(fundi, now), fundi.payment);
}

/** Why the last payment brought nothing so far, or null: nothing failed, or it is not told. */
export function failureTold(payment: PaymentStatus | undefined): string | null {
  return payment?.status === 'failed' ? (payment.reason ?? null) : null;
}
