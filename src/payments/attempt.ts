/** What this device stores about the payment for one job, ad or subscription: what a person did and has read. */
import { payableKey } from '../contract/payables.ts';
import type { Id, PayBill, PaymentPurpose } from '../contract/schemas.ts';
import { DAY_MS } from '../contract/time.ts';
import type { Answer, Status } from './status.ts';

/** What can be paid for; a subscription has no id. */
export interface Payable {
  purpose: PaymentPurpose;
  id: Id | null;
}

export const SUBSCRIPTION: Payable = { purpose: 'subscription', id: null };

/** The one name of a payable: storage key, lock, list key. */
export const nameOf = ({ purpose, id }: Payable) => payableKey(purpose, id);

export interface Attempt extends Payable {
  title: string | null;
  /** When the button was pressed, in ms: names the attempt. 0 where there was none. */
  pressedAt: number;
  /**
   * What is known about the request for the prompt. `asking`: no answer yet. `lost`: the answer got
   * lost; `reported`: but the API has reported the prompt since. `sent`: it was accepted. `sessionless`:
   * the answer had no checkout. `repeated`: the answer named this prompt again. `found`: it had gone out
   * before, from elsewhere or to another phone.
   */
  push: 'asking' | 'lost' | 'reported' | 'sent' | 'sessionless' | 'repeated' | 'found';
  /** The phone that the prompt is on; empty while it is not known. */
  phone: string;
  checkout: string | null;
  /** The API's own words about the prompt, and the account that it names on the phone; null where not said. */
  message: string | null;
  reference: string | null;
  /** Whether M-Pesa had accepted the prompt when the press was answered; null where not said. */
  isConfirmed: boolean | null;
  /** The last moment at which the prompt may have gone out, in ms; 0 where there was none. */
  sentAt: number;
  /** Status checks used up, and when the last one began, in ms. */
  checks: number;
  checkedAt: number;
  /** An attempt of the days before this one: `open`, it may still be on a phone; `ended`, its money may still come. */
  earlier: 'none' | 'ended' | 'open';
  /** When the person said that they have paid from the M-Pesa menu, in ms, and which sums were known then. */
  menu: { at: number; sums: string[] } | null;
  /** The numbers for the M-Pesa menu that the person was shown. */
  payBill: PayBill | null;
  /** The review that was reported, or that the job or ad is gone: what, as of when (ms), and whether it was read. */
  told: (Pick<Status, 'state' | 'review' | 'reason' | 'reviewId' | 'isGone'> & Told) | null;
  /** The end that the person has seen. `second`: a second month was paid. `until`: that of the subscription. */
  shown: (Pick<Status, 'until'> & Told & { end: End }) | null;
}

interface Told {
  at: number;
  isRead: boolean;
}

export type End = 'failed' | 'paid' | 'second';

/** What is stored of a payable about which this device knows nothing. */
export const emptyAttempt = ({ purpose, id }: Payable): Attempt => ({
  purpose,
  id,
  title: null,
  pressedAt: 0,
  push: 'asking',
  phone: '',
  checkout: null,
  message: null,
  reference: null,
  isConfirmed: null,
  sentAt: 0,
  checks: 0,
  checkedAt: 0,
  earlier: 'none',
  menu: null,
  payBill: null,
  told: null,
  shown: null,
});

/** Whether nothing of it is worth storing. */
export const isEmptyAttempt = ({ pressedAt, menu, payBill, told, shown }: Attempt) =>
  pressedAt === 0 && !menu && !payBill && !told && !shown;

/** How long this device asks about a payment, in ms: M-Pesa settles within days. */
export const WATCH_MS = 3 * DAY_MS;

/** Whether the API has reported a review of it that ended the wait, and has said nothing newer. */
export const wasReviewed = ({ told }: Attempt) => told?.state === 'failed' && told.review !== null;

/** Whether its end is not known, at `now` in ms. */
export const isOpen = (attempt: Attempt, now: number) =>
  attempt.pressedAt > 0 &&
  attempt.shown === null &&
  !wasReviewed(attempt) &&
  now - attempt.sentAt < WATCH_MS;

/** Whether a press on this device started it; else another device's did. */
export const isPressedHere = ({ pressedAt, push }: Pick<Attempt, 'pressedAt' | 'push'>) =>
  pressedAt > 0 && push !== 'found';

/** Whether an answer is of a question from before the press. A prompt is found by an answer of the same moment. */
export const isFromBefore = ({ pressedAt, push }: Attempt, { at }: Answer) =>
  push === 'found' ? at < pressedAt : at <= pressedAt;

/** Whether a failure that was reported as of `at`, in ms, can only be that of this attempt, not of one before it. */
function isOwnFailure({ push, earlier, sentAt }: Attempt, at: number): boolean {
  // While the press was under way, the API knew only the one before.
  if (push !== 'found' && at < sentAt) return false;
  return earlier === 'none' || (push !== 'asking' && push !== 'lost');
}

/** What an answer means for the attempt: a failure may be of the one before it, and nothing known ends no wait. */
export function stateOf(
  attempt: Attempt,
  { status, at }: Pick<Answer, 'status' | 'at'>,
  now: number,
): Status['state'] {
  const isWaiting = isOpen(attempt, now);
  const { state, review } = status;
  if (state === 'paid') return state;
  if (state === 'failed') {
    return isWaiting && review !== 'held' && !isOwnFailure(attempt, at) ? 'out' : state;
  }
  if (isWaiting) return 'out';
  return attempt.shown?.end === 'failed' ? 'failed' : 'none';
}

/** The review in a status: after one, the reason of a failure is its result. */
export function reviewOf(attempt: Attempt, status: Status): Status['review'] {
  const { told } = attempt;
  const { state, review, reason } = status;
  const isOutcome = wasReviewed(attempt) && (told?.review !== 'closed' || told.reason === reason);
  return state === 'failed' && reason !== null && isOutcome ? (review ?? 'closed') : review;
}
