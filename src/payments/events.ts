/** What can happen to a payment, and how the API's answers become events. */
import { subscriptionState } from '../contract/dates.ts';
import { normalisePhone } from '../contract/rules.ts';
import type { Ad, Job, PaymentStatus } from '../contract/schemas.ts';
import { decidingNow } from '../lib/api/clock.ts';
import type { OwnFundi } from '../lib/api/readers.ts';
import { nothing, type Payable, type PaymentRecord } from './record.ts';

/** What an answer of the API says about a payment: the fields of a record that come from the API. */
export type Report = Pick<
  PaymentRecord,
  | 'state'
  | 'review'
  | 'reason'
  | 'reviewId'
  | 'until'
  | 'isGone'
  | 'phone'
  | 'sentAt'
  | 'isConfirmed'
  | 'through'
  | 'payBill'
> & {
  /** Null where the answer does not say it, as in a list. */
  unmatched: PaymentRecord['unmatched'] | null;
  isDown: boolean | null;
};

/** What the answer to a press says. */
export type PushAnswer = Pick<
  PaymentRecord,
  'checkout' | 'message' | 'phone' | 'isConfirmed' | 'reference' | 'payBill'
>;

/** An attempt is named by the moment of its press, in ms. */
export type PaymentEvent =
  /** An answer to a question asked at `at`, in ms; `isListed`: a list that came at `at`. */
  | { type: 'reported'; report: Report; at: number; isListed?: boolean }
  | { type: 'unanswered' }
  | { type: 'pressed'; phone: string }
  | ({ type: 'accepted'; attempt: number } & PushAnswer)
  /** No prompt was sent, or it is not known whether one was. */
  | { type: 'refused' | 'lost'; attempt: number }
  /** A check that began at `at`, in ms, has ended: `checks` of those that are counted are used up. */
  | { type: 'checked'; attempt: number; checks: number; at: number }
  /** The person says that they have paid from the M-Pesa menu, or that they have not. */
  | { type: 'menu'; isPaid: boolean }
  | { type: 'titled'; title: string }
  | { type: 'shown' }
  | { type: 'read'; what: 'news' | 'review' };

/** The reason of held money when the API gives none. */
const HELD = 'We are looking into a payment of yours. Please contact us.';
const MS_PER_S = 1000;

/** The report that a job or an ad is gone. */
export const gone: Report = { ...nothing, isGone: true };

/**
 * The report of a job, ad or subscription and its `payment` together, as they were at
 * `at`, in ms.
 */
export function reportOf(isPaid: boolean, payment: PaymentStatus | undefined, at: number): Report {
  if (!payment) return { ...nothing, state: isPaid ? 'paid' : 'none' };
  const { status, review, reason = null, review_id: reviewId = null } = payment;
  const { pay_bill: payBill = null, paid_through: through = null } = payment;
  const { unmatched = [], mpesa_down: isDown = false } = payment;
  const known = { ...nothing, reviewId, payBill, unmatched, isDown };
  const isClosed = status === 'completed' && !review && reason !== null;
  const closed = { review: isClosed ? 'closed' : null, reason: isClosed ? reason : null } as const;
  if (isPaid) {
    const held = { review: 'held', reason: reason ?? HELD } as const;
    return { ...known, state: 'paid', through, ...(review === 'held' ? held : closed) };
  }
  if (review === 'unclear' || (review === 'held' && status !== 'completed')) {
    return { ...known, state: 'failed', review, reason };
  }
  if (status === 'failed') return { ...known, state: 'failed', reason };
  if (status !== 'pending') return { ...known, ...closed };
  const { phone, sent_seconds_ago: ago, confirmed = null } = payment;
  return {
    ...known,
    state: 'out',
    phone: normalisePhone(phone ?? ''),
    sentAt: ago === undefined ? 0 : at - ago * MS_PER_S,
    isConfirmed: confirmed,
  };
}

/** What the fundi's own account says about the payment of the subscription, at `at` in ms. */
export function fundiReport(fundi: OwnFundi, at: number): Report {
  const isActive = subscriptionState(fundi, decidingNow(fundi, at).now) === 'Active';
  const report = reportOf(isActive, fundi.payment, at);
  return isActive ? { ...report, until: fundi.subscription_end } : report;
}

/** What a list says about one payment. */
export interface Listed {
  payable: Payable;
  title: string | null;
  report: Report;
}

/** The subscription of the signed-in fundi. */
export const SUBSCRIPTION: Payable = { purpose: 'subscription', id: null };

/** What the fundi's own account says. */
export const accountReports = (fundi: OwnFundi, at: number): Listed[] => [
  { payable: SUBSCRIPTION, title: null, report: fundiReport(fundi, at) },
];

/** What the client's own jobs or ads say; nothing about those whose payment the API leaves out. */
const listReports =
  (purpose: 'post_job' | 'post_ad') =>
  (items: readonly (Job | Ad)[], at: number): Listed[] =>
    items.flatMap(({ id, title, payment, ...item }) => {
      if (id === '' || !payment) return [];
      // Not whether a job is active: a switch shows itself before the API has agreed.
      const isPaid = 'is_paid' in item ? item.is_paid === true : item.is_active;
      const report = reportOf(isPaid || payment.status === 'completed', payment, at);
      return [
        {
          payable: { purpose, id },
          title: title || null,
          report: { ...report, unmatched: null, isDown: null },
        },
      ];
    });
export const jobReports = listReports('post_job');
export const adReports = listReports('post_ad');
