/** A payment as it is known now: what this device stores of it, joined with what the API has said. */
import { parseDate } from '../contract/dates.ts';
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import type { Ad, Job, UnmatchedSum } from '../contract/schemas.ts';
import { DAY_MS, MINUTE_MS } from '../contract/time.ts';
import {
  isFromBefore,
  isOpen,
  isPressedHere,
  reviewOf,
  stateOf,
  wasReviewed,
  WATCH_MS,
  type Attempt,
  type End,
} from './attempt.ts';
import { nextAttempt } from './nextAttempt.ts';
import { emptyStatus, hasPrompt, type Answer, type Status } from './status.ts';

/** What the API has said: its newest answer, and whether the last question got one. */
export interface Heard {
  answer: Answer;
  isUnreached: boolean;
  /** When the list or the account with it came, in ms, and what it says. */
  listedAt: number;
  listedState: Status['state'] | null;
  title: string | null;
}

export interface Payment {
  attempt: Attempt;
  heard: Heard;
  /** What the API says of this attempt: an answer from before its press says nothing of it. */
  status: Status;
  state: Status['state'];
  review: Status['review'];
  /** Whether M-Pesa has accepted the prompt; null while the API has not said. */
  isConfirmed: boolean | null;
  /** The end that is news to the person, whether it was shown or not. */
  news: End | null;
  /** What came from the M-Pesa menu for it and pays for nothing, newest first. */
  unmatched: readonly UnmatchedSum[];
}

/** How long an unanswered payment is pointed at, in ms: by then the API has given it up. */
const POINT_AT_MS = 15 * MINUTE_MS;

/** Whether an end of a running subscription, ISO 8601, has moved on: one more month was paid. */
function hasGrown(before: string | null, after: string | null, now: number): boolean {
  const [from, to] = [parseDate(before), parseDate(after)];
  return from !== null && to !== null && from > now && to - from >= DAY_MS;
}

/** What the attempt itself knows of its end, and since when: perhaps from another tab. */
function endOf({ told, shown }: Attempt): [Status, since: number] {
  if (shown && shown.at >= (told?.at ?? 0)) {
    const { end, until, at } = shown;
    return [{ ...emptyStatus, state: end === 'failed' ? end : 'paid', until }, at];
  }
  return told ? [{ ...emptyStatus, ...told }, told.at] : [emptyStatus, 0];
}

function statusFor(attempt: Attempt, answer: Answer, now: number): Status {
  const { status, at } = answer;
  const [end, since] = endOf(attempt);
  const { payBill, unmatched, isDown, isGone } = status;
  // A prompt that is not waited for has ended before.
  const isOver = hasPrompt(status) && !isOpen(attempt, now);
  const isSame = status.state === end.state && isGone === end.isGone;
  if (isFromBefore(attempt, answer) || isOver || (at < since && !isSame)) {
    return { ...end, payBill, unmatched, isDown };
  }
  // What is gone has no other status.
  return isGone && status.state === 'none' ? { ...end, isGone, unmatched } : status;
}

function newsOf(
  { attempt, status, state, review }: Omit<Payment, 'news'>,
  now: number,
): End | null {
  const { shown, told, menu, payBill } = attempt;
  const isWaited = isOpen(attempt, now) || (wasReviewed(attempt) && told?.review !== 'closed');
  if (state === 'failed' && review === null)
    return isWaited || shown?.end === 'failed' ? state : null;
  if (state !== 'paid') return null;
  if (shown && shown.end !== 'failed') {
    return hasGrown(shown.until, status.until, now) ? 'second' : shown.end;
  }
  const isLateMoney = shown !== null && isPressedHere(attempt);
  // Who pays from the M-Pesa menu presses nothing here.
  const isFromMenu = menu !== null || (payBill !== null && status.through !== 'prompt');
  return isWaited || isLateMoney || isFromMenu ? state : null;
}

/** The payment of which the device stores `stored`, at `now` in ms. */
export function paymentOf(stored: Attempt, heard: Heard, now: number): Payment {
  const { answer, title } = heard;
  const attempt = nextAttempt(stored, { type: 'heard', answer, title }, now);
  const status = statusFor(attempt, answer, now);
  const state = stateOf(attempt, { status, at: answer.at }, now);
  const payment = {
    attempt,
    heard,
    status,
    state,
    review: state === status.state ? reviewOf(attempt, status) : null,
    isConfirmed: status.isConfirmed ?? attempt.isConfirmed,
    unmatched: status.unmatched ?? [],
  };
  return { ...payment, news: newsOf(payment, now) };
}

/** The review that has no result yet, or null. */
export const openReview = ({ review }: Payment) =>
  review === 'held' || review === 'unclear' ? review : null;

export const isEmpty = ({ attempt, status, state, review }: Payment) =>
  state === 'none' && review === null && !status.isGone && attempt.menu === null;

/** Whether the person says that money is on its way from the M-Pesa menu, and the API does not, at `now`. */
export function isMenuAwaited(payment: Payment, now: number): boolean {
  const { attempt, state, unmatched } = payment;
  const { menu, shown } = attempt;
  if (!menu || state === 'paid' || openReview(payment)) return false;
  // What they wait for has come, and it pays for nothing.
  const hasCome = unmatched.some(({ id }) => !menu.sums.includes(id));
  return !hasCome && menu.at >= (shown?.at ?? 0) && now - menu.at < WATCH_MS;
}

/** Until when the prompt may still be answered, in ms; 0 when none is out. */
export const aliveUntil = ({ state, attempt }: Payment) =>
  state === 'out' ? attempt.sentAt + PROMPT_LIFETIME_MS : 0;

/** Whether the API accepted the request for the prompt; else it is not known whether one was sent. */
export const isAccepted = ({ isConfirmed, attempt }: Payment) =>
  isConfirmed ?? ['sent', 'found', 'repeated'].includes(attempt.push);

/** The API's own words about the prompt; none once its doubt about the prompt is over. */
export const messageOf = ({ isConfirmed, attempt }: Payment) =>
  isConfirmed && attempt.isConfirmed === false ? null : attempt.message;

/** Whether a prompt went out, or the menu was used, so recently that money is expected, at `now` in ms. */
export function isAwaited(payment: Payment, now: number): boolean {
  const { attempt, status, state } = payment;
  const menuAt = isMenuAwaited(payment, now) ? (attempt.menu?.at ?? 0) : 0;
  const since = Math.max(state === 'out' ? attempt.sentAt : 0, menuAt);
  return !status.isGone && now - since < POINT_AT_MS;
}

/** Whether an earlier prompt of no known end may still be on a phone, at `now` in ms. */
export const isOtherOpen = ({ attempt: { earlier, sentAt } }: Payment, now: number) =>
  earlier === 'open' && now - sentAt < POINT_AT_MS;

/** When the time alone changes what is said of it, in ms: the first such moment after `now`, or Infinity. */
export function nextChangeAt({ attempt: { sentAt, menu } }: Payment, now: number): number {
  const spans = [PROMPT_LIFETIME_MS, POINT_AT_MS, WATCH_MS];
  const moments = [sentAt, menu?.at ?? 0].flatMap((from) => spans.map((span) => from + span));
  return Math.min(...moments.filter((moment) => moment > now));
}

/** Whether this device asks for its status when the person comes back, at `now` in ms. */
export function isAskedAbout(payment: Payment, now: number): boolean {
  const { attempt, state, review } = payment;
  const { earlier, sentAt } = attempt;
  if (state === 'out' || isMenuAwaited(payment, now)) return true;
  if (!isPressedHere(attempt) || now - sentAt >= WATCH_MS) return false;
  // Both of two prompts may be paid.
  const mayComeTwice = earlier !== 'none' && now - sentAt < POINT_AT_MS;
  return state === 'failed' || review === 'held' || mayComeTwice;
}

/** The news that is still to be shown to a person who opened the screen at `openedAt`, in ms. */
export function newsAt({ news, attempt: { shown } }: Payment, openedAt: number): End | null {
  const isShown = shown?.end === news && (shown?.isRead || shown.at < openedAt);
  return isShown ? null : news;
}

/** When its end was reported, here or in another tab, in ms. */
const knownAt = ({ heard, attempt: { shown } }: Payment) =>
  Math.max(heard.answer.cameAt, shown?.at ?? 0);

/** Whether it has ended since `openedAt`, in ms, and the list that is shown does not say so. */
export const isListOld = (payment: Payment, openedAt: number) =>
  payment.state !== 'out' &&
  payment.state !== payment.heard.listedState &&
  knownAt(payment) > Math.max(payment.heard.listedAt, openedAt);

/**
 * What the card of something that is not paid for says. `payable`: paying is right. `waiting`: a prompt is
 * out, or its result is. `held`, `unclear`: in review. `paid`: the money is there, the list is older.
 */
export function standingOf(payment: Payment, now: number) {
  const { state } = payment;
  const review = openReview(payment);
  if (review) return review;
  if (state === 'paid' && knownAt(payment) > payment.heard.listedAt) return state;
  return isAwaited(payment, now) ? 'waiting' : 'payable';
}

/** Whether the card of a job or an ad says what is to be paid, or what is known about the payment. */
export function saysPayment(item: Job | Ad): boolean {
  const isPaid = 'is_paid' in item && item.is_paid === true;
  return !item.taken_down && !item.is_active && !isPaid;
}
