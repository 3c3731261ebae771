/** Payments as the owner's own reads tell of them: all that a device without records knows. */
import type { Ad, FundiAccount, Job, PaymentStatus } from '../contract/schemas.ts';
import type { Payable, PendingPayment } from './paymentRecord.ts';
import { answerOf, subscriptionAnswer, type PaymentAnswer } from './paymentStatus.ts';

/** What is pointed at on the dashboards and the manage screens. */
export type PointedPayment = Payable & Pick<PendingPayment, 'title' | 'outcome' | 'reason'>;

function pointed(
  thing: Payable & Pick<PendingPayment, 'title'>,
  answer: PaymentAnswer,
): PointedPayment[] {
  switch (answer.status) {
    case 'pending':
      return [{ ...thing, outcome: 'open', reason: null }];
    case 'held':
    case 'unclear':
      return [{ ...thing, outcome: answer.status, reason: answer.reason }];
    case 'paid':
      return answer.held === null ? [] : [{ ...thing, outcome: 'paid', reason: answer.held }];
    default:
      return [];
  }
}

/** What the client's own jobs tell of their payments; nothing where the API leaves them out. */
export function toldByJobs(jobs: readonly Job[]): PointedPayment[] {
  return jobs.flatMap(({ id, title, is_active, is_paid, payment }) => {
    if (id === '' || !payment) return [];
    const isPaid = is_active || is_paid === true || payment.status === 'completed';
    return pointed({ purpose: 'post_job', id, title: title || null }, answerOf(isPaid, payment));
  });
}

/** What the client's own ads tell of their payments. */
export function toldByAds(ads: readonly Ad[]): PointedPayment[] {
  return ads.flatMap(({ id, title, is_active, payment }) => {
    if (id === '' || !payment) return [];
    return pointed({ purpose: 'post_ad', id, title: title || null }, answerOf(is_active, payment));
  });
}

/** What the fundi's own account tells of the subscription's payment, at `now` in ms. */
export function toldByFundi(fundi: FundiAccount, now: number): PointedPayment[] {
  const thing = { purpose: 'subscription', id: null, title: null } as const;
  return pointed(thing, subscriptionAnswer(fundi, now));
}

/** Why the last payment brought nothing, or null: nothing failed, or a person looks into it. */
export function failureTold(payment: PaymentStatus | undefined): string | null {
  if (payment?.status !== 'failed' || payment.review) return null;
  return payment.reason ?? null;
}
