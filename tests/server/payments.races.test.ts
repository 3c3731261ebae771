/** Queries, callbacks, servers and crashes that meet in an unlucky order. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gateway, QueryResult } from '../../server/mpesa/gateway.ts';
import { createPayments } from '../../server/payments/service.ts';
import { paymentEvents, payments as paymentRows } from '../../server/db/schema.ts';
import { QUICK, until } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';
import { BY_HAND, NO_CALLBACK, PAYS, startRaceWorld } from './raceWorld.ts';
import type { RaceWorld } from './raceWorld.ts';

let race: RaceWorld;
let world: PaymentWorld;
beforeAll(async () => {
  race = await startRaceWorld();
  ({ world } = race);
});
afterAll(() => world.close());

/** Pays with a number that is called back three times, and has the query due at once. */
const payRushed = async (payable: Payable) => {
  await world.pay(payable, '0712345923');
  await race.change(payable, { nextQueryAt: new Date(0) });
};

describe('a query', () => {
  test('settles a payment, and a later callback adds the receipt', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, NO_CALLBACK);
    await race.reaches(job, 'paid');
    expect(await world.rows(job)).toMatchObject([{ receipt: null, amountReceived: null }]);
    expect(await world.callBack(job, 0)).toBe(200);
    const [prompt] = await world.promptsFor(job);
    expect(await world.rows(job)).toMatchObject([
      { receipt: prompt?.receipt, amountReceived: 100, review: null },
    ]);
    expect(await world.timesGiven(job)).toBe(1);
  });

  test('that is due is started by a status call', async () => {
    const job = await world.payable('post_job');
    await world.payments.stop();
    await world.pay(job, NO_CALLBACK);
    await until(() => race.isTaken(job), 'the money');
    // Nothing else asks. An answer that is late is there at the next status call.
    const isCompleted = async () => (await world.jobStatus(job)).status === 'completed';
    await until(isCompleted, 'a status call to settle it');
    expect(await world.timesGiven(job)).toBe(1);
    world.payments.start();
  });

  test('and a callback for one payment at the same time activate the job once', async () => {
    const fundis = await Promise.all(
      Array.from({ length: 10 }, () => world.payable('subscription')),
    );
    await Promise.all(fundis.map(payRushed));
    await Promise.all(fundis.map((payable) => race.reaches(payable, 'paid')));
    for (const payable of fundis) expect(await world.timesGiven(payable)).toBe(1);
  });
});

describe('several servers on one database', () => {
  test('query each payment once', async () => {
    await world.payments.stop();
    const { db, ctx } = world.harness;
    const pending = await Promise.all(Array.from({ length: 12 }, () => world.payable('post_job')));
    await Promise.all(pending.map((payable) => world.pay(payable, BY_HAND)));
    await db.update(paymentRows).set({ nextQueryAt: ctx.now() });
    const queried: string[] = [];
    const gateway: Gateway = {
      push: () => Promise.reject(new Error('no push here')),
      received: () => Promise.reject(new Error('no question here')),
      query: (id): Promise<QueryResult> => {
        queried.push(id);
        return Promise.resolve({ kind: 'paid', raw: null });
      },
    };
    const others = [1, 2, 3].map(() => createPayments(ctx, gateway, QUICK));
    await Promise.all(others.map((other) => other.reconcile()));
    const ids = (await Promise.all(pending.map((payable) => world.rows(payable)))).map(
      ([row]) => row?.checkoutRequestId ?? '',
    );
    expect(queried.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
    for (const payable of pending) expect(await world.timesGiven(payable)).toBe(1);
    world.payments.start();
  });

  test('settle a payment that another server claimed before it died', async () => {
    const job = await world.payable('post_job');
    await world.payments.stop();
    await world.pay(job, NO_CALLBACK);
    await until(() => race.isTaken(job), 'the money');
    // The other server claimed the payment and died before it asked.
    const claimedUntil = new Date(Date.now() + 400);
    await race.change(job, { nextQueryAt: claimedUntil });
    world.payments.start();
    await race.reaches(job, 'paid');
    expect(Date.now()).toBeGreaterThanOrEqual(claimedUntil.getTime());
  });
});

test('a payment whose server died during the push ends in review', async () => {
  const job = await world.payable('post_job');
  const { db, ctx } = world.harness;
  const [row] = await db
    .insert(paymentRows)
    .values({
      publicId: 'crashed-payment1',
      callbackHash: '',
      purpose: 'post_job',
      jobId: job.body.job_id ?? 0,
      accountId: job.account.id,
      payable: job.key,
      amount: 100,
      phone: BY_HAND,
      createdAt: ctx.now(),
      nextQueryAt: ctx.now(),
    })
    .returning();
  await race.reaches(job, 'unknown');
  expect(await world.pay(job, BY_HAND)).toMatchObject({
    status: 200,
    body: {
      checkout_id: 'crashed-payment1',
      message: expect.stringContaining('has not told us yet'),
    },
  });
  await race.outlive(job);
  await race.reaches(job, 'needs_review');
  const events = await db
    .select({ kind: paymentEvents.kind, to: paymentEvents.toState })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, row?.id ?? 0))
    .orderBy(paymentEvents.id);
  expect(events).toEqual([
    { kind: 'push_overdue', to: 'unknown' },
    { kind: 'given_up', to: 'needs_review' },
  ]);
  expect(await world.promptsFor(job)).toHaveLength(0);
  expect(await world.pay(job, PAYS)).toMatchObject({ status: 200 });
  await race.reaches(job, 'paid', 1);
});
