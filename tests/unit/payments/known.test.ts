/** What is known of a payment after each event: a table of events by worlds, and details the table does not show. */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/time.ts';
import { isEmptyAttempt } from '../../../src/payments/attempt.ts';
import { newsAt } from '../../../src/payments/payment.ts';
import { emptyAnswer, type Status } from '../../../src/payments/status.ts';
import { rowsOf } from '../../support/table.ts';
import { ALL_CHECKS } from '../../support/polling.ts';
import {
  accepted,
  after,
  ELSEWHERE,
  HERE,
  known,
  lists,
  menu,
  MINUTE,
  month,
  nothing,
  NOW,
  payBill,
  press,
  PRESSED,
  reloaded,
  says,
  shown,
  THEN,
  word,
  worlds,
  type World,
} from './worlds.ts';

const statuses = {
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
} satisfies Record<string, Partial<Status>>;

const { stored: before } = nothing;
const others = {
  'a press': press,
  accepted,
  lost: { type: 'lost', attempt: PRESSED },
  refused: { type: 'refused', attempt: PRESSED, before },
  'refused another': { type: 'refused', attempt: PRESSED + 1, before },
  'a check': { type: 'checked', attempt: PRESSED, checks: 1, at: NOW },
  'no answer': { type: 'unanswered' },
  'read news': { type: 'read', what: 'news' },
  'read review': { type: 'read', what: 'review' },
} as const;

/** "says": the answer to a question of now; "said": of before; "lists": a list that came now. */
function worldAfter(world: World, name: string): World {
  if (name === 'opened again') return reloaded(world);
  if (name in others) return after(world, [others[name as keyof typeof others]]);
  const [how = '', ...what] = name.split(' ');
  const status = statuses[what.join(' ') as keyof typeof statuses];
  if (how === 'says') return after(world, [says(status)]);
  if (how === 'said') return after(world, [says(status, THEN - 1)]);
  // Ten seconds later a list may have been written before.
  return after(world, [lists(status, how === 'listed' ? THEN + 10_000 : NOW)]);
}

/**
 * Columns: the worlds of `worlds.ts`. A cell is the payment after any one of the events that end its row: its
 * state, `!` with news, `!!` with a second month, `+` with what is said beside it, `-` for nothing.
 */
const table = `
nothing     | waiting      | asking       | lost         | found        | failed       | failure     | held        | unclear      | closed           | paid+held      | paid         | gone         | offered      | menu             | events
out         | out          | out          | out          | out          | out          | out         | out         | out          | out              | out            | out          | out          | out          | out              | a press
-           | out          | out          | out          | found        | failed!      | failed      | held        | unclear      | paid+closed      | paid+held      | paid!        | out gone     | -            | none menu        | accepted; lost; refused another; a check; no answer; read review; said nothing
-           | -            | failed       | failed       | found        | failed!      | failed      | held        | unclear      | paid+closed      | paid+held      | paid!        | none gone    | -            | none menu        | refused
-           | out          | out          | out          | found        | failed       | failed      | held        | unclear      | paid+closed      | paid+held      | paid         | out gone     | -            | none menu        | read news
-           | out          | out          | out          | found        | failed!      | -           | -           | -            | -                | -              | -            | out          | -            | none menu        | says nothing; says pending; lists nothing; lists pending
found       | found        | found        | found        | found        | found        | found       | found       | found        | found            | found          | found        | found        | found        | found menu       | says a prompt; says a prompt since; says a phone; lists a prompt
found       | found        | found        | found        | found        | failed!      | found       | held        | unclear      | paid+closed      | paid+held      | paid!        | found        | found        | found menu       | says an old prompt
failed      | failed!      | out          | out          | failed!      | failed!      | failed      | closed      | closed       | failed           | failed         | failed       | failed!      | failed       | failed menu      | says failed; says failed again; lists failed
failed      | failed!      | out          | out          | failed!      | failed!      | failed      | failed!     | failed!      | failed           | failed         | failed       | failed!      | failed       | failed menu      | says failed silently
held        | held         | held         | held         | held         | held         | held        | held        | held         | held             | held           | held         | held         | held         | held             | says held; lists held
unclear     | unclear      | out          | out          | unclear      | unclear      | unclear     | unclear     | unclear      | unclear          | unclear        | unclear      | unclear      | unclear      | unclear          | says unclear
paid        | paid!        | paid!        | paid!        | paid!        | paid!        | paid        | paid!       | paid!        | paid             | paid           | paid!        | paid!        | paid!        | paid!            | says paid; says paid, phone; says paid, until; says paid, reason; lists paid; lists paid, until; listed paid
paid+held   | paid+held!   | paid+held!   | paid+held!   | paid+held!   | paid+held!   | paid+held   | paid+held   | paid+held    | paid+held        | paid+held      | paid+held!   | paid+held!   | paid+held!   | paid+held!       | says paid, held; lists paid, held
paid+closed | paid+closed! | paid+closed! | paid+closed! | paid+closed! | paid+closed! | paid+closed | paid+closed | paid+closed  | paid+closed      | paid+closed    | paid+closed! | paid+closed! | paid+closed! | paid+closed!     | says paid, closed
none gone   | out gone     | out gone     | out gone     | found gone   | failed! gone | none gone   | held gone   | unclear gone | paid+closed gone | paid+held gone | paid! gone   | out gone     | none gone    | none gone menu   | says gone
none+closed | out          | out          | out          | found        | failed!      | none+closed | none+closed | none+closed  | none+closed      | none+closed    | none+closed  | out          | none+closed  | none+closed      | says closed
failed gone | failed! gone | out gone     | out gone     | failed! gone | failed! gone | failed gone | closed gone | closed gone  | failed gone      | failed gone    | failed gone  | failed! gone | failed gone  | failed gone menu | says gone, failed
failed      | out          | out          | out          | found        | failed!      | failed      | held        | unclear      | paid+closed      | paid+held      | paid!        | out gone     | -            | none menu        | said failed; listed failed
paid        | out          | out          | out          | found        | failed!      | failed      | held        | unclear      | paid+closed      | paid+held      | paid!        | out gone     | -            | none menu        | said paid
`;

const [names = [], ...rows] = rowsOf(table);

it('has a column for each world', () => {
  expect(names.slice(0, -1)).toEqual(Object.keys(worlds));
});

it.each(
  rows.flatMap((cells) =>
    (cells.at(-1) ?? '').split('; ').map((event) => [event, cells.slice(0, -1)] as const),
  ),
)('%s leads to %j', (event, cells) => {
  const results = Object.values(worlds).map((world) => word(worldAfter(world, event)));
  expect(results).toEqual(cells);
});

const newsOf = (world: World, openedAt: number) => newsAt(known(world), openedAt);
const isRead = (world: World) => world.stored.told?.isRead;
const titled = (title: string | null) => ({ type: 'heard', answer: emptyAnswer, title }) as const;
const held = { state: 'failed', review: 'held', reason: 'Wrong amount.' } as const;
const sentBack = says({ state: 'failed', reason: 'Sent back.' });
/** What the device stores after the events. */
const storedAfter = (...events: Parameters<typeof after>) => after(...events).stored;

describe('an open prompt', () => {
  const { waiting, failed, found } = worlds;

  it.each([
    ['now', NOW, NOW, 0],
    ['20 s ago', NOW - 20_000, NOW - 20_000, 5],
    ['in the future', NOW + MINUTE, NOW, 0],
    ['longer ago than it lives', NOW - 10 * MINUTE, NOW - 2 * MINUTE, ALL_CHECKS],
    ['at an unknown time', 0, NOW, 0],
  ])('that another device sent %s has its checks', (_, sentAt, by, checks) => {
    const stored = storedAfter(nothing, [says({ state: 'out', phone: ELSEWHERE, sentAt })]);
    const moments = { sentAt: by, pressedAt: NOW, checkedAt: NOW };
    expect(stored).toMatchObject({ ...moments, checks, phone: ELSEWHERE });
  });

  it('is on the phone that the answer names', () => {
    const { stored } = waiting;
    expect(stored).toMatchObject({ phone: HERE, push: 'sent', reference: 'FundiJob7' });
    const seen = storedAfter(waiting, [says({ state: 'out', phone: ELSEWHERE })]);
    // That prompt may name another account.
    const found = { phone: ELSEWHERE, push: 'found', checkout: 'ws_1', reference: null };
    expect(seen).toMatchObject(found);
    const unnamed = storedAfter(waiting, [says({ state: 'out', isConfirmed: true })]);
    expect(unnamed).toEqual(waiting.stored);
  });

  it.each([
    [ELSEWHERE, 'found'],
    [HERE, 'sent'],
  ])('that is accepted on the phone %s is "%s"', (phone, push) => {
    const answer = { ...accepted, attempt: NOW, phone };
    expect(storedAfter(nothing, [press], [answer])).toMatchObject({ phone, push });
  });

  it('found on another device is as old as the oldest report of it', () => {
    const again = { state: 'out', phone: ELSEWHERE } as const;
    expect(storedAfter(found, [says({ ...again, sentAt: NOW })]).sentAt).toBe(THEN);
    const older = storedAfter(found, [says({ ...again, sentAt: THEN - 5000 })]);
    expect(older.sentAt).toBe(THEN - 5000);
  });

  it('that went out after the end of another one, whose result was not heard, is a new one', () => {
    const at = THEN + 10 * MINUTE;
    const prompt = (sentAt: number) => says({ state: 'out', phone: ELSEWHERE, sentAt }, at);
    const other = storedAfter(waiting, [prompt(THEN + 2 * MINUTE + 1), at]);
    expect(other).toMatchObject({ push: 'found', pressedAt: at, earlier: 'open', checkout: null });
    const same = storedAfter(waiting, [prompt(THEN + 2 * MINUTE), at]);
    expect(same).toMatchObject({ push: 'found', pressedAt: PRESSED, earlier: 'none' });
  });

  it.each([
    ['reported', HERE],
    ['found', ELSEWHERE],
  ])('that is "%s" before the press is answered stays so, whatever the answer', (push, phone) => {
    const seen = after(worlds.asking, [says({ state: 'out', phone })]);
    expect(seen.stored.push).toBe(push);
    expect(storedAfter(seen, [{ type: 'lost', attempt: PRESSED }]).push).toBe(push);
    expect(storedAfter(seen, [accepted]).push).toBe(push === 'found' ? push : 'sent');
  });

  it('has failed when nothing was before it, though the answer to its press got lost', () => {
    const lost = after(nothing, [press, PRESSED], [{ type: 'lost', attempt: PRESSED }, THEN]);
    expect(word(after(lost, [says({ state: 'failed' })]))).toBe('failed!');
  });

  it('found on another device has not failed by an answer from before', () => {
    const early = says({ state: 'failed' }, THEN - 1);
    expect(word(after(reloaded(found), [early]))).toBe('found');
  });

  it('counts its checks up, and ignores a lower count of another tab', () => {
    const checked = { type: 'checked', attempt: PRESSED } as const;
    const third = { ...checked, checks: 3, at: NOW };
    const stored = storedAfter(waiting, [third], [{ ...checked, checks: 1, at: NOW + 1 }, NOW + 1]);
    expect(stored).toMatchObject({ checks: 3, checkedAt: NOW + 1 });
  });

  const late = { ...waiting, stored: { ...waiting.stored, checks: ALL_CHECKS } };
  it('that a new press finds again stays the same prompt', () => {
    const answer = { ...accepted, attempt: NOW, before: late.stored };
    const stored = storedAfter(late, [{ ...press, phone: ELSEWHERE }], [answer]);
    const same = { push: 'repeated', checks: ALL_CHECKS, pressedAt: PRESSED, phone: HERE };
    expect(stored).toMatchObject(same);
    const other = { ...answer, checkout: 'ws_2' };
    expect(storedAfter(late, [press], [other])).toMatchObject({ push: 'sent', pressedAt: NOW });
  });

  it('comes back when a press is refused', () => {
    const refused = { type: 'refused', attempt: NOW, before: late.stored } as const;
    expect(storedAfter(late, [press], [refused])).toEqual(late.stored);
  });

  it('has not failed because the API still reported the last failure while it was asked for', () => {
    const asked = after(worlds.asking, [says(statuses.failed, NOW - 2), NOW - 2]);
    const sent = after(asked, [accepted, NOW]);
    expect([word(asked), word(sent)]).toEqual(['out', 'out']);
    expect(word(after(sent, [says(statuses.failed)]))).toBe('failed!');
  });

  it('without a checkout id is open all the same', () => {
    const sessionless = { ...accepted, attempt: NOW, checkout: null };
    const world = after(nothing, [press], [sessionless]);
    expect([word(world), world.stored.push]).toEqual(['out', 'sessionless']);
    const again = { ...sessionless, before: world.stored };
    expect(storedAfter(world, [press], [again]).push).toBe('sessionless');
  });

  const lost = after(waiting, [says(held)], [says({ state: 'none' })]);
  const unclear = says({ state: 'failed', review: 'unclear' });
  it.each([
    ['another prompt', found, NOW, 'open'],
    ['a failure of almost three days ago', failed, THEN + 3 * DAY_MS - 1, 'ended'],
    ['a failure of three days ago', failed, THEN + 3 * DAY_MS, 'none'],
    ['a review', lost, NOW, 'ended'],
    ['an unclear one', after(waiting, [unclear]), NOW, 'open'],
    ['a failure beside such a one', after(waiting, [press], [shown('failed')]), NOW, 'open'],
    ['success beside such a one', after(waiting, [press], [shown('paid')]), NOW, 'ended'],
  ])('after %s knows whether that one has ended: %#', (_, world, at, earlier) => {
    expect(storedAfter(world, [press, at]).earlier).toBe(earlier);
  });

  it('that has ended is not changed by what comes of its press', () => {
    for (const event of [accepted, { type: 'lost', attempt: PRESSED } as const]) {
      expect(storedAfter(failed, [event])).toEqual(failed.stored);
    }
  });

  it('is waited for from now on when the clock was set back since', () => {
    const at = THEN - 60 * MINUTE;
    const world = after(waiting, [says({ state: 'out' }, at), at]);
    const { pressedAt, sentAt, checkedAt } = world.stored;
    expect([pressedAt, sentAt, checkedAt]).toEqual([at, at, at]);
    expect(word(after(world, [says({ state: 'paid' }, at + 1), at + 1]), at + 1)).toBe('paid!');
  });
});

it('is open for three days where the API says nothing', () => {
  const { waiting } = worlds;
  const end = THEN + 3 * DAY_MS;
  expect([end - 1, end].map((at) => known(waiting, at).state)).toEqual(['out', 'none']);
});

it('is not open without a press, also on a phone whose clock begins in 1970', () => {
  expect(known(nothing, 1000).state).toBe('none');
  expect(storedAfter(nothing, [press, 1000]).earlier).toBe('none');
});

describe('what another tab has seen', () => {
  const { waiting } = worlds;

  it.each([
    ['paid', [shown('paid')], 'paid!'],
    ['failed', [shown('failed')], 'failed!'],
    ['a review', [says(held)], 'held'],
    ['that the job is gone', [says({ isGone: true })], 'out gone'],
  ] as const)('counts before this tab has asked: %s', (_, [event], result) => {
    const there = storedAfter(waiting, [event]);
    expect(word({ ...after(waiting, [says({ state: 'none' }, NOW - 1)]), stored: there })).toBe(
      result,
    );
    expect(word(after({ ...waiting, stored: there }, [says({ state: 'paid' }, NOW + 1)]))).toBe(
      'paid!',
    );
  });

  it('does not hide why it failed', () => {
    const seen = after(waiting, [says(statuses.failed, NOW - 1)], [shown('failed')]);
    expect(known(seen).status.reason).toBe('Expired.');
  });
});

describe('news', () => {
  const { failed, paid, offered } = worlds;
  it('is shown until the screen is left or it is read, and again when there is other news', () => {
    expect([THEN, THEN + 1].map((openedAt) => newsOf(failed, openedAt))).toEqual(['failed', null]);
    expect(newsOf(after(failed, [others['read news']]), THEN)).toBeNull();
    const late = after(failed, [others['read news']], [says({ state: 'paid' })]);
    expect(newsOf(late, NOW + 1)).toBe('paid');
    expect(storedAfter(late, [shown('paid')]).shown).toMatchObject({ at: NOW, isRead: false });
    expect(storedAfter(paid, [shown('paid')])).toEqual(paid.stored);
  });

  it('is none of a payment of which the API knows nothing any more', () => {
    expect(isEmptyAttempt(storedAfter(paid, [says({ state: 'none' })]))).toBe(true);
    expect(isEmptyAttempt(storedAfter(paid, [says({ state: 'out' })]))).toBe(true);
    const ended = after(offered, [says({ state: 'paid' })], [shown('paid')]);
    expect(word(after(ended, [says({ state: 'none', payBill }, NOW + 1), NOW + 1]))).toBe('-');
    const again = after(ended, [says({ state: 'none', payBill }, NOW + 1), NOW + 1]);
    expect(word(after(again, [says({ state: 'paid' }, NOW + 2)]))).toBe('paid!');
    // What is gone is not what has ended.
    expect(storedAfter(paid, [says({ isGone: true })]).shown).not.toBeNull();
  });

  it('of late money is only that of a press on this device', () => {
    const end = after(worlds.held, [says({ state: 'failed' })], [shown('failed')], [sentBack]);
    expect(word(after(end, [says({ state: 'paid' })]))).toBe('paid');
  });

  it('of who paid from the M-Pesa menu comes also when its numbers are gone', () => {
    const said = after(nothing, [menu], [says({ state: 'paid' })]);
    expect(word(said)).toBe('paid!');
    expect(word(after(offered, [says({ state: 'paid', through: 'pay_bill' })]))).toBe('paid!');
    expect(word(after(offered, [says({ state: 'paid', through: 'prompt' })]))).toBe('paid');
  });
});

describe('a review', () => {
  const read = after(worlds.held, [others['read review']]);
  it.each([
    ['the same', { ...held, reviewId: 'a' }, true],
    ['the same, not named', held, true],
    ['another payment', { ...held, reviewId: 'b' }, false],
    ['another reason', { ...held, reason: 'Paid twice.', reviewId: 'a' }, false],
    ['another kind', { ...held, review: 'unclear' as const, reviewId: 'a' }, false],
    ['the same of what is paid', { ...held, state: 'paid' as const, reviewId: 'a' }, false],
    ['the result of the review', { state: 'failed' as const, reason: 'Sent back.' }, false],
    ['the same of what is gone', { ...held, reviewId: 'a', isGone: true }, false],
  ])('that was read stays read when the API reports %s: %j, %s', (_, what, result) => {
    expect(isRead(after(read, [says(what)]))).toBe(result);
  });

  it('is unread until it is read, and again after the next payment', () => {
    const same = says({ ...held, reviewId: 'a' });
    expect(isRead(after(worlds.held, [same]))).toBe(false);
    const prompt = says({ state: 'out', phone: ELSEWHERE, sentAt: NOW });
    expect(isRead(after(read, [prompt], [same]))).toBe(false);
  });

  it('that a person has closed stays closed while the API reports the same', () => {
    const closed = after(worlds.held, [sentBack]);
    expect(word(after(closed, [sentBack]))).toBe('closed');
    expect(word(after(closed, [says({ state: 'failed' })]))).toBe('failed');
    expect(word(after(closed, [says(statuses.failed)]))).toBe('failed');
  });

  it('that came after a failure counts before this tab has asked', () => {
    expect(word(reloaded(after(worlds.failed, [says(held)])))).toBe('held');
  });
});

describe('a subscription', () => {
  const may = '2027-05-21T09:00:00+03:00';
  const june = '2027-06-21T09:00:00+03:00';
  const end = Date.parse(may) - MINUTE;
  const paid = after(
    month,
    [press, end - DAY_MS],
    [says({ state: 'paid', until: may }, end - 1), end - 1],
    [shown('paid', may), end - 1],
  );

  it.each([
    ['once more while it runs', june, end, 'paid!!'],
    ['again after it has ended', june, end + 2 * MINUTE, 'paid!'],
    ['by a day', '2027-05-22T09:00:00+03:00', end, 'paid!!'],
    ['by less', '2027-05-22T08:59:00+03:00', end, 'paid!'],
    ['at the moment it ends', june, end + MINUTE, 'paid!'],
    ['until the same day', may, end, 'paid!'],
  ])('that is paid %s (%s) is %s', (_, until, at, result) => {
    expect(word(after(paid, [says({ state: 'paid', until }, at), at]), at)).toBe(result);
  });

  it('has news of the second month after that of the first was shown, once', () => {
    const second = after(paid, [says({ state: 'paid', until: june }, end), end]);
    expect(newsAt(known(second, end), end)).toBe('second');
    const seen = after(second, [shown('second', june), end]);
    expect(newsAt(known(seen, end), end)).toBe('second');
    expect(newsAt(known(seen, end), end + 1)).toBeNull();
    expect(known(reloaded(seen), end).state).toBe('paid');
    const july = '2027-07-21T09:00:00+03:00';
    expect(storedAfter(seen, [shown('second', july), end]).shown?.until).toBe(july);
  });
});

describe('the title', () => {
  it('of a press stays, that of a list is taken where there is none', () => {
    const named = after(nothing, [{ ...press, title: 'Fix a roof' }], [titled('Mend a gate')]);
    expect(named.stored.title).toBe('Fix a roof');
    expect(storedAfter(named, [press]).title).toBe('Fix a roof');
    expect(storedAfter(nothing, [press], [titled('Mend a gate')]).title).toBe('Mend a gate');
    expect(storedAfter(nothing, [press], [titled(null)]).title).toBeNull();
  });
});
