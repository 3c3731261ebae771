/** The prompt of a record: requested, accepted, found, seen again, refused. */
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import type { PaymentEvent, PushAnswer, Report } from './events.ts';
import { purposes } from './purposes.ts';
import { blank, WATCH_MS, type PaymentRecord } from './record.ts';

const wasRecent = ({ state, sentAt }: PaymentRecord, now: number) =>
  state !== 'none' && now - sentAt < WATCH_MS;

/** Whether the API has not said how it ended, or how an attempt before it did. */
const hasUnknownEnd = ({ state, review, isBesideOpen }: PaymentRecord) =>
  state === 'out' || review === 'unclear' || (state === 'failed' && isBesideOpen);

/** The record at the start of another attempt at `at`, in ms. */
const cleared = (record: PaymentRecord, at: number): PaymentRecord => ({
  ...blank(record),
  title: record.title,
  payBill: record.payBill,
  unmatched: record.unmatched,
  isDown: record.isDown,
  state: 'out',
  isRetry: wasRecent(record, at),
  isBesideOpen: wasRecent(record, at) && hasUnknownEnd(record),
  at,
});

/** A new attempt, for which the API is about to be asked. */
export function pressed(record: PaymentRecord, phone: string, now: number): PaymentRecord {
  const moments = { pressedAt: now, sentAt: now, checkedAt: now, heardAt: now };
  const before = { ...record, before: null };
  return { ...cleared(record, now), ...moments, phone, before };
}

function accepted(record: PaymentRecord, answer: PushAnswer, now: number): PaymentRecord {
  const { before } = record;
  const { checkout, message, isConfirmed, reference, phone } = answer;
  const payBill = answer.payBill ?? record.payBill;
  if (before?.state === 'out' && checkout !== null && before.checkout === checkout) {
    return { ...before, push: 'repeated' };
  }
  const isFound = record.push === 'found' || (phone !== '' && phone !== record.phone);
  const push = isFound ? 'found' : checkout === null ? 'sessionless' : 'sent';
  const known = { push, checkout, message, isConfirmed, reference, payBill } as const;
  return { ...record, ...known, phone: phone || record.phone, sentAt: now, before: null };
}

/**
 * When a prompt went out, in ms, by a report that says `sentAt`: no longer ago than a prompt lives,
 * and never in the future, even if a clock is wrong.
 */
const sentBy = (sentAt: number, now: number) =>
  Math.min(now, Math.max(now - PROMPT_LIFETIME_MS, sentAt || now));

/** An answer reports the open prompt again. */
export function seen(record: PaymentRecord, report: Report, now: number): PaymentRecord {
  const { phone, sentAt, isConfirmed } = report;
  const isElsewhere = phone !== '' && phone !== record.phone;
  const push = isElsewhere ? 'found' : record.push;
  return {
    ...record,
    push,
    phone: phone || record.phone,
    sentAt: push === 'found' ? Math.min(record.sentAt, sentBy(sentAt, now)) : record.sentAt,
    isConfirmed: isConfirmed ?? record.isConfirmed,
    // The account of one prompt may not be that of another.
    reference: isElsewhere ? null : record.reference,
    // The message said that the prompt was not confirmed.
    message: isConfirmed && record.isConfirmed === false ? null : record.message,
    isSeen: true,
  };
}

/** An open prompt that this device did not know: it is waited for as on the device that asked for it. */
export function found(
  record: PaymentRecord,
  report: Report,
  at: number,
  now: number,
): PaymentRecord {
  const sentAt = sentBy(report.sentAt, now);
  const { everyMs, maxChecks } = purposes[record.purpose].polling;
  return {
    ...seen({ ...cleared(record, at), push: 'found' }, report, now),
    menuAt: record.menuAt,
    pressedAt: now,
    sentAt,
    checkedAt: now,
    heardAt: at,
    checks: Math.min(maxChecks, Math.floor((now - sentAt) / everyMs)),
  };
}

/** The record after an event of the attempt that the event names. */
export function attempted(
  record: PaymentRecord,
  event: Extract<PaymentEvent, { attempt: number }>,
  now: number,
): PaymentRecord {
  if (event.attempt !== record.pressedAt) return record;
  if (event.type === 'checked') {
    return { ...record, checks: Math.max(record.checks, event.checks), checkedAt: event.at };
  }
  if (record.state !== 'out') return record;
  switch (event.type) {
    case 'accepted':
      return accepted(record, event, now);
    case 'lost':
      return {
        ...record,
        push: record.push === 'found' ? 'found' : 'lost',
        sentAt: now,
        before: null,
      };
    case 'refused':
      return record.before ?? record;
    default:
      return event satisfies never;
  }
}
