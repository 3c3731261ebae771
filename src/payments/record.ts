/** What this device stores about the payment for one job, ad or subscription. */
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import { payableKey } from '../contract/payables.ts';
import type {
  Id,
  PayBill,
  PaymentPurpose,
  PaymentStatus,
  UnmatchedSum,
} from '../contract/schemas.ts';
import { DAY_MS, MINUTE_MS } from '../contract/time.ts';

/** What can be paid for; a subscription has no id. */
export interface Payable {
  purpose: PaymentPurpose;
  id: Id | null;
}

/** A record before anything is known, field by field. */
export const nothing = {
  /** `out`: a prompt is on a phone, or may be, and there is no result. `none`: no payment is known. */
  state: 'none' as 'none' | 'out' | 'failed' | 'paid',
  /**
   * `held`: money of a wrong amount or for nothing is in review. `unclear`: it is not known whether money
   * came. `closed`: a person has closed the review, and `reason` is the result.
   */
  review: null as 'held' | 'unclear' | 'closed' | null,
  /** Why it failed or is in review, in the API's words. */
  reason: null as string | null,
  /** The id of the review, where the API gives one. */
  reviewId: null as string | null,
  /** The job or ad is no longer there, or belongs to somebody else. */
  isGone: false,
  /** The person has read the review, or that the job or ad is gone. */
  isRead: false,
  /** The result of a payment that this device waited for; `second`: a second month was paid. */
  news: null as 'failed' | 'paid' | 'second' | null,
  /** When the news was first in sight, in ms. */
  shownAt: null as number | null,
  /** Title of the job or ad. */
  title: null as string | null,
  /** Of a paid subscription: its end, ISO 8601. */
  until: null as string | null,
  /** Of what is paid: which way the money came; null where the API does not say. */
  through: null as NonNullable<PaymentStatus['paid_through']> | null,
  /** What is typed in the M-Pesa menu to pay without a prompt; null where the API offers none. */
  payBill: null as PayBill | null,
  /** What came from the M-Pesa menu for it and pays for nothing, newest first. */
  unmatched: [] as readonly UnmatchedSum[],
  /** M-Pesa sends no prompts at the moment, as the API said last. */
  isDown: false,
  /** When the person said that they have paid from the M-Pesa menu, in ms; 0 when they have not. */
  menuAt: 0,

  /** When the button was pressed, in ms: names the attempt. 0 where there was none. */
  pressedAt: 0,
  /**
   * What is known about the request for the prompt. `asking`: no answer yet. `lost`: the answer got
   * lost. `sent`: it was accepted. `sessionless`: the answer had no checkout. `repeated`: the answer
   * named this prompt again. `found`: it had gone out before, from elsewhere or to another phone.
   */
  push: 'asking' as 'asking' | 'lost' | 'sent' | 'sessionless' | 'repeated' | 'found',
  /** The phone that the prompt is on; empty while it is not known. */
  phone: '',
  checkout: null as string | null,
  /** The API's own words about the prompt. */
  message: null as string | null,
  /** The account that the prompt names on the phone; null where the API does not say it. */
  reference: null as string | null,
  /** Whether M-Pesa has accepted the prompt; null while the API has not said. */
  isConfirmed: null as boolean | null,
  /** The last moment at which the prompt may have gone out, in ms; 0 where it is not known. */
  sentAt: 0,
  /** Status checks used up, and when the last check began, in ms. */
  checks: 0,
  checkedAt: 0,
  /** There was an attempt before it, whose answer or money may still come. */
  isRetry: false,
  /** The end of an attempt before it is not known: its prompt may still be on a phone. */
  isBesideOpen: false,
  /** The API has reported this prompt. */
  isSeen: false,
  /** The last question got no answer. */
  isUnreached: false,

  /** When the record got its state, in ms: an answer to an earlier question is outdated. */
  at: 0,
  /** When the API last answered about it, in ms. */
  heardAt: 0,
};

export type PaymentRecord = Payable &
  typeof nothing & {
    /** The record that this attempt replaced, until it is known that a prompt was sent. */
    before: PaymentRecord | null;
  };

/** How long this device asks about a payment, in ms: M-Pesa settles within days. */
export const WATCH_MS = 3 * DAY_MS;
/** How long a settled record is stored after the API last spoke of it, in ms. */
export const STORED_MS = 30 * DAY_MS;
/** How long an unanswered payment is pointed at, in ms: by then the API has given it up. */
const POINT_AT_MS = 15 * MINUTE_MS;

/** The one name of a payable: storage key, lock, list key. */
export const nameOf = ({ purpose, id }: Payable) => payableKey(purpose, id);

/** The record of a payable about which this device knows nothing. */
export const blank = ({ purpose, id }: Payable): PaymentRecord => ({
  purpose,
  id,
  before: null,
  ...nothing,
});

/** Whether it is in review, or unclear, and not known to be paid. */
export const isLookedInto = ({ state, review }: PaymentRecord) =>
  state === 'failed' && (review === 'held' || review === 'unclear');

/** Whether no payment is known. */
export function isBlank({ state, review, isGone, menuAt }: PaymentRecord): boolean {
  return state === 'none' && review === null && !isGone && menuAt === 0;
}

/** Whether a record has nothing that is worth storing. */
export const isEmpty = (record: PaymentRecord) =>
  isBlank(record) && record.payBill === null && record.unmatched.length === 0 && !record.isDown;

/** Whether the person says that money is on its way from the M-Pesa menu, and the API does not, at `now`. */
export function isMenuAwaited(record: PaymentRecord, now: number): boolean {
  const { state, menuAt } = record;
  return state !== 'paid' && !isLookedInto(record) && menuAt > 0 && now - menuAt < WATCH_MS;
}

/** Until when the prompt may still be answered, in ms; 0 when none is out. */
export function aliveUntil({ state, sentAt }: PaymentRecord): number {
  return state === 'out' ? sentAt + PROMPT_LIFETIME_MS : 0;
}

/** Whether the API accepted the request for the prompt; else it is not known whether one was sent. */
export function isAccepted({ isConfirmed, push }: PaymentRecord): boolean {
  return isConfirmed ?? (push === 'sent' || push === 'found' || push === 'repeated');
}

/** Whether a prompt went out, or the menu was used, so recently that money is expected, at `now` in ms. */
export function isAwaited(record: PaymentRecord, now: number): boolean {
  const { state, isGone, sentAt, menuAt } = record;
  const since = Math.max(state === 'out' ? sentAt : 0, isMenuAwaited(record, now) ? menuAt : 0);
  return !isGone && now - since < POINT_AT_MS;
}

/** Whether more than one prompt went out so recently that both may be paid, at `now` in ms. */
function mayComeTwice({ isRetry, sentAt }: PaymentRecord, now: number): boolean {
  return isRetry && now - sentAt < POINT_AT_MS;
}

/** Whether an earlier prompt of no known end may still be on a phone, at `now` in ms. */
export function isOtherOpen({ isBesideOpen, sentAt }: PaymentRecord, now: number): boolean {
  return isBesideOpen && now - sentAt < POINT_AT_MS;
}

/** When the time alone changes what is said of it, in ms: the first such moment after `now`, or null. */
export function nextChangeAt({ sentAt, menuAt }: PaymentRecord, now: number): number | null {
  const spans = [PROMPT_LIFETIME_MS, POINT_AT_MS, WATCH_MS];
  const moments = [sentAt, menuAt].flatMap((from) => spans.map((span) => from + span));
  const later = moments.filter((moment) => moment > now);
  return later.length > 0 ? Math.min(...later) : null;
}

/** Whether a press on this device started it; else another device's did. */
export const isPressedHere = ({ pressedAt, push }: PaymentRecord) =>
  pressedAt > 0 && push !== 'found';

/** Whether this device asks for its status when the person comes back, at `now` in ms. */
export function isAskedAbout(record: PaymentRecord, now: number): boolean {
  const { state, review, sentAt } = record;
  if (state === 'out' || isMenuAwaited(record, now)) return true;
  if (!isPressedHere(record) || now - sentAt >= WATCH_MS) return false;
  return state === 'failed' || review === 'held' || mayComeTwice(record, now);
}

/** The news that is still to be shown to a person who opened the screen at `openedAt`, in ms. */
export const newsAt = ({ news, shownAt }: PaymentRecord, openedAt: number) =>
  shownAt === null || shownAt >= openedAt ? news : null;
