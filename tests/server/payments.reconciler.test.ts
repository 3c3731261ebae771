/** When M-Pesa is asked about a payment, what its answer does, and what becomes of a payment without one. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../src/contract/time.ts';
import { createReconciler } from '../../server/payments/reconciler.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import { gate } from '../support/gate.ts';
import { body } from './mpesaBodies.ts';
import { accepted, failed, lost, PAID, PENDING, startScriptedWorld } from './scriptedWorld.ts';
import type { ScriptedWorld, Thing } from './scriptedWorld.ts';

/** On a busy machine a round takes long. */
const PATIENT = { timeout: 10_000 };
const NO_ANSWER = { kind: 'noAnswer', message: 'x', raw: null } as const;

let world: ScriptedWorld;
beforeAll(async () => {
  world = await startScriptedWorld();
});
beforeEach(async () => {
  // What an earlier test left is not due.
  await world.settleAll();
  for (const each of [world.log.error, world.gateway.push, world.gateway.query]) each.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const round = () => world.payments.reconcile();
const rowOf = async (thing: Thing) => (await world.rowsOf(thing))[0]!;
const eventsOf = async (thing: Thing) => (await world.eventsOf((await rowOf(thing)).id)).slice(2);
const idsAsked = () => world.gateway.query.mock.calls.map(([id]) => id);

/** A job whose prompt is out. */
async function prompted(checkout = 'ws_1') {
  const thing = await world.thing();
  world.gateway.push.mockImplementationOnce(async (request) => {
    world.pushes.push(request);
    return accepted(`${checkout}_${thing.jobId}`);
  });
  await world.press(thing);
  return { thing, checkout: `${checkout}_${thing.jobId}` };
}
/** A job whose push had no answer. */
async function withoutIds() {
  const thing = await world.thing();
  world.gateway.push.mockImplementationOnce(async (request) => {
    world.pushes.push(request);
    return lost;
  });
  await world.press(thing);
  return thing;
}

describe('a prompt', () => {
  test('is asked about ten seconds after it was sent, then after growing pauses', async () => {
    const { thing, checkout } = await prompted();
    world.wait(9999);
    await round();
    expect(idsAsked()).toEqual([]);
    world.wait(1);
    await round();
    expect(idsAsked()).toEqual([checkout]);
    expect(await rowOf(thing)).toMatchObject({
      state: 'prompted',
      queries: 1,
      nextQueryAt: world.at(5000),
    });
    world.wait(5000);
    await round();
    expect(await rowOf(thing)).toMatchObject({ queries: 2, nextQueryAt: world.at(7500) });
    expect(await eventsOf(thing)).toEqual(['query_pending', 'query_pending']);
  });

  test('that was paid is settled; its callback brings the receipt', async () => {
    const { thing, checkout } = await prompted();
    world.wait(10_000);
    world.gateway.query.mockResolvedValueOnce(PAID);
    await round();
    expect(await rowOf(thing)).toMatchObject({ state: 'paid', receipt: null, nextQueryAt: null });
    await world.callBack(body({ checkout, receipt: `R${thing.jobId}ABCDE` }));
    expect(await rowOf(thing)).toMatchObject({ receipt: `R${thing.jobId}ABCDE`, review: null });
    expect(await eventsOf(thing)).toEqual(['query_paid', 'callback_paid']);
  });

  test('that was cancelled is asked about at the end of its life and when we give up', async () => {
    const { thing } = await prompted();
    world.wait(10_000);
    const end = world.at(2 * MINUTE_MS - 10_000);
    const last = world.at(10 * MINUTE_MS - 10_000);
    world.gateway.query.mockResolvedValue(failed(1032));
    await round();
    expect(await rowOf(thing)).toMatchObject({ state: 'cancelled', nextQueryAt: end });
    world.wait(2 * MINUTE_MS - 10_000);
    await round();
    expect(await rowOf(thing)).toMatchObject({ state: 'cancelled', nextQueryAt: last });
    world.gateway.query.mockReset().mockResolvedValue(NO_ANSWER);
    // Without an answer it is asked about again after a minute.
    world.wait(8 * MINUTE_MS);
    await round();
    expect(await rowOf(thing)).toMatchObject({ nextQueryAt: world.at(MINUTE_MS) });
    expect(await eventsOf(thing)).toEqual(['query_failed', 'query_failed', 'query_noAnswer']);
    world.gateway.query.mockReset().mockResolvedValue(PENDING);
  });

  test('without a result is unknown at its end, and a person looks after ten minutes', async () => {
    const { thing } = await prompted();
    const at = async (ms: number) => {
      world.wait(ms);
      await world.change(thing, { nextQueryAt: world.at(0) });
      await round();
      return (await rowOf(thing)).state;
    };
    expect(await at(2 * MINUTE_MS - 1)).toBe('prompted');
    expect(await at(1)).toBe('unknown');
    expect(await at(8 * MINUTE_MS - 1)).toBe('unknown');
    expect(await at(1)).toBe('needs_review');
    const asked = ['query_pending', 'query_pending'];
    expect(await eventsOf(thing)).toEqual([...asked, 'overdue', ...asked, 'given_up']);
    // It is watched for a day.
    expect((await rowOf(thing)).nextQueryAt).toEqual(world.at(MINUTE_MS));
  });

  test('that somebody wants asked about meanwhile is asked about then', async () => {
    const { thing } = await prompted();
    world.wait(10_000);
    const soon = world.at(77);
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
    await round();
    expect((await rowOf(thing)).nextQueryAt).toEqual(soon);
  });

  test('that a person has closed while M-Pesa was asked is still watched', async () => {
    const { thing } = await prompted();
    world.wait(10_000);
    world.gateway.query.mockImplementationOnce(async () => {
      await world.change(thing, { state: 'failed', nextQueryAt: null });
      return PENDING;
    });
    await round();
    expect((await rowOf(thing)).nextQueryAt).toEqual(world.at(MINUTE_MS));
  });

  test('whose callback came before its ids were known is paid with that receipt', async () => {
    const [one, other] = [await withoutIds(), await withoutIds()];
    await world.callBack(body({ checkout: 'early_1', receipt: 'EARLY00001' }), -2);
    await world.callBack(body({ checkout: 'early_2', receipt: 'EARLY00002' }), -1);
    await world.change(one, { checkoutRequestId: 'early_1' });
    await world.change(other, { checkoutRequestId: 'another' });
    world.gateway.query.mockResolvedValueOnce(PAID).mockResolvedValueOnce(PAID);
    await round();
    expect(await rowOf(one)).toMatchObject({ state: 'paid', receipt: 'EARLY00001' });
    expect(await rowOf(other)).toMatchObject({ state: 'paid', receipt: null });
  });
});

describe('a payment whose push had no answer', () => {
  test('is not asked about; a person looks at it when its prompt would have ended', async () => {
    const thing = await withoutIds();
    const end = world.at(2 * MINUTE_MS);
    await world.change(thing, { nextQueryAt: world.at(0) });
    await round();
    expect(await rowOf(thing)).toMatchObject({ state: 'unknown', nextQueryAt: end });
    world.wait(2 * MINUTE_MS - 1);
    await round();
    expect((await rowOf(thing)).state).toBe('unknown');
    world.wait(1);
    await round();
    expect(await rowOf(thing)).toMatchObject({ state: 'needs_review', review: 'unanswered' });
    expect(await eventsOf(thing)).toEqual(['given_up']);
    expect(idsAsked()).toEqual([]);
  });

  test('because the server died is unknown after a minute, and ends so', async () => {
    const thing = await withoutIds();
    const stored = { state: 'created', promptedAt: null, nextQueryAt: world.at(0) } as const;
    const patience = world.at(MINUTE_MS);
    await world.change(thing, stored);
    await round();
    expect(await rowOf(thing)).toMatchObject({ state: 'created', nextQueryAt: patience });
    world.wait(MINUTE_MS);
    await round();
    const end = world.at(2 * MINUTE_MS);
    expect(await rowOf(thing)).toMatchObject({ state: 'unknown', nextQueryAt: end });
    world.wait(2 * MINUTE_MS);
    await round();
    expect(await eventsOf(thing)).toEqual(['push_overdue', 'given_up']);
    expect((await rowOf(thing)).state).toBe('needs_review');
  });

  test.each([
    ['paid', PAID, 100, { state: 'paid', amountReceived: 100 }],
    ['paid, of another amount', PAID, 1, { state: 'needs_review', review: 'amount' }],
    ['cancelled', failed(1032), 100, { state: 'cancelled', receipt: null }],
  ])('gets its ids from a callback that M-Pesa confirms: %s', async (_, answer, amount, row) => {
    const thing = await withoutIds();
    const checkout = `lost_${thing.jobId}`;
    await world.callBack(body({ checkout, amount, receipt: `LOST${thing.jobId}`.padEnd(8, '0') }));
    expect(await rowOf(thing)).toMatchObject({ state: 'unknown', checkoutRequestId: null });
    world.gateway.query.mockResolvedValueOnce(answer);
    await round();
    expect(idsAsked()).toEqual([checkout]);
    expect(await rowOf(thing)).toMatchObject({ checkoutRequestId: checkout, ...row });
  });

  test('does not believe a forged callback, and waits longer for the true one', async () => {
    const { thing: other, checkout: foreign } = await prompted('foreign');
    const thing = await withoutIds();
    const checkout = `true_${thing.jobId}`;
    await world.callBack(body({ checkout: 'forged', receipt: 'FORGED0001' }));
    world.gateway.query.mockResolvedValueOnce(NO_ANSWER);
    await round();
    expect(await rowOf(thing)).toMatchObject({
      state: 'unknown',
      receipt: null,
      nextQueryAt: world.at(5000),
    });
    expect(await eventsOf(thing)).toEqual(['callback_paid_unproven', 'query_noAnswer']);
    // M-Pesa knows this id, but it is that of another payment.
    await world.callBack(body({ checkout: foreign, receipt: 'FORGED0002' }));
    await world.callBack(body({ checkout, receipt: `TRUE${thing.jobId}`.padEnd(8, '0') }));
    world.wait(2 * MINUTE_MS);
    world.gateway.query.mockImplementation(async (id) => (id === foreign ? PAID : PENDING));
    await world.change(other, { nextQueryAt: null });
    await round();
    expect((await rowOf(thing)).state).toBe('unknown');
    expect((await rowOf(other)).state).toBe('prompted');
    world.gateway.query
      .mockReset()
      .mockImplementation(async (id) => (id === checkout ? PAID : PENDING));
    await world.change(thing, { nextQueryAt: world.at(0) });
    await round();
    // The newest is asked about first.
    expect(idsAsked()).toEqual([checkout]);
    expect(await rowOf(thing)).toMatchObject({ state: 'paid', checkoutRequestId: checkout });
    world.gateway.query.mockReset().mockResolvedValue(PENDING);
  });

  test('and whose callback nobody confirms is given up after ten minutes, and watched', async () => {
    const thing = await withoutIds();
    await world.callBack(body({ checkout: 'nobody' }));
    world.wait(10 * MINUTE_MS - 1);
    await round();
    expect((await rowOf(thing)).state).toBe('unknown');
    world.wait(1);
    await world.change(thing, { nextQueryAt: world.at(0) });
    await round();
    const next = { state: 'needs_review', nextQueryAt: world.at(MINUTE_MS) };
    expect(await rowOf(thing)).toMatchObject(next);
  });
});

describe('a query that fails', () => {
  test('is logged, holds up no other, and is repeated when the claim has ended', async () => {
    const [one, other] = [await prompted(), await prompted()];
    world.wait(10_000);
    world.gateway.query.mockImplementation(async (id) => {
      if (id === one.checkout) throw new Error('broken');
      return PAID;
    });
    await round();
    expect((await rowOf(other.thing)).state).toBe('paid');
    const { id, nextQueryAt } = await rowOf(one.thing);
    expect(nextQueryAt).toEqual(world.at(MINUTE_MS));
    expect(world.log.error.mock.calls).toEqual([
      [{ err: expect.any(Error), payment: id }, 'a payment could not be settled'],
    ]);
    world.wait(MINUTE_MS);
    world.gateway.query.mockReset().mockResolvedValue(PENDING);
    await round();
    expect(idsAsked()).toEqual([one.checkout]);
  });

  test('does not fail the status call that started it', async () => {
    const { thing } = await prompted();
    const status = () => world.payments.jobStatus(thing.account, thing.jobId ?? 0);
    expect(await status()).toMatchObject({ status: 'pending' });
    expect(idsAsked()).toEqual([]);
    world.wait(10_000);
    vi.spyOn(world.db, 'update').mockImplementationOnce(() => {
      throw new Error('away');
    });
    expect(await status()).toMatchObject({ status: 'pending' });
    const { id } = await rowOf(thing);
    expect(world.log.error.mock.calls).toEqual([
      [{ err: expect.any(Error), payment: id }, 'a payment could not be claimed'],
    ]);
    world.gateway.query.mockResolvedValueOnce(PAID);
    expect(await status()).toMatchObject({ status: 'completed' });
  });
});

test('of several servers on one database one asks about each payment', async () => {
  const pending = [];
  for (let n = 0; n < 8; n += 1) pending.push(await prompted());
  world.wait(10_000);
  world.gateway.query.mockResolvedValue(PAID);
  await Promise.all([1, 2, 3].map(() => world.server().reconcile()));
  expect(idsAsked().toSorted()).toEqual(pending.map(({ checkout }) => checkout).toSorted());
  world.gateway.query.mockReset().mockResolvedValue(PENDING);
});

const start = (tickMs: number, matchNew = vi.fn(async () => {})) => {
  const timings = { ...DEFAULT_TIMINGS, tickMs };
  const reconciler = createReconciler(world.ctx, world.gateway, timings, matchNew);
  return { reconciler, matchNew };
};

describe('in the background', () => {
  const never = 2 ** 31 - 1;

  test('due payments are settled, a full round is followed by the next at once', async () => {
    for (let n = 0; n < 21; n += 1) await prompted();
    world.wait(10_000);
    const { reconciler, matchNew } = start(never);
    reconciler.start();
    reconciler.start();
    await vi.waitFor(() => expect(idsAsked()).toHaveLength(21), PATIENT);
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
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(matchNew).toHaveBeenCalledTimes(rounds);
  });

  test('it stops when its round is done, and begins no other', async () => {
    const { opened: held, open: end } = gate();
    const { reconciler, matchNew } = start(
      1,
      vi.fn(() => held),
    );
    reconciler.start();
    await vi.waitFor(() => expect(matchNew).toHaveBeenCalled(), PATIENT);
    let isStopped = false;
    const stopped = reconciler.stop().then(() => (isStopped = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isStopped).toBe(false);
    end();
    await stopped;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(matchNew).toHaveBeenCalledTimes(1);
    // Before its first round, too.
    const other = start(1);
    other.reconciler.start();
    await other.reconciler.stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
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
