/** Who may get a prompt, what is answered, and that there is at most one at a time for a payable. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { subscriptionBlocked } from '../../src/contract/messages/validation.ts';
import { MINUTE_MS } from '../../src/contract/time.ts';
import { BUSY, HttpError } from '../../server/calls/refusal.ts';
import { jobs } from '../../server/db/schema.ts';
import { NOT_KNOWN, refusalReason } from '../../server/mpesa/codes.ts';
import type { MpesaConfig } from '../../server/process/mpesaSettings.ts';
import type { LockedPayable } from '../../server/payments/payables.ts';
import { answerOf, checkPayable } from '../../server/payments/prompt.ts';
import { PROMPT_MESSAGES, REVIEW_REASONS } from '../../server/payments/reasons.ts';
import { SETTINGS_REFUSED } from '../../server/payments/settle.ts';
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
import type { ScriptedWorld } from './scriptedWorld.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const later = new Date('2026-11-21T06:00:01Z');
const job = { clientId: 1, takenDown: null, paidAt: null };
const ad = { clientId: 1, takenDown: null, expiresAt: null };
const fundi = { trialEnds: null, subscriptionEnd: null };

test.each<[string, string, object, [number, string] | null]>([
  ['a job', 'job', job, null],
  ["somebody else's job", 'job', { ...job, clientId: 2 }, [403, 'This job is not yours.']],
  [
    'a job that is taken down',
    'job',
    { ...job, takenDown: 'Why.' },
    [403, 'This job was taken down: Why.'],
  ],
  ['a paid job', 'job', { ...job, paidAt: NOW }, [400, 'This job has already been paid for.']],
  ['an ad', 'ad', ad, null],
  ["somebody else's ad", 'ad', { ...ad, clientId: 2 }, [403, 'This ad is not yours.']],
  [
    'an ad that runs',
    'ad',
    { ...ad, expiresAt: later },
    [400, 'This ad has already been paid for.'],
  ],
  ['an ad that has ended', 'ad', { ...ad, expiresAt: NOW }, null],
  ['a month', 'fundi', fundi, null],
  ['a month on trial', 'fundi', { ...fundi, trialEnds: later }, [400, subscriptionBlocked]],
  ['a month more', 'fundi', { ...fundi, subscriptionEnd: later }, [400, subscriptionBlocked]],
])('a prompt for %s', (_, kind, row, refusal) => {
  const check = () => checkPayable({ kind, row } as LockedPayable, { id: 1 }, NOW);
  if (refusal === null) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({ statusCode: refusal[0], body: { error: refusal[1] } }),
    );
});

describe('the answer', () => {
  const paybill = {
    transactionType: 'CustomerPayBillOnline',
    hasPayBill: true,
    shortcode: '174379',
  } as MpesaConfig;
  const answer = {
    checkout_id: 'x',
    phone: PHONE,
    confirmed: true,
    reference: expect.stringMatching(/^[0-9A-Z]{7}$/),
  };
  const pay_bill = { business_number: '174379', account: answer.reference, amount: 100 };
  const { sent, alreadySent, notConfirmed } = PROMPT_MESSAGES;

  test.each<[string, Parameters<typeof answerOf>, object]>([
    [
      'has the phone, the account and Pay Bill',
      [PROMPTED, true, paybill],
      { ...answer, message: sent, pay_bill },
    ],
    [
      'says that the prompt is out already',
      [PROMPTED, false, paybill],
      { ...answer, message: alreadySent, pay_bill },
    ],
    [
      'says that M-Pesa has not confirmed it',
      [{ ...PROMPTED, checkoutRequestId: null }, true, paybill],
      { ...answer, message: notConfirmed, confirmed: false, pay_bill },
    ],
    [
      'has no Pay Bill for what is paid',
      [{ ...PROMPTED, state: 'paid' }, true, paybill],
      { ...answer, message: sent },
    ],
  ])('%s', (_, given, expected) => expect(answerOf(...given)).toEqual(expected));

  test('names no account for a till, and no phone where there is none', () => {
    const till = {
      ...paybill,
      transactionType: 'CustomerBuyGoodsOnline',
      hasPayBill: false,
    } as const;
    const { reference: _, phone: __, ...rest } = answer;
    const row = { ...PROMPTED, phone: null };
    expect(answerOf(row, true, till)).toEqual({ ...rest, message: sent });
    expect(answerOf(row, true, till)).not.toHaveProperty('phone');
  });
});

let world: ScriptedWorld;
beforeAll(async () => {
  world = await startScriptedWorld();
});
beforeEach(() => {
  for (const told of [world.log.error, world.log.warn]) told.mockClear();
  world.gateway.push.mockClear();
  world.gateway.query.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof HttpError ? [error.statusCode, error.body] : error),
  );
const away = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' });

test.each([
  ['post_job', 100, 'Job listing'],
  ['post_ad', 500, 'Advert'],
  ['subscription', 200, 'Subscription'],
] as const)(
  'a prompt for %s of Ksh %i is stored before it is sent',
  async (purpose, amount, description) => {
    const thing = await world.thing(purpose);
    const checkout = `ws_${thing.key}`;
    let before: object[] = [];
    world.gateway.push.mockImplementationOnce(async (request) => {
      before = await world.rowsOf(thing);
      world.pushes.push(request);
      return accepted(checkout);
    });
    const { reference, checkout_id } = await world.press(thing);
    const { accountId, jobId, adId } = { ...thing, accountId: thing.account.id };
    const stored = { accountId, jobId, adId, purpose, payable: thing.key, amount, phone: PHONE };
    expect(before).toMatchObject([
      {
        ...stored,
        publicId: checkout_id,
        state: 'created',
        createdAt: world.at(0),
        nextQueryAt: world.at(MINUTE_MS),
      },
    ]);
    const [row] = await world.rowsOf(thing);
    expect(row).toMatchObject({
      ...stored,
      state: 'prompted',
      merchantRequestId: `m-${checkout}`,
      checkoutRequestId: checkout,
    });
    const { callbackUrl, ...request } = world.pushes.at(-1)!;
    expect(request).toEqual({ amount, phone: PHONE, reference, description });
    expect(callbackUrl).toMatch(/^http:\/\/127.0.0.1:8000\/api\/results\/[0-9a-f]{72}$/);
    expect(checkout_id).toMatch(/^[0-9a-f]{24}$/);
    expect(await world.eventsOf(row?.id ?? 0)).toEqual(['requested', 'push_accepted']);
  },
);

test.each([
  ['post_job', 'Job not found.'],
  ['post_ad', 'Ad not found.'],
  ['subscription', 'Account not found.'],
] as const)('for %s that is not there nothing is stored or sent', async (purpose, error) => {
  const thing = await world.thing(purpose);
  const gone = { ...thing, jobId: thing.jobId && 999_999, adId: thing.adId && 999_999 };
  const account = { ...thing.account, ...(purpose === 'subscription' && { id: 999_999 }) };
  expect(await refusalOf(world.press({ ...gone, account }))).toEqual([404, { error }]);
  expect(world.gateway.push).not.toHaveBeenCalled();
});

test('what may not be paid for, and one prompt too many, is refused before it is stored', async () => {
  const thing = await world.thing();
  const other = await world.thing();
  const refusal = await refusalOf(world.press({ ...thing, account: other.account }));
  expect(refusal).toEqual([403, { error: 'This job is not yours.' }]);
  expect(await world.rowsOf(thing)).toEqual([]);
  const limited = await startScriptedWorld({ RATE_LIMIT_FACTOR: '1' });
  const { account } = await limited.thing();
  const things = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => limited.thing('post_job', account)),
  );
  const ends = [];
  for (const one of things) ends.push(await refusalOf(limited.press(one, account.phoneNumber)));
  expect(ends.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'no refusal'));
  expect(ends[5]).toMatchObject([429, { error: expect.stringContaining('5 M-Pesa messages') }]);
  expect(limited.pushes).toHaveLength(5);
  await limited.close();
});

describe('one prompt at a time', () => {
  test('of twenty calls at once one sends it, and all answer its checkout_id', async () => {
    const thing = await world.thing();
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.press(thing)));
    expect(new Set(answers.map(({ checkout_id }) => checkout_id)).size).toBe(1);
    expect(world.gateway.push).toHaveBeenCalledTimes(1);
  });

  test('a call with another phone is answered with the phone of the prompt that is out', async () => {
    const thing = await world.thing();
    const first = await world.press(thing);
    const second = await world.press(thing, '0112345678');
    expect(second).toEqual({ ...first, message: PROMPT_MESSAGES.alreadySent });
    expect(first).toMatchObject({ phone: PHONE, message: PROMPT_MESSAGES.sent });
  });

  test('a call while the push is under way is answered as not confirmed', async () => {
    const thing = await world.thing();
    let second: unknown;
    world.gateway.push.mockImplementationOnce(async () => {
      second = await world.press(thing);
      return accepted('ws_under_way');
    });
    const first = await world.press(thing);
    expect(second).toEqual({ ...first, confirmed: false, message: PROMPT_MESSAGES.notConfirmed });
    expect(world.gateway.push).toHaveBeenCalledTimes(1);
  });

  test('after it was cancelled, the next one is sent at once', async () => {
    const thing = await world.thing();
    const first = await world.press(thing);
    await world.callBack(body({ checkout: `ws_CO_${world.pushes.length}`, code: 1032 }));
    const second = await world.press(thing);
    expect(second.checkout_id).not.toBe(first.checkout_id);
    expect((await world.rowsOf(thing)).map(({ state }) => state)).toEqual([
      'cancelled',
      'prompted',
    ]);
  });

  test('M-Pesa is asked about one that is past its lifetime; money that it took is not asked for again', async () => {
    const thing = await world.thing();
    await world.press(thing);
    world.wait(2 * MINUTE_MS - 1);
    expect(await world.press(thing)).toMatchObject({ message: PROMPT_MESSAGES.alreadySent });
    expect(world.gateway.query).not.toHaveBeenCalled();
    world.wait(1);
    // Another server means to ask soon.
    await world.change(thing, { nextQueryAt: world.at(1000) });
    world.gateway.query.mockResolvedValueOnce(PAID);
    expect(await refusalOf(world.press(thing))).toMatchObject([
      400,
      { error: expect.stringContaining('already') },
    ]);
    expect(world.gateway.push).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['was cancelled meanwhile, a new one is sent', failed(1032), 2],
    ['has no result yet, the caller gets its checkout_id', null, 1],
  ])('where one past its lifetime %s', async (_, answer, sent) => {
    const thing = await world.thing();
    const first = await world.press(thing);
    world.wait(2 * MINUTE_MS);
    if (answer) world.gateway.query.mockResolvedValueOnce(answer);
    const second = await world.press(thing);
    expect(second.checkout_id === first.checkout_id).toBe(sent === 1);
    expect(world.gateway.push).toHaveBeenCalledTimes(sent);
  });

  test('where the answer to its push is lost, no other is sent before its end; then it is refused once', async () => {
    const thing = await world.thing();
    world.gateway.push.mockResolvedValueOnce(lost);
    const first = await world.press(thing);
    expect(first).toMatchObject({ confirmed: false, message: PROMPT_MESSAGES.notConfirmed });
    expect(await world.rowsOf(thing)).toMatchObject([{ state: 'unknown' }]);
    expect(world.log.warn).toHaveBeenCalledWith(
      { payment: expect.any(Number), reason: 'no answer' },
      'the answer to a push is lost',
    );
    expect(await world.press(thing)).toEqual(first);
    world.wait(2 * MINUTE_MS);
    expect(await refusalOf(world.press(thing))).toEqual([
      409,
      { error: REVIEW_REASONS.unanswered },
    ]);
    expect(world.gateway.push).toHaveBeenCalledTimes(1);
    expect(await world.press(thing)).toMatchObject({ message: PROMPT_MESSAGES.sent });
  });

  test('and none while a person looks into money that came for it', async () => {
    const thing = await world.thing();
    await world.press(thing);
    await world.callBack(body({ checkout: `ws_CO_${world.pushes.length}`, amount: 40.5 }));
    const error = 'You sent Ksh 40.5. The price is Ksh 100. We are checking it: please contact us.';
    expect(await refusalOf(world.press(thing))).toEqual([409, { error }]);
    expect(await world.rowsOf(thing)).toHaveLength(1);
    expect(world.gateway.push).toHaveBeenCalledTimes(1);
  });

  test('but one for the next month while a person looks into money that bought this one', async () => {
    const thing = await world.thing('subscription');
    await world.press(thing);
    await world.change(thing, { state: 'paid', review: 'amount', reason: 'Why.' });
    expect(await world.press(thing)).toMatchObject({ message: PROMPT_MESSAGES.sent });
  });

  test('is not known three times: the caller shall try again', async () => {
    const thing = await world.thing();
    const tries = vi.spyOn(world.db, 'transaction').mockResolvedValue(null);
    expect(await refusalOf(world.press(thing))).toEqual([503, { error: BUSY }]);
    expect(tries).toHaveBeenCalledTimes(3);
  });
});

test.each([
  ['500.003.02', 'warn', 'push refused'],
  [NOT_KNOWN, 'error', SETTINGS_REFUSED],
] as const)(
  'a push that M-Pesa refuses with %s is a 502, and logged as %s',
  async (code, level, text) => {
    const thing = await world.thing();
    world.gateway.push.mockResolvedValueOnce(refused(code));
    const error = refusalReason(code);
    expect(await refusalOf(world.press(thing))).toEqual([502, { error }]);
    const [row] = await world.rowsOf(thing);
    expect(row).toMatchObject({ state: 'failed', reason: error });
    expect(await world.eventsOf(row?.id ?? 0)).toEqual(['requested', 'push_refused']);
    expect(world.log[level].mock.calls).toEqual([[{ payment: row?.id, code, reason: 'x' }, text]]);
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
    ['a push', accepted('ws_away'), PROMPT_MESSAGES.notConfirmed, 'prompted'],
    ['a push that is lost', lost, PROMPT_MESSAGES.notConfirmed, 'unknown'],
  ])('the answer to %s is booked later', async (_, answer, message, state) => {
    const thing = await world.thing();
    world.gateway.push.mockResolvedValueOnce(answer);
    failAfterFirst(away());
    expect(await world.press(thing)).toMatchObject({ confirmed: false, message });
    expect(world.log.error).toHaveBeenCalledWith(
      { err: expect.any(Error), payment: expect.any(Number) },
      'the answer to a push is booked later',
    );
    vi.restoreAllMocks();
    expect(await world.rowsOf(thing)).toMatchObject([{ state: 'created' }]);
    await world.payments.stop();
    expect(await world.rowsOf(thing)).toMatchObject([{ state }]);
  });

  test('the answer to a refused push has words of its own', async () => {
    const thing = await world.thing();
    world.gateway.push.mockResolvedValueOnce(refused('500.003.02'));
    failAfterFirst(away());
    expect(await refusalOf(world.press(thing))).toEqual([
      502,
      { error: 'M-Pesa did not take the request.' },
    ]);
    vi.restoreAllMocks();
    await world.payments.stop();
  });

  test("another failure is the caller's to see", async () => {
    const thing = await world.thing();
    failAfterFirst(new Error('broken'));
    expect(await refusalOf(world.press(thing))).toMatchObject({ message: 'broken' });
  });
});

async function pressEarly(other = '') {
  const thing = await world.thing();
  const checkout = `early_${thing.jobId}`;
  const receipt = `EARLY${thing.jobId}00`;
  world.gateway.push.mockImplementationOnce(async (request) => {
    world.pushes.push(request);
    await world.callBack(body({ checkout: checkout + other, receipt }));
    return accepted(checkout);
  });
  return { thing, receipt, answer: await world.press(thing) };
}

describe('a callback that comes before the answer to its push', () => {
  test('is booked with it, where it has its id', async () => {
    const { thing, receipt, answer } = await pressEarly();
    expect(answer).toMatchObject({ confirmed: true, message: PROMPT_MESSAGES.sent });
    const [row] = await world.rowsOf(thing);
    expect(row).toMatchObject({ state: 'paid', receipt, amountReceived: 100 });
    expect(await world.eventsOf(row?.id ?? 0)).toEqual([
      'requested',
      'callback_paid_unproven',
      'push_accepted',
      'callback_paid',
    ]);
    const [stored] = await world.db
      .select()
      .from(jobs)
      .where(eq(jobs.id, thing.jobId ?? 0));
    expect(stored).toMatchObject({ isActive: true, paidAt: world.at(0) });
  });

  test('is ignored with another id', async () => {
    const { thing } = await pressEarly('x');
    const [row] = await world.rowsOf(thing);
    expect(row).toMatchObject({ state: 'prompted', receipt: null });
    expect(await world.eventsOf(row?.id ?? 0)).toHaveLength(3);
  });

  test.each([
    ['is left to the next query where it cannot be read', away()],
    ['fails the call where that has another reason', new Error('broken')],
  ])('%s', async (_, error) => {
    const transaction = world.db.transaction.bind(world.db);
    // Nothing reads outside a transaction but what looks for them.
    vi.spyOn(world.db, 'transaction').mockImplementation(async (work) => {
      const booked = (await transaction(work)) as { state?: string } | null;
      if (booked?.state === 'prompted') {
        vi.spyOn(world.db, 'select').mockImplementationOnce(() => {
          throw error;
        });
      }
      return booked;
    });
    const end = await pressEarly().catch((thrown: unknown) => ({ thrown }));
    if ('thrown' in end) {
      expect([end.thrown, error.message]).toEqual([error, 'broken']);
      return;
    }
    expect([end.answer.confirmed, error.message]).toEqual([true, 'away']);
    const text = 'early callbacks could not be read';
    const about = { err: error, payment: expect.any(Number) };
    expect(world.log.error).toHaveBeenCalledWith(about, text);
    vi.restoreAllMocks();
    expect(await world.rowsOf(end.thing)).toMatchObject([{ state: 'prompted' }]);
  });
});
