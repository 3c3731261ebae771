/** Records and events by name, for the tables of `next` and `view`. */
import type { PaymentEvent, Report } from '../../../src/payments/events.ts';
import { next } from '../../../src/payments/next.ts';
import { blank, isBlank, type PaymentRecord } from '../../../src/payments/record.ts';

/** When the records of the tables got their state. */
export const THEN = Date.parse('2026-11-21T06:00:00Z');
/** When the events of the tables happen. */
export const NOW = THEN + 30_000;
export const MINUTE = 60_000;

export const HERE = '0712345678';
export const ELSEWHERE = '0711999888';
const job = { purpose: 'post_job', id: 7 } as const;

export const report = (what: Partial<Report>): Report => ({
  state: 'none',
  review: null,
  reason: null,
  reviewId: null,
  until: null,
  isGone: false,
  phone: '',
  sentAt: 0,
  isConfirmed: null,
  through: null,
  payBill: null,
  unmatched: [],
  isDown: false,
  ...what,
});

/** The answer to a question that was asked at `at`. */
export const says = (what: Partial<Report>, at = NOW): PaymentEvent => ({
  type: 'reported',
  report: report(what),
  at,
});
/** The same from a list that came at `at`. */
export const lists = (what: Partial<Report>, at = NOW): PaymentEvent => ({
  type: 'reported',
  report: { ...report(what), unmatched: null, isDown: null },
  at,
  isListed: true,
});

/** The record that the events lead to, each at its own moment. */
export function after(record: PaymentRecord, ...events: [PaymentEvent, number?][]): PaymentRecord {
  return events.reduce((before, [event, at = NOW]) => next(before, event, at), record);
}

const nothing = blank(job);
export const accepted = {
  type: 'accepted',
  attempt: THEN,
  checkout: 'ws_1',
  message: 'Enter your PIN.',
  phone: '',
  isConfirmed: null,
  reference: 'FundiJob7',
  payBill: null,
} as const;
const press = { type: 'pressed', phone: HERE } as const;
const waiting = after(nothing, [press, THEN], [accepted, THEN]);
const failed = after(waiting, [says({ state: 'failed', reason: 'Cancelled.' }, THEN), THEN]);
/** A sum that is not the price. */
export const wrongSum = { id: '1', amount: 50, cause: 'amount' } as const;
/** What the M-Pesa menu is given for the job. */
export const payBill = { business_number: '600984', account: 'K7M2XQ', amount: 100 };
const reported = (what: Partial<Report>) => after(nothing, [says(what, THEN), THEN]);

/** What a device may have stored at `THEN`. */
export const records = {
  nothing,
  waiting,
  /** A second attempt, whose answer is not there yet, and one whose answer got lost. */
  asking: after(failed, [press, THEN]),
  lost: after(failed, [press, THEN], [{ type: 'lost', attempt: THEN }, THEN]),
  found: reported({ state: 'out', phone: ELSEWHERE, sentAt: THEN, isConfirmed: true }),
  failed,
  /** Failed on another device. */
  failure: reported({ state: 'failed', reason: 'Cancelled.' }),
  held: reported({ state: 'failed', review: 'held', reason: 'Wrong amount.', reviewId: 'a' }),
  unclear: reported({ state: 'failed', review: 'unclear', reason: 'No word.', reviewId: 'a' }),
  closed: reported({ state: 'paid', review: 'closed', reason: 'Sent back.', reviewId: 'a' }),
  'paid+held': reported({ state: 'paid', review: 'held', reason: 'Twice.', reviewId: 'a' }),
  paid: after(waiting, [says({ state: 'paid' }, THEN), THEN]),
  gone: after(waiting, [says({ isGone: true }, THEN), THEN]),
  /** It can be paid for from the M-Pesa menu, and the person says that it was. */
  offered: reported({ payBill }),
  menu: after(reported({ payBill }), [{ type: 'menu', isPaid: true }, THEN]),
} satisfies Record<string, PaymentRecord>;

/** A record in a word: its state, `!` for news, `+` for what is said beside it, `menu` for what the person says. */
export function word(record: PaymentRecord): string {
  if (isBlank(record)) return '-';
  const { state, review, news, isGone, push, menuAt } = record;
  const isFailedReview = state === 'failed' && review !== null;
  const said = state === 'out' && push === 'found' ? 'found' : state;
  const name = isFailedReview ? review : said + (review ? `+${review}` : '');
  return (
    name +
    (news === 'second' ? '!!' : news ? '!' : '') +
    (isGone ? ' gone' : '') +
    (menuAt > 0 ? ' menu' : '')
  );
}
