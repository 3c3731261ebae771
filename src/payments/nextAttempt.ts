/** The one place that decides what a press, an answer or a reading changes in what the device stores. */
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import {
  emptyAttempt,
  isFromBefore,
  isOpen,
  isEmptyAttempt,
  reviewOf,
  stateOf,
  wasReviewed,
  WATCH_MS,
  type Attempt,
  type End,
} from './attempt.ts';
import { hasPrompt, type Answer, type Status } from './status.ts';
import { purposes } from './words.ts';

export type PushAnswer = Pick<
  Attempt,
  'checkout' | 'message' | 'phone' | 'isConfirmed' | 'reference' | 'payBill'
>;

/** An attempt is named by the moment of its press, in ms. */
export type AttemptEvent =
  | { type: 'pressed'; phone: string; title: string | null }
  /** The answer to a press; `before`: what the press has replaced. */
  | ({ type: 'accepted'; attempt: number; before: Attempt } & PushAnswer)
  | { type: 'refused'; attempt: number; before: Attempt }
  /** It is not known whether one was sent. */
  | { type: 'lost'; attempt: number }
  /** A check that began at `at`, in ms, has ended; `checks`: how many are used up. */
  | { type: 'checked'; attempt: number; checks: number; at: number }
  /** What the API said last, and the title in its list. */
  | { type: 'heard'; answer: Answer; title: string | null }
  /** The person says that they have paid from the M-Pesa menu, though these sums pay for nothing; or have not. */
  | { type: 'menu'; sums: string[] | null }
  | { type: 'shown'; end: End; until: string | null }
  | { type: 'read'; what: 'news' | 'review' };

/** Whether an attempt of the days before this one may still bring its answer or money. */
function earlierOf(attempt: Attempt, now: number): Attempt['earlier'] {
  const { pressedAt, sentAt, earlier, shown, told } = attempt;
  if (pressedAt === 0 || now - sentAt >= WATCH_MS) return 'none';
  if (told?.review === 'unclear') return 'open';
  if (shown === null) return wasReviewed(attempt) ? 'ended' : 'open';
  // Its own failure says nothing about one before it.
  return shown.end === 'failed' && earlier === 'open' ? 'open' : 'ended';
}

const begun = (attempt: Attempt, now: number): Attempt => ({
  ...emptyAttempt(attempt),
  title: attempt.title,
  payBill: attempt.payBill,
  earlier: earlierOf(attempt, now),
  pressedAt: now,
  sentAt: now,
  checkedAt: now,
});

function accepted(
  attempt: Attempt,
  event: Extract<AttemptEvent, { type: 'accepted' }>,
  now: number,
): Attempt {
  const { before, checkout, message, phone, isConfirmed, reference } = event;
  if (checkout !== null && before.checkout === checkout && isOpen(before, now)) {
    return { ...before, push: 'repeated' };
  }
  const isFound = attempt.push === 'found' || (phone !== '' && phone !== attempt.phone);
  return {
    ...attempt,
    push: isFound ? 'found' : checkout === null ? 'sessionless' : 'sent',
    phone: phone || attempt.phone,
    payBill: event.payBill ?? attempt.payBill,
    checkout,
    message,
    isConfirmed,
    reference,
    sentAt: now,
  };
}

/**
 * When a prompt went out, in ms, by a status that says `sentAt`: no longer ago than a prompt lives,
 * and never in the future, even if a clock is wrong.
 */
const sentBy = (sentAt: number, now: number) =>
  Math.min(now, Math.max(now - PROMPT_LIFETIME_MS, sentAt || now));

/** After a report of the prompt that is waited for. */
function seen(attempt: Attempt, { phone, sentAt }: Status, now: number): Attempt {
  const { push } = attempt;
  const isOther = phone !== '' && phone !== attempt.phone;
  if (push !== 'found' && !isOther) {
    return push === 'lost' || push === 'asking' ? { ...attempt, push: 'reported' } : attempt;
  }
  return {
    ...attempt,
    push: 'found',
    phone: phone || attempt.phone,
    // The account of one prompt may not be that of another.
    reference: isOther ? null : attempt.reference,
    sentAt: Math.min(attempt.sentAt, sentBy(sentAt, now)),
  };
}

/** An open prompt that this device did not know: it is waited for as on the device that asked for it. */
function found(attempt: Attempt, { status, at, cameAt }: Answer): Attempt {
  const { everyMs, maxChecks } = purposes[attempt.purpose].polling;
  const sentAt = sentBy(status.sentAt, cameAt);
  return {
    ...begun(attempt, cameAt),
    push: 'found',
    menu: attempt.menu,
    phone: status.phone,
    pressedAt: at,
    sentAt,
    checks: Math.min(maxChecks, Math.floor((cameAt - sentAt) / everyMs)),
  };
}

/** When the last end or review was reported, in ms; 0 for none. */
const endedAt = ({ told, shown }: Attempt) => Math.max(told?.at ?? 0, shown?.at ?? 0);

/** After an answer that a prompt is out. */
function prompted(attempt: Attempt, answer: Answer, now: number): Attempt {
  const { sentAt } = answer.status;
  // There is one at a time: what went out after its end is another one.
  const isSame = isOpen(attempt, now) && sentAt <= attempt.sentAt + PROMPT_LIFETIME_MS;
  if (isSame) return seen(attempt, answer.status, answer.cameAt);
  const hasEnded = sentAt !== 0 && sentAt < endedAt(attempt);
  return hasEnded ? attempt : found(attempt, answer);
}

/** What of an answer the person is told until they have read it, or null. */
function tellOf(attempt: Attempt, answer: Answer, now: number) {
  const { state, reason, reviewId, isGone } = answer.status;
  const review = reviewOf(attempt, answer.status);
  const isLost = isGone && isOpen(attempt, now);
  if (stateOf(attempt, answer, now) !== state && !isLost) return null;
  return review === null && !isLost ? null : { state, review, reason, reviewId, isGone };
}

const SAID = ['state', 'review', 'reason', 'isGone'] as const;

const isSameTell = (told: Attempt['told'], tell: NonNullable<ReturnType<typeof tellOf>>) =>
  told !== null &&
  SAID.every((field) => told[field] === tell[field]) &&
  (!told.reviewId || !tell.reviewId || told.reviewId === tell.reviewId);

/** Keeps what of an answer is worth storing. Another tab may have heard more since. */
function heard(stored: Attempt, answer: Answer, now: number): Attempt {
  const { status, at } = answer;
  if (at < endedAt(stored) || isFromBefore(stored, answer)) return stored;
  let attempt = stored;
  const { shown } = stored;
  const isNone = status.state === 'none' || status.state === 'out';
  if (hasPrompt(status)) attempt = prompted(stored, answer, now);
  else if (shown && shown.end !== 'failed' && isNone && !status.isGone) {
    // What was paid for has ended.
    attempt = { ...emptyAttempt(stored), title: stored.title, told: stored.told };
  }
  if (status.payBill) attempt = { ...attempt, payBill: status.payBill };
  const tell = tellOf(attempt, answer, now);
  if (tell && !isSameTell(attempt.told, tell)) {
    attempt = { ...attempt, told: { ...tell, at, isRead: false }, menu: null };
  }
  return attempt;
}

/** Moments of before the clock was set back: else an attempt would wait until the clock has caught up. */
const inPast = (attempt: Attempt, now: number): Attempt => ({
  ...attempt,
  pressedAt: Math.min(attempt.pressedAt, now),
  sentAt: Math.min(attempt.sentAt, now),
  checkedAt: Math.min(attempt.checkedAt, now),
});

/** The attempt after an event, at `now` in ms. */
export function nextAttempt(stored: Attempt, event: AttemptEvent, now: number): Attempt {
  if ('attempt' in event && event.attempt !== stored.pressedAt) return stored;
  const attempt = inPast(stored, now);
  switch (event.type) {
    case 'pressed':
      return {
        ...begun(attempt, now),
        phone: event.phone,
        title: event.title ?? attempt.title,
      };
    case 'accepted':
      return isOpen(attempt, now) ? accepted(attempt, event, now) : attempt;
    case 'refused':
      return isOpen(attempt, now) ? event.before : attempt;
    case 'lost': {
      if (!isOpen(attempt, now)) return attempt;
      const push = attempt.push === 'asking' ? 'lost' : attempt.push;
      return { ...attempt, push, sentAt: now };
    }
    case 'checked':
      return { ...attempt, checks: Math.max(attempt.checks, event.checks), checkedAt: event.at };
    case 'heard': {
      const next = heard(attempt, event.answer, now);
      return isEmptyAttempt(next) ? next : { ...next, title: next.title ?? event.title };
    }
    case 'menu': {
      const menu = event.sums && { at: now, sums: event.sums };
      return { ...attempt, menu, checks: 0, checkedAt: now };
    }
    case 'shown': {
      const { end, until } = event;
      return attempt.shown?.end === end && attempt.shown.until === until
        ? attempt
        : { ...attempt, shown: { end, until, at: now, isRead: false } };
    }
    case 'read': {
      const { shown, told } = attempt;
      if (event.what === 'news') return { ...attempt, shown: shown && { ...shown, isRead: true } };
      return { ...attempt, told: told && { ...told, isRead: true } };
    }
    default:
      return event satisfies never;
  }
}
