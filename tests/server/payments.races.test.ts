/** Presses, callbacks, queries and crashes that meet in an unlucky order. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Gateway, QueryResult } from '../../server/mpesa/gateway.ts';
import { createPayments } from '../../server/payments/service.ts';
import { jobs, paymentEvents, payments as paymentRows } from '../../server/schema.ts';
import { checkBooks, QUICK, PATIENT, startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

/** Numbers of `behaviours.ts`: waits for a person; told as cancelled, then paid. */
const BY_HAND = '0712345990';
const LATE = '0712345942';

vi.setConfig(PATIENT);
let world: PaymentWorld;
let queries: string[] = [];
beforeAll(async () => {
  world = await startPaymentWorld({
    simulator: { lifetimeMs: 60_000 },
    wrap: (gateway) => ({
      push: (request) => gateway.push(request),
      query: (id) => {
        queries.push(id);
        return gateway.query(id);
      },
    }),
  });
});
afterAll(() => world.close());

const promptsFor = async (payable: Payable) => {
  const { prompts } = await world.books();
  return prompts.filter(({ reference }) => reference === `JOB-${payable.body.job_id}`);
};
const approve = async (payable: Payable, index = 0) => {
  const prompt = (await promptsFor(payable))[index];
  await world.simulator.inject({ method: 'POST', url: `/prompts/${prompt?.id}/approve` });
};
const stateOf = async (payable: Payable, index = 0) => (await world.rows(payable))[index]?.state;
const reaches = (payable: Payable, state: string, index = 0) =>
  until(async () => (await stateOf(payable, index)) === state, `${payable.thing} ${state}`);
/** The prompt of the payment can no longer be paid, as far as the server knows. */
const age = (payable: Payable, ms: number) =>
  world.harness.db
    .update(paymentRows)
    .set({ createdAt: new Date(Date.now() - ms), promptedAt: new Date(Date.now() - ms) })
    .where(eq(paymentRows.thing, payable.thing));

/** Pays with a number that is called back three times, and has the query due at once. */
const rushed = async (payable: Payable) => {
  await world.pay(payable, '0712345923');
  await world.harness.db
    .update(paymentRows)
    .set({ nextQueryAt: new Date(0) })
    .where(eq(paymentRows.thing, payable.thing));
};

describe('one prompt at a time', () => {
  test('twenty presses at once are one prompt and one checkout', async () => {
    const job = await world.payable('post_job');
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.pay(job, BY_HAND)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.checkout_id)).size).toBe(1);
    expect(await promptsFor(job)).toHaveLength(1);
    await approve(job);
    await reaches(job, 'paid');
  });

  test('a cancelled prompt makes way for a new one at once', async () => {
    const job = await world.payable('post_job');
    const first = await world.pay(job, '0712345901');
    await reaches(job, 'cancelled');
    const second = await world.pay(job, '0712345678');
    expect(second.status).toBe(200);
    expect(second.body.checkout_id).not.toBe(first.body.checkout_id);
    await reaches(job, 'paid', 1);
    expect(await promptsFor(job)).toHaveLength(2);
  });

  test('a prompt past its life is asked about before a new one is sent', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, '0712345921');
    await until(async () => (await promptsFor(job))[0]?.state === 'paid', 'the money');
    await age(job, QUICK.promptLifetimeMs);
    const again = await world.pay(job, '0712345678');
    expect(again).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('already been paid') },
    });
    expect(await promptsFor(job)).toHaveLength(1);
  });

  test('a lost answer to the push sends no second prompt within its life', async () => {
    const job = await world.payable('post_job');
    const first = await world.pay(job, '0712345916');
    expect(first.body.message).toContain('has not confirmed');
    const second = await world.pay(job, '0712345916');
    expect(second.body.checkout_id).toBe(first.body.checkout_id);
    await reaches(job, 'cancelled');
    expect(await promptsFor(job)).toHaveLength(1);
  });
});

describe('late money', () => {
  test('that comes after a second prompt was paid waits for a person', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, LATE);
    await reaches(job, 'cancelled');
    await world.pay(job, '0712345678');
    await reaches(job, 'paid', 1);
    await reaches(job, 'needs_review', 0);
    expect(await world.rows(job)).toMatchObject([{ review: 'paid_twice' }, { review: null }]);
    expect(await world.jobStatus(job)).toEqual({ status: 'completed' });
    expect(await checkBooks(world, [job])).toEqual([]);
  });

  test('buys a subscription one more month', async () => {
    const fundi = await world.payable('subscription');
    await world.pay(fundi, LATE);
    await reaches(fundi, 'cancelled');
    await world.pay(fundi, '0712345678');
    await reaches(fundi, 'paid', 1);
    await reaches(fundi, 'paid', 0);
    expect(await world.timesGiven(fundi)).toBe(2);
  });

  test('for a job that was deleted meanwhile waits for a person', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, BY_HAND);
    await world.harness.db.delete(jobs).where(eq(jobs.id, job.body.job_id ?? 0));
    await approve(job);
    await reaches(job, 'needs_review');
    expect(await world.rows(job)).toMatchObject([{ review: 'thing_gone', resultCode: 0 }]);
    expect((await world.rows(job))[0]?.receipt).toMatch(/^\w{10}$/);
  });

  test('of which only the callback knows closes the review of a silence', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, BY_HAND);
    const { db, ctx } = world.harness;
    // The answer to the push was lost and nothing was heard for the life of the prompt.
    const lost = { checkoutRequestId: null, merchantRequestId: null, nextQueryAt: ctx.now() };
    await db.update(paymentRows).set(lost).where(eq(paymentRows.thing, job.thing));
    await age(job, QUICK.promptLifetimeMs);
    await reaches(job, 'needs_review');
    await approve(job);
    await reaches(job, 'paid');
    expect(await world.timesGiven(job)).toBe(1);
    expect(await world.rows(job)).toMatchObject([{ review: null, reason: null }]);
  });
});

describe('a query', () => {
  test('that settles is completed by the receipt of a callback that comes after it', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, '0712345922');
    await reaches(job, 'paid');
    expect(await world.rows(job)).toMatchObject([{ receipt: null }]);
    const receipt = async () => (await world.rows(job))[0]?.receipt ?? null;
    await until(async () => (await receipt()) !== null, 'the receipt');
    expect(await world.timesGiven(job)).toBe(1);
  });

  test('is set off by a status call when it is due', async () => {
    const job = await world.payable('post_job');
    await world.payments.stop();
    await world.pay(job, '0712345921');
    await new Promise((resolve) => setTimeout(resolve, QUICK.firstQueryMs + 100));
    expect(await world.jobStatus(job)).toEqual({ status: 'completed' });
    world.payments.start();
  });

  test('and a callback for the same payment at the same time give once', async () => {
    const fundis = await Promise.all(
      Array.from({ length: 10 }, () => world.payable('subscription')),
    );
    await Promise.all(fundis.map(rushed));
    await Promise.all(fundis.map((payable) => reaches(payable, 'paid')));
    for (const payable of fundis) expect(await world.timesGiven(payable)).toBe(1);
  });
});

describe('two servers on one database', () => {
  test('never ask for one payment at once', async () => {
    await world.payments.stop();
    const { db, ctx } = world.harness;
    const pending = await Promise.all(Array.from({ length: 12 }, () => world.payable('post_job')));
    await Promise.all(pending.map((payable) => world.pay(payable, BY_HAND)));
    await db.update(paymentRows).set({ nextQueryAt: ctx.now() });
    queries = [];
    const gateway: Gateway = {
      push: () => Promise.reject(new Error('no push here')),
      query: (id): Promise<QueryResult> => {
        queries.push(id);
        return Promise.resolve({ kind: 'paid', raw: null });
      },
    };
    const others = [1, 2, 3].map(() => createPayments(ctx, gateway, QUICK));
    await Promise.all(others.map((other) => other.reconcile()));
    const ids = (await Promise.all(pending.map((payable) => world.rows(payable)))).map(
      ([row]) => row?.checkoutRequestId ?? '',
    );
    expect(queries.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
    for (const payable of pending) expect(await world.timesGiven(payable)).toBe(1);
    world.payments.start();
  });

  test('give back what one of them dropped', async () => {
    const job = await world.payable('post_job');
    await world.payments.stop();
    await world.pay(job, '0712345921');
    await until(async () => (await promptsFor(job))[0]?.state === 'paid', 'the money');
    // The other one claimed it and died before it asked.
    const claimed = new Date(Date.now() + 400);
    await world.harness.db
      .update(paymentRows)
      .set({ nextQueryAt: claimed })
      .where(eq(paymentRows.thing, job.thing));
    world.payments.start();
    await reaches(job, 'paid');
    expect(Date.now()).toBeGreaterThanOrEqual(claimed.getTime());
  });
});

test('a payment whose server died before the push was answered ends with a person', async () => {
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
      thing: job.thing,
      amount: 100,
      phone: BY_HAND,
      createdAt: ctx.now(),
      nextQueryAt: ctx.now(),
    })
    .returning();
  await reaches(job, 'unknown');
  expect(await world.pay(job, BY_HAND)).toMatchObject({
    status: 200,
    body: {
      checkout_id: 'crashed-payment1',
      message: expect.stringContaining('has not confirmed'),
    },
  });
  await reaches(job, 'needs_review');
  const events = await db
    .select({ kind: paymentEvents.kind, to: paymentEvents.toState })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, row?.id ?? 0))
    .orderBy(paymentEvents.id);
  expect(events).toEqual([
    { kind: 'push_overdue', to: 'unknown' },
    { kind: 'given_up', to: 'needs_review' },
  ]);
  expect(await promptsFor(job)).toHaveLength(0);
  expect(await world.pay(job, '0712345678')).toMatchObject({ status: 200 });
  await reaches(job, 'paid', 1);
});
