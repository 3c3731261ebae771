/** What an event changes in a record: a table of each event by each record, and details the table does not show. */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/time.ts';
import type { PaymentEvent, Report } from '../../../src/payments/events.ts';
import {
  accepted,
  after,
  ELSEWHERE,
  HERE,
  lists,
  MINUTE,
  NOW,
  records,
  says,
  THEN,
  word,
} from './records.ts';

const reports = {
  nothing: { state: 'none' },
  pending: { state: 'out' },
  'a prompt': { state: 'out', phone: ELSEWHERE, sentAt: NOW },
  'an old prompt': { state: 'out', phone: ELSEWHERE, sentAt: THEN - 1 },
  'a prompt since': { state: 'out', phone: ELSEWHERE, sentAt: THEN },
  'a phone': { state: 'out', phone: ELSEWHERE },
  failed: { state: 'failed', reason: 'Expired.' },
  'failed again': { state: 'failed', reason: 'Cancelled.' },
  'failed silently': { state: 'failed' },
  held: { state: 'failed', review: 'held', reason: 'Wrong amount.', reviewId: 'b' },
  unclear: { state: 'failed', review: 'unclear', reason: 'No word.', reviewId: 'b' },
  paid: { state: 'paid' },
  'paid, phone': { state: 'paid', phone: HERE },
  'paid, until': { state: 'paid', until: '2027-05-21T09:00:00+03:00' },
  'paid, reason': { state: 'paid', reason: 'Late.' },
  'paid, held': { state: 'paid', review: 'held', reason: 'Twice.' },
  'paid, closed': { state: 'paid', review: 'closed', reason: 'Sent back.' },
  gone: { isGone: true },
  closed: { review: 'closed', reason: 'Sent back.' },
  'gone, failed': { state: 'failed', reason: 'Expired.', isGone: true },
} satisfies Record<string, Partial<Report>>;

const press = { type: 'pressed', phone: HERE } as const;
const others: Record<string, PaymentEvent> = {
  'a press': press,
  accepted,
  lost: { type: 'lost', attempt: THEN },
  refused: { type: 'refused', attempt: THEN },
  'refused another': { type: 'refused', attempt: THEN + 1 },
  'a check': { type: 'checked', attempt: THEN, checks: 1, at: NOW },
  'no answer': { type: 'unanswered' },
  shown: { type: 'shown' },
  'read news': { type: 'read', what: 'news' },
  'read review': { type: 'read', what: 'review' },
};

/** "says": the answer to a question of now; "said": of before; "lists": a list that came now. */
function eventOf(name: string): PaymentEvent {
  const [how = '', ...what] = name.split(' ');
  const report = reports[what.join(' ') as keyof typeof reports];
  const other = others[name];
  if (other) return other;
  if (how === 'says') return says(report);
  if (how === 'said') return says(report, THEN - 1);
  // Ten seconds later a list may have been written before.
  return lists(report, how === 'listed' ? THEN + 10_000 : NOW);
}

/**
 * Columns: the records of `records.ts`. A cell is the record after any one of the events that end its row: its
 * state, `!` with news, `!!` with a second month, `+` with what is said beside it, `-` for nothing.
 */
const table = `
nothing     | waiting      | asking       | lost         | found        | failed       | failure     | held         | unclear      | closed           | paid+held      | paid         | gone         | offered      | menu              | events
-           | out          | out          | out          | found        | failed!      | failed      | -            | -            | -                | -              | -            | out          | -            | none menu         | says nothing; says pending; lists nothing; lists pending
found       | found        | found        | found        | found        | found        | found       | found        | found        | found            | found          | found        | found        | found        | found menu        | says a prompt; says a prompt since; says a phone; lists a prompt
found       | found        | found        | found        | found        | failed!      | failed      | held         | unclear      | paid+closed      | paid+held      | paid!        | found        | found        | found menu        | says an old prompt
failed      | failed!      | out          | out          | failed!      | failed!      | failed      | closed       | closed       | failed           | failed         | failed       | failed!      | failed       | failed menu       | says failed; says failed again; lists failed
failed      | failed!      | out          | out          | failed!      | failed!      | failed      | failed!      | failed!      | failed           | failed         | failed       | failed!      | failed       | failed menu       | says failed silently
held        | held         | held         | held         | held         | held         | held        | held         | held         | held             | held           | held         | held         | held         | held menu         | says held; lists held
unclear     | unclear      | out          | out          | unclear      | unclear      | unclear     | unclear      | unclear      | unclear          | unclear        | unclear      | unclear      | unclear      | unclear menu      | says unclear
paid        | paid!        | paid!        | paid!        | paid!        | paid!        | paid        | paid!        | paid!        | paid             | paid           | paid!        | paid!        | paid!        | paid! menu        | says paid; says paid, reason; lists paid, until
paid+held   | paid+held!   | paid+held!   | paid+held!   | paid+held!   | paid+held!   | paid+held   | paid+held!   | paid+held!   | paid+held        | paid+held      | paid+held!   | paid+held!   | paid+held!   | paid+held! menu   | says paid, held; lists paid, held
paid+closed | paid+closed! | paid+closed! | paid+closed! | paid+closed! | paid+closed! | paid+closed | paid+closed! | paid+closed! | paid+closed      | paid+closed    | paid+closed! | paid+closed! | paid+closed! | paid+closed! menu | says paid, closed
none+closed | out          | out          | out          | found        | failed!      | failed      | none+closed  | none+closed  | none+closed      | none+closed    | none+closed  | out          | none+closed  | none+closed menu  | says closed
none gone   | out gone     | out gone     | out gone     | found gone   | failed! gone | failed gone | held gone    | unclear gone | paid+closed gone | paid+held gone | paid! gone   | out gone     | none gone    | none gone menu    | says gone
failed gone | failed! gone | out gone     | out gone     | failed! gone | failed! gone | failed gone | closed gone  | closed gone  | failed gone      | failed gone    | failed gone  | failed! gone | failed gone  | failed gone menu  | says gone, failed
-           | out          | out          | out          | found        | failed!      | failed      | held         | unclear      | paid+closed      | paid+held      | paid!        | out gone     | -            | none menu         | said nothing; accepted; lost; refused another; a check; no answer; shown; read review
failed      | out          | out          | out          | found        | failed!      | failed      | held         | unclear      | paid+closed      | paid+held      | paid!        | out gone     | failed       | failed menu       | said failed; listed failed
paid        | out          | out          | out          | found        | failed!      | failed      | held         | unclear      | paid+closed      | paid+held      | paid!        | out gone     | paid!        | paid! menu        | said paid
-           | paid!        | paid!        | paid!        | paid!        | paid!        | paid        | paid!        | paid!        | paid             | paid           | paid!        | paid!        | paid!        | paid! menu        | lists paid; lists paid, phone
-           | paid!        | paid!        | paid!        | paid!        | paid!        | paid        | paid!        | paid!        | paid+closed      | paid+held      | paid!        | paid!        | paid!        | paid! menu        | listed paid
out         | out          | out          | out          | out          | out          | out         | out          | out          | out              | out            | out          | out          | out          | out               | a press
-           | out          | failed!      | out          | found        | failed!      | failed      | held         | unclear      | paid+closed      | paid+held      | paid!        | out gone     | -            | none menu         | refused
-           | out          | out          | out          | found        | failed       | failed      | held         | unclear      | paid+closed      | paid+held      | paid         | out gone     | -            | none menu         | read news
`;

const [names = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('has a column for each record', () => {
  expect(names.slice(0, -1)).toEqual(Object.keys(records));
});

it.each(
  rows.flatMap((cells) =>
    (cells.at(-1) ?? '').split('; ').map((event) => [event, cells.slice(0, -1)] as const),
  ),
)('%s leads to %j', (event, cells) => {
  const results = Object.values(records).map((record) => word(after(record, [eventOf(event)])));
  expect(results).toEqual(cells);
});

const held = { state: 'failed', review: 'held', reason: 'Wrong amount.' } as const;
const sentBack = says({ state: 'failed', reason: 'Sent back.' });

describe('an open prompt', () => {
  const { nothing, waiting, failed, found } = records;

  it.each([
    [{ phone: ELSEWHERE }, 'found'],
    [{ sentAt: NOW - 5000 }, 'found'],
    [{ isConfirmed: true }, 'found'],
    [{ isConfirmed: false }, '-'],
  ])('is known or not from an answer that has %j: %s', (facts, result) => {
    expect(word(after(nothing, [says({ state: 'out', ...facts })]))).toBe(result);
  });

  it.each([
    ['now', NOW, NOW, 0],
    ['20 s ago', NOW - 20_000, NOW - 20_000, 5],
    ['in the future', NOW + MINUTE, NOW, 0],
    ['longer ago than it lives', NOW - 10 * MINUTE, NOW - 2 * MINUTE, 12],
    ['at an unknown time', 0, NOW, 0],
  ])(
    'that another device sent %s continues with the checks of that device',
    (_, sentAt, by, checks) => {
      const record = after(nothing, [says({ state: 'out', phone: ELSEWHERE, sentAt })]);
      expect(record).toMatchObject({ sentAt: by, checks, phone: ELSEWHERE, pressedAt: NOW });
    },
  );

  it('is on the phone that the answer names', () => {
    expect(waiting).toMatchObject({ phone: HERE, push: 'sent', reference: 'FundiJob7' });
    const seen = after(waiting, [says({ state: 'out', phone: ELSEWHERE })]);
    // That prompt may name another account.
    const found = { phone: ELSEWHERE, push: 'found', checkout: 'ws_1', reference: null };
    expect(seen).toMatchObject(found);
  });

  it.each([
    [ELSEWHERE, 'found'],
    [HERE, 'sent'],
  ])('that is accepted on the phone %s is "%s"', (phone, push) => {
    const answer = { ...accepted, attempt: NOW, phone };
    expect(after(nothing, [press], [answer])).toMatchObject({ phone, push });
  });

  it('stays the prompt of this press when the API names the phone that was typed', () => {
    const later = says({ state: 'out', phone: HERE, sentAt: THEN - 5000 });
    const same = { push: 'sent', reference: 'FundiJob7', sentAt: THEN };
    expect(after(waiting, [later])).toMatchObject(same);
  });

  it('found on another device is as old as the oldest report of it', () => {
    const again = { state: 'out', phone: ELSEWHERE } as const;
    expect(after(found, [says({ ...again, sentAt: NOW })]).sentAt).toBe(THEN);
    expect(after(found, [says({ ...again, sentAt: THEN - 5000 })]).sentAt).toBe(THEN - 5000);
  });

  it('has the message of the API until an answer confirms it', () => {
    const doubt = { ...accepted, attempt: NOW, isConfirmed: false, message: 'Not confirmed yet.' };
    const doubted = after(nothing, [{ type: 'pressed', phone: HERE }], [doubt]);
    const still = after(doubted, [says({ state: 'out' })]);
    expect(still).toMatchObject({ isConfirmed: false, message: 'Not confirmed yet.' });
    const sure = after(still, [says({ state: 'out', isConfirmed: true })]);
    expect(sure).toMatchObject({ isConfirmed: true, message: null });
    const never = after(waiting, [says({ state: 'out', isConfirmed: true })]);
    expect(never.message).toBe('Enter your PIN.');
  });

  it('has failed when the API reports a failure after it has reported the prompt', () => {
    const seen = after(records.lost, [says({ state: 'out' })]);
    expect(word(after(seen, [says({ state: 'failed' })]))).toBe('failed!');
  });

  it('counts its checks up, and ignores a lower count of another tab', () => {
    const checked = { type: 'checked', attempt: THEN } as const;
    const third = { ...checked, checks: 3, at: NOW };
    const record = after(waiting, [third], [{ ...checked, checks: 1, at: NOW + 1 }]);
    expect(record).toMatchObject({ checks: 3, checkedAt: NOW + 1 });
  });

  it('that a new press finds again stays the same prompt', () => {
    const late = { ...waiting, checks: 12 };
    const again = { ...press, phone: ELSEWHERE };
    const record = after(late, [again], [{ ...accepted, attempt: NOW }]);
    expect(record).toMatchObject({ push: 'repeated', checks: 12, pressedAt: THEN, phone: HERE });
  });

  it('that was accepted after a failure has failed when the API says so', () => {
    const retry = after(failed, [press, THEN], [accepted, THEN]);
    expect(retry).toMatchObject({ state: 'out', isRetry: true, isSeen: false });
    expect(word(after(retry, [eventOf('says failed')]))).toBe('failed!');
  });

  it('without a checkout id is open all the same', () => {
    const record = after(nothing, [press], [{ ...accepted, attempt: NOW, checkout: null }]);
    expect(record).toMatchObject({ state: 'out', push: 'sessionless' });
    const second = after(record, [press], [{ ...accepted, attempt: NOW, checkout: null }]);
    expect(second.push).toBe('sessionless');
  });

  const lost = after(waiting, [says(held)], [says({ state: 'none' })]);
  it.each([
    ['nothing', nothing, NOW, false],
    ['a failure', failed, NOW, true],
    ['another prompt', found, NOW, true],
    ['a failure of almost three days ago', failed, THEN + 3 * DAY_MS - 1, true],
    ['a failure of three days ago', failed, THEN + 3 * DAY_MS, false],
    ['a review that is forgotten', lost, NOW, false],
  ])('after %s counts as a retry or not: %#', (_, before, at, isRetry) => {
    expect(after(before, [press, at]).isRetry).toBe(isRetry);
  });

  it('is beside another one only until that one has ended', () => {
    const second = after(waiting, [press]);
    expect(second.isBesideOpen).toBe(true);
    expect(after(second, [says({ state: 'paid' })], [press]).isBesideOpen).toBe(false);
  });

  it('that has ended is not changed by what comes of its press', () => {
    for (const event of [accepted, { type: 'lost', attempt: THEN } as const]) {
      expect(after(failed, [event])).toBe(failed);
    }
  });

  it('is marked as unreached until the next answer', () => {
    const unreached = after(waiting, [{ type: 'unanswered' }]);
    expect(unreached.isUnreached).toBe(true);
    expect(after(unreached, [says({ state: 'none' })]).isUnreached).toBe(false);
    expect(after(failed, [{ type: 'unanswered' }])).toBe(failed);
  });
});

it('a record that begins with an answer has nothing of an attempt', () => {
  const none = { isRead: false, isRetry: false, isBesideOpen: false, isUnreached: false };
  for (const name of ['nothing', 'failure'] as const) expect(records[name]).toMatchObject(none);
});

it.each([
  ['a failure, cancelled', records.failure, says({ state: 'failed', reason: 'Cancelled.' }), THEN],
  ['a failure, paid', records.failure, says({ state: 'paid' }), NOW],
  ['a held one, unclear', records.held, says({ ...records.unclear }), NOW],
])('a record is as old as its last change: %s', (_, record, event, at) => {
  expect(after(record, [event]).at).toBe(at);
});

it('news that was shown stays shown until there is other news', () => {
  const shown = after(records.failed, [{ type: 'shown' }]);
  expect(after(shown, [says({ state: 'failed', reason: 'Cancelled.' })]).shownAt).toBe(NOW);
  expect(after(shown, [says({ state: 'paid' })])).toMatchObject({ news: 'paid', shownAt: null });
});

it('nothing is news after a payment of which the API knows nothing any more', () => {
  const lost = after(records.waiting, [says(held)], [says({ state: 'none' })]);
  expect([lost.news, after(lost, [says({ state: 'paid' })]).news]).toEqual([null, null]);
});

describe('a review', () => {
  const read = after(records.held, [{ type: 'read', what: 'review' }]);

  it.each([
    ['the same', { ...held, reviewId: 'a' }, true],
    ['the same, not named', held, true],
    ['another payment', { ...held, reviewId: 'b' }, false],
    ['another reason', { ...held, reason: 'Paid twice.', reviewId: 'a' }, false],
    ['another kind', { ...held, review: 'unclear' as const, reviewId: 'a' }, false],
    ['the result of the review', { state: 'failed' as const, reason: 'Sent back.' }, false],
  ])('that was read stays read when the API reports %s: %j, %s', (_, what, isRead) => {
    expect(after(read, [says(what)]).isRead).toBe(isRead);
  });

  it('is unread until it is read, and again when the job is gone', () => {
    const same = says({ ...held, reviewId: 'a' });
    expect(after(records.held, [same]).isRead).toBe(false);
    expect(after(read, [says({ isGone: true })]).isRead).toBe(false);
    expect(after(records.held, [says({ state: 'none' })]).isRead).toBe(false);
    // The next payment comes to the same review.
    const prompt = says({ state: 'out', phone: ELSEWHERE, sentAt: NOW });
    expect(after(read, [prompt], [same])).toMatchObject({ review: 'held', isRead: false });
  });

  it('that a person has closed stays closed while the API reports the same', () => {
    expect(word(after(records.held, [sentBack], [sentBack]))).toBe('closed');
    expect(word(after(records.held, [sentBack], [says({ state: 'failed' })]))).toBe('failed');
  });
});

describe('a subscription', () => {
  const { nothing } = records;
  const may = '2027-05-21T09:00:00+03:00';
  const june = '2027-06-21T09:00:00+03:00';
  const month = Date.parse(may) - MINUTE;

  it.each([
    ['once more while it runs', june, month, 'paid!!'],
    ['again after it has ended', june, month + 2 * MINUTE, 'paid'],
    ['by a day', '2027-05-22T09:00:00+03:00', month, 'paid!!'],
    ['at the moment it ends', june, month + MINUTE, 'paid'],
    ['until the same day', may, month, 'paid'],
  ])('that is paid %s (%s) is %s', (_, until, at, result) => {
    const before = after(nothing, [says({ state: 'paid', until: may }, THEN), THEN]);
    expect(word(after(before, [says({ state: 'paid', until }, at), at]))).toBe(result);
  });

  it('has news of the second month after that of the first was shown', () => {
    const first = says({ state: 'paid', until: may });
    const shown = after(records.waiting, [first], [{ type: 'shown' }]);
    expect(shown.shownAt).toBe(NOW);
    const second = after(shown, [says({ state: 'paid', until: june })]);
    expect(second).toMatchObject({ news: 'second', shownAt: null, until: june });
  });
});

it('the first title of a record stays', () => {
  const first = { type: 'titled', title: 'Fix a roof' } as const;
  const record = after(records.waiting, [first], [{ ...first, title: 'Mend a gate' }]);
  expect(record.title).toBe('Fix a roof');
});
