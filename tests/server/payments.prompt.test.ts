/** Who may get a prompt, what is answered, and that there is at most one at a time for a payable. */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { subscriptionBlocked } from '../../src/contract/messages/validation.ts';
import { MINUTE_MS } from '../../src/contract/time.ts';
import { BUSY, HttpError } from '../../server/calls/refusal.ts';
import { refusalReason } from '../../server/mpesa/codes.ts';
import type { MpesaConfig } from '../../server/process/mpesaSettings.ts';
import type { LockedPayable } from '../../server/payments/payables.ts';
import { answerOf, checkPayable } from '../../server/payments/prompt.ts';
import { PROMPT_MESSAGES, REVIEW_REASONS } from '../../server/payments/reasons.ts';
import { SETTINGS_REFUSED } from '../../server/payments/settle.ts';
import type { Payment } from '../../server/payments/store.ts';
import { PROMPTED } from './paymentRow.ts';
import { body } from './mpesaBodies.ts';
import {
  accepted,
  failed,
  lost,
  PAID,
  PHONE,
  refused,
  startScriptedWorld,
} from './scriptedWorld.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const later = new Date('2026-11-21T06:00:01Z');
const job = { clientId: 1, takenDown: null, paidAt: null };
const ad = { clientId: 1, takenDown: null, expiresAt: null };
const fundi = { trialEnds: null, subscriptionEnd: null };

/** What the caller reads who is refused: the status, and the error. */
const refusalOf = async (work: () => unknown) => {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return `${error.statusCode} ${String(error.body.error)}`;
  }
};

test.each<[string, string, object, string | null]>([
  ['a job', 'job', job, null],
  ["somebody else's job", 'job', { ...job, clientId: 2 }, '403 This job is not yours.'],
  ['what is taken down', 'job', { ...job, takenDown: 'Why.' }, '403 This job was taken down: Why.'],
  ['a paid job', 'job', { ...job, paidAt: NOW }, '400 This job has already been paid for.'],
  ['an ad', 'ad', ad, null],
  ["somebody else's ad", 'ad', { ...ad, clientId: 2 }, '403 This ad is not yours.'],
  ['an ad that runs', 'ad', { ...ad, expiresAt: later }, '400 This ad has already been paid for.'],
  ['an ad that has ended', 'ad', { ...ad, expiresAt: NOW }, null],
  ['a month', 'fundi', fundi, null],
  ['a month on trial', 'fundi', { ...fundi, trialEnds: later }, `400 ${subscriptionBlocked}`],
  ['a month more', 'fundi', { ...fundi, subscriptionEnd: later }, `400 ${subscriptionBlocked}`],
])('a prompt for %s', async (_, kind, row, refusal) => {
  const check = () => checkPayable({ kind, row } as LockedPayable, { id: 1 }, NOW);
  expect(await refusalOf(check)).toBe(refusal);
});

const { sent, alreadySent, notConfirmed } = PROMPT_MESSAGES;
const reference = expect.stringMatching(/^[0-9A-Z]{7}$/) as unknown;
const pay_bill = { business_number: '174379', account: reference, amount: 100 };

test.each<[string, Partial<Payment>, boolean, object]>([
  ['has the phone, the account and Pay Bill', {}, true, { message: sent, pay_bill }],
  ['says that the prompt is out already', {}, false, { message: alreadySent, pay_bill }],
  [
    'says that M-Pesa has not confirmed it',
    { checkoutRequestId: null },
    true,
    { message: notConfirmed, confirmed: false, pay_bill },
  ],
  ['has no Pay Bill for what is paid', { state: 'paid' }, true, { message: sent }],
])('the answer %s', (_, values, isNew, expected) => {
  const type = { transactionType: 'CustomerPayBillOnline', hasPayBill: true };
  const mpesa = { ...type, shortcode: '174379' } as MpesaConfig;
  const usual = { checkout_id: 'x', phone: PHONE, confirmed: true, reference };
  expect(answerOf({ ...PROMPTED, ...values }, isNew, mpesa)).toEqual({ ...usual, ...expected });
});

test('the answer names no account for a till, and no phone where there is none', () => {
  const till = { transactionType: 'CustomerBuyGoodsOnline', hasPayBill: false } as MpesaConfig;
  const answer = answerOf({ ...PROMPTED, phone: null }, true, till);
  expect(answer).toEqual({ checkout_id: 'x', confirmed: true, message: sent });
  expect(answer).not.toHaveProperty('phone');
});

const world = await startScriptedWorld();
beforeEach(() => {
  for (const told of [world.log.error, world.log.warn]) told.mockClear();
  world.gateway.push.mockClear();
  world.gateway.query.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const { press, prompted, rowOf } = world;
const away = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
/** How many prompts were sent in this test. */
const pushes = () => world.gateway.push.mock.calls.length;

test.each([
  ['post_job', 100, 'Job listing'],
  ['post_ad', 500, 'Advert'],
  ['subscription', 200, 'Subscription'],
] as const)(
  'a prompt for %s of Ksh %i is stored before it is sent',
  async (purpose, amount, description) => {
    const thing = await world.thing(purpose);
    const checkout = `ws_${thing.key}`;
    let before: Payment | undefined;
    world.gateway.push.mockImplementationOnce(async () => {
      before = await rowOf(thing);
      return accepted(checkout);
    });
    const { reference, checkout_id } = await press(thing);
    const { accountId, jobId, adId } = { ...thing, accountId: thing.account.id };
    const stored = { accountId, jobId, adId, purpose, payable: thing.key, amount, phone: PHONE };
    expect(before).toMatchObject({
      ...stored,
      publicId: checkout_id,
      state: 'created',
      createdAt: world.at(0),
      nextQueryAt: world.at(MINUTE_MS),
    });
    const row = await rowOf(thing);
    const ids = { merchantRequestId: `m-${checkout}`, checkoutRequestId: checkout };
    expect(row).toMatchObject({ ...stored, state: 'prompted', ...ids });
    const { callbackUrl, ...request } = world.pushes.at(-1)!;
    expect(request).toEqual({ amount, phone: PHONE, reference, description });
    expect(callbackUrl).toMatch(/^http:\/\/127.0.0.1:8000\/api\/results\/[0-9a-f]{72}$/);
    expect(checkout_id).toMatch(/^[0-9a-f]{24}$/);
    expect(await world.eventsOf(row.id)).toEqual(['requested', 'push_accepted']);
  },
);

test.each([
  ['post_job', '404 Job not found.'],
  ['post_ad', '404 Ad not found.'],
  ['subscription', '404 Account not found.'],
] as const)('for %s that is not there nothing is stored or sent', async (purpose, refusal) => {
  const thing = await world.thing(purpose);
  const gone = { ...thing, jobId: thing.jobId && 999_999, adId: thing.adId && 999_999 };
  const account = { ...thing.account, ...(purpose === 'subscription' && { id: 999_999 }) };
  expect(await refusalOf(() => press({ ...gone, account }))).toBe(refusal);
  expect(pushes()).toBe(0);
});

test('what may not be paid for, and one prompt too many, is refused before it is stored', async () => {
  const [thing, { account }] = [await world.thing(), await world.thing()];
  expect(await refusalOf(() => press({ ...thing, account }))).toBe('403 This job is not yours.');
  expect(await world.rowsOf(thing)).toEqual([]);
  const { config } = world.ctx;
  const usual = config.rateLimitFactor;
  // One in ten minutes.
  config.rateLimitFactor = 1 / 5;
  const [one, two] = [
    await world.thing('post_job', account),
    await world.thing('post_job', account),
  ];
  await press(one, account.phoneNumber);
  const tooMany = /^429 You asked for 1 M-Pesa messages in ten minutes/;
  expect(await refusalOf(() => press(two, account.phoneNumber))).toMatch(tooMany);
  config.rateLimitFactor = usual;
  expect(await world.rowsOf(two)).toEqual([]);
  expect(pushes()).toBe(1);
});

describe('one prompt at a time', () => {
  test('of twenty calls at once one sends it, and all answer its checkout_id', async () => {
    const thing = await world.thing();
    const answers = await Promise.all(Array.from({ length: 20 }, () => press(thing)));
    expect(new Set(answers.map(({ checkout_id }) => checkout_id)).size).toBe(1);
    expect(pushes()).toBe(1);
  });

  test('a call while the push is under way is answered as not confirmed', async () => {
    const thing = await world.thing();
    let second: unknown;
    world.gateway.push.mockImplementationOnce(async () => {
      second = await press(thing);
      return accepted('ws_under_way');
    });
    const first = await press(thing);
    expect(second).toEqual({ ...first, confirmed: false, message: notConfirmed });
    expect(pushes()).toBe(1);
  });

  test('M-Pesa is asked about one that is past its lifetime; money that it took is not asked for again', async () => {
    const { thing } = await prompted();
    world.wait(2 * MINUTE_MS - 1);
    expect(await press(thing)).toMatchObject({ message: alreadySent });
    expect(world.gateway.query).not.toHaveBeenCalled();
    world.wait(1);
    // Another server means to ask soon.
    await world.change(thing, { nextQueryAt: world.at(1000) });
    world.gateway.query.mockResolvedValueOnce(PAID);
    expect(await refusalOf(() => press(thing))).toMatch(/^400 .*already/);
    expect(pushes()).toBe(1);
  });

  test.each([
    ['was cancelled meanwhile, a new one is sent', failed(1032), 2],
    ['has no result yet, the caller gets its checkout_id', null, 1],
  ])('where one past its lifetime %s', async (_, answer, count) => {
    const { thing, row } = await prompted();
    const { publicId } = await row();
    world.wait(2 * MINUTE_MS);
    if (answer) world.gateway.query.mockResolvedValueOnce(answer);
    const { checkout_id } = await press(thing);
    expect([checkout_id === publicId, pushes()]).toEqual([count === 1, count]);
  });

  test('where the answer to its push is lost, no other is sent before its end; then it is refused once', async () => {
    const thing = await world.thing();
    world.gateway.push.mockResolvedValueOnce(lost);
    const first = await press(thing);
    expect(first).toMatchObject({ confirmed: false, message: notConfirmed });
    expect(await rowOf(thing)).toMatchObject({ state: 'unknown' });
    expect(world.log.warn).toHaveBeenCalledWith(
      { payment: expect.any(Number), reason: 'no answer' },
      'the answer to a push is lost',
    );
    expect(await press(thing)).toEqual(first);
    world.wait(2 * MINUTE_MS);
    expect(await refusalOf(() => press(thing))).toBe(`409 ${REVIEW_REASONS.unanswered}`);
    expect(pushes()).toBe(1);
    expect(await press(thing)).toMatchObject({ message: sent });
  });

  test('and none while a person looks into money that came for it', async () => {
    const { thing, call } = await prompted();
    await call({ amount: 40.5 });
    const text = 'You sent Ksh 40.5. The price is Ksh 100. We are checking it: please contact us.';
    expect(await refusalOf(() => press(thing))).toBe(`409 ${text}`);
    expect([(await world.rowsOf(thing)).length, pushes()]).toEqual([1, 1]);
  });

  test('but one for the next month while a person looks into money that bought this one', async () => {
    const { thing } = await prompted('subscription');
    await world.change(thing, { state: 'paid', review: 'amount', reason: 'Why.' });
    expect(await press(thing)).toMatchObject({ message: sent });
  });

  test('is not known three times: the caller shall try again', async () => {
    const thing = await world.thing();
    const tries = vi.spyOn(world.db, 'transaction').mockResolvedValue(null);
    expect(await refusalOf(() => press(thing))).toBe(`503 ${BUSY}`);
    expect(tries).toHaveBeenCalledTimes(3);
  });
});

test.each([
  ['busy', 'warn', 'push refused'],
  ['ours', 'error', SETTINGS_REFUSED],
] as const)(
  'a push that M-Pesa refuses as %s is a 502, and logged as %s',
  async (cause, level, text) => {
    const thing = await world.thing();
    world.gateway.push.mockResolvedValueOnce(refused(cause));
    const reason = refusalReason(cause);
    expect(await refusalOf(() => press(thing))).toBe(`502 ${reason}`);
    const { id, ...row } = await rowOf(thing);
    expect(row).toMatchObject({ state: 'failed', reason });
    expect(await world.eventsOf(id)).toEqual(['requested', 'push_refused']);
    expect(world.log[level].mock.calls).toEqual([
      [{ payment: id, code: '500.003.02', reason: 'x' }, text],
    ]);
  },
);

/** Lets the first transaction through; the later ones fail with `error`. */
function failAfterFirst(error: unknown) {
  const transaction = world.db.transaction.bind(world.db);
  const spied = vi.spyOn(world.db, 'transaction').mockRejectedValue(error);
  spied.mockImplementationOnce((work) => transaction(work));
}

describe('while the database is away', () => {
  test.each([
    ['a push', accepted('ws_away'), 'prompted'],
    ['a push that is lost', lost, 'unknown'],
  ])('the answer to %s is booked later', async (_, answer, state) => {
    const thing = await world.thing();
    world.gateway.push.mockResolvedValueOnce(answer);
    failAfterFirst(away());
    expect(await press(thing)).toMatchObject({ confirmed: false, message: notConfirmed });
    expect(world.log.error).toHaveBeenCalledWith(
      { err: expect.any(Error), payment: expect.any(Number) },
      'the answer to a push is booked later',
    );
    vi.restoreAllMocks();
    expect(await rowOf(thing)).toMatchObject({ state: 'created' });
    await world.payments.stop();
    expect(await rowOf(thing)).toMatchObject({ state });
  });

  test('the answer to a refused push has words of its own', async () => {
    const thing = await world.thing();
    world.gateway.push.mockResolvedValueOnce(refused('busy'));
    failAfterFirst(away());
    expect(await refusalOf(() => press(thing))).toBe('502 M-Pesa did not take the request.');
    vi.restoreAllMocks();
    await world.payments.stop();
  });

  test("another failure is the caller's to see", async () => {
    const thing = await world.thing();
    failAfterFirst(new Error('broken'));
    await expect(press(thing)).rejects.toThrow('broken');
  });
});

/** A press whose callback comes before the answer to its push, with its id or with another. */
async function pressEarly(other = '') {
  const thing = await world.thing();
  const checkout = `early_${thing.jobId}`;
  const receipt = `EARLY${thing.jobId}00`;
  world.gateway.push.mockImplementationOnce(async () => {
    await world.callBack(body({ checkout: checkout + other, receipt }));
    return accepted(checkout);
  });
  const answer = await press(thing);
  return { thing, receipt, answer, row: await rowOf(thing) };
}

/** Nothing reads outside a transaction but what looks for early callbacks, after the push is booked. */
function failToRead(error: Error) {
  const transaction = world.db.transaction.bind(world.db);
  vi.spyOn(world.db, 'transaction').mockImplementation(async (work) => {
    const booked = (await transaction(work)) as { state?: string } | null;
    if (booked?.state === 'prompted') {
      vi.spyOn(world.db, 'select').mockImplementationOnce(() => {
        throw error;
      });
    }
    return booked;
  });
}

describe('a callback that comes before the answer to its push', () => {
  test('is booked with it, where it has its id', async () => {
    const { thing, receipt, answer, row } = await pressEarly();
    expect(answer).toMatchObject({ confirmed: true, message: sent });
    expect(row).toMatchObject({ state: 'paid', receipt, amountReceived: 100 });
    expect(await world.eventsOf(row.id)).toEqual([
      'requested',
      'callback_paid_unproven',
      'push_accepted',
      'callback_paid',
    ]);
    expect(await world.jobOf(thing)).toMatchObject({ isActive: true, paidAt: world.at(0) });
  });

  test('is ignored with another id', async () => {
    const { row } = await pressEarly('x');
    expect(row).toMatchObject({ state: 'prompted', receipt: null });
    expect(await world.eventsOf(row.id)).toHaveLength(3);
  });

  test('is left to the next query where it cannot be read', async () => {
    const error = away();
    failToRead(error);
    const { answer, row } = await pressEarly();
    expect([answer.confirmed, row.state]).toEqual([true, 'prompted']);
    const about = { err: error, payment: row.id };
    expect(world.log.error).toHaveBeenCalledWith(about, 'early callbacks could not be read');
  });

  test('fails the call where that has another reason', async () => {
    failToRead(new Error('broken'));
    await expect(pressEarly()).rejects.toThrow('broken');
  });
});
