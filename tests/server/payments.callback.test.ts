/** Callbacks: what they say, how many are stored, and that a true one pays once and any other changes nothing. */
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  MAX_CALLBACKS,
  provenBy,
  readCallback,
  receiptIn,
  recordQuiet,
  UNREADABLE,
  unprovenCallbacks,
  unprovenEvent,
} from '../../server/payments/callback.ts';
import { paymentEvents } from '../../server/db/schema/payments.ts';
import { SETTINGS_REFUSED } from '../../server/payments/settle.ts';
import { recordEvent } from '../../server/payments/store.ts';
import { body } from './mpesaBodies.ts';
import { failed, lost, PAID, PENDING, startScriptedWorld } from './scriptedWorld.ts';

const checkout = 'ws_CO_1';
const ids = { merchantRequestId: '1-2-3', checkoutRequestId: checkout };
const paid = { kind: 'paid', ids, amount: 100, receipt: 'QWE1RTY2UI' } as const;
const incomplete = { kind: 'incomplete', ids } as const;
const cancelled = { kind: 'result', ids, code: 1032 } as const;
const { stkCallback } = body({ checkout }).Body;
const withParts = (parts: object) => ({ Body: { stkCallback: { ...stkCallback, ...parts } } });
const items = (rest: unknown[]) => [...(stkCallback.CallbackMetadata.Item as unknown[]), ...rest];
const times = <T>(count: number, item: T) => Array.from({ length: count }, () => item);

const said = (parts: object) => body({ checkout, ...parts });
const many = (count: number) => items(times(count, { Name: 'x' }));

test.each<[what: string, sent: unknown, evidence: object]>([
  ['paid', said({}), paid],
  ['paid, in texts', said({ code: '0', amount: '100.00' }), paid],
  ['paid, in a text without a point', said({ amount: '100' }), paid],
  ['paid, with small letters', said({ receipt: 'qwe1rty2ui' }), paid],
  ['another amount', said({ amount: '40.5' }), { ...paid, amount: 40.5 }],
  ['a long receipt', said({ receipt: 'A'.repeat(20) }), { ...paid, receipt: 'A'.repeat(20) }],
  ['a short receipt', said({ receipt: 'ABC123' }), { ...paid, receipt: 'ABC123' }],
  ['as many items as may be', said({ items: many(45) }), paid],
  ['cancelled', said({ code: 1032 }), cancelled],
  ['cancelled, without facts', withParts({ ResultCode: 1032, CallbackMetadata: 7 }), cancelled],
  ['a code that is a text', said({ code: 'SFC_IC0003' }), { ...cancelled, code: 'SFC_IC0003' }],
  ['too many items', said({ items: many(46) }), incomplete],
  ['an item without a name', said({ items: items([{ Value: 1 }]) }), incomplete],
])('a callback that says %s', (_, sent, evidence) => {
  expect(readCallback(sent)).toEqual(evidence);
});

const SEEN = 'QWE1RTY2UI';
test.each<[string | null, unknown]>([
  [SEEN, `TransactionType=Pay+Bill&TransID=${SEEN}&TransAmount=100.00`],
  [SEEN, `data=%7B%22TransID%22%3A%22${SEEN}%22%7D`],
  [SEEN, `<TransID>${SEEN}</TransID>`],
  [SEEN, `<Name>MpesaReceiptNumber</Name><Value>${SEEN}</Value>`],
  [SEEN, `TransID\n${SEEN}\nTransAmount\n100.00`],
  [SEEN, JSON.stringify(said({})).slice(0, -20)],
  [SEEN, `{'TransID': 'qwe1rty2ui',}`],
  [SEEN, `${SEEN} Confirmed. Ksh100.00 received from NJERI on 21/11/26`],
  [SEEN, { sums: [{ receipt: SEEN.toLowerCase() }] }],
  [SEEN, [['x', { reference: SEEN }]]],
  [null, JSON.stringify(said({ code: 1032, items: [] }))],
  [null, 'WANJIKUMAR 0712345678 20261121101112'],
  [null, '['.repeat(8000)],
  [null, ''],
  [null, null],
  [null, undefined],
])('the receipt %j is seen in %j', (receipt, sent) => expect(receiptIn(sent)).toBe(receipt));

test('no receipt is seen in a body that is too deep', () => {
  expect(receiptIn(JSON.parse('['.repeat(8000) + ']'.repeat(8000)))).toBeNull();
});

type Place = (value: unknown) => unknown;
test.each<[string, object | null, unknown[], Place]>([
  [
    'list of facts',
    incomplete,
    [undefined, null, [], { Item: 'x' }, { Item: [null] }],
    (facts) => withParts({ CallbackMetadata: facts }),
  ],
  [
    'amount',
    incomplete,
    ['1e2', '100x', 'x100', '1.', '', '9'.repeat(400), null, true, [100], {}],
    (amount) => said({ amount }),
  ],
  [
    'receipt',
    incomplete,
    ['ABC12', 'A'.repeat(21), 'ABC-123', 'ABC 123', '!ABC123', 'ABC123!', 1234567, null],
    (receipt) => said({ receipt }),
  ],
  [
    'id',
    null,
    ['', 'a b', '!a', 'a!', 'a'.repeat(101), 7, null],
    (CheckoutRequestID) => withParts({ CheckoutRequestID }),
  ],
  ['merchant', null, [undefined], (MerchantRequestID) => withParts({ MerchantRequestID })],
  // None of them counts as 0, which is paid.
  [
    'code',
    null,
    [undefined, null, '', false, 0.5, [], {}],
    (ResultCode) => withParts({ ResultCode }),
  ],
  ['body', null, [{ Body: {} }, { Body: null }, {}, null, 'x', [said({})]], (whole) => whole],
])('a callback with a wrong %s says: %j', (_, evidence, values, place) => {
  for (const value of values) expect(readCallback(place(value)), String(value)).toEqual(evidence);
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

/** What a gateway, or somebody who has found the address, may send in the place of any value. */
const ODD: unknown[] = [
  ...(JSON.parse(
    '[null, true, "", "zero", "0x0", -1, 0.5, 1e308, [], [[[[]]]], "\\u0000", "\\ud800", {"toString": "x"}, {"__proto__": {"paid": true}}]',
  ) as unknown[]),
  '9'.repeat(400),
];

const world = await startScriptedWorld();
afterAll(() => world.close());

const { prompted } = world;
type Prompted = Awaited<ReturnType<typeof prompted>>;
const statesOf = (...all: Prompted[]) =>
  Promise.all(
    all.map(async ({ row }) => {
      const { state, receipt } = await row();
      return `${state} ${receipt}`;
    }),
  );
/** Stores so many callbacks that changed nothing. */
const stored = (paymentId: number, count: number) =>
  world.db
    .insert(paymentEvents)
    .values(times(count, { paymentId, at: world.at(0), kind: 'callback_x' }));

test('of callbacks so many are stored, and one note that there were more', async () => {
  const [one, other] = [await prompted(), await prompted()];
  const record = (paymentId: number, kind = 'callback_x') =>
    recordQuiet(world.db, { paymentId, at: world.at(0), kind });
  await record(other.id);
  await stored(one.id, MAX_CALLBACKS - 2);
  const isStored = [];
  for (let n = 0; n < 5; n += 1) isStored.push(await record(one.id));
  expect(isStored).toEqual([true, true, false, false, false]);
  // What is no callback is always stored.
  expect(await record(one.id, 'query_pending')).toBe(true);
  const kinds = (await world.eventsOf(one.id)).slice(2 + MAX_CALLBACKS);
  expect(kinds).toEqual(['callbacks_no_longer_stored', 'query_pending']);
});

test('of the callbacks that are not proven the newest ten are read, one for each id', async () => {
  const [one, other] = [await prompted(), await prompted()];
  const record = (raw: unknown, kind = unprovenEvent('callback_paid'), paymentId = one.id) =>
    recordEvent(world.db, { paymentId, at: world.at(0), kind, raw });
  await record(body({ checkout: 'others' }), undefined, other.id);
  await record(body({ checkout: 'push' }), 'push_unproven');
  await record(body({ checkout: 'eleventh' }));
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await record(body({ checkout: `id${n}` }));
  await record({ odd: true });
  await record(body({ checkout: 'twice', receipt: 'OLDER00001' }));
  await record(body({ checkout: 'twice', receipt: 'NEWER00001' }));
  await record(body({ checkout: 'proven' }), 'callback_paid');
  const found = await unprovenCallbacks(world.db, one.id);
  expect(found.map((callback) => callback.ids.checkoutRequestId)).toEqual([
    'twice',
    ...[7, 6, 5, 4, 3, 2, 1].map((n) => `id${n}`),
  ]);
  expect(found[0]).toMatchObject({ receipt: 'NEWER00001' });
});

test('a true callback that comes four times at once pays once, and each is stored', async () => {
  const one = await prompted();
  const answers = await Promise.all([1, 2, 3, 4].map(() => one.call()));
  expect(answers).toEqual(times(4, 'accepted'));
  expect(await statesOf(one)).toEqual([`paid ${one.receipt}`]);
  expect(await world.eventsOf(one.id)).toEqual([
    'requested',
    'push_accepted',
    ...times(4, 'callback_paid'),
  ]);
  // Each event has the step that it made; those without one have made none.
  const { paymentId, fromState, toState } = paymentEvents;
  const steps = world.db.select({ fromState, toState }).from(paymentEvents);
  const ofOne = steps.where(eq(paymentId, one.id)).orderBy(paymentEvents.id);
  expect((await ofOne).slice(2)).toEqual([
    { fromState: 'prompted', toState: 'paid' },
    ...times(3, { fromState: 'paid', toState: null }),
  ]);
});

/** The database refuses the next transaction with this code. */
const refuseOnce = (code: string) =>
  vi
    .spyOn(world.db, 'transaction')
    .mockRejectedValueOnce(Object.assign(new Error('refused'), { code }));

test('a callback that gets the receipt of another one at the same time is booked again, no other is', async () => {
  const one = await prompted();
  refuseOnce('23502');
  await expect(one.call()).rejects.toThrow('refused');
  expect(await statesOf(one)).toEqual(['prompted null']);
  refuseOnce('23505');
  await one.call();
  expect(await statesOf(one)).toEqual([`paid ${one.receipt}`]);
});

test.each([
  ['an id that is not proven', lost, {}],
  ['a callback without its facts', undefined, { items: [] }],
])('M-Pesa is asked at once about %s, but not for each of a flood', async (_, push, parts) => {
  const one = await prompted('post_job', push);
  await one.call(parts);
  expect(await one.row()).toMatchObject({ receipt: null, nextQueryAt: world.at(0) });
  await stored(one.id, MAX_CALLBACKS);
  await world.settleAll();
  await one.call(parts);
  expect(await one.row()).toMatchObject({ receipt: null, nextQueryAt: null });
});

type Line = [facts: object, text: string];
test.each<[string, object, errors: Line[], warnings: Line[]]>([
  ['of a mistake of ours', { code: 2028 }, [[{ code: 2028 }, SETTINGS_REFUSED]], []],
  ['of another amount', { amount: 1 }, [], [[{ review: 'amount' }, 'a payment needs a person']]],
  ['that it was cancelled', { code: 1032 }, [], []],
  ['that it is paid', {}, [], []],
])('a callback %s leaves in the log what a person must do', async (_, parts, errors, warnings) => {
  const one = await prompted();
  const { error, warn } = world.log;
  for (const told of [error, warn]) told.mockClear();
  await one.call(parts);
  const withId = (lines: Line[]) =>
    lines.map(([facts, text]) => [{ payment: one.id, ...facts }, text]);
  expect([error.mock.calls, warn.mock.calls]).toEqual([withId(errors), withId(warnings)]);
});

test('a callback of the right amount is accepted after one of a wrong amount, and both are in the books', async () => {
  const one = await prompted();
  await one.call({ amount: 1, receipt: 'WRONGAMT01' });
  await one.call({ receipt: 'RIGHTAMT01' });
  await world.payments.reconcile();
  expect(await world.rowsOf(one.thing)).toMatchObject([
    { receipt: 'WRONGAMT01', review: 'amount', amountReceived: 1 },
    { receipt: 'RIGHTAMT01', state: 'paid', review: null, amountReceived: 100 },
  ]);
});

describe('a callback changes nothing', () => {
  test('at an address that is none', async () => {
    const one = await prompted();
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
      expect(await world.payments.callback(guess, said({})), guess).toBe('unknownAddress');
    }
    expect(await statesOf(one)).toEqual(['prompted null']);
  });

  test('at the address of another payment, or with a receipt that another payment has', async () => {
    const [one, other] = [await prompted(), await prompted()];
    for (const code of [0, 1032]) await one.call({ checkout: other.checkout, code });
    expect(await statesOf(one, other)).toEqual(['prompted null', 'prompted null']);
    await one.call({ receipt: 'Reused000a' });
    await other.call({ receipt: 'REUSED000A' });
    expect(await statesOf(one, other)).toEqual(['paid REUSED000A', 'prompted null']);
    // M-Pesa would say of that id that it is paid.
    const unanswered = await prompted('post_job', lost);
    await unanswered.call({ checkout: one.checkout });
    expect((await world.eventsOf(unanswered.id)).at(-1)).toBe('callback_paid_ignored');
  });

  test('of two with one receipt at the same time, but for the first', async () => {
    const pair = [await prompted(), await prompted()];
    await Promise.all(pair.map(({ call }) => call({ receipt: 'REUSED0002' })));
    expect((await statesOf(...pair)).toSorted()).toEqual(['paid REUSED0002', 'prompted null']);
  });

  test('where it is odd: what no database takes is stored without it', async () => {
    const one = await prompted();
    const before = await world.eventsOf(one.id);
    world.log.error.mockClear();
    expect(await world.callBack(`TransID=${SEEN}`)).toBe('malformed');
    const facts = { payment: one.id, receipt: SEEN };
    expect(world.log.error.mock.calls).toEqual([[facts, UNREADABLE]]);
    expect(await world.callBack(ODD)).toBe('malformed');
    expect(await one.call({ receipt: ODD, items: ODD })).toBe('accepted');
    expect(await statesOf(one)).toEqual(['prompted null']);
    const kinds = ['callback_malformed', 'callback_malformed', 'callback_incomplete'];
    expect(await world.eventsOf(one.id)).toEqual([...before, ...kinds]);
  });
});

test.each<[string, (own: string, n: number) => unknown]>([
  ['malformed bodies', (_, n) => ({ n })],
  ['foreign ids', (_, n) => body({ checkout: `foreign_${n}` })],
  ['bodies without facts', (own) => body({ checkout: own, items: [] })],
  ['unknown codes', (own) => body({ checkout: own, code: 8888 })],
])('a flood of %s is stored up to a limit, and the true callback still pays', async (_, of) => {
  const one = await prompted();
  await stored(one.id, MAX_CALLBACKS - 3);
  world.log.error.mockClear();
  for (let n = 0; n < 6; n += 1) await world.callBack(of(one.checkout, n));
  // An operator hears of no more than are stored.
  expect(world.log.error.mock.calls.length).toBeLessThanOrEqual(3);
  const kinds = await world.eventsOf(one.id);
  // What changed the state is always stored.
  expect(kinds.length).toBeLessThanOrEqual(2 + 1 + MAX_CALLBACKS + 1);
  expect(kinds.at(-1)).toBe('callbacks_no_longer_stored');
  await one.call();
  expect(await statesOf(one)).toEqual([`paid ${one.receipt}`]);
});
