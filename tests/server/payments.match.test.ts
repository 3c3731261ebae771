/** Sums from the Pay Bill menu: what each pays for, that each receipt counts once, and that none is lost. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { FEES } from '../../src/contract/constants.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { paymentEvents, sums } from '../../server/db/schema/payments.ts';
import { darajaTimestamp } from '../../server/mpesa/daraja.ts';
import {
  candidateOf,
  matchAll,
  misfitOf,
  sentAtOf,
  sentBackBefore,
  withoutReceipt,
} from '../../server/payments/match.ts';
import type { LockedPayable } from '../../server/payments/payables.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import type { Payment } from '../../server/payments/store.ts';
import { isCountedElsewhere, matchSum } from '../../server/payments/sums.ts';
import type { Sum } from '../../server/payments/sums.ts';
import { body, newReceipt } from './mpesaBodies.ts';
import { PROMPTED } from './paymentRow.ts';
import { accepted, failed, PAID } from './scriptedWorld.ts';
import { UNREADABLE } from '../../server/payments/callback.ts';
import { SECOND } from '../../server/payments/store.ts';
import type { Thing } from './scriptedWorld.ts';
import { referenceOf, startSumWorld } from './scriptedSums.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const job = { takenDown: null, paidAt: null };
const ad = { takenDown: null, expiresAt: null };
const paidAt = (receivedAt: Date | null) => ({ ...PROMPTED, state: 'paid' as const, receivedAt });

test.each<[string, string | null, object, Payment[], string | null]>([
  ['a job', 'job', job, [], null],
  ['a job with a prompt', 'job', job, [PROMPTED], null],
  ['a paid job', 'job', { ...job, paidAt: NOW }, [], 'paid_twice'],
  ['a job that is taken down', 'job', { ...job, takenDown: 'Why.' }, [], 'taken_down'],
  ['an ad that runs', 'ad', { ...ad, expiresAt: ago(-1) }, [], 'paid_twice'],
  ['an ad that has ended', 'ad', { ...ad, expiresAt: NOW }, [paidAt(NOW)], null],
  ['an ad that is taken down', 'ad', { ...ad, takenDown: 'Why.' }, [], 'taken_down'],
  ['a month', 'fundi', {}, [PROMPTED], null],
  ['a month that was paid for today', 'fundi', {}, [paidAt(ago(DAY_MS - 1))], 'paid_twice'],
  ['a month that was paid for by a query', 'fundi', {}, [paidAt(null)], 'paid_twice'],
  ['a month after one that was paid for before today', 'fundi', {}, [paidAt(ago(DAY_MS))], null],
  ['what is deleted', null, {}, [], 'deleted'],
])('money for %s', (_, kind, row, rows, misfit) => {
  const payable = kind && ({ kind, row } as LockedPayable);
  expect(misfitOf(payable || null, rows, NOW, NOW)).toBe(misfit);
});

const named = (id: number, values: Partial<Payment>) => ({ ...PROMPTED, id, ...values });

describe('money settles', () => {
  const open = named(1, {});
  const ended = named(2, { state: 'cancelled' });
  const paid = named(3, { state: 'paid' });
  const held = named(4, { state: 'needs_review', review: 'deleted' });
  const unclear = named(5, { state: 'needs_review', review: 'unanswered' });
  const refused = named(6, { state: 'failed', promptedAt: null });
  const back = named(7, { state: 'failed', returnedAt: NOW });

  test.each<[string, Payment[], Sum['cause'], Payment | undefined]>([
    ['the payment whose money is known', [open, ended, paid], null, paid],
    ['also when it does not fit any more', [ended, paid], 'paid_twice', paid],
    ['the one in review for it', [open, held], 'deleted', held],
    ['the one whose prompt is out', [ended, open], null, open],
    ['also for what is taken down', [ended, open], 'taken_down', open],
    ['the newest whose prompt has ended', [refused, back, unclear, ended], null, unclear],
    ['none that has ended, for what is taken down', [ended], 'taken_down', undefined],
    ['none for what is paid for', [open, ended], 'paid_twice', undefined],
    ['none for what is deleted', [open, ended], 'deleted', undefined],
    ['none whose money went back, or without a prompt', [back, refused], null, undefined],
  ])('%s', (_, rows, misfit, found) => expect(candidateOf(rows, misfit)).toBe(found));

  test('the one whose money went back after it was sent, and none whose money went back before', () => {
    expect(sentBackBefore([open, back], NOW)).toBe(back);
    expect(sentBackBefore([open, back], ago(-1))).toBeUndefined();
  });

  test('one of its time without a receipt', () => {
    const { watchMs } = DEFAULT_TIMINGS;
    const sum = { sentAt: NOW, receivedAt: ago(-1) } as Sum;
    const rows = [
      named(1, { createdAt: ago(watchMs - 1) }),
      named(2, { createdAt: ago(1 - watchMs) }),
      named(3, { createdAt: ago(watchMs) }),
      named(4, { createdAt: ago(-watchMs) }),
      named(5, { createdAt: NOW, receipt: 'R1' }),
    ];
    const found = withoutReceipt(rows, sum, DEFAULT_TIMINGS);
    expect(found.map(({ id }) => id)).toEqual([1, 2]);
    expect(sentAtOf({ ...sum, sentAt: null })).toEqual(sum.receivedAt);
    expect(sentAtOf({ ...sum, sentAt: ago(-2) })).toEqual(sum.receivedAt);
  });
});

const world = await startSumWorld();
beforeEach(() => world.settleAll());
afterAll(() => world.close());

/** A sum for the thing that nobody has decided about. */
async function stored(thing: Thing, values: Partial<Sum> = {}): Promise<Sum> {
  const usual = { receipt: newReceipt(), amount: FEES[thing.purpose], typed: referenceOf(thing) };
  const sum = { ...usual, receivedAt: world.at(0), ...values };
  const [row] = await world.db.insert(sums).values(sum).returning();
  return row!;
}
/** What a server does that has seen these sums new; how many it could not decide about. */
const decide = (...seen: Sum[]) => matchAll({ ...world.ctx, timings: DEFAULT_TIMINGS }, seen);
/** What is stored of the steps of a payment, oldest first. */
const eventsOf = (paymentId: number) =>
  world.db
    .select({ kind: paymentEvents.kind, raw: paymentEvents.raw })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(paymentEvents.id);

const takeDown = (thing: Thing) => world.changeJob(thing, { takenDown: 'Why.' });
const remove = (thing: Thing) => world.deleteJob(thing);
const pay = (thing: Thing) => world.confirm(thing);

describe('a sum from the menu', () => {
  test.each(['post_job', 'post_ad', 'subscription'] as const)(
    'pays for %s by its code, once, and who paid is forgotten',
    async (purpose) => {
      const thing = await world.thing(purpose);
      const receipt = await world.confirm(thing);
      expect(await world.books(thing, receipt)).toEqual([`paid ${receipt}`, 'matched']);
      const row = { phone: null, amountReceived: FEES[purpose], accountId: thing.account.id };
      expect(await world.rowsOf(thing)).toMatchObject([row]);
      expect(await world.sumOf(receipt)).toMatchObject({ payer: null, payable: thing.key });
      // Whole: there is nothing of who paid.
      const raw = { receipt, amount: FEES[purpose], sentAt: world.at(0).toISOString() };
      expect(await eventsOf((await world.rowOf(thing)).id)).toEqual([{ kind: 'sum_paid', raw }]);
      await world.confirm(thing, { TransID: receipt.toLowerCase() });
      expect(await world.books(thing, receipt)).toEqual([`paid ${receipt}`, 'matched']);
    },
  );

  test("pays for a fundi's month by the fundi's phone, which a client has too", async () => {
    const fundi = await world.thing('subscription');
    const { phoneNumber } = fundi.account;
    const client = { role: 'client', name: 'x', idNumber: '1', passwordHash: '' } as const;
    await world.db.insert(accounts).values({ ...client, phoneNumber });
    const BillRefNumber = `+254 ${phoneNumber.slice(1, 4)}-${phoneNumber.slice(4)}`;
    const receipt = await world.confirm(fundi, { BillRefNumber });
    expect(await world.books(fundi, receipt)).toEqual([`paid ${receipt}`, 'matched']);
  });

  test.each<[string, string, object, ((thing: Thing) => unknown)?]>([
    ['with a wrong sign in its account', 'account', { BillRefNumber: 'YF317F8' }],
    ['with two codes', 'accounts', { BillRefNumber: 'YF317F7 and JN106PP' }],
    ['without an account', 'account', { BillRefNumber: undefined }],
    ["with a client's phone as its account", 'account', { BillRefNumber: '0700000001' }],
    ['of another amount', 'amount', { TransAmount: '99.00' }],
    ['of no amount', 'amount', { TransAmount: undefined }],
    ['for a job that is taken down', 'taken_down', {}, takeDown],
    ['for a job that is deleted', 'deleted', {}, remove],
    ['of another amount for a job that is deleted', 'deleted', { TransAmount: '9' }, remove],
    ['for a job that is paid for', 'paid_twice', {}, pay],
  ])('%s waits for a person, with what was typed and who paid', async (_, cause, parts, change) => {
    const thing = await world.thing();
    await change?.(thing);
    const before = await world.books(thing);
    const receipt = await world.confirm(thing, { ...parts });
    expect(await world.books(thing, receipt)).toEqual([...before, `unmatched ${cause}`]);
    expect(await world.sumOf(receipt)).toMatchObject({ payer: 'NJERI 2547*****126' });
  });

  test('that a server stored and did not live to decide about is decided about by another', async () => {
    const thing = await world.thing();
    const { receipt, receivedAt } = await stored(thing);
    world.wait(1000);
    await Promise.all([1, 2, 3].map(() => world.server().reconcile()));
    expect(await world.books(thing, receipt)).toEqual([`paid ${receipt}`, 'matched']);
    expect(await world.rowOf(thing)).toMatchObject({ receivedAt });
  });

  test('that M-Pesa has taken back buys nothing, and two servers that saw it new log it once', async () => {
    const thing = await world.thing();
    const sum = await stored(thing, { cause: 'reversed' });
    world.log.warn.mockClear();
    for (const seen of [sum, sum]) await decide(seen);
    expect(await world.books(thing, sum.receipt)).toEqual(['unmatched reversed']);
    const text = 'money came that matches nothing: it needs a person';
    expect(world.log.warn.mock.calls).toEqual([[{ sum: sum.id, cause: 'reversed' }, text]]);
  });

  test('that cannot be decided about is logged, stays new, and holds up no other', async () => {
    const thing = await world.thing();
    const [one, other] = [await stored(thing), await stored(thing)];
    world.log.error.mockClear();
    const err = new Error('broken');
    vi.spyOn(world.db, 'transaction').mockRejectedValueOnce(err);
    expect(await decide(one, other)).toBe(1);
    const books = [`paid ${other.receipt}`, 'new', 'matched'];
    expect(await world.books(thing, one.receipt, other.receipt)).toEqual(books);
    expect(world.log.error.mock.calls).toEqual([
      [{ err, sum: one.id }, 'a sum could not be matched'],
    ]);
  });
});

describe('the money of an answered prompt counts once', () => {
  const CALL = {};
  const CANCEL = { code: 1032 };
  /** The callbacks of the prompt, and its confirmation. */
  type Step = typeof CALL | 'confirm';
  test.each<[string, Step[]]>([
    ['callback, confirmation', [CALL, 'confirm']],
    ['confirmation, callback', ['confirm', CALL]],
    ['confirmation, callback, confirmation', ['confirm', CALL, 'confirm']],
    ['M-Pesa called it cancelled before', [CANCEL, 'confirm', CALL]],
  ])('%s', async (_, steps) => {
    const one = await world.prompted();
    for (const step of steps) await (step === 'confirm' ? one.confirm() : one.call(step));
    expect(await world.books(one.thing, one.receipt)).toEqual([`paid ${one.receipt}`, 'matched']);
    expect(await one.row()).toMatchObject({ resultCode: 0 });
  });

  test('all of them at once', async () => {
    const one = await world.prompted();
    await Promise.all([one.call(), one.confirm(), one.call(), one.confirm()]);
    expect(await world.books(one.thing, one.receipt)).toEqual([`paid ${one.receipt}`, 'matched']);
  });

  test.each<[string, string, (thing: Thing) => unknown, object]>([
    ['deleted meanwhile', 'needs_review', remove, {}],
    ['taken down meanwhile', 'paid', takeDown, {}],
    ['confirmed with another account', 'paid', () => {}, { BillRefNumber: 'FundiJob7' }],
    ['confirmed with another amount', 'paid', () => {}, { TransAmount: '1.00' }],
  ])('%s: what its confirmation left unmatched is its own', async (_, state, change, parts) => {
    const { thing, receipt, call } = await world.prompted();
    await change(thing);
    await world.confirm(thing, { ...parts, TransID: receipt });
    await call();
    expect(await world.books(thing, receipt)).toEqual([`${state} ${receipt}`, 'matched']);
  });

  test('beside a sum that waits: neither its callback nor a query after a refund takes that sum', async () => {
    const { thing, receipt, call } = await world.prompted();
    await remove(thing);
    const menu = await world.confirm(thing);
    await call();
    const waits = 'unmatched deleted';
    expect(await world.books(thing, menu)).toEqual([`needs_review ${receipt}`, waits]);
    const back = { state: 'failed', review: null, returnedAt: world.at(0) } as const;
    await world.change(thing, { ...back, nextQueryAt: world.at(0) });
    await settleByQuery();
    expect(await world.books(thing, menu)).toEqual([`failed ${receipt}`, waits]);
  });

  test('beside sums of before its press and of another amount, which wait: a query takes neither', async () => {
    const thing = await world.thing();
    await takeDown(thing);
    const before = await world.confirm(thing);
    await world.changeJob(thing, { takenDown: null });
    world.wait(1000);
    await world.press(thing);
    const less = await world.confirm(thing, { TransAmount: '1.00' });
    await settleByQuery();
    const wait = ['unmatched taken_down', 'unmatched amount'];
    expect(await world.books(thing, before, less)).toEqual(['paid null', ...wait]);
  });

  test('that comes from the menu before the answer to the push, whose id is known then', async () => {
    const thing = await world.thing();
    world.gateway.push.mockImplementationOnce(async () => {
      await world.confirm(thing);
      return accepted('ws_CO_late');
    });
    await world.press(thing);
    expect(await world.rowOf(thing)).toMatchObject({
      state: 'paid',
      promptedAt: null,
      checkoutRequestId: 'ws_CO_late',
    });
  });

  test('when a query settled it, and its confirmation brings the receipt, even days later', async () => {
    for (const days of [0, 3]) {
      const { thing } = await world.prompted('subscription');
      const TransTime = darajaTimestamp(world.at(0).getTime());
      await settleByQuery();
      const receivedAt = world.at(0);
      world.wait(days * DAY_MS);
      const receipt = await world.confirm(thing, { TransTime });
      expect(await world.books(thing, receipt)).toEqual([`paid ${receipt}`, 'matched']);
      // It stays among the takings of that day.
      expect(await world.rowOf(thing)).toMatchObject({ receivedAt });
    }
  });

  test.each(['subscription', 'post_job'] as const)(
    'for %s, when its prompt had expired, its confirmation settled the next prompt, and a query finds the first one paid then',
    async (purpose) => {
      const { thing, receipt, checkout, call, confirm } = await world.prompted(purpose);
      await call({ code: 1019 });
      world.wait(1000);
      await world.press(thing);
      await world.callBack(body({ checkout: `ws_CO_${world.pushes.length}`, code: 17 }));
      world.wait(60_000);
      await confirm();
      expect(await world.books(thing, receipt)).toEqual([
        'expired null',
        `paid ${receipt}`,
        'matched',
      ]);
      world.gateway.query.mockResolvedValueOnce(failed(1019));
      world.wait(MINUTE_MS);
      await world.payments.reconcile();
      world.gateway.query.mockImplementation(async (id) => (id === checkout ? PAID : failed(17)));
      world.wait(11 * MINUTE_MS);
      await world.payments.reconcile();
      expect(await world.books(thing, receipt)).toEqual([
        'expired null',
        `paid ${receipt}`,
        'matched',
      ]);
      const [first] = await world.rowsOf(thing);
      const kinds = await world.eventsOf(first?.id ?? 0);
      expect(kinds.slice(-2)).toEqual(['query_failed', 'query_paid_ignored']);
      // Money that comes beside it is a sum of its own.
      const second = await world.confirm(thing);
      expect((await world.books(thing, second)).at(-1)).toBe('unmatched paid_twice');
    },
  );

  test('when the job is deleted, and after its confirmation only a query says that it was paid', async () => {
    const { thing } = await world.prompted();
    await remove(thing);
    const receipt = await world.confirm(thing);
    expect(await world.books(thing, receipt)).toEqual(['prompted null', 'unmatched deleted']);
    await settleByQuery();
    expect(await world.books(thing, receipt)).toEqual([`needs_review ${receipt}`, 'matched']);
  });
});

async function settleByQuery() {
  world.wait(10_000);
  world.gateway.query.mockResolvedValueOnce(PAID);
  await world.payments.reconcile();
}

test.each<[string, boolean, Partial<Sum>, Partial<Payment>]>([
  ['whose prompt has no result', true, {}, {}],
  ['whose prompt has failed', true, {}, { resultCode: 17 }],
  ['whose money went back', true, {}, { state: 'failed', returnedAt: NOW }],
  ['whose prompt brought it', false, {}, { resultCode: 0 }],
  ['without a prompt', false, {}, { promptedAt: null }],
  [
    'that did not get it, as a person sent it back',
    true,
    { state: 'returned', paymentId: null },
    {},
  ],
  ['with it, before that prompt', false, { receivedAt: new Date(0) }, {}],
  ['of another amount', false, { amount: 99 }, {}],
  ['for another job', false, { payable: 'job:0' }, {}],
])(
  'the sum of a payment %s is what a query says of another prompt: %s',
  async (_, isSame, sum, payment) => {
    const { id, thing } = await world.prompted();
    await world.change(thing, { state: 'paid', ...payment });
    await stored(thing, { payable: thing.key, state: 'matched', paymentId: id, ...sum });
    const asked = { payable: thing.key, amount: 100, createdAt: world.at(0) };
    expect(await isCountedElsewhere(world.db, asked)).toBe(isSame);
  },
);

test('a sum that was sent back is the money of no payment', async () => {
  const { id, thing } = await world.prompted();
  const { receipt } = await stored(thing, { state: 'returned' });
  await matchSum(world.db, receipt, id);
  expect(await world.sumOf(receipt)).toMatchObject({ state: 'returned', paymentId: null });
});

test.each(['prompt first', 'menu first', 'both at once'])(
  'a job that is paid for by the prompt and from the menu, %s, is paid once, and the other sum waits',
  async (order) => {
    const { thing, receipt, call, confirm } = await world.prompted();
    const menu = newReceipt();
    const send = () => world.confirm(thing, { TransID: menu });
    if (order === 'both at once') await Promise.all([call(), send()]);
    else for (const pays of order === 'prompt first' ? [call, send] : [send, call]) await pays();
    // The prompt's own confirmation comes too.
    await confirm();
    const [payment, ...rest] = await world.books(thing, receipt, menu);
    expect(rest.toSorted()).toEqual(['matched', 'unmatched paid_twice']);
    expect(payment).toBe(`paid ${rest[0] === 'matched' ? receipt : menu}`);
  },
);

test('a second receipt at the callback of a paid prompt is a sum of its own', async () => {
  const { thing, id, receipt, call } = await world.prompted();
  await call();
  const second = newReceipt();
  await call({ receipt: second });
  expect((await world.eventsOf(id)).at(-1)).toBe(`callback_paid${SECOND}`);
  await world.payments.reconcile();
  expect(await world.books(thing, second)).toEqual([`paid ${receipt}`, 'unmatched paid_twice']);
});

const ask = (thing: Thing, parts: object = {}) =>
  world.payments.sums.validate(world.said(thing, { TransID: '', ...parts }));

test('a report of a sum that cannot be read leaves an error with the receipt that is in it', async () => {
  const { confirm, validate } = world.payments.sums;
  world.log.error.mockClear();
  expect(await confirm('TransID=QWE1RTY2UI&TransAmount=100')).toBe(false);
  expect(await validate('TransAmount=100')).toBe('0');
  expect(world.log.error.mock.calls).toEqual([
    [{ receipt: 'QWE1RTY2UI' }, UNREADABLE],
    [{ receipt: null }, UNREADABLE],
  ]);
});

describe('a sum that is to come', () => {
  test.each<[string, string, object, ((thing: Thing) => unknown)?]>([
    ['for what can be paid for is let through with', '0', {}],
    ['with an unknown account is refused with', 'C2B00012', { BillRefNumber: 'YF317F8' }],
    ['for a job that is deleted is refused with', 'C2B00012', {}, remove],
    ['of another amount is refused with', 'C2B00013', { TransAmount: '10' }],
    ['for a job that is paid for is refused with', 'C2B00016', {}, pay],
    ['for a job that is taken down is refused with', 'C2B00016', {}, takeDown],
  ])('%s %s', async (_, code, parts, change) => {
    const thing = await world.thing();
    await change?.(thing);
    expect(await ask(thing, parts)).toBe(code);
  });

  test('is let through while the database is away', async () => {
    const thing = await world.thing();
    const away = vi.spyOn(world.db, 'transaction').mockRejectedValue(new Error('away'));
    expect(await ask(thing, { BillRefNumber: 'YF317F8' })).toBe('0');
    away.mockRestore();
  });
});
