/** What the pay page and the other screens show of a record. */
import { describe, expect, it } from 'vitest';
import { spacedPhone } from '../../../src/lib/contact.ts';
import type { Ad, Job } from '../../../src/contract/schemas.ts';
import { DAY_MS } from '../../../src/contract/time.ts';
import { noticesOf } from '../../../src/payments/notices.ts';
import {
  isAccepted,
  isAskedAbout,
  isListOld,
  messageOf,
  nextChangeAt,
  saysPayment,
  standingOf,
} from '../../../src/payments/payment.ts';
import { isDownAt, mayPay, menuOffer, view, type Step } from '../../../src/payments/view.ts';
import { outText, purposes } from '../../../src/payments/words.ts';
import { rowsOf } from '../../support/table.ts';
import { ALL_CHECKS, LIMIT_MS } from '../../support/polling.ts';
import {
  accepted,
  after,
  ELSEWHERE,
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
  worlds,
  wrongSum,
  type World,
} from './worlds.ts';

const viewOf = (world: World, now: number, openedAt = THEN) =>
  view(known(world, now), now, openedAt);

/** What the page shows in words: its step, and what it says beside it. */
function page(world: World, now: number): string {
  const { step, ...facts } = viewOf(world, now);
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

/** The end was seen on an earlier visit. */
const seen = (world: World): World => ({
  ...world,
  stored: { ...world.stored, shown: world.stored.shown && { ...world.stored.shown, at: THEN - 1 } },
});
/** The API was asked before the page was opened. */
const heardBefore = (world: World): World => ({
  ...world,
  asked: { ...world.asked, at: THEN - 1 },
  stored: { ...world.stored, told: world.stored.told && { ...world.stored.told, at: THEN - 1 } },
});
const gone = (world: World) => after(world, [says({ isGone: true }, NOW - 1), NOW - 1]);
/** The API says that the prompt is still open, when it can no longer be paid. */
const END = THEN + 2 * MINUTE;
const stillOut = (world: World, at = END) => after(world, [says({ state: 'out' }, at), at]);
const second = after(worlds.waiting, [press, THEN]);
const another = after(
  second,
  [says({ state: 'paid' }, THEN + 1), THEN + 1],
  [shown('paid'), THEN + 1],
);
const paidMonth = after(
  month,
  [press, PRESSED],
  [says({ state: 'paid' }, THEN), THEN],
  [shown('paid'), THEN],
);
const twice = { review: 'held', reason: 'Twice.' } as const;
const goneAfter = (what: Parameters<typeof says>[0]) =>
  after(nothing, [says({ ...what, isGone: true }, THEN), THEN]);
/** More than the worlds of the other table. */
const more = {
  ...worlds,
  'failed, shown before': seen(worlds.failed),
  'paid, shown before': seen(worlds.paid),
  'paid, opened again': reloaded(seen(worlds.paid)),
  'paid, another open': another,
  'paid beside another': seen(another),
  'paid, heard before': heardBefore(seen(worlds.paid)),
  'closed, heard before': heardBefore(worlds.closed),
  'paid+held, heard before': heardBefore(worlds['paid+held']),
  'subscribed now': paidMonth,
  subscribed: seen(paidMonth),
  'paid, gone': gone(seen(worlds.paid)),
  'closed, gone': gone(worlds.closed),
  'failed, gone': goneAfter({ state: 'failed', reason: 'Cancelled.' }),
  'unclear, gone': gone(worlds.unclear),
  'unclear, gone, said at once': goneAfter({ state: 'failed', review: 'unclear' }),
  'held, gone': gone(worlds.held),
  'menu, gone': gone(worlds.menu),
  'waiting, menu': after(worlds.waiting, [menu]),
  'waiting, heard at its end': stillOut(worlds.waiting),
  repeated: { ...worlds.waiting, stored: { ...worlds.waiting.stored, push: 'repeated' as const } },
  'found, failed': after(worlds.found, [says({ state: 'failed' })]),
  'waiting, held': after(worlds.waiting, [says({ state: 'failed', ...twice })]),
  'waiting, paid and held': after(worlds.waiting, [says({ state: 'paid', ...twice })]),
} satisfies Record<string, World>;

const NOTICES: Record<string, string> = {
  'We are waiting to hear from M-Pesa (null)': 'waits',
  'A person is looking into your payment (review)': 'looks',
  'We do not know if your payment went through (review)': 'unknown',
  'We have looked into your payment (review)': 'looked',
  'Your payment has come (news)': 'came',
  'The job you were paying for is no longer there (review)': 'no longer there',
};
const say = (world: World, openedAt = THEN) =>
  noticesOf(known(world), NOW, openedAt).map(
    ({ title, what }) => NOTICES[`${title} (${what})`] ?? title,
  );

/**
 * What is shown of a record. The page is opened at its press: seen then, and two minutes later. Whether a press
 * sends a prompt now, when the person is sure, and two minutes later. The offer of the M-Pesa menu, with
 * `+` where a prompt may be answered or have been. Whether the API has accepted the prompt. Whether it is asked
 * when the person comes back, and what a card says: within a quarter of an hour, and after it.
 */
const table = `
                            | page, later           | a press sends one | menu    | accepted | asked    | standing         | notices
nothing                     | ready                 | now, sure, later  | folded  | no       | -        | payable          | -
waiting                     | waiting, late         | no                | folded+ | yes      | asked    | waiting, payable | waits
asking                      | waiting, late         | no                | folded+ | no       | asked    | waiting, payable | waits
lost                        | waiting, late         | no                | folded+ | no       | asked    | waiting, payable | waits
found                       | waiting, late         | no                | folded+ | yes      | asked    | waiting, payable | waits
failed                      | failed                | now, sure, later  | open    | yes      | asked    | payable          | -
failure                     | ready after failure   | now, sure, later  | open    | no       | -        | payable          | -
held                        | review                | no                | -       | no       | -        | held             | looks
unclear                     | review                | sure              | -       | no       | -        | unclear          | unknown
closed                      | paid                  | no                | -       | no       | -        | paid             | looked
paid+held                   | paid held             | no                | -       | no       | -        | held             | looks
paid                        | paid now              | no                | -       | yes      | -        | paid             | came
gone                        | gone with a payment   | no                | -       | yes      | asked    | payable          | no longer there
offered                     | ready                 | now, sure, later  | folded  | no       | -        | payable          | -
menu                        | menu                  | no                | -       | no       | asked    | waiting, payable | waits
failed, shown before        | ready after failure   | now, sure, later  | open    | yes      | asked    | payable          | -
paid, shown before          | paid                  | no                | -       | yes      | -        | paid             | -
paid, opened again          | ready                 | no                | -       | yes      | -        | paid             | -
paid, another open          | paid now another open | no                | -       | no       | asked, - | paid             | came
paid beside another         | paid                  | no                | -       | no       | asked, - | paid             | -
paid, heard before          | ready                 | no                | -       | yes      | -        | paid             | -
closed, heard before        | ready                 | no                | -       | no       | -        | paid             | looked
paid+held, heard before     | ready held            | no                | -       | no       | -        | held             | looks
subscribed now              | paid now              | no                | -       | no       | -        | paid             | came
subscribed                  | ready                 | no                | -       | no       | -        | paid             | -
paid, gone                  | gone                  | no                | -       | yes      | -        | paid             | -
closed, gone                | gone                  | no                | -       | no       | -        | paid             | looked
failed, gone                | gone after failure    | no                | -       | no       | -        | payable          | -
unclear, gone               | gone with a payment   | no                | -       | no       | -        | unclear          | no longer there
unclear, gone, said at once | gone with a payment   | no                | -       | no       | -        | unclear          | no longer there
held, gone                  | review                | no                | -       | no       | -        | held             | looks
menu, gone                  | gone with a payment   | no                | -       | no       | asked    | payable          | -
waiting, menu               | menu                  | no                | -       | yes      | asked    | waiting          | waits
waiting, heard at its end   | waiting, late         | later             | folded+ | yes      | asked    | waiting, payable | waits
repeated                    | waiting, late         | no                | folded+ | yes      | asked    | waiting, payable | waits
found, failed               | failed                | now, sure, later  | open    | yes      | -        | payable          | -
waiting, held               | review                | no                | -       | yes      | asked    | held             | looks
waiting, paid and held      | paid now held         | no                | -       | yes      | asked    | held             | came, looks
`;

/** One word where it does not change. */
const inTime = (words: string[]) => words.filter((word, at) => word !== words[at - 1]).join(', ');
/** The same where the API offers the M-Pesa menu. */
const offered = (world: World, amount = 100): World => {
  const { asked } = world;
  return {
    ...world,
    asked: { ...asked, status: { ...asked.status, payBill: { ...payBill, amount } } },
    stored: { ...world.stored, payBill: { ...payBill, amount } },
  };
};
function offerWord(world: World, now: number, step: Step = viewOf(world, now).step) {
  const offer = menuOffer(known(world, now), step, now);
  if (offer === null) return '-';
  return (offer.isOpen ? 'open' : 'folded') + (offer.isBesidePrompt ? '+' : '');
}

const [, ...rows] = rowsOf(table);

it('has a row for each world', () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(more));
});

it.each(rows.map(([name = '', ...cells]) => [name, cells] as const))('%s: %j', (name, cells) => {
  const world: World = more[name as keyof typeof more];
  const sends = {
    now: mayPay(known(world), false, NOW),
    sure: mayPay(known(world), true, NOW),
    later: mayPay(known(world, END), false, END),
  };
  const offers = [0, 2 * MINUTE].map((ms) => offerWord(offered(world), THEN + ms));
  const quarter = THEN + 15 * MINUTE;
  const asked = [quarter - 1, quarter].map((at) =>
    isAskedAbout(known(world, at), at) ? 'asked' : '-',
  );
  expect([
    inTime([NOW, END].map((at) => page(world, at))),
    Object.entries(sends)
      .flatMap(([when, isSent]) => (isSent ? [when] : []))
      .join(', ') || 'no',
    inTime(offers),
    isAccepted(known(world)) ? 'yes' : 'no',
    inTime(asked),
    inTime([NOW, quarter].map((at) => standingOf(known(world, at), at))),
    say(world).join(', ') || '-',
  ]).toEqual(cells);
});

it('a card of what was paid for is "payable" when a later list says that it is not', () => {
  const listed = after(worlds.paid, [lists({ state: 'none' }, NOW)]);
  expect(standingOf(known(listed), NOW)).toBe('payable');
  // Nor where the list came since and says nothing about payments.
  const bare = { ...known(worlds.paid), heard: { ...known(worlds.paid).heard, listedAt: NOW } };
  expect(standingOf(bare, NOW)).toBe('payable');
});

const inList = after(worlds.failed, [lists({ state: 'failed' }, THEN)]);
it.each([
  ['has ended since the screen was opened', worlds.failed, true],
  ['has not ended', stillOut(worlds.waiting, NOW), false],
  ['is in the list', inList, false],
  ['is in the list, and was asked about since', after(inList, [says({ state: 'failed' })]), false],
  ['came before the list', after(worlds.failed, [lists({}, THEN)]), false],
  ['ended in another tab', reloaded(worlds.paid), true],
])('a list is read again when a payment %s: %#', (_, world, isOld) => {
  expect(isListOld(known(world), THEN - 1)).toBe(isOld);
});

it('a list is not read again when a payment has ended before the screen was opened', () => {
  expect(isListOld(known(worlds.failed), THEN)).toBe(false);
});

it('a press while a prompt is on an unknown phone sends one only when the person is sure', () => {
  const found = known(after(nothing, [says({ state: 'out', isConfirmed: true })]));
  expect([mayPay(found, false, NOW), mayPay(found, true, NOW)]).toEqual([false, true]);
});

it.each([
  ['a job', { is_active: false, is_paid: false }, true],
  ['a job that is active', { is_active: true, is_paid: false }, false],
  ['a job that is paid and not active', { is_active: false, is_paid: true }, false],
  ['a job that is taken down', { is_active: false, is_paid: false, taken_down: 'A' }, false],
  ['an ad', { is_active: false }, true],
])('the card of %s, %j, says what is to be paid: %s', (_, item, result) => {
  expect(saysPayment(item as Job | Ad)).toBe(result);
});

const checked = (checks: number, at: number, world: World = worlds.waiting) =>
  after(world, [{ type: 'checked', attempt: world.stored.pressedAt, checks, at }, at]);

describe('while it waits', () => {
  const half = checked(2, THEN + 8000);
  const later = THEN + 20_000;
  it.each([
    ['at the press', worlds.waiting, THEN, THEN, 4000, LIMIT_MS],
    ['after a reload', half, later, later, 24_000, LIMIT_MS - 8000],
    ['with a clock set back', worlds.waiting, THEN - MINUTE, THEN, 4000, LIMIT_MS],
    ['opened before that', worlds.waiting, THEN + 10_000, THEN + MINUTE, 4000, LIMIT_MS - 10_000],
  ])('%s the next check and the last one are due', (name, world, now, openedAt, due, leftMs) => {
    // What the clock has set back is stored as of now.
    const then = name === 'with a clock set back' ? now : THEN;
    expect(viewOf(world, now, openedAt)).toMatchObject({ dueAt: then + due, leftMs });
  });

  it('shows what went wrong with the press until the API reports the prompt', () => {
    const problem = 'Failed to initiate STK push.';
    expect(viewOf(worlds.lost, NOW)).toMatchObject({ step: 'waiting', problem });
    const sure = after(worlds.lost, [says({ state: 'out', isConfirmed: true })]);
    expect(viewOf(sure, NOW)).toMatchObject({ step: 'waiting', problem: null });
    expect(viewOf(worlds.waiting, NOW)).toMatchObject({ problem: null });
  });

  it('has the message of the API, but no doubt of it once an answer has confirmed the prompt', () => {
    const message = 'Not confirmed yet.';
    const doubt = { ...accepted, isConfirmed: false, message };
    const doubted = after(nothing, [press, PRESSED], [doubt, THEN]);
    expect(messageOf(known(after(doubted, [says({ state: 'out' })])))).toBe(message);
    const sure = says({ state: 'out', isConfirmed: true });
    expect(messageOf(known(after(doubted, [sure])))).toBeNull();
    expect(messageOf(known(after(worlds.waiting, [sure])))).toBe('Enter your PIN.');
  });

  const sessionless = after(nothing, [press, PRESSED], [{ ...accepted, checkout: null }, THEN]);
  it.each([
    ['the checks are used up', checked(ALL_CHECKS, NOW), 'Payment Failed or Timed Out'],
    ['there is no session', sessionless, 'Failed to get payment session.'],
  ])('is late when %s', (_, world, text) => {
    expect(viewOf(world, NOW)).toMatchObject({ step: 'late', text, aliveMs: 90_000 });
  });
});

const unanswered = (world: World, at: number) =>
  checked(0, at, after(world, [{ type: 'unanswered' }, at]));
const used = checked(ALL_CHECKS, NOW);

describe('when the checks are used up', () => {
  it.each([
    // When the API is asked, and whether a new prompt is offered, at the end of the first or before.
    ['before its end', used, END - 1, null, false],
    ['at its end', used, END, END, false],
    ['at its end, heard a moment before', stillOut(used, END - 1), END, END, false],
    ['at its end, and asked then without an answer', unanswered(used, END), END, null, false],
    ['at its end, and asked before in vain', unanswered(used, END - 1), END, END, false],
    ['later, and it was still open at its end', stillOut(used), END + MINUTE, null, true],
    ['later, opened again', reloaded(stillOut(used)), END + MINUTE, END, false],
  ] as const)('of a prompt, %s', (_, world, now, dueAt, isOffered) => {
    expect(viewOf(world, now)).toMatchObject({ step: 'late', dueAt, isOffered });
  });
});

it.each([
  ['had no answer to any check', unanswered(used, NOW), 'noCheckAnswered'],
  ['had none to the last one', unanswered(stillOut(used, NOW), NOW), 'lastCheckFailed'],
  ['had an answer to the last one', stillOut(used, NOW), 'timeout'],
] as const)('the page of a prompt that %s says so', (_, world, word) => {
  for (const purpose of ['post_ad', 'subscription'] as const) {
    const there = { ...world, stored: { ...world.stored, purpose, checks: ALL_CHECKS } };
    expect(viewOf(there, NOW)).toMatchObject({ step: 'late', text: purposes[purpose][word] });
  }
});

const ON = 'An M-Pesa message is already on';
const MAY = 'An M-Pesa message may already be on';
it.each([
  // What is said of a prompt that went out elsewhere, by its phone and whether M-Pesa has confirmed it.
  [ELSEWHERE, null, `${ON} ${spacedPhone('0711999888')}. Enter your PIN there.`],
  [ELSEWHERE, false, `${MAY} ${spacedPhone('0711999888')}. If it is, enter your PIN there.`],
  ['', true, `${ON} a phone. Enter your PIN on that phone.`],
  ['', false, `${MAY} a phone. If it is, enter your PIN on that phone.`],
])('a prompt on the phone "%s", confirmed %s, is told of: %s', (phone, isConfirmed, text) => {
  const found = known(worlds.found);
  expect(outText({ ...found, attempt: { ...found.attempt, phone }, isConfirmed })).toBe(text);
});

it('a failed payment is asked about for three days', () => {
  const end = THEN + 3 * DAY_MS;
  const asked = [end - 1, end].map((at) => isAskedAbout(known(worlds.failed, at), at));
  expect(asked).toEqual([true, false]);
});

it('what is said changes with the time two and fifteen minutes, and three days, after the last message', () => {
  const moments = [END, THEN + 15 * MINUTE, THEN + 3 * DAY_MS];
  const payment = known(worlds.waiting);
  const next = [THEN, ...moments].map((now) => nextChangeAt(payment, now));
  expect(next).toEqual([...moments, Infinity]);
  expect(nextChangeAt(known(more['waiting, menu']), END)).toBe(NOW + 2 * MINUTE);
});

const offerOf = (world: World) => menuOffer(known(world), 'ready', NOW)?.payBill;
const textsOf = (world: World, at = NOW) => noticesOf(known(world, at), at, THEN)[0]?.texts;
describe('the offer of the M-Pesa menu', () => {
  it('is open when the press was refused, and gone while it is sent', () => {
    const open = { payBill, isOpen: true, isBesidePrompt: false };
    const payment = known(worlds.offered);
    expect(menuOffer(payment, 'refused', NOW)).toEqual(open);
    expect(menuOffer(payment, 'sending', NOW)).toBeNull();
  });

  it('is open while M-Pesa is down, which is said where something may be paid', () => {
    const down = after(worlds.offered, [says({ payBill, isDown: true })], [lists({ payBill })]);
    expect(offerWord(down, NOW)).toBe('open');
    expect(known(after(down, [press])).status.isDown).toBe(true);
    const up = after(down, [says({ payBill })]);
    const due: Step[] = ['ready', 'waiting', 'late', 'refused', 'failed'];
    const steps: Step[] = [...due, 'paid', 'review', 'menu'];
    expect(steps.filter((step) => isDownAt(known(down), step))).toEqual(due);
    expect(steps.filter((step) => isDownAt(known(up), step))).toEqual([]);
  });

  it('is not shown where the API has none, or names another sum than the page', () => {
    expect(offerWord(nothing, NOW)).toBe('-');
    expect(offerWord(offered(worlds.failed, 99), NOW)).toBe('-');
  });

  const other = { ...payBill, account: 'K7M2XR' };

  it('stays through a press, whose answer may name it again or not', () => {
    const again = after(worlds.offered, [press, NOW + 1], [{ ...accepted, attempt: NOW + 1 }]);
    expect(offerOf(again)).toEqual(payBill);
    const named = { ...accepted, attempt: NOW + 1, payBill: other };
    expect(after(worlds.offered, [press, NOW + 1], [named]).stored.payBill).toEqual(other);
  });

  it('is stored for a page without a connection, and ends when the API names it no more', () => {
    expect(offerOf(reloaded(worlds.offered))).toEqual(payBill);
    expect(offerOf(after(worlds.offered, [says({ payBill: other })]))).toEqual(other);
    expect(offerOf(after(worlds.offered, [says({})]))).toBeUndefined();
    // A list may leave it out.
    expect(offerOf(after(nothing, [lists({ payBill })]))).toEqual(payBill);
    expect(offerOf(after(reloaded(worlds.offered), [lists({})]))).toEqual(payBill);
  });
});

describe('money from the M-Pesa menu', () => {
  const { 'waiting, menu': said } = more;
  const sentBack = says({ state: 'failed', reason: 'Sent back.' });
  const wrongAmount = says({ state: 'failed', review: 'held', reason: 'Wrong amount.' });
  const paidAndSeen = after(worlds.menu, [says({ state: 'paid' })], [shown('paid')]);

  it.each([
    ['at once', said, NOW + 4000],
    ['after a check', checked(1, NOW + 4000, said), NOW + 8000],
    ['after all of them', checked(ALL_CHECKS, NOW, said), null],
  ])('is asked for %s', (_, world, dueAt) => {
    expect(viewOf(world, NOW + 4000)).toEqual({ step: 'menu', dueAt });
  });

  it.each([
    ['for three days', said, NOW + 3 * DAY_MS, 'ready'],
    ['until it is taken back', after(said, [{ type: 'menu', sums: null }]), NOW, 'waiting'],
    ['until a person has looked', after(worlds.menu, [wrongAmount], [sentBack]), NOW, 'ready'],
    ['until it came', after(paidAndSeen, [says({ state: 'failed' }, NOW + 1)]), NOW, 'ready'],
  ])('is waited for %s', (_, world, now, step) => {
    expect(viewOf(world, now).step).toBe(step);
  });

  it('is waited for no more when a sum has come that pays for nothing, but when a second one has', () => {
    const unmatched = [wrongSum];
    const wrong = after(worlds.menu, [says({ payBill, unmatched })]);
    expect([viewOf(wrong, NOW).step, known(wrong).unmatched]).toEqual(['ready', unmatched]);
    expect(menuOffer(known(wrong), 'ready', NOW)).toMatchObject({ isOpen: true });
    // The person has sent the whole price now.
    const sums = { type: 'menu', sums: [wrongSum.id] } as const;
    const again = after(wrong, [{ ...sums, sums: [...sums.sums] }], [says({ payBill, unmatched })]);
    expect(viewOf(again, NOW).step).toBe('menu');
    const more = [{ ...wrongSum, id: '2' }, wrongSum];
    expect(viewOf(after(again, [says({ payBill, unmatched: more })]), NOW).step).toBe('ready');
    const paid = after(again, [says({ state: 'paid', unmatched: more })]);
    expect(viewOf(paid, NOW)).toMatchObject({ step: 'paid', isNew: true });
  });

  it('that pays for nothing is known through a press and a list, until the API names it no more', () => {
    const wrong = after(worlds.offered, [says({ unmatched: [wrongSum] })]);
    const through = after(wrong, [press, NOW + 1], [lists({}, NOW + MINUTE)]);
    expect(known(through, NOW + MINUTE).unmatched).toEqual([wrongSum]);
    expect(known(after(wrong, [says({})])).unmatched).toEqual([]);
  });

  it.each([
    // Which way it came, by the API, and whether a prompt that is out must be cancelled.
    [worlds.waiting, 'pay_bill', true],
    [worlds.waiting, 'prompt', false],
    [worlds.waiting, null, false],
    [said, null, true],
    [said, 'prompt', false],
    [worlds.menu, 'pay_bill', false],
  ] as const)('that came: %#', (world, through, isOtherOpen) => {
    const paid = after(world, [says({ state: 'paid', through })]);
    const facts = { step: 'paid', isNew: true, through, isOtherOpen };
    expect(viewOf(paid, NOW)).toMatchObject(facts);
    expect(viewOf(paid, END)).toMatchObject({ isOtherOpen: false });
  });
});

const read = (world: World, what: 'news' | 'review') => after(world, [{ type: 'read', what }]);

describe('the notices', () => {
  it('end when the person has closed them, or saw the news on an earlier visit', () => {
    for (const world of [worlds.held, worlds.unclear, worlds.closed, worlds.gone]) {
      expect(say(read(world, 'review'))).toEqual([]);
    }
    expect(say(read(worlds.paid, 'news'))).toEqual([]);
    expect(say(worlds.paid, NOW)).toEqual([]);
  });

  it('say what was paid for, until when, and whom to ask', () => {
    const until = '2026-12-21T09:00:00+03:00';
    const paid = after(month, [press, PRESSED], [says({ state: 'paid', until })]);
    expect(noticesOf(known(paid), NOW, THEN)).toMatchObject([
      {
        name: 'your subscription',
        facts: expect.stringMatching(/^Ksh\s200, 21\sNov$/),
        texts: [expect.stringMatching(/you can see jobs\. It is paid until 21\sDec\s2026\.$/)],
        hasSupport: false,
        hasPage: false,
      },
    ]);
    expect(noticesOf(known(worlds.gone), NOW, THEN)).toMatchObject([
      { texts: [expect.stringMatching(/please contact us/)], hasSupport: true, hasPage: false },
    ]);
  });

  it.each(['held', 'unclear', 'closed'] as const)('of a "%s" review say why', (review) => {
    const reviewed = says({ state: 'failed', reason: 'Wrong amount.', review });
    expect(textsOf(after(worlds.waiting, [reviewed]))).toEqual(['Wrong amount.']);
  });

  it('of a review beside the success have no page', () => {
    const notices = noticesOf(known(more['waiting, paid and held']), NOW, THEN);
    expect(notices.map(({ hasPage }) => hasPage)).toEqual([false, false]);
  });

  it('say that another prompt may still be on a phone', () => {
    const paid = after(worlds.waiting, [press, NOW - 1], [says({ state: 'paid' })]);
    const listed = 'Your job is listed: fundis near you can see it and call you.';
    expect(textsOf(paid)).toEqual([listed, expect.stringMatching(/cancel it there/)]);
    expect(textsOf(paid, NOW + 15 * MINUTE)).toHaveLength(1);
  });
});
