/** The one place that decides what is known about a payment, whichever call or press it came from. */
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import { parseDate } from '../contract/rules.ts';
import type { PaymentEvent, PushAnswer, Report } from './events.ts';
import { purposes } from './purposes.ts';
import { blank, isBlank, WATCH_MS, type PaymentRecord } from './record.ts';

/** A list may have been written this long before it came, in ms: the longest that a call takes. */
const LIST_AGE_MS = 20_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const isLookedInto = ({ review }: PaymentRecord) => review === 'held' || review === 'unclear';

/** Whether an end of a running subscription, ISO 8601, has moved on: one more month was paid. */
function hasGrown(before: string | null, after: string | null, now: number): boolean {
  const [from, to] = [parseDate(before), parseDate(after)];
  return from !== null && to !== null && from > now && to - from >= DAY_MS;
}

/** Whether a failure can only be that of this attempt, not of one before it. */
const isOwnFailure = ({ checkout, isRetry, isSeen }: PaymentRecord) =>
  checkout !== null || !isRetry || isSeen;

const wasRecent = ({ state, sentAt }: PaymentRecord, now: number) =>
  state !== 'none' && now - sentAt < WATCH_MS;

/** What stays of a record when another attempt takes its place at `at`, in ms. */
const cleared = (record: PaymentRecord, at: number): PaymentRecord => ({
  ...blank(record, record.owner, record.account),
  title: record.title,
  state: 'out',
  isRetry: wasRecent(record, at),
  at,
});

function pressed(record: PaymentRecord, phone: string, now: number): PaymentRecord {
  const moments = { pressedAt: now, sentAt: now, checkedAt: now, heardAt: now };
  const before = { ...record, before: null };
  return { ...cleared(record, now), ...moments, phone, isWatched: true, before };
}

function accepted(record: PaymentRecord, answer: PushAnswer, now: number): PaymentRecord {
  const { before } = record;
  const { checkout, message, isConfirmed, phone } = answer;
  if (before?.state === 'out' && checkout !== null && before.checkout === checkout) {
    return { ...before, push: 'repeated' };
  }
  const isElsewhere = phone !== null && phone !== record.phone;
  const push = isElsewhere ? 'found' : checkout === null ? 'sessionless' : 'sent';
  const known = { push, checkout, message, isConfirmed } as const;
  return { ...record, ...known, phone: phone ?? record.phone, sentAt: now, before: null };
}

/**
 * When a prompt went out, in ms, by a report that says `sentAt`: no longer ago than a prompt lives,
 * and never in the future, even if a clock is wrong.
 */
const sentBy = (sentAt: number | null, now: number) =>
  Math.min(now, Math.max(now - PROMPT_LIFETIME_MS, sentAt ?? now));

/** More is known about the prompt that is out. */
function seen(record: PaymentRecord, report: Report, now: number): PaymentRecord {
  const { phone, sentAt, isConfirmed } = report;
  const isElsewhere = phone !== null && phone !== record.phone;
  const push = isElsewhere ? 'found' : record.push;
  return {
    ...record,
    push,
    phone: phone ?? record.phone,
    sentAt: push === 'found' ? Math.min(record.sentAt, sentBy(sentAt, now)) : record.sentAt,
    isConfirmed: isConfirmed ?? record.isConfirmed,
    // It said that nobody was sure.
    message: isConfirmed && record.isConfirmed === false ? null : record.message,
    isSeen: true,
  };
}

/** A prompt is out that this device knew nothing about: it is waited for as on the device it is from. */
function found(record: PaymentRecord, report: Report, at: number, now: number): PaymentRecord {
  const sentAt = sentBy(report.sentAt, now);
  const { everyMs, maxChecks } = purposes[record.purpose].polling;
  return {
    ...seen({ ...cleared(record, at), push: 'found' }, report, now),
    ...{ pressedAt: now, sentAt, checkedAt: now, heardAt: at, isWatched: record.isWatched },
    checks: Math.min(maxChecks, Math.floor((now - sentAt) / everyMs)),
  };
}

/** The API knows how it ended, or that nothing is under way. */
function settled(record: PaymentRecord, report: Report, at: number, now: number): PaymentRecord {
  const { reason, reviewId, until } = report;
  const state = report.state ?? record.state;
  let { review } = report;
  if (review === null && isLookedInto(record) && state === 'failed' && reason) review = 'closed';
  const isSame = reason === record.reason && (review ?? record.review) === record.review;
  // What came of a review is news until it is read, though a later answer may leave it out.
  if (review === null && record.review === 'closed' && state === record.state && isSame) {
    review = 'closed';
  }
  const isSameReview = !reviewId || !record.reviewId || reviewId === record.reviewId;
  const isRead = isSame && isSameReview && review === record.review && record.isRead;
  const known = { state, review, reason, reviewId, isRead, before: null, at };

  const isSecond = record.state === 'paid' && hasGrown(record.until, until, now);
  if (state === record.state && review === record.review && !isSecond) {
    return { ...record, ...known, until, at: record.at };
  }
  const wasWaited = record.state === 'out' || isLookedInto(record);
  const isLateMoney = record.state === 'failed' && record.isWatched;
  let news: PaymentRecord['news'] = null;
  if (state === 'paid' && record.state === 'paid') news = isSecond ? 'second' : record.news;
  else if (state === 'paid' && (wasWaited || isLateMoney)) news = 'paid';
  else if (state === 'failed' && wasWaited && (!review || review === 'closed')) news = 'failed';
  const shownAt = news === record.news && !isSecond ? record.shownAt : null;
  return { ...record, ...known, until, news, shownAt };
}

function reported(
  record: PaymentRecord,
  { report, at, isListed = false }: Extract<PaymentEvent, { type: 'reported' }>,
  now: number,
): PaymentRecord {
  const writtenAt = isListed ? at - LIST_AGE_MS : at;
  // That it is paid now cannot be older than the press.
  const isArrival = report.state === 'paid' && record.state !== 'paid';
  if ((isArrival ? at : writtenAt) < record.at) return record;
  const asOf = Math.max(record.at, writtenAt);
  const { phone, sentAt, isConfirmed } = report;
  const isOut = record.state === 'out';
  // An API may say "pending" about what nobody was asked to pay (readings, spec §7).
  const isPrompt = report.state === 'out' && (phone ?? sentAt ?? (isConfirmed || null)) !== null;
  const state = report.state === 'out' && !isPrompt && !isOut ? 'none' : report.state;
  const isNews = isPrompt || state === 'failed' || report.review !== null || report.until !== null;
  // The lists themselves show what is paid.
  if (isListed && isBlank(record) && !isNews) return record;

  const { isGone } = report;
  const heard = {
    ...record,
    ...{ isGone, isUnreached: false, heardAt: Math.max(record.heardAt, at) },
    isRead: record.isRead && isGone === record.isGone,
  };
  const watched = (after: PaymentRecord) => {
    const isWaited = after.state === 'out' || isLookedInto(after);
    return isListed || !isWaited ? after : { ...after, isWatched: true };
  };
  switch (state) {
    case null:
      return heard;
    case 'out': {
      if (isOut) return watched(seen(heard, report, now));
      // It is the prompt that has ended since.
      if (sentAt !== null && sentAt < record.at) return heard;
      return watched(found(heard, report, asOf, now));
    }
    case 'none': {
      const isKnownBetter = isOut || (record.state === 'failed' && !isLookedInto(record));
      return isKnownBetter ? heard : settled(heard, { ...report, state }, asOf, now);
    }
    case 'failed': {
      const isOfAnother = isOut && report.review !== 'held' && !isOwnFailure(record);
      return isOfAnother ? heard : watched(settled(heard, report, asOf, now));
    }
    case 'paid':
      return settled(heard, report, asOf, now);
    default:
      return state satisfies never;
  }
}

/** What became of the attempt that an event names. */
function attempted(
  record: PaymentRecord,
  event: Extract<PaymentEvent, { attempt: number }>,
  now: number,
): PaymentRecord {
  if (event.attempt !== record.pressedAt || record.state !== 'out') return record;
  switch (event.type) {
    case 'accepted':
      return accepted(record, event, now);
    case 'lost':
      return { ...record, push: 'lost', sentAt: now, before: null };
    case 'refused':
      return record.before ?? record;
    default: {
      const checks = Math.max(record.checks, event.checks);
      return { ...record, checks, checkedAt: event.at };
    }
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
