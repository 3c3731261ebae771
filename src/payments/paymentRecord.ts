/** What the device keeps of a payment, and what follows from it. */
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import { parseDate } from '../contract/rules.ts';
import type { Id, PaymentPurpose } from '../contract/schemas.ts';

/** What can be paid for; a subscription has no id. */
export interface Payable {
  purpose: PaymentPurpose;
  id: Id | null;
}

export type Outcome =
  /** Nothing final is known. */
  | 'open'
  | 'failed'
  /** Money has come that fits nothing: a person looks into it, nobody should pay again. */
  | 'held'
  /** Nobody knows what became of it. */
  | 'unclear'
  /** It is paid and was said; a `reason`: a person looks into some of the money. */
  | 'paid'
  /** The job or ad is no longer there. */
  | 'gone';

export interface PendingPayment extends Payable {
  /** Title of the job or ad, for telling of it elsewhere. */
  title: string | null;
  /** The phone that the prompt is on; empty while nobody has told which. */
  phone: string;
  /** The prompt had gone out before this device asked, from elsewhere or to another phone. */
  wasOut: boolean;
  /** Null while it is not known whether the prompt was sent. */
  checkout: string | null;
  /** Whether M-Pesa has taken the prompt, or null while the API has not told. */
  isConfirmed: boolean | null;
  /** The API's own words about the prompt. */
  message: string | null;
  /** When the button was pressed, in ms; names the attempt. */
  pressedAt: number;
  /** The last moment at which the prompt may have gone out, in ms. */
  sentAt: number;
  /** Status checks used up, of those that are counted. */
  checks: number;
  outcome: Outcome;
  /** Why it failed or is looked into, as the API says it. */
  reason: string | null;
  /** Of a paid subscription: its end as it was last said, ISO 8601; else null. */
  until: string | null;
  /** There was an attempt before it, of which an answer or the money may still come. */
  isRetry: boolean;
  /** The API has spoken of it as the one that is out. */
  isSeen: boolean;
  /** Fingerprint of the session that may see it. */
  owner: string;
  /** The account behind that session once it is known, for instance `client:7`. */
  account: string | null;
}

/** How long an unanswered payment is pointed at: by then the API has given it up, in ms. */
const POINT_AT_MS = 15 * 60 * 1000;

/** Whether a prompt is known to be asked for; else it only may be. */
export function isAsked({ checkout, wasOut, isConfirmed }: PendingPayment): boolean {
  return isConfirmed ?? (checkout !== null || wasOut);
}

/** Until when the prompt may still be answered, in ms; of a settled payment it no longer can. */
export function aliveUntil({ outcome, sentAt }: PendingPayment): number {
  return outcome === 'open' ? sentAt + PROMPT_LIFETIME_MS : 0;
}

/** Whether it went out so lately that an answer is still to be hoped for. */
export function isAwaited({ outcome, sentAt }: PendingPayment): boolean {
  return outcome === 'open' && Date.now() - sentAt < POINT_AT_MS;
}

/** Whether a "failed" can only speak of this attempt, not of one before it. */
export function isOwnFailure(payment: PendingPayment | null): payment is PendingPayment {
  if (!payment || payment.outcome === 'failed' || payment.outcome === 'paid') return false;
  return payment.checkout !== null || !payment.isRetry || payment.isSeen;
}

/** Whether more than one prompt went out so lately that both may be paid. */
export function mayComeTwice({ isRetry, sentAt }: PendingPayment): boolean {
  return isRetry && Date.now() - sentAt < POINT_AT_MS;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a subscription that was said to be paid has grown since, to `until`: paid once more. */
export function isPaidAgain({ outcome, until: said }: PendingPayment, until: string | null) {
  return outcome === 'paid' && hasGrown(said, until);
}

/** Whether an end of the subscription, ISO 8601, is later than the one before it: a month more. */
export function hasGrown(before: string | null, after: string | null): boolean {
  const [from, to] = [parseDate(before), parseDate(after)];
  return from !== null && to !== null && to - from >= DAY_MS;
}

/** One name per job, ad or subscription. */
export const nameOf = ({ purpose, id }: Payable) => `${purpose}:${id ?? ''}`;
