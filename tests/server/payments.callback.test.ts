/** Callbacks: what they say, how many are stored, and that a true one pays once and any other changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  MAX_CALLBACKS,
  provenBy,
  readCallback,
  recordQuiet,
  unprovenCallbacks,
  unprovenEvent,
} from '../../server/payments/callback.ts';
import { recordEvent } from '../../server/payments/store.ts';
import { body } from './mpesaBodies.ts';
import { failed, PAID, PENDING, startScriptedWorld } from './scriptedWorld.ts';
import type { ScriptedWorld, Thing } from './scriptedWorld.ts';

const checkout = 'ws_CO_1';
const ids = { merchantRequestId: '1-2-3', checkoutRequestId: checkout };
const paid = { kind: 'paid', ids, amount: 100, receipt: 'QWE1RTY2UI' } as const;
const incomplete = { kind: 'incomplete', ids } as const;
const cancelled = { kind: 'result', ids, code: 1032 } as const;
const { stkCallback } = body({ checkout }).Body;
const withParts = (parts: object) => ({ Body: { stkCallback: { ...stkCallback, ...parts } } });
const items = (rest: unknown[]) => [...(stkCallback.CallbackMetadata.Item as unknown[]), ...rest];
const times = (count: number, item: unknown) => Array.from({ length: count }, () => item);

const ROWS: [string, unknown, object | null][] = [
  ['paid', body({ checkout }), paid],
  ['paid, in texts', body({ checkout, code: '0', amount: '100.00' }), paid],
  ['paid, with small letters', body({ checkout, receipt: 'qwe1rty2ui' }), paid],
  ['another amount', body({ checkout, amount: '40.5' }), { ...paid, amount: 40.5 }],
  [
    'a long receipt',
    body({ checkout, receipt: 'A'.repeat(20) }),
    { ...paid, receipt: 'A'.repeat(20) },
  ],
  ['a short receipt', body({ checkout, receipt: 'ABC123' }), { ...paid, receipt: 'ABC123' }],
  ['as many items as may be', body({ checkout, items: items(times(45, { Name: 'x' })) }), paid],
  ['cancelled', body({ checkout, code: 1032 }), cancelled],
  ['cancelled, without facts', withParts({ ResultCode: 1032, CallbackMetadata: 7 }), cancelled],
  [
    'a code that is a text',
    body({ checkout, code: 'SFC_IC0003' }),
    { ...cancelled, code: 'SFC_IC0003' },
  ],
  ['too many items', body({ checkout, items: items(times(46, { Name: 'x' })) }), incomplete],
  ['an item without a name', body({ checkout, items: items([{ Value: 1 }]) }), incomplete],
  ['no facts', withParts({ CallbackMetadata: undefined }), incomplete],
  ['null for the facts', withParts({ CallbackMetadata: null }), incomplete],
  ...['1e2', '100x', 'x100', '1.', '', '9'.repeat(400), null, [100]].map(
    (amount): [string, unknown, object] => [
      `the amount ${JSON.stringify(amount).slice(0, 9)}`,
      body({ checkout, amount }),
      incomplete,
    ],
  ),
  ...['ABC12', 'A'.repeat(21), 'ABC-123', '!ABC123', 'ABC123!', 1234567, null].map(
    (receipt): [string, unknown, object] => [
      `the receipt ${JSON.stringify(receipt)}`,
      body({ checkout, receipt }),
      incomplete,
    ],
  ),
  ...['', 'a b', '!a', 'a!', 'a'.repeat(101), 7, null].map((wrong): [string, unknown, null] => [
    `the id ${JSON.stringify(wrong).slice(0, 9)}`,
    withParts({ CheckoutRequestID: wrong }),
    null,
  ]),
  ['no merchant', withParts({ MerchantRequestID: undefined }), null],
  ['no code', withParts({ ResultCode: undefined }), null],
  ['no callback', { Body: {} }, null],
  ['no body', {}, null],
  ['nothing', null, null],
  ['a list', [body({ checkout })], null],
];
test.each(ROWS)('a callback that says %s', (_, sent, evidence) => {
  expect(readCallback(sent)).toEqual(evidence);
});

test('a callback may have an id of a hundred signs, also with a dot and a dash', () => {
  const long = `ws_CO-1.${'a'.repeat(92)}`;
  expect(readCallback(body({ checkout: long }))?.ids.checkoutRequestId).toBe(long);
});

test.each([
  ['paid', PAID, paid, { ...paid, isProven: true }],
  ['paid, of one without facts', PAID, incomplete, { kind: 'paid', ids, isProven: true }],
  ['paid, of one that says cancelled', PAID, cancelled, { kind: 'paid', ids, isProven: true }],
  ['cancelled', failed(1032), paid, { ...cancelled, isProven: true }],
  ['nothing yet', PENDING, paid, null],
  ['no answer', { kind: 'noAnswer', message: '', raw: null } as const, paid, null],
])("M-Pesa's answer about its id proves: %s", (_, answer, callback, evidence) => {
  expect(provenBy(answer, callback)).toEqual(evidence);
});

let world: ScriptedWorld;
beforeAll(async () => {
  world = await startScriptedWorld();
});
afterAll(() => world.close());

/** A job whose prompt is out, with the ids of its payment and of its push. */
async function target() {
  const job = await world.thing();
  await world.press(job);
  const [row] = await world.rowsOf(job);
  const at = world.pushes.length - 1;
  const call = (parts: object = {}) =>
    world.callBack(body({ checkout: row?.checkoutRequestId ?? '', ...parts }), at);
  return { job, id: row?.id ?? 0, call, checkout: row?.checkoutRequestId ?? '', at };
}
const statesOf = async (...things: { job: Thing }[]) =>
  (await Promise.all(things.map(({ job }) => world.rowsOf(job)))).map(
    ([row]) => `${row?.state} ${row?.receipt}`,
  );

test('of callbacks so many are stored, and one note that there were more', async () => {
  const [one, other] = [await target(), await target()];
  const record = (paymentId: number, kind: string) =>
    recordQuiet(world.db, { paymentId, at: world.at(0), kind });
  await record(other.id, 'callback_x');
  const stored = [];
  for (let n = 0; n < MAX_CALLBACKS + 3; n += 1) stored.push(await record(one.id, 'callback_x'));
  expect(stored.filter(Boolean)).toHaveLength(MAX_CALLBACKS);
  expect(stored.lastIndexOf(true)).toBe(MAX_CALLBACKS - 1);
  // What is no callback is always stored.
  expect(await record(one.id, 'query_pending')).toBe(true);
  const kinds = (await world.eventsOf(one.id)).slice(2 + MAX_CALLBACKS);
  expect(kinds).toEqual(['callbacks_no_longer_stored', 'query_pending']);
});

test('of the callbacks that are not proven the newest ten are read, one for each id', async () => {
  const [one, other] = [await target(), await target()];
  const record = (paymentId: number, kind: string, raw: unknown) =>
    recordEvent(world.db, { paymentId, at: world.at(0), kind, raw });
  const kind = unprovenEvent('callback_paid');
  await record(other.id, kind, body({ checkout: 'others' }));
  await record(one.id, 'push_unproven', body({ checkout: 'push' }));
  await record(one.id, kind, body({ checkout: 'eleventh' }));
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await record(one.id, kind, body({ checkout: `id${n}` }));
  await record(one.id, kind, { odd: true });
  await record(one.id, kind, body({ checkout: 'twice', receipt: 'OLDER00001' }));
  await record(one.id, kind, body({ checkout: 'twice', receipt: 'NEWER00001' }));
  await record(one.id, 'callback_paid', body({ checkout: 'proven' }));
  const found = await unprovenCallbacks(world.db, one.id);
  expect(found.map((callback) => callback.ids.checkoutRequestId)).toEqual([
    'twice',
    ...[7, 6, 5, 4, 3, 2, 1].map((n) => `id${n}`),
  ]);
  expect(found[0]).toMatchObject({ receipt: 'NEWER00001' });
});

describe('a true callback', () => {
  test('that comes four times at once pays once, and each is stored', async () => {
    const one = await target();
    const answers = await Promise.all([1, 2, 3, 4].map(() => one.call({ receipt: 'AAA1BBB2CC' })));
    expect(answers).toEqual(times(4, 'accepted'));
    expect(await statesOf(one)).toEqual(['paid AAA1BBB2CC']);
    expect(await world.eventsOf(one.id)).toEqual([
      'requested',
      'push_accepted',
      ...times(4, 'callback_paid'),
    ]);
  });

  test('of the right amount is accepted after one of a wrong amount, and both are in the books', async () => {
    const one = await target();
    await one.call({ amount: 1, receipt: 'WRONGAMT01' });
    await one.call({ receipt: 'RIGHTAMT01' });
    await world.payments.reconcile();
    expect(await world.rowsOf(one.job)).toMatchObject([
      { receipt: 'WRONGAMT01', review: 'amount', amountReceived: 1 },
      { receipt: 'RIGHTAMT01', state: 'paid', review: null, amountReceived: 100 },
    ]);
  });
});

describe('a callback changes nothing', () => {
  test('at an address that is none', async () => {
    const { job } = await target();
    const secret = world.pushes.at(-1)?.callbackUrl.split('/').at(-1) ?? '';
    const last = secret.endsWith('a') ? 'b' : 'a';
    const guesses = [
      secret.slice(0, -1) + last,
      secret.slice(0, -1),
      `${secret}a`,
      `x${secret}`,
      secret.toUpperCase(),
      secret.slice(0, 24),
      'a'.repeat(72),
      '',
    ];
    for (const guess of guesses) {
      expect(await world.payments.callback(guess, body({ checkout })), guess).toBe(
        'unknownAddress',
      );
    }
    expect(await statesOf({ job })).toEqual(['prompted null']);
  });

  test('at the address of another payment, or with a receipt that another payment has', async () => {
    const [one, other] = [await target(), await target()];
    await one.call({ checkout: other.checkout });
    expect(await statesOf(one, other)).toEqual(['prompted null', 'prompted null']);
    await one.call({ receipt: 'Reused000a' });
    await other.call({ receipt: 'REUSED000A' });
    expect(await statesOf(one, other)).toEqual(['paid REUSED000A', 'prompted null']);
  });

  test('of two with one receipt at the same time, but for the first', async () => {
    const pair = [await target(), await target()];
    await Promise.all(pair.map(({ call }) => call({ receipt: 'REUSED0002' })));
    expect((await statesOf(...pair)).toSorted()).toEqual(['paid REUSED0002', 'prompted null']);
  });
});

test.each<[string, (checkout: string, n: number) => unknown]>([
  ['malformed bodies', (_, n) => ({ n })],
  ['foreign ids', (_, n) => body({ checkout: `foreign_${n}` })],
  ['bodies without facts', (own) => body({ checkout: own, items: [] })],
  ['unknown codes', (own) => body({ checkout: own, code: 8888 })],
])('a flood of %s is stored up to a limit, and the true callback still pays', async (_, of) => {
  const one = await target();
  for (let n = 0; n < MAX_CALLBACKS + 9; n += 1) {
    await world.callBack(of(one.checkout, n), one.at);
  }
  const kinds = await world.eventsOf(one.id);
  // What changed the state is always stored.
  expect(kinds.length).toBeLessThanOrEqual(2 + 1 + MAX_CALLBACKS + 1);
  expect(kinds.at(-1)).toBe('callbacks_no_longer_stored');
  const receipt = `FLOOD${one.job.jobId}X`.padEnd(8, '0');
  await one.call({ receipt });
  expect(await statesOf(one)).toEqual([`paid ${receipt}`]);
});

/** What a gateway, or somebody who has found the address, may send in the place of any value. */
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
  [[[[]]]],
  '\u0000',
  '\ud800',
  { toString: 'x' },
  JSON.parse('{"__proto__": {"paid": true}}'),
];

test('no odd value in the place of another one pays, and none is a failure of the server', async () => {
  const one = await target();
  const places: ((odd: unknown) => unknown)[] = [
    (odd) => odd,
    (odd) => ({ Body: odd }),
    (odd) => ({ Body: { stkCallback: odd } }),
    (CheckoutRequestID) => withParts({ CheckoutRequestID }),
    (CallbackMetadata) => body({ checkout: one.checkout, items: CallbackMetadata }),
    (odd) => body({ checkout: one.checkout, items: [odd, { Name: odd, Value: odd }] }),
    (receipt) => body({ checkout: one.checkout, receipt }),
    (amount) => body({ checkout: one.checkout, amount }),
    (code) => body({ checkout: one.checkout, code: code ?? 8888 }),
  ];
  for (const place of places) {
    for (const odd of ODD) await world.callBack(place(odd), one.at);
  }
  expect((await statesOf(one))[0]).not.toMatch(/^paid/);
});
