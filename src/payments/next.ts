/** The one place that decides what an event means for a payment, whichever call or press it comes from. */
import { parseDate } from '../contract/dates.ts';
import { DAY_MS } from '../contract/time.ts';
import { READ_MS } from '../lib/waits.ts';
import type { PaymentEvent, Report } from './events.ts';
import { attempted, found, pressed, seen } from './prompt.ts';
import { isEmpty, isLookedInto, isPressedHere, type PaymentRecord } from './record.ts';

/** A list may have been written this long before it came, in ms: the longest that its first try takes. */
const LIST_AGE_MS = READ_MS;

/** Whether an end of a running subscription, ISO 8601, has moved on: one more month was paid. */
function hasGrown(before: string | null, after: string | null, now: number): boolean {
  const [from, to] = [parseDate(before), parseDate(after)];
  return from !== null && to !== null && from > now && to - from >= DAY_MS;
}

/** Whether a failure can only be that of this attempt, not of one before it. */
const isOwnFailure = ({ checkout, isRetry, isSeen }: PaymentRecord) =>
  checkout !== null || !isRetry || isSeen;

/** Whether a sum that pays for nothing has come since. */
const isMoreIn = ({ unmatched: known }: PaymentRecord, { unmatched }: Report) =>
  unmatched?.some(({ id }) => !known.some((sum) => sum.id === id)) === true;

/** The news after a report; `review` is that of the new record. */
function newsOf(record: PaymentRecord, { state, through }: Report, review: string | null) {
  const wasWaited = record.state === 'out' || isLookedInto(record);
  const isLateMoney = record.state === 'failed' && isPressedHere(record);
  // Who pays from the M-Pesa menu presses nothing here.
  const isFromMenu = record.menuAt > 0 || (record.payBill !== null && through !== 'prompt');
  if (state === 'paid') {
    if (record.state === 'paid') return record.news;
    return wasWaited || isLateMoney || isFromMenu ? 'paid' : null;
  }
  if (state !== 'failed' || review) return null;
  return wasWaited ? 'failed' : record.state === 'failed' ? record.news : null;
}

/** The record after a report that a payment has ended, or that there is none. */
function settled(record: PaymentRecord, report: Report, at: number, now: number): PaymentRecord {
  const { reason, reviewId, until, through } = report;
  const { state } = report;
  const isSameReason = reason === record.reason;
  // After a review, the reason of a failure is the result of the review.
  const isOutcome = isLookedInto(record) || (record.review === 'closed' && isSameReason);
  const review = report.review ?? (state === 'failed' && reason && isOutcome ? 'closed' : null);
  const isSame = isSameReason && review === record.review;
  const isSamePayment = !reviewId || !record.reviewId || reviewId === record.reviewId;
  const isRead = isSame && isSamePayment && record.isRead;
  // What the payer said is outdated when a person has looked into it, or when it has ended.
  const menuAt = isLookedInto(record) || record.state === 'paid' ? 0 : record.menuAt;
  const said = { state, review, reason, reviewId, isRead, until, through, menuAt };
  const known = { ...record, ...said, before: null };
  if (record.state === 'paid' && hasGrown(record.until, until, now)) {
    return { ...known, at, news: 'second', shownAt: null };
  }
  const news = newsOf(record, report, review);
  const shownAt = news === record.news ? record.shownAt : null;
  const isChanged = state !== record.state || review !== record.review;
  return { ...known, at: isChanged ? at : record.at, news, shownAt };
}

function reported(
  record: PaymentRecord,
  { report, at, isListed = false }: Extract<PaymentEvent, { type: 'reported' }>,
  now: number,
): PaymentRecord {
  const writtenAt = isListed ? at - LIST_AGE_MS : at;
  // A "paid" that is new cannot be older than the press.
  const isArrival = report.state === 'paid' && record.state !== 'paid';
  if ((isArrival ? at : writtenAt) < record.at) return record;
  const asOf = Math.max(record.at, writtenAt);
  const { phone, sentAt, isConfirmed } = report;
  const isOut = record.state === 'out';
  // Another API may say "pending" when no prompt was sent (readings, spec §7).
  const isPrompt = report.state === 'out' && (phone !== '' || sentAt !== 0 || isConfirmed === true);
  const state = report.state === 'out' && !isPrompt && !isOut ? 'none' : report.state;
  const isKnown = report.review !== null || report.until !== null || report.payBill !== null;
  const isNews = isPrompt || state === 'failed' || isKnown;
  // The lists themselves show what is paid.
  if (isListed && isEmpty(record) && !isNews) return record;

  const { isGone } = report;
  const heard = {
    ...record,
    isGone,
    // A list may say less than the answer about one payment.
    payBill: report.payBill ?? (isListed || state === 'paid' ? record.payBill : null),
    unmatched: report.unmatched ?? record.unmatched,
    isDown: report.isDown ?? record.isDown,
    // What the person waits for has come, and it pays for nothing.
    menuAt: state !== 'paid' && isMoreIn(record, report) ? 0 : record.menuAt,
    isUnreached: false,
    heardAt: Math.max(record.heardAt, at),
    isRead: record.isRead && isGone === record.isGone,
  };
  switch (state) {
    case 'out': {
      if (isOut) return seen(heard, report, now);
      // This is the prompt that has already ended.
      if (sentAt !== 0 && sentAt < record.at) return heard;
      return found(heard, report, asOf, now);
    }
    case 'none': {
      const isKnownBetter = isGone || isOut || (record.state === 'failed' && !isLookedInto(record));
      return isKnownBetter ? heard : settled(heard, { ...report, state }, asOf, now);
    }
    case 'failed': {
      const isOfAnother = isOut && report.review !== 'held' && !isOwnFailure(record);
      return isOfAnother ? heard : settled(heard, report, asOf, now);
    }
    case 'paid':
      return settled(heard, report, asOf, now);
    default:
      return state satisfies never;
  }
}

/** The record after an event, at `now` in ms. Returns the same record when nothing changes. */
export function next(record: PaymentRecord, event: PaymentEvent, now: number): PaymentRecord {
  if ('attempt' in event) return attempted(record, event, now);
  switch (event.type) {
    case 'reported':
      return reported(record, event, now);
    case 'unanswered':
      return record.state === 'out' ? { ...record, isUnreached: true } : record;
    case 'pressed':
      return pressed(record, event.phone, now);
    case 'menu':
      return { ...record, menuAt: event.isPaid ? now : 0, checks: 0, checkedAt: now };
    case 'titled':
      return { ...record, title: record.title ?? event.title };
    case 'shown':
      return { ...record, shownAt: record.shownAt ?? now };
    case 'read':
      return event.what === 'news' ? { ...record, news: null } : { ...record, isRead: true };
    default:
      return event satisfies never;
  }
}
