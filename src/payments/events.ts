/** What can happen to a payment, and how the API's answers become events. */
import { normalisePhone, subscriptionState } from '../contract/rules.ts';
import type { Ad, FundiAccount, Job, PaymentStatus } from '../contract/schemas.ts';
import type { Payable, PaymentRecord } from './record.ts';

/** What an answer of the API says about a payment. */
export interface Report {
  /** Null: nothing but that the job or ad is gone. */
  state: PaymentRecord['state'] | null;
  review: PaymentRecord['review'];
  reason: string | null;
  reviewId: string | null;
  until: string | null;
  isGone: boolean;
  /** Of a prompt: the ten-digit phone, when it went out in ms, whether M-Pesa accepted it. */
  phone: string | null;
  sentAt: number | null;
  isConfirmed: boolean | null;
}

/** What the answer to a press says. */
export interface PushAnswer {
  checkout: string | null;
  message: string | null;
  phone: string | null;
  isConfirmed: boolean | null;
}

/** An attempt is named by the moment of its press, in ms. */
export type PaymentEvent =
  /** An answer to a question asked at `at`, in ms; `isListed`: a list that came at `at`. */
  | { type: 'reported'; report: Report; at: number; isListed?: boolean }
  | { type: 'unanswered' }
  | { type: 'pressed'; phone: string }
  | ({ type: 'accepted'; attempt: number } & PushAnswer)
  /** No prompt was sent, or nobody knows. */
  | { type: 'refused' | 'lost'; attempt: number }
  /** A check that began at `at`, in ms, has ended: `checks` of those that are counted are used up. */
  | { type: 'checked'; attempt: number; checks: number; at: number }
  | { type: 'titled'; title: string }
  | { type: 'shown' }
  | { type: 'read'; what: 'news' | 'review' };

/** What is said when money is looked into and the API does not say why. */
const HELD = 'We are looking into a payment of yours. Please contact us.';
const MS_PER_S = 1000;

const nothing: Report = {
  state: 'none',
  review: null,
  reason: null,
  reviewId: null,
  until: null,
  isGone: false,
  phone: null,
  sentAt: null,
  isConfirmed: null,
};

/** The report that a job or an ad is gone. */
export const gone: Report = { ...nothing, state: null, isGone: true };

/**
 * What the state of a job, ad or subscription and its `payment` say together, as they were at
 * `at`, in ms.
 */
export function reportOf(isPaid: boolean, payment: PaymentStatus | undefined, at: number): Report {
  if (!payment) return { ...nothing, state: isPaid ? 'paid' : 'none' };
  const { status, review, reason = null, review_id: reviewId = null } = payment;
  const known = { ...nothing, reviewId };
  const isClosed = status === 'completed' && !review && reason !== null;
  const closed = { review: isClosed ? 'closed' : null, reason: isClosed ? reason : null } as const;
  if (isPaid) {
    const held = { review: 'held', reason: reason ?? HELD } as const;
    return { ...known, state: 'paid', ...(review === 'held' ? held : closed) };
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
    phone: phone ? normalisePhone(phone) : null,
    sentAt: ago === undefined ? null : at - ago * MS_PER_S,
    isConfirmed: confirmed,
  };
}

/** What the fundi's own account says about the payment of the subscription, at `at` in ms. */
export function fundiReport(fundi: FundiAccount, at: number): Report {
  const isActive = subscriptionState(fundi, at) === 'Active';
  const report = reportOf(isActive, fundi.payment, at);
  return isActive ? { ...report, until: fundi.subscription_end } : report;
}

/** What a list says about one payment. */
export interface Listed {
  payable: Payable;
  title: string | null;
  report: Report;
}

/** What the client's own jobs say; nothing about those whose payment the API leaves out. */
export const jobReports = (jobs: readonly Job[], at: number): Listed[] =>
  jobs.flatMap(({ id, title, is_paid, payment }) => {
    if (id === '' || !payment) return [];
    // Not `is_active`: a switch shows itself before the API has agreed.
    const isPaid = is_paid === true || payment.status === 'completed';
    const payable = { purpose: 'post_job', id } as const;
    return [{ payable, title: title || null, report: reportOf(isPaid, payment, at) }];
  });

/** What the client's own ads say. */
export const adReports = (ads: readonly Ad[], at: number): Listed[] =>
  ads.flatMap(({ id, title, is_active, payment }) => {
    if (id === '' || !payment) return [];
    const payable = { purpose: 'post_ad', id } as const;
    return [{ payable, title: title || null, report: reportOf(is_active, payment, at) }];
  });

/** What is paid for with a subscription. */
export const SUBSCRIPTION: Payable = { purpose: 'subscription', id: null };
