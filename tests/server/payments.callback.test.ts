/** What anybody may send to the callback address: never a failure of ours, never a free listing. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { REVIEW_REASONS } from '../../server/payments/reasons.ts';
import { jobs, paymentEvents } from '../../server/schema.ts';
import { PATIENT, startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

/** Waits for a person, who never comes. */
const BY_HAND = '0712345990';
/** Is paid, and the callback never comes. */
const NO_CALLBACK = '0712345921';
/** Is paid; neither the push is answered nor does a callback come. */
const LOST_PUSH = '0712345917';
const ROUNDS = 400;

vi.setConfig(PATIENT);
let world: PaymentWorld;
beforeAll(async () => {
  world = await startPaymentWorld({
    simulator: { lifetimeMs: 600_000 },
    // No query comes by itself: what settles is the callback, or the query that it sets off.
    timings: { promptLifetimeMs: 600_000, giveUpMs: 900_000, firstQueryMs: 900_000 },
  });
});
afterAll(() => world.close());

interface Target {
  payable: Payable;
  path: string;
  checkout: string;
}

/** A payment that waits, with its callback address as the provider knows it. */
async function target(phone = BY_HAND): Promise<Target> {
  const payable = await world.payable('post_job');
  await world.pay(payable, phone);
  const [prompt] = await world.promptsFor(payable);
  if (!prompt) throw new Error('no prompt was sent');
  return { payable, path: new URL(prompt.callbackUrl).pathname, checkout: prompt.id };
}

interface Told {
  checkout: string;
  code?: unknown;
  amount?: unknown;
  receipt?: unknown;
  items?: unknown;
}

function body({ checkout, code = 0, amount = 100, receipt = 'QWE1RTY2UI', items }: Told) {
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'Balance' },
    { Name: 'TransactionDate', Value: 20261121101112 },
    { Name: 'PhoneNumber', Value: 254712345990 },
  ];
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: '1-2-3',
        CheckoutRequestID: checkout,
        ResultCode: code,
        ResultDesc: 'text',
        CallbackMetadata: { Item: items === undefined ? Item : items },
      },
    },
  };
}

async function call(path: string, payload: unknown, type = 'application/json') {
  const { app } = world.harness;
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const headers = { 'content-type': type };
  const response = await app.inject({ method: 'POST', url: path, headers, payload: text });
  return { status: response.statusCode, text: response.body };
}

/** A callback without amount and receipt: the server asks for itself. */
async function setOffQuery({ path, checkout }: Target): Promise<void> {
  expect(await call(path, body({ checkout, items: [] }))).toMatchObject({ status: 200 });
}
const isTaken = async ({ payable }: Target) =>
  (await world.promptsFor(payable)).some(({ taken }) => taken > 0);
const stateOf = async ({ payable }: Target) => (await world.rows(payable))[0]?.state;
const isGiven = async ({ payable }: Target) => (await world.timesGiven(payable)) > 0;

describe('a true callback', () => {
  test('is accepted and gives once, however often it comes', async () => {
    const one = await target();
    const paid = body({ checkout: one.checkout, receipt: 'AAA1BBB2CC' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(one.path, paid)));
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' });
    }
    expect(await isGiven(one)).toBe(true);
    const { id = 0 } = (await world.rows(one.payable))[0] ?? {};
    const events = await world.harness.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.paymentId, id));
    expect(events.filter((event) => event.toState === 'paid')).toHaveLength(1);
    expect(events.filter((event) => event.kind === 'callback_paid')).toHaveLength(4);
    expect(events.find((event) => event.toState === 'paid')?.raw).toEqual(paid);
  });

  test('with numbers as texts is read too', async () => {
    const one = await target();
    const paid = body({
      checkout: one.checkout,
      code: '0',
      amount: '100.00',
      receipt: 'AAA1BBB2CD',
    });
    expect(await call(one.path, paid)).toMatchObject({ status: 200 });
    expect(await isGiven(one)).toBe(true);
  });

  test('that says paid stands against one that says cancelled after it', async () => {
    const one = await target();
    await call(one.path, body({ checkout: one.checkout, receipt: 'AAA1BBB2CE' }));
    await call(one.path, body({ checkout: one.checkout, code: 1032 }));
    expect(await stateOf(one)).toBe('paid');
  });
});

describe('a callback is not believed', () => {
  test('with a wrong secret, and says no more than that there is nothing', async () => {
    const one = await target();
    const paid = body({ checkout: one.checkout });
    const guesses = [
      `${one.path.slice(0, -1)}${one.path.endsWith('A') ? 'B' : 'A'}`,
      one.path.slice(0, -1),
      `${one.path}A`,
      one.path.slice(0, -32),
      `${one.path.slice(0, -32)}${'A'.repeat(32)}`,
      '/api/mpesa/callback/',
      '/api/mpesa/callback/%00',
      '/api/mpesa/callback/..%2f..%2f',
      `/api/mpesa/callback/${'A'.repeat(48)}`,
      `/api/mpesa/callback/${'A'.repeat(4000)}`,
    ];
    for (const guess of guesses) {
      const { status } = await call(guess, paid);
      expect([404, 414], guess.slice(0, 60)).toContain(status);
    }
    expect(await stateOf(one)).toBe('prompted');
  });

  test('with the secret of another payment', async () => {
    const one = await target();
    const other = await target();
    expect(await call(one.path, body({ checkout: other.checkout }))).toMatchObject({ status: 200 });
    expect([await stateOf(one), await stateOf(other)]).toEqual(['prompted', 'prompted']);
  });

  test('with a receipt that another payment has', async () => {
    const one = await target();
    const other = await target();
    await call(one.path, body({ checkout: one.checkout, receipt: 'REUSED0001' }));
    await call(other.path, body({ checkout: other.checkout, receipt: 'REUSED0001' }));
    expect([await stateOf(one), await stateOf(other)]).toEqual(['paid', 'prompted']);
  });

  test('with a receipt that another payment has in other letters', async () => {
    const one = await target();
    const other = await target();
    await call(one.path, body({ checkout: one.checkout, receipt: 'Reused000a' }));
    await call(other.path, body({ checkout: other.checkout, receipt: 'REUSED000A' }));
    expect([await stateOf(one), await stateOf(other)]).toEqual(['paid', 'prompted']);
    expect(await world.rows(one.payable)).toMatchObject([{ receipt: 'REUSED000A' }]);
  });

  test('with a receipt that two payments are told at the same time', async () => {
    const pair = await Promise.all([target(), target()]);
    await Promise.all(
      pair.map(({ path, checkout }) => call(path, body({ checkout, receipt: 'REUSED0002' }))),
    );
    const states = await Promise.all(pair.map(stateOf));
    expect(new Set(states)).toEqual(new Set(['paid', 'prompted']));
  });

  test.each([99, 101, 1, 0, -100, 1e300, 100.5])('with the amount %d', async (amount) => {
    const one = await target();
    await call(
      one.path,
      body({ checkout: one.checkout, amount, receipt: `AM${amount}`.slice(0, 9) }),
    );
    expect(await isGiven(one)).toBe(false);
    expect(['prompted', 'needs_review']).toContain(await stateOf(one));
  });

  test('without amount or receipt: the query decides at once', async () => {
    const one = await target(NO_CALLBACK);
    await until(() => isTaken(one), 'the money');
    expect(await stateOf(one)).toBe('prompted');
    await setOffQuery(one);
    await until(async () => (await stateOf(one)) === 'paid', 'the query');
    expect(await isGiven(one)).toBe(true);

    const other = await target();
    await setOffQuery(other);
    await until(async () => ((await world.rows(other.payable))[0]?.queries ?? 0) > 0, 'the query');
    expect(await stateOf(other)).toBe('prompted');
  });

  test('with a code nobody knows: it stays open', async () => {
    const one = await target();
    await call(one.path, body({ checkout: one.checkout, code: 8888 }));
    expect(await stateOf(one)).toBe('unknown');
    expect(await world.jobStatus(one.payable)).toEqual({ status: 'pending', phone: BY_HAND });
  });
});

test('a wrong amount told first does not stop the true callback', async () => {
  const one = await target();
  await call(one.path, body({ checkout: one.checkout, amount: 1, receipt: 'WRONGAMT01' }));
  expect(await stateOf(one)).toBe('needs_review');
  await call(one.path, body({ checkout: one.checkout, receipt: 'RIGHTAMT01' }));
  expect(await stateOf(one)).toBe('paid');
  expect(await world.rows(one.payable)).toMatchObject([
    { receipt: 'RIGHTAMT01', review: null, amountReceived: 100 },
  ]);
});

test('a wrong amount is kept as it was told, and no new prompt goes out for the thing', async () => {
  const one = await target();
  const told = body({ checkout: one.checkout, amount: 40.5, receipt: 'WRONGAMT02' });
  await call(one.path, told);
  expect(await world.rows(one.payable)).toMatchObject([
    { state: 'needs_review', review: 'amount', amount: 100, amountReceived: 40.5 },
  ]);
  const reason = REVIEW_REASONS.amount;
  expect(await world.jobStatus(one.payable)).toEqual({ status: 'failed', review: 'held', reason });
  const before = (await world.books()).prompts.length;
  expect(await world.pay(one.payable, BY_HAND)).toEqual({ status: 409, body: { error: reason } });
  expect((await world.books()).prompts).toHaveLength(before);
  expect(await world.rows(one.payable)).toHaveLength(1);
});

test('a wrong amount told after a query has settled stays given, and a person must look', async () => {
  const one = await target(NO_CALLBACK);
  await until(() => isTaken(one), 'the money');
  await setOffQuery(one);
  await until(async () => (await stateOf(one)) === 'paid', 'the query');
  await call(one.path, body({ checkout: one.checkout, amount: 1, receipt: 'WRONGAMT03' }));
  expect(await world.rows(one.payable)).toMatchObject([
    { state: 'paid', review: 'amount', receipt: 'WRONGAMT03', amountReceived: 1 },
  ]);
  expect(await isGiven(one)).toBe(true);
  const reason = REVIEW_REASONS.amount;
  expect(await world.jobStatus(one.payable)).toEqual({
    status: 'completed',
    review: 'held',
    reason,
  });
});

test('the receipt of money for a deleted job reaches the person who looks', async () => {
  const one = await target(NO_CALLBACK);
  const { db } = world.harness;
  await db.delete(jobs).where(eq(jobs.id, one.payable.body.job_id ?? 0));
  await until(() => isTaken(one), 'the money');
  await setOffQuery(one);
  await until(async () => (await stateOf(one)) === 'needs_review', 'the query');
  expect(await world.rows(one.payable)).toMatchObject([{ review: 'thing_gone', receipt: null }]);
  await call(one.path, body({ checkout: one.checkout, receipt: 'GONEJOB001' }));
  expect(await world.rows(one.payable)).toMatchObject([
    { state: 'needs_review', review: 'thing_gone', receipt: 'GONEJOB001', amountReceived: 100 },
  ]);
  const reason = REVIEW_REASONS.thing_gone;
  expect(await world.jobStatus(one.payable)).toEqual({ status: 'failed', review: 'held', reason });
});

describe('a callback for a push whose answer was lost', () => {
  test('names the checkout, and is believed when a query says the same', async () => {
    const one = await target(LOST_PUSH);
    await until(() => isTaken(one), 'the money');
    expect(await world.rows(one.payable)).toMatchObject([{ checkoutRequestId: null }]);
    await call(one.path, body({ checkout: one.checkout, receipt: 'LOSTPUSH01' }));
    await until(async () => (await stateOf(one)) === 'paid', 'the query');
    expect(await world.rows(one.payable)).toMatchObject([
      { checkoutRequestId: one.checkout, receipt: 'LOSTPUSH01', amountReceived: 100 },
    ]);
    expect(await isGiven(one)).toBe(true);
  });

  test('is not believed alone, and does not stand in the way of the true one', async () => {
    const one = await target(LOST_PUSH);
    await until(() => isTaken(one), 'the money');
    const forged = `${one.checkout}X`;
    await call(one.path, body({ checkout: forged, receipt: 'FORGED0001' }));
    await call(one.path, body({ checkout: forged, code: 1032 }));
    const queries = async () => (await world.rows(one.payable))[0]?.queries ?? 0;
    await until(async () => (await queries()) > 1, 'two queries');
    expect(await world.rows(one.payable)).toMatchObject([
      { state: 'unknown', checkoutRequestId: null, receipt: null },
    ]);
    expect(await isGiven(one)).toBe(false);
    await call(one.path, body({ checkout: one.checkout, receipt: 'LOSTPUSH02' }));
    await until(async () => (await stateOf(one)) === 'paid', 'the query');
    expect(await world.rows(one.payable)).toMatchObject([
      { checkoutRequestId: one.checkout, receipt: 'LOSTPUSH02' },
    ]);
  });

  test('tells of a wrong amount all the same', async () => {
    const one = await target(LOST_PUSH);
    await until(() => isTaken(one), 'the money');
    await call(one.path, body({ checkout: one.checkout, amount: 1, receipt: 'LOSTPUSH03' }));
    await until(async () => (await stateOf(one)) === 'needs_review', 'the query');
    expect(await world.rows(one.payable)).toMatchObject([{ review: 'amount', amountReceived: 1 }]);
  });
});

/** A small generator, so that a failing run can be repeated from its seed. */
function random(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T };
}

const ODD: unknown[] = [
  null,
  true,
  '',
  'zero',
  '0x0',
  -1,
  0.5,
  1e308,
  '9'.repeat(400),
  [],
  {},
  [[[[]]]],
  '\u0000',
  '\ud800',
  'é'.repeat(500),
  { toString: 'x' },
  JSON.parse('{"__proto__": {"paid": true}}') as unknown,
];

/** A body that is wrong in at least one place; none of them may give anything. */
function wrongBody(checkout: string, { next, pick }: ReturnType<typeof random>): unknown {
  const whole = body({ checkout });
  const { stkCallback } = whole.Body;
  const odd = () => pick(ODD);
  const wrongs: (() => unknown)[] = [
    () => odd(),
    () => ({ Body: odd() }),
    () => ({ Body: { stkCallback: odd() } }),
    () => ({ Body: { stkCallback: { ...stkCallback, CheckoutRequestID: odd() } } }),
    () => ({ Body: { stkCallback: { ...stkCallback, CheckoutRequestID: `${checkout}x` } } }),
    () => ({ Body: { stkCallback: { ...stkCallback, ResultCode: odd() } } }),
    () => ({ Body: { stkCallback: { ...stkCallback, ResultCode: 5000 + next() * 1000 } } }),
    () => ({ Body: { stkCallback: { ...stkCallback, CallbackMetadata: odd() } } }),
    () => body({ checkout, items: odd() }),
    () => body({ checkout, items: [odd(), { Name: odd(), Value: odd() }] }),
    () => body({ checkout, amount: odd() }),
    () => body({ checkout, receipt: odd() }),
    () => ({ Body: [whole.Body] }),
    () => [whole],
  ];
  return pick(wrongs)();
}

test(`of ${ROUNDS} wrong bodies none fails us and none gives anything`, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9);
  const dice = random(seed);
  const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', 'image/png'];
  const targets: Target[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // A wrong amount sends a payment to a person, so fresh ones are needed.
    if (round % 20 === 0) targets.push(await target());
    const { path = '', checkout = '' } = targets.at(-1) ?? {};
    const text = JSON.stringify(wrongBody(checkout, dice));
    const cut = dice.next() < 0.2 ? text.slice(0, Math.floor(dice.next() * text.length)) : text;
    const type = dice.next() < 0.8 ? types[0] : dice.pick(types);
    const { status } = await call(path, cut, type);
    expect([200, 400, 415], `FUZZ_SEED=${seed}, round ${round}: ${cut}`).toContain(status);
  }
  for (const one of targets) {
    expect(await isGiven(one), `FUZZ_SEED=${seed}`).toBe(false);
    expect(await stateOf(one)).not.toBe('paid');
  }
});

test.each([
  ['deep', `${'['.repeat(8000)}${']'.repeat(8000)}`],
  ['deep inside', JSON.stringify(body({ checkout: 'x' })).replace('"text"', '['.repeat(5000))],
  ['too long', JSON.stringify({ Body: 'x'.repeat(20_000) })],
  ['not JSON', 'Body=1'],
  ['empty', ''],
  ['prototype', '{"__proto__": {"Body": {}}, "constructor": {"prototype": {}}}'],
])('a body that is %s is refused', async (_, text) => {
  const one = await target();
  const { status } = await call(one.path, text);
  expect([400, 413]).toContain(status);
  expect(await stateOf(one)).toBe('prompted');
});

test('only POST is listened to', async () => {
  const one = await target();
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const response = await world.harness.app.inject({ method, url: one.path });
    expect(response.statusCode).toBe(404);
  }
});
