/** What the API says about a payment, read from its answers. */
import { subscriptionState } from '../contract/dates.ts';
import { normalisePhone } from '../contract/rules.ts';
import type { Ad, Job, PayBill, PaymentStatus, UnmatchedSum } from '../contract/schemas.ts';
import { decidingNow } from '../lib/api/clock.ts';
import type { OwnFundi } from '../lib/api/readers.ts';
import { READ_MS } from '../lib/waits.ts';

export interface Status {
  /** `out`: a prompt is on a phone, or may be, and there is no result. `none`: no payment is known. */
  state: 'none' | 'out' | 'failed' | 'paid';
  /**
   * `held`: money of a wrong amount or for nothing is in review. `unclear`: it is not known whether money
   * came. `closed`: a person has closed the review, and `reason` is the result.
   */
  review: 'held' | 'unclear' | 'closed' | null;
  /** Why it failed or is in review, in the API's words. */
  reason: string | null;
  reviewId: string | null;
  /** The job or ad is no longer there, or belongs to somebody else. */
  isGone: boolean;
  /** Of a paid subscription: its end, ISO 8601. */
  until: string | null;
  /** Of a prompt: its phone, when it went out (ms, 0 where it is not known), whether M-Pesa has taken it. */
  phone: string;
  sentAt: number;
  isConfirmed: boolean | null;
  /** Of what is paid: which way the money came; null where the API does not say. */
  through: NonNullable<PaymentStatus['paid_through']> | null;
  /** Of what is paid; null where the API does not say. */
  receipt: string | null;
  /** What is typed in the M-Pesa menu to pay without a prompt; null where the API offers none. */
  payBill: PayBill | null;
  /** What came from the M-Pesa menu for it and pays for nothing, newest first; null where it is not said. */
  unmatched: readonly UnmatchedSum[] | null;
  /** M-Pesa sends no prompts at the moment; null where it is not said. */
  isDown: boolean | null;
}

export const emptyStatus: Status = {
  state: 'none',
  review: null,
  reason: null,
  reviewId: null,
  isGone: false,
  until: null,
  phone: '',
  sentAt: 0,
  isConfirmed: null,
  through: null,
  receipt: null,
  payBill: null,
  unmatched: null,
  isDown: null,
};

/** Moments are in ms. */
export interface Answer {
  status: Status;
  /** The latest moment of which it surely knows: when it was asked for. 0 before the first answer. */
  at: number;
  cameAt: number;
}

export const emptyAnswer: Answer = { status: emptyStatus, at: 0, cameAt: 0 };

const HELD = 'We are looking into a payment of yours. Please contact us.';
const MS_PER_S = 1000;

export const gone: Status = { ...emptyStatus, isGone: true };

/** Of a job, ad or subscription and its `payment` together, as they came at `at`, in ms. */
export function statusOf(isPaid: boolean, payment: PaymentStatus | undefined, at: number): Status {
  if (!payment) return { ...emptyStatus, state: isPaid ? 'paid' : 'none' };
  const { status, review, reason = null, review_id: reviewId = null } = payment;
  const { pay_bill: payBill = null, paid_through: through = null, receipt = null } = payment;
  const { unmatched = [], mpesa_down: isDown = false } = payment;
  const known = { ...emptyStatus, reviewId, payBill, unmatched, isDown };
  const isClosed = status === 'completed' && !review && reason !== null;
  const closed = { review: isClosed ? 'closed' : null, reason: isClosed ? reason : null } as const;
  if (isPaid) {
    const held = { review: 'held', reason: reason ?? HELD } as const;
    return { ...known, state: 'paid', through, receipt, ...(review === 'held' ? held : closed) };
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

/** Of the subscription, from the fundi's own account that came at `at`, in ms. */
export function fundiStatus(fundi: OwnFundi, at: number): Status {
  const isActive = subscriptionState(fundi, decidingNow(fundi, at).now) === 'Active';
  const status = statusOf(isActive, fundi.payment, at);
  return isActive ? { ...status, until: fundi.subscription_end } : status;
}

/** Of a job or ad in the client's own list that came at `at`, in ms; null where it says nothing about the payment. */
export function listedStatus({ payment, ...item }: Job | Ad, at: number): Status | null {
  if (!payment) return null;
  // Not whether a job is active: a switch shows itself before the API has agreed.
  const isPaid = 'is_paid' in item ? item.is_paid === true : item.is_active;
  const status = statusOf(isPaid || payment.status === 'completed', payment, at);
  return { ...status, unmatched: null, isDown: null };
}

/**
 * The status in an account or a list that came at `cameAt`, in ms, as an answer. It may have been written as
 * long before as its first try takes; but a "paid" cannot be older than a press.
 */
export const asAnswer = (status: Status, cameAt: number): Answer => ({
  status,
  cameAt,
  at: status.state === 'paid' ? cameAt : cameAt - READ_MS,
});

/** The newer of two answers; what a list does not say is taken from the other. */
export function newerAnswer(asked: Answer, listed: Answer | null): Answer {
  if (listed === null || listed.at < asked.at) return asked;
  const { payBill, unmatched, isDown } = asked.status;
  const { status } = listed;
  return {
    ...listed,
    status: {
      ...status,
      payBill: status.payBill ?? payBill,
      unmatched: status.unmatched ?? unmatched,
      isDown: status.isDown ?? isDown,
    },
  };
}

/**
 * Whether it says that a prompt is out. Another API may say "pending" when none was sent (readings, spec §7):
 * then it gives neither its phone nor its time, nor says that it is confirmed.
 */
export const hasPrompt = ({ state, phone, sentAt, isConfirmed }: Status) =>
  state === 'out' && (phone !== '' || sentAt !== 0 || isConfirmed === true);
