/** Random bodies to the callback address: never a 5xx, never a free listing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { body, startCallbackWorld } from './callbackWorld.ts';
import type { CallbackWorld, Target } from './callbackWorld.ts';
import type { PaymentWorld } from './paymentWorld.ts';

const ROUNDS = 400;

let at: CallbackWorld;
let world: PaymentWorld;
beforeAll(async () => {
  at = await startCallbackWorld();
  ({ world } = at);
});
afterAll(() => world.close());

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

/** A body that is wrong in at least one place. */
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

test(`${ROUNDS} wrong bodies are answered 200, 400 or 415 and activate nothing`, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9);
  const dice = random(seed);
  const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', 'image/png'];
  const targets: Target[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // A wrong amount sends a payment to a person, so fresh ones are needed.
    if (round % 20 === 0) targets.push(await at.target());
    const { path = '', checkout = '' } = targets.at(-1) ?? {};
    const text = JSON.stringify(wrongBody(checkout, dice));
    const cut = dice.next() < 0.2 ? text.slice(0, Math.floor(dice.next() * text.length)) : text;
    const type = dice.next() < 0.8 ? types[0] : dice.pick(types);
    const { status } = await at.call(path, cut, type);
    expect([200, 400, 415], `FUZZ_SEED=${seed}, round ${round}: ${cut}`).toContain(status);
  }
  for (const one of targets) {
    expect(await at.isGiven(one), `FUZZ_SEED=${seed}`).toBe(false);
    expect(await at.stateOf(one)).not.toBe('paid');
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
  const one = await at.target();
  const { status } = await at.call(one.path, text);
  expect([400, 413]).toContain(status);
  expect(await at.stateOf(one)).toBe('prompted');
});
