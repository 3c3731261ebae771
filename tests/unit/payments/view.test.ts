/** What the pay page and the other screens show of a record. */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/time.ts';
import { pageWords } from '../../../src/payments/pageWords.ts';
import {
  blank,
  isAccepted,
  isAskedAbout,
  isEmpty,
  isMenuAwaited,
  nameOf,
  nextChangeAt,
  STORED_MS,
  type PaymentRecord,
} from '../../../src/payments/record.ts';
import { notices } from '../../../src/payments/notices.ts';
import { standingOf } from '../../../src/payments/standing.ts';
import { outText } from '../../../src/payments/texts.ts';
import { isDownAt, mayPay, menuOffer, view } from '../../../src/payments/view.ts';
import {
  accepted,
  after,
  ELSEWHERE,
  HERE,
  lists,
  MINUTE,
  NOW,
  payBill,
  records,
  says,
  THEN,
  wrongSum,
} from './records.ts';

/** What the page shows in words: its step, and what it says beside it. */
function page(record: PaymentRecord, now: number): string {
  const { step, ...facts } = view(record, now, THEN);
  const words = {
    isNew: 'now',
    isOtherOpen: 'another open',
    held: 'held',
    before: 'after failure',
    outcome: 'after failure',
    wasPaying: 'with a payment',
  };
  const said = Object.entries(words).filter(([fact]) => facts[fact as keyof typeof facts]);
  return [step, ...new Set(said.map(([, word]) => word))].join(' ');
}

const pressed = { type: 'pressed', phone: HERE } as const;
const shown = (record: PaymentRecord) => after(record, [{ type: 'shown' }, NOW - MINUTE]);
const isGone = true;
const heardBefore = { heardAt: THEN - 1 };
const subscription = { purpose: 'subscription', id: null } as const;
/** The API says that the prompt is still open, when it can no longer be paid. */
const END = THEN + 2 * MINUTE;
const stillOut = (record: PaymentRecord, at = END) =>
  after(record, [says({ state: 'out' }, at), at]);
const another = after(records.waiting, [pressed, THEN], [says({ state: 'paid' }, THEN), THEN]);
const twice = { review: 'held', reason: 'Twice.' } as const;
/** More than the records of the other table. */
const more = {
  ...records,
  'failed, shown before': shown(records.failed),
  'paid, shown before': shown(records.paid),
  'paid, shown since': after(records.paid, [{ type: 'shown' }, THEN]),
  'paid, another open': another,
  'paid beside another': shown(another),
  'paid, heard before': { ...shown(records.paid), ...heardBefore },
  'closed, heard before': { ...records.closed, ...heardBefore },
  'paid+held, heard before': { ...records['paid+held'], ...heardBefore },
  'subscribed now': { ...records.paid, ...subscription },
  subscribed: { ...shown(records.paid), ...subscription },
  'paid, gone': { ...shown(records.paid), isGone },
  'closed, gone': { ...records.closed, isGone },
  'failed, gone': { ...records.failed, isGone },
  'unclear, gone': { ...records.unclear, isGone },
  'held, gone': { ...records.held, isGone },
  'menu, gone': { ...records.menu, isGone },
  'waiting, menu': after(records.waiting, [{ type: 'menu', isPaid: true }]),
  'waiting, heard at its end': stillOut(records.waiting),
  'lost, heard at its end': stillOut(records.lost),
  'found, heard at its end': stillOut(records.found),
  'found by its phone': after(records.nothing, [says({ state: 'out', phone: HERE }, THEN), THEN]),
  repeated: { ...records.waiting, push: 'repeated' },
  'found, failed': after(records.found, [says({ state: 'failed' })]),
  'waiting, held': after(records.waiting, [says({ state: 'failed', ...twice })]),
  'waiting, paid and held': after(records.waiting, [says({ state: 'paid', ...twice })]),
} satisfies Record<string, PaymentRecord>;

const NOTICES: Record<string, string> = {
  'We are waiting to hear from M-Pesa (null)': 'waits',
  'A person is looking into your payment (review)': 'looks',
  'We do not know if your payment went through (review)': 'unknown',
  'We have looked into your payment (review)': 'looked',
  'Your payment has come (news)': 'came',
  'The job you were paying for is no longer there (review)': 'no longer there',
};
const say = (record: PaymentRecord, now = NOW, openedAt = THEN) =>
  notices(record, now, openedAt).map(({ title, what }) => NOTICES[`${title} (${what})`] ?? title);

/**
 * What is shown of a record. The page is opened at its press: seen then, and two minutes later. Whether a press
 * sends a prompt now, when the person is sure, and two minutes later. The offer of the M-Pesa menu, with
 * `+` where a prompt may be answered or have been. Whether the API has accepted the prompt. Whether it is asked
 * when the person comes back, and what a card says: within a quarter of an hour, and after it.
 */
const table = `
                          | page, later           | a press sends one | the menu at 0, 19, 20 and 120 s | accepted | asked    | standing         | notices
nothing                   | ready                 | now, sure, later  | folded folded folded folded     | no       | -        | payable          | -
waiting                   | waiting, late         | no                | folded+ folded+ open+ open+     | yes      | asked    | waiting, payable | waits
asking                    | waiting, late         | no                | folded+ folded+ open+ open+     | no       | asked    | waiting, payable | waits
lost                      | waiting, late         | no                | folded+ folded+ open+ open+     | no       | asked    | waiting, payable | waits
found                     | waiting, late         | no                | folded+ folded+ open+ open+     | yes      | asked    | waiting, payable | waits
failed                    | failed                | now, sure, later  | open open open open             | yes      | asked    | payable          | -
failure                   | ready after failure   | now, sure, later  | open open open open             | no       | -        | payable          | -
held                      | review                | no                | - - - -                         | no       | -        | held             | looks
unclear                   | review                | sure              | - - - -                         | no       | -        | unclear          | unknown
closed                    | paid                  | no                | - - - -                         | no       | -        | paid             | looked
paid+held                 | paid held             | no                | - - - -                         | no       | -        | held             | looks
paid                      | paid now              | no                | - - - -                         | yes      | -        | paid             | came
gone                      | gone with a payment   | no                | - - - -                         | yes      | asked    | payable          | no longer there
offered                   | ready                 | now, sure, later  | folded folded folded folded     | no       | -        | payable          | -
menu                      | menu                  | no                | - - - -                         | no       | asked    | waiting, payable | waits
failed, shown before      | ready after failure   | now, sure, later  | open open open open             | yes      | asked    | payable          | -
paid, shown before        | paid                  | no                | - - - -                         | yes      | -        | paid             | -
paid, shown since         | paid now              | no                | - - - -                         | yes      | -        | paid             | came
paid, another open        | paid now another open | no                | - - - -                         | no       | asked, - | paid             | came
paid beside another       | paid                  | no                | - - - -                         | no       | asked, - | paid             | -
paid, heard before        | ready                 | no                | - - - -                         | yes      | -        | paid             | -
closed, heard before      | ready                 | no                | - - - -                         | no       | -        | paid             | looked
paid+held, heard before   | ready held            | no                | - - - -                         | no       | -        | held             | looks
subscribed now            | paid now              | no                | - - - -                         | yes      | -        | paid             | came
subscribed                | ready                 | no                | - - - -                         | yes      | -        | paid             | -
paid, gone                | gone                  | no                | - - - -                         | yes      | -        | paid             | -
closed, gone              | gone                  | no                | - - - -                         | no       | -        | paid             | looked
failed, gone              | gone after failure    | no                | - - - -                         | yes      | asked    | payable          | -
unclear, gone             | gone with a payment   | no                | - - - -                         | no       | -        | unclear          | no longer there
held, gone                | review                | no                | - - - -                         | no       | -        | held             | looks
menu, gone                | gone with a payment   | no                | - - - -                         | no       | asked    | payable          | -
waiting, menu             | menu                  | no                | - - - -                         | yes      | asked    | waiting          | waits
waiting, heard at its end | waiting, late         | later             | folded+ folded+ open+ open+     | yes      | asked    | waiting, payable | waits
lost, heard at its end    | waiting, late         | later             | folded+ folded+ open+ open+     | no       | asked    | waiting, payable | waits
found, heard at its end   | waiting, late         | later             | folded+ folded+ open+ open+     | yes      | asked    | waiting, payable | waits
found by its phone        | waiting, late         | no                | folded+ folded+ open+ open+     | yes      | asked    | waiting, payable | waits
repeated                  | waiting, late         | no                | folded+ folded+ open+ open+     | yes      | asked    | waiting, payable | waits
found, failed             | failed                | now, sure, later  | open open open open             | yes      | -        | payable          | -
waiting, held             | review                | no                | - - - -                         | yes      | asked    | held             | looks
waiting, paid and held    | paid now held         | no                | - - - -                         | yes      | asked    | held             | came, looks
`;

/** One word where it does not change. */
const inTime = (words: string[]) => words.filter((word, at) => word !== words[at - 1]).join(', ');
const offered = (record: PaymentRecord, amount = 100) => ({
  ...record,
  payBill: { ...payBill, amount },
});
function offerWord(record: PaymentRecord, now: number, step = view(record, now, THEN).step) {
  const offer = menuOffer(record, step, now);
  if (offer === null) return '-';
  return (offer.isOpen ? 'open' : 'folded') + (offer.isBesidePrompt ? '+' : '');
}

const [, ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('has a row for each record', () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(more));
});

it.each(rows.map(([name = '', ...cells]) => [name, cells] as const))('%s: %j', (name, cells) => {
  const record: PaymentRecord = more[name as keyof typeof more];
  const sends = {
    now: mayPay(record, false, NOW),
    sure: mayPay(record, true, NOW),
    later: mayPay(record, false, NOW + 2 * MINUTE),
  };
  const menu = [0, 19_000, 20_000, 2 * MINUTE].map((ms) => offerWord(offered(record), THEN + ms));
  const quarter = THEN + 15 * MINUTE;
  const asked = [quarter - 1, quarter].map((at) => (isAskedAbout(record, at) ? 'asked' : '-'));
  expect([
    inTime([NOW, END].map((at) => page(record, at))),
    Object.entries(sends)
      .flatMap(([when, isSent]) => (isSent ? [when] : []))
      .join(', ') || 'no',
    menu.join(' '),
    isAccepted(record) ? 'yes' : 'no',
    inTime(asked),
    inTime([NOW, quarter].map((at) => standingOf(record, at, THEN - MINUTE))),
    say(record).join(', ') || '-',
  ]).toEqual(cells);
});

it('a card of a paid record is "payable" when a later list says that it is not paid for', () => {
  expect(standingOf(records.paid, NOW, NOW)).toBe('payable');
});

it('a press while a prompt is on an unknown phone sends one only when the person is sure', () => {
  const found = after(records.nothing, [says({ state: 'out', isConfirmed: true })]);
  expect([mayPay(found, false, NOW), mayPay(found, true, NOW)]).toEqual([false, true]);
});

const checked = (checks: number, at: number, record: PaymentRecord = records.waiting) =>
  after(record, [{ type: 'checked', attempt: THEN, checks, at }, at]);

describe('while it waits', () => {
  it.each([
    ['at the press', records.waiting, THEN, THEN, 4000, 48_000],
    ['10 s after it', records.waiting, THEN + 10_000, THEN, 4000, 38_000],
    ['after the second check', checked(2, THEN + 8000), THEN + 9000, THEN, 12_000, 39_000],
    ['after a reload', checked(2, THEN + 8000), THEN + 20_000, THEN + 20_000, 24_000, 40_000],
    ['with a clock set back', records.waiting, THEN - MINUTE, THEN, 4000, 48_000],
    ['opened before that', records.waiting, THEN + 10_000, THEN + MINUTE, 4000, 38_000],
  ])('%s the next check and the last one are due', (_, record, now, openedAt, due, leftMs) => {
    expect(view(record, now, openedAt)).toMatchObject({ dueAt: THEN + due, leftMs });
  });

  it('checks a subscription every 5 s for 60 s', () => {
    const record = after(blank(subscription), [pressed, THEN]);
    expect(view(record, THEN, THEN)).toMatchObject({ dueAt: THEN + 5000, leftMs: 60_000 });
  });

  it('shows what went wrong with the press until the prompt is confirmed', () => {
    const problem = 'Failed to initiate STK push.';
    expect(view(records.lost, NOW, THEN)).toMatchObject({ step: 'waiting', problem });
    const sure = after(records.lost, [says({ state: 'out', isConfirmed: true })]);
    expect(view(sure, NOW, THEN)).toMatchObject({ step: 'waiting', problem: null });
    expect(view(records.waiting, NOW, THEN)).toMatchObject({ problem: null });
  });

  const sessionless = [{ ...accepted, checkout: null }, THEN] as const;
  it.each([
    ['the checks are used up', checked(12, NOW), 'Payment Failed or Timed Out'],
    [
      'there is no session',
      after(records.nothing, [pressed, THEN], [...sessionless]),
      'Failed to get payment session.',
    ],
  ])('is late when %s', (_, record, text) => {
    expect(view(record, NOW, THEN)).toMatchObject({ step: 'late', text, aliveMs: 90_000 });
  });
});

const asked = (record: PaymentRecord, at: number) =>
  checked(0, at, after(record, [{ type: 'unanswered' }, at]));

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

it.each([
  ['had no answer to any check', asked(checked(12, NOW), NOW), 'noCheckAnswered'],
  ['had none to the last one', asked(stillOut(checked(12, NOW), NOW), NOW), 'lastCheckFailed'],
  ['had an answer to the last one', stillOut(checked(12, NOW), NOW), 'timeout'],
] as const)('the page of a prompt that %s says so', (_, record, word) => {
  for (const purpose of ['post_ad', 'subscription'] as const) {
    const { text } = view({ ...record, purpose, checks: 12 }, NOW, THEN) as { text: string };
    expect(text).toBe(pageWords[purpose][word]);
  }
});

const ON = 'An M-Pesa message is already on';
const MAY = 'An M-Pesa message may already be on';
it.each([
  // What is said of a prompt that went out elsewhere, by its phone and whether M-Pesa has confirmed it.
  [ELSEWHERE, null, `${ON} 0711 999 888. Enter your PIN there.`],
  [ELSEWHERE, false, `${MAY} 0711 999 888. If it is, enter your PIN there.`],
  ['', true, `${ON} a phone. Enter your PIN on that phone.`],
  ['', false, `${MAY} a phone. If it is, enter your PIN on that phone.`],
])('a prompt on the phone "%s", confirmed %s, is told of: %s', (phone, isConfirmed, text) => {
  expect(outText({ ...records.found, phone, isConfirmed })).toBe(text);
});

it('a press may send another prompt at the end of the first', () => {
  const { 'waiting, heard at its end': ended } = more;
  expect([mayPay(ended, false, END - 1), mayPay(ended, false, END)]).toEqual([false, true]);
});

it.each([
  ['said', records.menu, NOW, true],
  ['said three days ago', records.menu, THEN + 3 * DAY_MS, false],
  ['never said', records.nothing, 1000, false],
  ['said, and paid', { ...records.menu, state: 'paid' as const }, NOW, false],
  ['said, and in review', { ...records.held, menuAt: THEN }, NOW, false],
])('money of the M-Pesa menu is awaited when it is %s: %#', (_, record, now, isAwaited) => {
  expect(isMenuAwaited(record, now)).toBe(isAwaited);
});

it('money of the M-Pesa menu is news to who waited for it, also when its numbers are gone', () => {
  const paid = after({ ...records.menu, payBill: null }, [says({ state: 'paid' })]);
  expect(paid.news).toBe('paid');
});

it('a settled record is stored for thirty days, and a failed one is asked about for three', () => {
  expect(STORED_MS).toBe(30 * DAY_MS);
  const end = THEN + 3 * DAY_MS;
  expect([end - 1, end].map((at) => isAskedAbout(records.failed, at))).toEqual([true, false]);
});

it('what is said changes with the time two and fifteen minutes, and three days, after the last message', () => {
  const moments = [END, THEN + 15 * MINUTE, THEN + 3 * DAY_MS];
  const since = [THEN, ...moments].map((now) => nextChangeAt(records.waiting, now));
  expect(since).toEqual([...moments, null]);
  expect(nextChangeAt(more['waiting, menu'], END)).toBe(NOW + 2 * MINUTE);
});

it.each([
  [{ purpose: 'post_job', id: 7 }, 'job:7'],
  [subscription, 'subscription:'],
] as const)('the name of %j is %s', (payable, name) => {
  expect(nameOf(payable)).toBe(name);
});

describe('the offer of the M-Pesa menu', () => {
  it('is open when the prompt of another device, found later, is slow', () => {
    const found = { ...offered(records.found), pressedAt: THEN + 19_000 };
    expect(offerWord(found, THEN + 20_000, 'waiting')).toBe('open+');
  });

  it('is open when the press was refused, and gone while it is sent', () => {
    const open = { payBill, isOpen: true, isBesidePrompt: false };
    expect(menuOffer(records.offered, 'refused', NOW)).toEqual(open);
    expect(menuOffer(records.offered, 'sending', NOW)).toBeNull();
  });

  it('is open while M-Pesa is down, which counts once it is heard on this page and something may be paid', () => {
    const down = after(records.offered, [says({ payBill, isDown: true })], [lists({ payBill })]);
    expect(offerWord(down, NOW)).toBe('open');
    expect(after(down, [pressed], [{ ...accepted, attempt: NOW }]).isDown).toBe(true);
    expect(after(down, [says({ payBill })]).isDown).toBe(false);
    const steps = [
      'ready',
      'waiting',
      'late',
      'refused',
      'failed',
      'paid',
      'review',
      'menu',
    ] as const;
    expect(steps.filter((step) => isDownAt(down, step, NOW))).toEqual(steps.slice(0, 5));
    expect(isDownAt(down, 'ready', NOW + 1)).toBe(false);
    // Without Pay Bill too, it is worth storing.
    expect(isEmpty(after(records.nothing, [says({ isDown: true })]))).toBe(false);
  });

  it('is not shown where the API has none, or names another sum than the page', () => {
    expect(offerWord(records.nothing, NOW)).toBe('-');
    expect(offerWord(offered(records.failed, 99), NOW)).toBe('-');
  });

  it('stays with the payable through a press, whose answer may name it again or not', () => {
    const again = after(records.offered, [pressed, THEN], [accepted, THEN]);
    expect(again.payBill).toEqual(payBill);
    const other = { ...payBill, account: 'K7M2XR' };
    const named = after(records.offered, [pressed, THEN], [{ ...accepted, payBill: other }, THEN]);
    expect(named.payBill).toEqual(other);
  });

  it('ends when the API names it no more, but not when a list leaves it out', () => {
    expect(after(records.nothing, [lists({ payBill })]).payBill).toEqual(payBill);
    expect(after(records.offered, [lists({})]).payBill).toEqual(payBill);
    expect(after(records.offered, [says({})]).payBill).toBeNull();
  });
});

describe('money from the M-Pesa menu', () => {
  const menu = more['waiting, menu'];
  const sentBack = says({ state: 'failed', reason: 'Sent back.' });
  const wrongAmount = says({ state: 'failed', review: 'held', reason: 'Wrong amount.' });

  it.each([
    ['at once', menu, NOW + 4000],
    ['after a check', checked(1, NOW + 4000, menu), NOW + 8000],
    ['after all of them', checked(12, NOW, menu), null],
  ])('is asked for %s', (_, record, dueAt) => {
    expect(view(record, NOW, THEN)).toEqual({ step: 'menu', dueAt });
  });

  it.each([
    ['for three days', menu, NOW + 3 * DAY_MS, 'late'],
    ['until it is taken back', after(menu, [{ type: 'menu', isPaid: false }]), NOW, 'waiting'],
    ['until a person has looked', after(records.menu, [wrongAmount], [sentBack]), NOW, 'ready'],
    ['until it came', after(records.menu, [says({ state: 'paid' })], [sentBack]), NOW, 'ready'],
  ])('is waited for %s', (_, record, now, step) => {
    expect(view(record, now, THEN).step).toBe(step);
  });

  it('is waited for no more when a sum has come that pays for nothing, but when a second one has', () => {
    const unmatched = [wrongSum];
    const wrong = after(records.menu, [says({ payBill, unmatched })]);
    expect([view(wrong, NOW, THEN).step, wrong.unmatched]).toEqual(['ready', unmatched]);
    expect(menuOffer(wrong, 'ready', NOW)).toMatchObject({ isOpen: true });
    // The person has sent the whole price now.
    const again = after(wrong, [{ type: 'menu', isPaid: true }], [says({ payBill, unmatched })]);
    expect(view(again, NOW, THEN).step).toBe('menu');
    const more = [{ ...wrongSum, id: '2' }, wrongSum];
    expect(view(after(again, [says({ payBill, unmatched: more })]), NOW, THEN).step).toBe('ready');
    for (const waiting of [again, { ...again, payBill: null }]) {
      const paid = after(waiting, [says({ state: 'paid', unmatched: more })]);
      expect(view(paid, NOW, THEN)).toMatchObject({ step: 'paid', isNew: true });
    }
  });

  it('that pays for nothing is known through a press and a list, until the API names it no more', () => {
    const wrong = after(records.offered, [says({ unmatched: [wrongSum] })]);
    expect(after(wrong, [pressed], [lists({})]).unmatched).toEqual([wrongSum]);
    expect(after(wrong, [says({})]).unmatched).toEqual([]);
    // Without Pay Bill too, it is worth storing.
    expect(isEmpty(after(records.nothing, [says({ unmatched: [wrongSum] })]))).toBe(false);
  });

  it.each([
    // Which way it came, by the API, and whether a prompt that is out must be cancelled.
    [records.waiting, 'pay_bill', true],
    [records.waiting, 'prompt', false],
    [records.waiting, null, false],
    [menu, null, true],
    [menu, 'prompt', false],
    [records.menu, 'pay_bill', false],
  ] as const)('that came: %#', (record, through, isOtherOpen) => {
    const paid = after(record, [says({ state: 'paid', through })]);
    const shows = { step: 'paid', isNew: true, through, isOtherOpen };
    expect(view(paid, NOW, THEN)).toMatchObject(shows);
    expect(view(paid, END, THEN)).toMatchObject({ isOtherOpen: false });
  });

  it('is no news on a device that only saw the offer, when a prompt elsewhere was paid', () => {
    const paid = after(records.offered, [says({ state: 'paid', through: 'prompt' })]);
    expect(view(paid, NOW, THEN)).toMatchObject({ step: 'paid', isNew: false });
  });
});

const read = (record: PaymentRecord, what: 'news' | 'review') =>
  after(record, [{ type: 'read', what }]);

describe('the notices', () => {
  it('end when the person has closed them, or saw the news on an earlier visit', () => {
    for (const record of [records.held, records.unclear, records.closed, records.gone]) {
      expect(say(read(record, 'review'))).toEqual([]);
    }
    expect(say(read(records.paid, 'news'))).toEqual([]);
    expect(say(shown(records.paid), NOW, NOW)).toEqual([]);
  });

  it('name an open prompt for a quarter of an hour', () => {
    expect(say(records.waiting, THEN + 14 * MINUTE)).toEqual(['waits']);
    expect(say(records.waiting, THEN + 15 * MINUTE)).toEqual([]);
  });

  it('say what was paid for, until when, and whom to ask', () => {
    const until = '2026-12-21T09:00:00+03:00';
    const fundi = blank(subscription);
    const paid = after(fundi, [pressed], [says({ state: 'paid', until })]);
    expect(notices(paid, NOW, THEN)).toMatchObject([
      {
        name: 'your subscription',
        facts: expect.stringMatching(/^Ksh\s200, 21\sNov$/),
        texts: [expect.stringMatching(/you can see jobs\. It is paid until 21\sDec\s2026\.$/)],
        hasSupport: false,
        hasPage: false,
      },
    ]);
    expect(notices(records.gone, NOW, THEN)).toMatchObject([
      { texts: [expect.stringMatching(/please contact us/)], hasSupport: true, hasPage: false },
    ]);
  });

  it('of a review beside the success have no page', () => {
    const pages = notices(more['waiting, paid and held'], NOW, THEN).map(({ hasPage }) => hasPage);
    expect(pages).toEqual([false, false]);
  });

  it('say that another prompt may still be on a phone', () => {
    const second = after(records.waiting, [pressed], [says({ state: 'paid' })]);
    expect(notices(second, NOW, THEN)[0]?.texts).toEqual([
      'Your job is listed: fundis near you can see it and call you.',
      expect.stringMatching(/cancel it there/),
    ]);
    expect(notices(second, NOW + 15 * MINUTE, THEN)[0]?.texts).toHaveLength(1);
  });

  const ends = says({ state: 'failed', reason: 'Cancelled.' });
  const next = { ...accepted, attempt: NOW, checkout: 'ws_2' };
  it.each([
    ['also when a prompt in between ended', after(records.waiting, [pressed], [next], [ends]), 2],
    ['not when all before it did', records.failed, 1],
    [
      'also when it is not known',
      after(records.waiting, [says({ state: 'failed', review: 'unclear' })]),
      2,
    ],
  ])('say it %s', (_, before, count) => {
    const paid = after(before, [pressed], [says({ state: 'paid' })]);
    expect(notices(paid, NOW, THEN)[0]?.texts).toHaveLength(count);
  });
});
