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
  STORED_MS,
  type PaymentRecord,
} from '../../../src/payments/record.ts';
import { notices } from '../../../src/payments/notices.ts';
import { outText } from '../../../src/payments/texts.ts';
import { mayPay, menuOffer, view } from '../../../src/payments/view.ts';
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

/** The step of the page in a word, with what it says. */
function step(record: PaymentRecord, now: number, openedAt: number): string {
  const shown = view(record, now, openedAt);
  if (shown.step === 'ready') {
    const { before, held } = shown;
    return before === null ? `ready${held === null ? '' : ', held'}` : 'ready after failure';
  }
  if (shown.step === 'paid') {
    const { isNew, isOtherOpen, held } = shown;
    const more = (isOtherOpen ? ', another open' : '') + (held === null ? '' : ', held');
    return (isNew ? 'paid now' : 'paid before') + more;
  }
  if (shown.step === 'gone') {
    const { wasPaying, outcome } = shown;
    return wasPaying ? 'gone with a payment' : outcome === null ? 'gone' : 'gone after failure';
  }
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
  'paid, shown since': after(records.paid, [{ type: 'shown' }, THEN]),
  'paid, another open': after(
    records.waiting,
    [{ type: 'pressed', phone: HERE }, THEN],
    [says({ state: 'paid' }, THEN), THEN],
  ),
  'paid beside another': after(
    records.waiting,
    [{ type: 'pressed', phone: HERE }, THEN],
    [says({ state: 'paid' }, THEN), THEN],
    [{ type: 'shown' }, NOW - MINUTE],
  ),
  'paid, heard before': { ...shown(records.paid), heardAt: THEN - 1 },
  'closed, heard before': { ...records.closed, heardAt: THEN - 1 },
  'paid+held, heard before': { ...records['paid+held'], heardAt: THEN - 1 },
  'subscribed now': { ...records.paid, purpose: 'subscription' as const, id: null },
  subscribed: { ...shown(records.paid), purpose: 'subscription' as const, id: null },
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
  ['paid+held', 'paid before, held', 'paid before, held'],
  ['paid', 'paid now', 'paid now'],
  ['paid, another open', 'paid now, another open', 'paid now, another open'],
  ['paid beside another', 'paid before', 'paid before'],
  ['paid, shown since', 'paid now', 'paid now'],
  ['paid, shown before', 'paid before', 'paid before'],
  ['paid, heard before', 'ready', 'ready'],
  ['closed, heard before', 'ready', 'ready'],
  ['paid+held, heard before', 'ready, held', 'ready, held'],
  ['subscribed now', 'paid now', 'paid now'],
  ['subscribed', 'ready', 'ready'],
  ['paid, gone', 'gone', 'gone'],
  ['closed, gone', 'gone', 'gone'],
  ['gone', 'gone with a payment', 'gone with a payment'],
  ['failed, gone', 'gone after failure', 'gone after failure'],
  ['unclear, gone', 'gone with a payment', 'gone with a payment'],
  ['held, gone', 'review', 'review'],
  ['offered', 'ready', 'ready'],
  ['menu', 'menu', 'menu'],
  ['menu, gone', 'gone with a payment', 'gone with a payment'],
  ['waiting, menu', 'menu', 'menu'],
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
  ['offered', true, true, true],
  ['menu', false, false, false],
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
    ['opened before that', records.waiting, THEN + 10_000, THEN + MINUTE, 4000, 38_000],
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

it.each([
  // What is said of a prompt that went out elsewhere, by its phone and whether M-Pesa has confirmed it.
  [ELSEWHERE, null, 'An M-Pesa message is already on 0711 999 888. Enter your PIN there.'],
  [
    ELSEWHERE,
    false,
    'An M-Pesa message may already be on 0711 999 888. If it is, enter your PIN there.',
  ],
  ['', true, 'An M-Pesa message is already on a phone. Enter your PIN on that phone.'],
  [
    '',
    false,
    'An M-Pesa message may already be on a phone. If it is, enter your PIN on that phone.',
  ],
])('a prompt on the phone "%s", confirmed %s, is told of', (phone, isConfirmed, text) => {
  expect(outText({ ...records.found, phone, isConfirmed })).toBe(text);
});

it('a press may send another prompt at the end of the first', () => {
  const { 'waiting, heard at its end': ended } = more;
  expect([mayPay(ended, false, END - 1), mayPay(ended, false, END)]).toEqual([false, true]);
});

it.each([
  // Whether the API has accepted the prompt, and is asked when the person comes back: now, 15 min later.
  ['nothing', false, false, false],
  ['waiting', true, true, true],
  ['asking', false, true, true],
  ['found', true, true, true],
  ['found by its phone', true, true, true],
  ['failed', true, true, true],
  ['failure', false, false, false],
  ['found, failed', true, false, false],
  ['held', false, false, false],
  ['waiting, held', true, true, true],
  ['waiting, paid and held', true, true, true],
  ['paid', true, false, false],
  ['paid, another open', false, true, false],
  ['repeated', true, true, true],
] as const)('%s is accepted %s, asked about %s, later %s', (name, isSent, now, later) => {
  const held = { review: 'held', reason: 'Twice.' } as const;
  const others = {
    ...more,
    'found by its phone': after(records.nothing, [says({ state: 'out', phone: HERE }, THEN), THEN]),
    repeated: { ...records.waiting, push: 'repeated' as const },
    'found, failed': after(records.found, [says({ state: 'failed' })]),
    'waiting, held': after(records.waiting, [says({ state: 'failed', ...held })]),
    'waiting, paid and held': after(records.waiting, [says({ state: 'paid', ...held })]),
  };
  const record = others[name];
  expect(isAccepted(record)).toBe(isSent);
  expect(isAskedAbout(record, THEN + 15 * MINUTE - 1)).toBe(now);
  expect(isAskedAbout(record, THEN + 15 * MINUTE)).toBe(later);
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

it('a settled record is stored for thirty days', () => {
  expect(STORED_MS).toBe(30 * DAY_MS);
});

it('the API is asked about a failed payment for three days', () => {
  const end = THEN + 3 * DAY_MS;
  expect([end - 1, end].map((at) => isAskedAbout(records.failed, at))).toEqual([true, false]);
});

it.each([
  [{ purpose: 'post_job', id: 7 }, 'job:7'],
  [{ purpose: 'subscription', id: null }, 'subscription:'],
] as const)('the name of %j is %s', (payable, name) => {
  expect(nameOf(payable)).toBe(name);
});

const offered = (record: PaymentRecord, amount = 100) => ({
  ...record,
  payBill: { ...payBill, amount },
});
/** What is shown in a word, `+` where a prompt may be answered or have been. */
const offerWord = (record: PaymentRecord, now: number, step = view(record, now, THEN).step) => {
  const offer = menuOffer(record, step, now);
  if (offer === null) return '-';
  return (offer.isOpen ? 'open' : 'folded') + (offer.isBesidePrompt ? '+' : '');
};

describe('the offer of the M-Pesa menu', () => {
  const SECOND = 1000;
  it.each([
    // The record, and the offer beside its page at the press, 19 s, 20 s and two minutes later.
    ['nothing', 'folded', 'folded', 'folded', 'folded'],
    ['waiting', 'folded+', 'folded+', 'open+', 'open+'],
    ['asking', 'folded+', 'folded+', 'open+', 'open+'],
    ['lost', 'folded+', 'folded+', 'open+', 'open+'],
    ['found', 'folded+', 'folded+', 'open+', 'open+'],
    ['failed', 'open', 'open', 'open', 'open'],
    ['failed, shown before', 'open', 'open', 'open', 'open'],
    ['failure', 'open', 'open', 'open', 'open'],
    ['held', '-', '-', '-', '-'],
    ['unclear', '-', '-', '-', '-'],
    ['closed', '-', '-', '-', '-'],
    ['paid+held', '-', '-', '-', '-'],
    ['paid', '-', '-', '-', '-'],
    ['paid, heard before', '-', '-', '-', '-'],
    ['gone', '-', '-', '-', '-'],
    ['menu', '-', '-', '-', '-'],
    ['waiting, menu', '-', '-', '-', '-'],
  ] as const)('of %s is %s, then %s, %s and %s', (name, ...words) => {
    const record = offered(more[name]);
    const at = [0, 19 * SECOND, 20 * SECOND, 2 * MINUTE];
    expect(at.map((ms) => offerWord(record, THEN + ms))).toEqual(words);
  });

  it('is open when the prompt of another device, found later, is slow', () => {
    const found = { ...offered(records.found), pressedAt: THEN + 19 * SECOND };
    expect(offerWord(found, THEN + 20 * SECOND, 'waiting')).toBe('open+');
  });

  it('is open when the press was refused, and gone while it is sent', () => {
    expect(menuOffer(records.offered, 'refused', NOW)).toEqual({
      payBill,
      isOpen: true,
      isBesidePrompt: false,
    });
    expect(menuOffer(records.offered, 'sending', NOW)).toBeNull();
  });

  it('is not shown where the API has none, or names another sum than the page', () => {
    expect(offerWord(records.nothing, NOW)).toBe('-');
    expect(offerWord(offered(records.failed, 99), NOW)).toBe('-');
  });

  it('stays with the payable through a press, whose answer may name it again or not', () => {
    const press = { type: 'pressed', phone: HERE } as const;
    const again = after(records.offered, [press, THEN], [accepted, THEN]);
    expect(again.payBill).toEqual(payBill);
    const other = { ...payBill, account: 'K7M2XR' };
    const named = after(records.offered, [press, THEN], [{ ...accepted, payBill: other }, THEN]);
    expect(named.payBill).toEqual(other);
  });

  it('ends when the API names it no more, but not when a list leaves it out', () => {
    expect(after(records.nothing, [lists({ payBill })]).payBill).toEqual(payBill);
    expect(after(records.offered, [lists({})]).payBill).toEqual(payBill);
    expect(after(records.offered, [says({})]).payBill).toBeNull();
  });
});

describe('money from the M-Pesa menu', () => {
  const menu = after(records.waiting, [{ type: 'menu', isPaid: true }]);

  it.each([
    ['at once', menu, NOW, NOW + 4000],
    [
      'after a check',
      after(menu, [{ type: 'checked', attempt: THEN, checks: 1, at: NOW + 4000 }]),
      NOW,
      NOW + 8000,
    ],
    [
      'after all of them',
      after(menu, [{ type: 'checked', attempt: THEN, checks: 12, at: NOW }]),
      NOW,
      null,
    ],
  ])('is asked for %s', (_, record, now, dueAt) => {
    expect(view(record, now, THEN)).toEqual({ step: 'menu', dueAt });
  });

  it('is waited for until the person takes it back, or for three days', () => {
    const back = after(menu, [{ type: 'menu', isPaid: false }]);
    expect(view(back, NOW, THEN).step).toBe('waiting');
    expect(view(menu, NOW + 3 * DAY_MS, THEN).step).toBe('late');
  });

  it('is waited for no more when a person has looked into it', () => {
    const closed = after(
      records.menu,
      [says({ state: 'failed', review: 'held', reason: 'Wrong amount.' })],
      [says({ state: 'failed', reason: 'Sent back.' })],
    );
    expect(view(closed, NOW, THEN).step).toBe('ready');
  });

  it('is waited for no more when it came and was sent back', () => {
    const sentBack = says({ state: 'failed', reason: 'Sent back.' });
    expect(view(after(records.menu, [says({ state: 'paid' })], [sentBack]), NOW, THEN).step).toBe(
      'ready',
    );
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
    const press = { type: 'pressed', phone: HERE } as const;
    expect(after(wrong, [press], [lists({})]).unmatched).toEqual([wrongSum]);
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
    expect(view(paid, NOW, THEN)).toMatchObject({
      step: 'paid',
      isNew: true,
      through,
      isOtherOpen,
    });
    expect(view(paid, THEN + 2 * MINUTE, THEN)).toMatchObject({ isOtherOpen: false });
  });

  it('is no news on a device that only saw the offer, when a prompt elsewhere was paid', () => {
    const paid = after(records.offered, [says({ state: 'paid', through: 'prompt' })]);
    expect(view(paid, NOW, THEN)).toMatchObject({ step: 'paid', isNew: false });
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
    ['offered', []],
    ['menu', [WAITS]],
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

  it('say what was paid for, until when, and whom to ask', () => {
    const until = '2026-12-21T09:00:00+03:00';
    const fundi = blank({ purpose: 'subscription', id: null }, 'me', 'fundi:1');
    const paid = after(fundi, [{ type: 'pressed', phone: HERE }], [says({ state: 'paid', until })]);
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
