/** When M-Pesa is asked about a payment, what its answer does, and what becomes of a payment without one. */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../src/contract/time.ts';
import type { QueryResult } from '../../server/mpesa/gateway.ts';
import { createReconciler } from '../../server/payments/reconciler.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import { gate } from '../support/gate.ts';
import { failed, lost, PAID, PENDING, startScriptedWorld } from './scriptedWorld.ts';
import type { Thing } from './scriptedWorld.ts';

/** On a busy machine a round takes long. */
const PATIENT = { timeout: 10_000 };
const NO_ANSWER = { kind: 'noAnswer', message: 'x', raw: null } as const;

const world = await startScriptedWorld();
beforeEach(async () => {
  // What an earlier test left is not due.
  await world.settleAll();
  world.gateway.query.mockReset().mockResolvedValue(PENDING);
  for (const each of [world.log.error, world.gateway.push]) each.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const { prompted } = world;
const withoutIds = () => prompted('post_job', lost);
const eventsOf = async (id: number) => (await world.eventsOf(id)).slice(2);
const idsAsked = () => world.gateway.query.mock.calls.map(([id]) => id);
/** M-Pesa answers so from now on about this id, and about no other. */
const answers = (answer: QueryResult, checkout: string) =>
  world.gateway.query.mockImplementation(async (id) => (id === checkout ? answer : PENDING));
/** One round after so long. */
async function round(ms = 0) {
  world.wait(ms);
  await world.payments.reconcile();
}
/** One round in which the payment is due. */
async function dueRound(thing: Thing, ms = 0) {
  await world.change(thing, { nextQueryAt: world.at(0) });
  await round(ms);
}

describe('a prompt', () => {
  test('is asked about ten seconds after it was sent, then after growing pauses', async () => {
    const { id, checkout, row } = await prompted();
    await round(9999);
    expect(idsAsked()).toEqual([]);
    await round(1);
    expect(idsAsked()).toEqual([checkout]);
    const next = world.at(5000);
    expect(await row()).toMatchObject({ state: 'prompted', queries: 1, nextQueryAt: next });
    await round(5000);
    expect(await row()).toMatchObject({ queries: 2, nextQueryAt: world.at(7500) });
    expect(await eventsOf(id)).toEqual(['query_pending', 'query_pending']);
  });

  test('that was paid is settled; its callback brings the receipt', async () => {
    const { id, row, call, receipt } = await prompted();
    world.gateway.query.mockResolvedValueOnce(PAID);
    await round(10_000);
    expect(await row()).toMatchObject({ state: 'paid', receipt: null, nextQueryAt: null });
    await call();
    expect(await row()).toMatchObject({ receipt, review: null });
    expect(await eventsOf(id)).toEqual(['query_paid', 'callback_paid']);
  });

  test.each([
    ['a query', 'query_failed'],
    ['its callback', 'callback_result'],
  ])(
    'that was cancelled, by %s, is asked about at its end and when we give up',
    async (_, first) => {
      const { id, row, call } = await prompted();
      const [end, last] = [world.at(2 * MINUTE_MS), world.at(10 * MINUTE_MS)];
      world.gateway.query.mockResolvedValue(failed(1032));
      world.wait(10_000);
      await (first === 'query_failed' ? round() : call({ code: 1032 }));
      const known = { state: 'cancelled', settledAt: world.at(0), receivedAt: null };
      expect(await row()).toMatchObject({ ...known, nextQueryAt: end });
      await round(2 * MINUTE_MS - 10_000);
      expect(await row()).toMatchObject({ state: 'cancelled', nextQueryAt: last });
      // Without an answer it is asked about again after a minute.
      world.gateway.query.mockResolvedValue(NO_ANSWER);
      await round(8 * MINUTE_MS);
      expect(await row()).toMatchObject({ nextQueryAt: world.at(MINUTE_MS) });
      expect(await eventsOf(id)).toEqual([first, 'query_failed', 'query_noAnswer']);
    },
  );

  test.each([
    [100, { state: 'paid', review: null }],
    [40, { state: 'needs_review', review: 'amount' }],
  ])('whose callback of Ksh %i comes while M-Pesa is asked is %j', async (amount, end) => {
    const { id, row, call, receipt } = await prompted();
    world.gateway.query.mockImplementationOnce(async () => {
      await call({ amount });
      return PAID;
    });
    await round(10_000);
    expect(await row()).toMatchObject({ ...end, receipt, amountReceived: amount });
    expect(await eventsOf(id)).toEqual(['callback_paid', 'query_paid']);
  });

  test('without a result is unknown at its end, and a person looks after ten minutes', async () => {
    const { thing, id, row } = await prompted();
    const after = async (ms: number) => {
      world.wait(ms);
      await dueRound(thing);
      return (await row()).state;
    };
    expect(await after(2 * MINUTE_MS - 1)).toBe('prompted');
    expect(await after(1)).toBe('unknown');
    expect(await after(8 * MINUTE_MS - 1)).toBe('unknown');
    expect(await after(1)).toBe('needs_review');
    const asked = ['query_pending', 'query_pending'];
    expect(await eventsOf(id)).toEqual([...asked, 'overdue', ...asked, 'given_up']);
    // It is watched for a day.
    expect(await row()).toMatchObject({ nextQueryAt: world.at(MINUTE_MS) });
  });

  test('that somebody wants asked about meanwhile is asked about then', async () => {
    const { thing, row } = await prompted();
    const soon = world.at(10_077);
    const update = world.db.update.bind(world.db);
    const spied = vi.spyOn(world.db, 'update');
    spied.mockImplementationOnce((table) => update(table));
    // Between reading the payment and storing when to ask next.
    spied.mockImplementationOnce((table) => {
      const where = async (values: object, which: undefined) => {
        spied.mockRestore();
        await world.change(thing, { nextQueryAt: soon });
        await world.db.update(table).set(values).where(which);
      };
      return { set: (values: object) => ({ where: where.bind(null, values) }) } as never;
    });
    await round(10_000);
    expect(await row()).toMatchObject({ nextQueryAt: soon });
  });

  test('that a person has closed while M-Pesa was asked is still watched', async () => {
    const { thing, row } = await prompted();
    world.gateway.query.mockImplementationOnce(async () => {
      await world.change(thing, { state: 'failed', nextQueryAt: null });
      return PENDING;
    });
    await round(10_000);
    expect(await row()).toMatchObject({ nextQueryAt: world.at(MINUTE_MS) });
  });

  test('whose callback came before its ids were known is paid with that receipt', async () => {
    const [one, other] = [await withoutIds(), await withoutIds()];
    for (const { call } of [one, other]) await call();
    await world.change(one.thing, { checkoutRequestId: one.checkout });
    await world.change(other.thing, { checkoutRequestId: 'another' });
    world.gateway.query.mockResolvedValue(PAID);
    await round();
    expect(await one.row()).toMatchObject({ state: 'paid', receipt: one.receipt });
    expect(await other.row()).toMatchObject({ state: 'paid', receipt: null });
  });
});

describe('a payment whose push had no answer', () => {
  test('is not asked about; a person looks at it when its prompt would have ended', async () => {
    const { thing, id, row } = await withoutIds();
    const end = world.at(2 * MINUTE_MS);
    await dueRound(thing);
    expect(await row()).toMatchObject({ state: 'unknown', nextQueryAt: end });
    await round(2 * MINUTE_MS - 1);
    expect(await row()).toMatchObject({ state: 'unknown' });
    await round(1);
    expect(await row()).toMatchObject({ state: 'needs_review', review: 'unanswered' });
    expect(await eventsOf(id)).toEqual(['given_up']);
    expect(idsAsked()).toEqual([]);
  });

  test('because the server died is unknown after a minute, and ends so', async () => {
    const { thing, id, row } = await withoutIds();
    const patience = world.at(MINUTE_MS);
    await world.change(thing, { state: 'created', promptedAt: null });
    await dueRound(thing);
    expect(await row()).toMatchObject({ state: 'created', nextQueryAt: patience });
    await round(MINUTE_MS);
    const end = world.at(2 * MINUTE_MS);
    expect(await row()).toMatchObject({ state: 'unknown', nextQueryAt: end });
    await round(2 * MINUTE_MS);
    expect(await eventsOf(id)).toEqual(['push_overdue', 'given_up']);
    expect(await row()).toMatchObject({ state: 'needs_review' });
  });

  test('and that M-Pesa answers while it is given up is asked about when that answer says', async () => {
    const { thing, checkout, row } = await withoutIds();
    await world.change(thing, { state: 'created', promptedAt: null });
    const soon = world.at(MINUTE_MS + 10_000);
    const transaction = world.db.transaction.bind(world.db);
    vi.spyOn(world.db, 'transaction').mockImplementationOnce(async (work) => {
      await world.change(thing, { checkoutRequestId: checkout, nextQueryAt: soon });
      return await transaction(work);
    });
    await dueRound(thing, MINUTE_MS);
    expect(await row()).toMatchObject({ state: 'unknown', nextQueryAt: soon });
  });

  test.each([
    ['paid', PAID, 100, { state: 'paid', amountReceived: 100 }],
    ['paid, of another amount', PAID, 1, { state: 'needs_review', review: 'amount' }],
    ['cancelled', failed(1032), 100, { state: 'cancelled', receipt: null }],
  ])('gets its ids from a callback that M-Pesa confirms: %s', async (_, answer, amount, end) => {
    const { checkout, call, row } = await withoutIds();
    await call({ amount });
    expect(await row()).toMatchObject({ state: 'unknown', checkoutRequestId: null });
    world.gateway.query.mockResolvedValueOnce(answer);
    await round();
    expect(idsAsked()).toEqual([checkout]);
    expect(await row()).toMatchObject({ checkoutRequestId: checkout, ...end });
  });

  test('does not believe a forged callback, and waits longer for the true one', async () => {
    const other = await prompted();
    const { thing, id, checkout, call, row } = await withoutIds();
    await call({ checkout: 'forged' });
    world.gateway.query.mockResolvedValueOnce(NO_ANSWER);
    await round();
    const soon = world.at(5000);
    expect(await row()).toMatchObject({ state: 'unknown', receipt: null, nextQueryAt: soon });
    expect(await eventsOf(id)).toEqual(['callback_paid_unproven', 'query_noAnswer']);
    // M-Pesa knows this id, but by then it is that of another payment.
    await call({ checkout: 'late' });
    await call();
    await world.change(other.thing, { checkoutRequestId: 'late', nextQueryAt: null });
    answers(PAID, 'late');
    world.gateway.query.mockClear();
    await round(2 * MINUTE_MS);
    // The newest is asked about first.
    expect(idsAsked()).toEqual([checkout, 'late', 'forged']);
    expect([(await row()).state, (await other.row()).state]).toEqual(['unknown', 'prompted']);
    world.gateway.query.mockClear();
    answers(PAID, checkout);
    await dueRound(thing);
    expect(idsAsked()).toEqual([checkout]);
    expect(await row()).toMatchObject({ state: 'paid', checkoutRequestId: checkout });
  });

  test('and whose callback nobody confirms is given up after ten minutes, and watched', async () => {
    const { thing, call, row } = await withoutIds();
    await call();
    await round(10 * MINUTE_MS - 1);
    expect(await row()).toMatchObject({ state: 'unknown' });
    world.wait(1);
    await dueRound(thing);
    const next = world.at(MINUTE_MS);
    expect(await row()).toMatchObject({ state: 'needs_review', nextQueryAt: next });
  });
});

describe('a query that fails', () => {
  test('is logged, holds up no other, and is repeated when the claim has ended', async () => {
    const [one, other] = [await prompted(), await prompted()];
    world.gateway.query.mockImplementation(async (id) => {
      if (id === one.checkout) throw new Error('broken');
      return PAID;
    });
    await round(10_000);
    expect(await other.row()).toMatchObject({ state: 'paid' });
    expect(await one.row()).toMatchObject({ nextQueryAt: world.at(MINUTE_MS) });
    expect(world.log.error.mock.calls).toEqual([
      [{ err: expect.any(Error), payment: one.id }, 'a payment could not be settled'],
    ]);
    world.gateway.query.mockReset().mockResolvedValue(PENDING);
    await round(MINUTE_MS);
    expect(idsAsked()).toEqual([one.checkout]);
  });

  test('does not fail the status call that started it', async () => {
    const { thing, id } = await prompted();
    const status = async () =>
      (await world.payments.jobStatus(thing.account, thing.jobId ?? 0)).status;
    expect([await status(), idsAsked()]).toEqual(['pending', []]);
    world.wait(10_000);
    vi.spyOn(world.db, 'update').mockImplementationOnce(() => {
      throw new Error('away');
    });
    expect(await status()).toBe('pending');
    expect(world.log.error.mock.calls).toEqual([
      [{ err: expect.any(Error), payment: id }, 'a payment could not be claimed'],
    ]);
    world.gateway.query.mockResolvedValueOnce(PAID);
    expect(await status()).toBe('completed');
  });
});

test('of several servers on one database one asks about each payment', async () => {
  const pending = [];
  for (let n = 0; n < 8; n += 1) pending.push(await prompted());
  world.wait(10_000);
  world.gateway.query.mockResolvedValue(PAID);
  await Promise.all([1, 2, 3].map(() => world.server().reconcile()));
  expect(idsAsked().toSorted()).toEqual(pending.map(({ checkout }) => checkout).toSorted());
});

const start = (tickMs: number, matchNew = vi.fn(async () => {})) => {
  const timings = { ...DEFAULT_TIMINGS, tickMs };
  const reconciler = createReconciler(world.ctx, world.gateway, timings, matchNew);
  return { reconciler, matchNew };
};
/** Time for a round that must not come. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('in the background', () => {
  const never = 2 ** 31 - 1;

  test('due payments are settled, a full round is followed by the next at once', async () => {
    for (let n = 0; n < 21; n += 1) await prompted();
    world.wait(10_000);
    const { reconciler, matchNew } = start(never);
    reconciler.start();
    reconciler.start();
    await vi.waitFor(() => expect(idsAsked()).toHaveLength(21), PATIENT);
    await moment();
    await reconciler.stop();
    expect(matchNew).toHaveBeenCalledTimes(2);
  });

  test('a round that fails is logged, and another one follows', async () => {
    const { reconciler, matchNew } = start(1);
    matchNew.mockRejectedValueOnce(new Error('away'));
    reconciler.start();
    await vi.waitFor(() => expect(matchNew.mock.calls.length).toBeGreaterThan(2), PATIENT);
    await reconciler.stop();
    expect(world.log.error.mock.calls).toEqual([
      [{ err: expect.any(Error) }, 'the reconciler could not look for due payments'],
    ]);
    const rounds = matchNew.mock.calls.length;
    await moment();
    expect(matchNew).toHaveBeenCalledTimes(rounds);
  });

  test('it stops when its round is done, and begins no other', async () => {
    const { opened: held, open: end } = gate();
    const matchNew = vi.fn(() => held);
    const { reconciler } = start(1, matchNew);
    reconciler.start();
    await vi.waitFor(() => expect(matchNew).toHaveBeenCalled(), PATIENT);
    let isStopped = false;
    const stopped = reconciler.stop().then(() => (isStopped = true));
    await moment();
    expect(isStopped).toBe(false);
    end();
    await stopped;
    await moment();
    expect(matchNew).toHaveBeenCalledTimes(1);
    // Before its first round, too.
    const other = start(1);
    other.reconciler.start();
    await other.reconciler.stop();
    await moment();
    expect(other.matchNew).not.toHaveBeenCalled();
  });

  test('what was postponed is done in the next round; while the database is away, in a later one', async () => {
    const { reconciler } = start(1);
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const later = vi.fn<() => Promise<void>>().mockRejectedValueOnce(away).mockResolvedValue();
    const broken = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('broken'));
    reconciler.later(later);
    reconciler.later(broken);
    reconciler.start();
    await vi.waitFor(() => expect(later).toHaveBeenCalledTimes(2), PATIENT);
    await reconciler.stop();
    expect([later.mock.calls.length, broken.mock.calls.length]).toEqual([2, 1]);
    const text = 'the answer to a push could not be booked';
    expect(world.log.error.mock.calls).toEqual([
      [{ err: away }, text],
      [{ err: expect.any(Error) }, text],
    ]);
    // At the end of the server, too.
    const last = vi.fn(async () => {});
    reconciler.later(last);
    await reconciler.stop();
    expect(last).toHaveBeenCalledTimes(1);
  });
});
