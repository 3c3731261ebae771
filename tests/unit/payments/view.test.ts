/** What the pay page and the other screens show of a record. */
import { describe, expect, it } from 'vitest';
import { blank, type PaymentRecord } from '../../../src/payments/record.ts';
import { notices } from '../../../src/payments/notices.ts';
import { mayPay, view } from '../../../src/payments/view.ts';
import { accepted, after, HERE, MINUTE, NOW, records, says, THEN } from './records.ts';

/** The step of the page in a word, with what it says. */
function step(record: PaymentRecord, now: number, openedAt: number): string {
  const shown = view(record, now, openedAt);
  if (shown.step === 'ready') return shown.before === null ? 'ready' : 'ready after failure';
  if (shown.step === 'paid') return shown.isNew ? 'paid now' : 'paid before';
  if (shown.step === 'gone') return shown.wasPaying ? 'gone with a payment' : 'gone';
  return shown.step;
}

const shown = (record: PaymentRecord) => after(record, [{ type: 'shown' }, NOW - MINUTE]);
const isGone = true;
/** The API says that the prompt is still open, when it can no longer be paid. */
const END = THEN + 2 * MINUTE;
const stillOut = (record: PaymentRecord, at = END) =>
  after(record, [says({ state: 'out' }, at), at]);
/** More than the records of the other table. */
const more = {
  ...records,
  'failed, shown before': shown(records.failed),
  'paid, shown before': shown(records.paid),
  'paid, heard before': { ...shown(records.paid), heardAt: THEN - 1 },
  'failed, gone': { ...records.failed, isGone },
  'unclear, gone': { ...records.unclear, isGone },
  'held, gone': { ...records.held, isGone },
  'waiting, heard at its end': stillOut(records.waiting),
  'lost, heard at its end': stillOut(records.lost),
  'found, heard at its end': stillOut(records.found),
};

it.each([
  // The record, its page when it was opened then, and two minutes after the press.
  ['nothing', 'ready', 'ready'],
  ['waiting', 'waiting', 'late'],
  ['asking', 'waiting', 'late'],
  ['lost', 'waiting', 'late'],
  ['found', 'waiting', 'late'],
  ['failed', 'failed', 'failed'],
  ['failed, shown before', 'ready after failure', 'ready after failure'],
  ['failure', 'ready after failure', 'ready after failure'],
  ['held', 'review', 'review'],
  ['unclear', 'review', 'review'],
  ['closed', 'paid before', 'paid before'],
  ['paid+held', 'paid before', 'paid before'],
  ['paid', 'paid now', 'paid now'],
  ['paid, shown before', 'paid before', 'paid before'],
  ['paid, heard before', 'ready', 'ready'],
  ['gone', 'gone with a payment', 'gone with a payment'],
  ['failed, gone', 'gone', 'gone'],
  ['unclear, gone', 'gone with a payment', 'gone with a payment'],
  ['held, gone', 'review', 'review'],
] as const)('the page of %s shows "%s", later "%s"', (name, now, later) => {
  expect(step(more[name], NOW, THEN)).toBe(now);
  expect(step(more[name], THEN + 2 * MINUTE, THEN)).toBe(later);
});

it.each([
  // Whether a press sends a prompt, also when the person is sure, and two minutes later.
  ['nothing', true, true, true],
  ['waiting', false, false, false],
  ['waiting, heard at its end', false, false, true],
  ['lost', false, false, false],
  ['lost, heard at its end', false, false, true],
  ['found', false, false, false],
  ['found, heard at its end', false, false, true],
  ['failed', true, true, true],
  ['failure', true, true, true],
  ['held', false, false, false],
  ['unclear', false, true, false],
  ['closed', false, false, false],
  ['paid+held', false, false, false],
  ['paid', false, false, false],
  ['gone', false, false, false],
] as const)(
  'a press for %s sends a prompt: %s, when sure %s, later %s',
  (name, now, sure, later) => {
    const record = more[name];
    const answers = [mayPay(record, false, NOW), mayPay(record, true, NOW)];
    expect([...answers, mayPay(record, false, NOW + 2 * MINUTE)]).toEqual([now, sure, later]);
  },
);

it('a press while a prompt is on an unknown phone sends one only when the person is sure', () => {
  const found = after(records.nothing, [says({ state: 'out', isConfirmed: true })]);
  expect([mayPay(found, false, NOW), mayPay(found, true, NOW)]).toEqual([false, true]);
});

const checked = (checks: number, at: number) =>
  after(records.waiting, [{ type: 'checked', attempt: THEN, checks, at }, at]);

describe('while it waits', () => {
  it.each([
    ['at the press', records.waiting, THEN, THEN, 4000, 48_000],
    ['10 s after it', records.waiting, THEN + 10_000, THEN, 4000, 38_000],
    ['after the second check', checked(2, THEN + 8000), THEN + 9000, THEN, 12_000, 39_000],
    ['after a reload', checked(2, THEN + 8000), THEN + 20_000, THEN + 20_000, 24_000, 40_000],
    ['with a clock set back', records.waiting, THEN - MINUTE, THEN, 4000, 48_000],
  ])('%s the next check and the last one are due', (_, record, now, openedAt, due, leftMs) => {
    expect(view(record, now, openedAt)).toMatchObject({ dueAt: THEN + due, leftMs });
  });

  it('checks a subscription every 5 s for 60 s', () => {
    const subscription = blank({ purpose: 'subscription', id: null }, 'me', null);
    const record = after(subscription, [{ type: 'pressed', phone: HERE }, THEN]);
    expect(view(record, THEN, THEN)).toMatchObject({ dueAt: THEN + 5000, leftMs: 60_000 });
  });

  it('shows what went wrong with the press until the prompt is confirmed', () => {
    const problem = 'Failed to initiate STK push.';
    expect(view(records.lost, NOW, THEN)).toMatchObject({ step: 'waiting', problem });
    const sure = after(records.lost, [says({ state: 'out', isConfirmed: true })]);
    expect(view(sure, NOW, THEN)).toMatchObject({ step: 'waiting', problem: null });
    expect(view(records.waiting, NOW, THEN)).toMatchObject({ problem: null });
  });

  it.each([
    ['the checks are used up', checked(12, NOW), 'Payment Failed or Timed Out', 90_000],
    [
      'there is no session',
      after(
        records.nothing,
        [{ type: 'pressed', phone: HERE }, THEN],
        [{ ...accepted, checkout: null }, THEN],
      ),
      'Failed to get payment session.',
      90_000,
    ],
  ])('is late when %s', (_, record, text, aliveMs) => {
    expect(view(record, NOW, THEN)).toMatchObject({ step: 'late', text, aliveMs });
  });
});

const asked = (record: PaymentRecord, at: number) =>
  after(record, [{ type: 'unanswered' }, at], [{ type: 'checked', attempt: THEN, checks: 0, at }]);

describe('when the checks are used up', () => {
  const used = checked(12, NOW);

  it.each([
    // When the API is asked, and whether a new prompt is offered, at the end of the first or before.
    ['before its end', used, END - 1, null, false],
    ['at its end', used, END, END, false],
    ['at its end, heard a moment before', stillOut(used, END - 1), END, END, false],
    ['at its end, and asked then without an answer', asked(used, END), END, null, false],
    ['at its end, and asked before without an answer', asked(used, END - 1), END, END, false],
    ['later, and it was still open at its end', stillOut(used), END + MINUTE, null, true],
  ] as const)('of a prompt, %s', (_, record, now, dueAt, isOffered) => {
    expect(view(record, now, THEN)).toMatchObject({ step: 'late', dueAt, isOffered });
  });
});

const say = (record: PaymentRecord, now = NOW, openedAt = THEN) =>
  notices(record, now, openedAt).map(({ title, what }) => `${title} (${what})`);
const read = (record: PaymentRecord, what: 'news' | 'review') =>
  after(record, [{ type: 'read', what }]);

describe('the notices', () => {
  const WAITS = 'We are waiting to hear from M-Pesa (null)';
  const LOOKS = 'A person is looking into your payment (review)';

  it.each([
    ['nothing', []],
    ['waiting', [WAITS]],
    ['asking', [WAITS]],
    ['lost', [WAITS]],
    ['found', [WAITS]],
    ['failed', []],
    ['failure', []],
    ['held', [LOOKS]],
    ['unclear', [`We do not know if your payment went through (review)`]],
    ['closed', [`We have looked into your payment (review)`]],
    ['paid+held', [LOOKS]],
    ['paid', [`Your payment has come (news)`]],
    ['gone', [`The job you were paying for is no longer there (review)`]],
    ['paid, shown before', []],
    ['failed, gone', []],
    ['unclear, gone', [`The job you were paying for is no longer there (review)`]],
    ['held, gone', [LOOKS]],
  ] as const)('of %s are %j', (name, titles) => {
    expect(say(more[name])).toEqual(titles);
  });

  it('end when the person has closed them, or saw the news on an earlier visit', () => {
    for (const record of [records.held, records.unclear, records.closed, records.gone]) {
      expect(say(read(record, 'review'))).toEqual([]);
    }
    expect(say(read(records.paid, 'news'))).toEqual([]);
    expect(say(shown(records.paid), NOW, NOW)).toEqual([]);
  });

  it('name an open prompt for a quarter of an hour', () => {
    expect(say(records.waiting, THEN + 14 * MINUTE)).toEqual([WAITS]);
    expect(say(records.waiting, THEN + 15 * MINUTE)).toEqual([]);
  });

  it('report a review beside the success', () => {
    const record = after(records.waiting, [
      says({ state: 'paid', review: 'held', reason: 'Twice.' }),
    ]);
    expect(say(record)).toEqual([`Your payment has come (news)`, LOOKS]);
    expect(notices(record, NOW, THEN).map(({ hasPage }) => hasPage)).toEqual([false, false]);
  });

  it('say that another prompt may still be on a phone', () => {
    const again = { type: 'pressed', phone: HERE } as const;
    const second = after(records.waiting, [again], [says({ state: 'paid' })]);
    expect(notices(second, NOW, THEN)[0]?.texts).toEqual([
      'Your job is listed: fundis near you can see it and call you.',
      expect.stringMatching(/cancel it there/),
    ]);
    expect(notices(second, NOW + 15 * MINUTE, THEN)[0]?.texts).toHaveLength(1);
  });

  it('say it also when a prompt in between ended, but not when all before it did', () => {
    const again = { type: 'pressed', phone: HERE } as const;
    const cancelled = after(
      records.waiting,
      [again],
      [{ ...accepted, attempt: NOW, checkout: 'ws_2' }],
      [says({ state: 'failed', reason: 'Cancelled.' })],
    );
    expect(cancelled.state).toBe('failed');
    const third = after(cancelled, [again], [says({ state: 'paid' })]);
    expect(notices(third, NOW, THEN)[0]?.texts).toHaveLength(2);
    const second = after(records.failed, [again], [says({ state: 'paid' })]);
    expect(notices(second, NOW, THEN)[0]?.texts).toHaveLength(1);
    const review = says({ state: 'failed', review: 'unclear' });
    const unsure = after(records.waiting, [review], [again], [says({ state: 'paid' })]);
    expect(notices(unsure, NOW, THEN)[0]?.texts).toHaveLength(2);
  });
});
