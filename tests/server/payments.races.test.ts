/** Presses, callbacks, queries and crashes that meet in an unlucky order. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Gateway, QueryResult } from '../../server/mpesa/gateway.ts';
import { PROMPT_MESSAGES, REVIEW_REASONS } from '../../server/payments/reasons.ts';
import { createPayments } from '../../server/payments/service.ts';
import { paymentEvents, payments as paymentRows } from '../../server/schema.ts';
import { checkBooks } from './paymentBooks.ts';
import { gate, PATIENT, QUICK, startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

/** Numbers of `behaviours.ts`: waits for a person; is paid, and the callback never comes. */
const BY_HAND = '0712345990';
const NO_CALLBACK = '0712345921';
const CANCELLED = 1032;
const EXPIRED = 1019;

vi.setConfig(PATIENT);
let world: PaymentWorld;
let queries: string[] = [];
/** Pushes to these phones leave the server when their promise resolves. */
const held = new Map<string, Promise<void>>();
const HELD_PUSH = '0799345990';
beforeAll(async () => {
  // No prompt ends and no hope is given up by the clock: the tests say when, with `outlive`.
  world = await startPaymentWorld({
    simulator: { lifetimeMs: 600_000 },
    timings: { promptLifetimeMs: 600_000, giveUpMs: 900_000 },
    wrap: (gateway) => ({
      push: async (request) => {
        await held.get(request.phone);
        return gateway.push(request);
      },
      query: (id) => {
        queries.push(id);
        return gateway.query(id);
      },
    }),
  });
});
afterAll(() => world.close());

const stateOf = async (payable: Payable, index = 0) => (await world.rows(payable))[index]?.state;
const reaches = (payable: Payable, state: string, index = 0) =>
  until(async () => (await stateOf(payable, index)) === state, `${payable.thing} ${state}`);
const change = (payable: Payable, values: Partial<typeof paymentRows.$inferInsert>) =>
  world.harness.db.update(paymentRows).set(values).where(eq(paymentRows.thing, payable.thing));
/** The prompts of the payable can no longer be paid, as far as the server knows. */
const outlive = (payable: Payable) => {
  const longAgo = new Date(Date.now() - world.timings.promptLifetimeMs);
  return change(payable, { createdAt: longAgo, promptedAt: longAgo, nextQueryAt: new Date() });
};
const isTaken = async (payable: Payable, index = 0) =>
  ((await world.promptsFor(payable))[index]?.taken ?? 0) > 0;

/** Pays with a number that is called back three times, and has the query due at once. */
const rushed = async (payable: Payable) => {
  await world.pay(payable, '0712345923');
  await change(payable, { nextQueryAt: new Date(0) });
};

describe('one prompt at a time', () => {
  test('twenty presses at once are one prompt and one checkout', async () => {
    const job = await world.payable('post_job');
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.pay(job, BY_HAND)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.checkout_id)).size).toBe(1);
    expect(await world.promptsFor(job)).toHaveLength(1);
    await world.answer(job, 'approve');
    await reaches(job, 'paid');
  });

  test('the answer names the phone that was asked, wherever the second press would have it', async () => {
    const job = await world.payable('post_job');
    const first = await world.pay(job, BY_HAND);
    const second = await world.pay(job, '0112345678');
    expect(first.body).toMatchObject({ phone: BY_HAND, message: PROMPT_MESSAGES.sent });
    expect(second.body).toEqual({
      checkout_id: first.body.checkout_id,
      phone: BY_HAND,
      message: PROMPT_MESSAGES.alreadySent,
      confirmed: true,
    });
    expect(await world.jobStatus(job)).toMatchObject({ status: 'pending', phone: BY_HAND });
  });

  test('a press while the first one is still on its way promises no prompt', async () => {
    const job = await world.payable('post_job');
    const { opened, open } = gate();
    held.set(HELD_PUSH, opened);
    const first = world.pay(job, HELD_PUSH);
    await until(async () => (await stateOf(job)) === 'created', 'the first press');
    const second = await world.pay(job, HELD_PUSH);
    expect(second.body).toMatchObject({ phone: HELD_PUSH, message: PROMPT_MESSAGES.notConfirmed });
    open();
    expect((await first).body).toMatchObject({
      checkout_id: second.body.checkout_id,
      message: PROMPT_MESSAGES.sent,
    });
    expect(await world.promptsFor(job)).toHaveLength(1);
  });

  test('a cancelled prompt makes way for a new one at once', async () => {
    const job = await world.payable('post_job');
    const first = await world.pay(job, '0712345901');
    await reaches(job, 'cancelled');
    const second = await world.pay(job, '0712345678');
    expect(second.status).toBe(200);
    expect(second.body.checkout_id).not.toBe(first.body.checkout_id);
    await reaches(job, 'paid', 1);
    expect(await world.promptsFor(job)).toHaveLength(2);
  });

  test('a prompt past its life is asked about before a new one is sent', async () => {
    const job = await world.payable('post_job');
    await world.payments.stop();
    await world.pay(job, NO_CALLBACK);
    await until(() => isTaken(job), 'the money');
    await outlive(job);
    const again = await world.pay(job, '0712345678');
    expect(again).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('already been paid') },
    });
    expect(await world.promptsFor(job)).toHaveLength(1);
    world.payments.start();
  });

  test('a press that finds the prompt before in doubt is told so and sends nothing yet', async () => {
    const job = await world.payable('post_job');
    await world.payments.stop();
    await world.pay(job, '0712345917');
    await outlive(job);
    const again = await world.pay(job, '0712345678');
    expect(again).toEqual({ status: 409, body: { error: REVIEW_REASONS.unanswered } });
    expect(await world.promptsFor(job)).toHaveLength(1);
    expect(await world.jobStatus(job)).toMatchObject({ status: 'failed', review: 'unclear' });
    expect((await world.pay(job, '0712345678')).status).toBe(200);
    expect(await world.promptsFor(job)).toHaveLength(2);
    world.payments.start();
  });

  test('a lost answer to the push sends no second prompt within its life', async () => {
    const job = await world.payable('post_job');
    const phone = '0712345916';
    await world.hold(phone, true);
    const first = await world.pay(job, phone);
    expect(first.body.message).toBe(PROMPT_MESSAGES.notConfirmed);
    expect(await world.pay(job, phone)).toEqual(first);
    await world.hold(phone, false);
    await reaches(job, 'cancelled');
    expect(await world.promptsFor(job)).toHaveLength(1);
  });
});

/** Pays once more after M-Pesa has said `code` of a first prompt, whose money comes last. */
const payTwice = async (payable: Payable, code: number) => {
  await world.pay(payable, BY_HAND);
  await world.callBack(payable, code);
  await world.pay(payable, BY_HAND);
  await world.answer(payable, 'approve', 1);
  await reaches(payable, 'paid', 1);
  await world.answer(payable, 'approve', 0);
};
// M-Pesa had called the first prompt off, and still let it be paid.
const known = ({ thing }: Payable) => [`${thing}: a second prompt while one was alive`];
const twice = {
  review: 'held',
  reason: REVIEW_REASONS.paid_twice,
  review_id: expect.any(String),
};

describe('late money', () => {
  test.each([CANCELLED, EXPIRED])(
    'after a prompt that was told as %i and a second one waits for a person, and is told',
    async (code) => {
      const job = await world.payable('post_job');
      await payTwice(job, code);
      await reaches(job, 'needs_review', 0);
      expect(await world.rows(job)).toMatchObject([{ review: 'paid_twice' }, { review: null }]);
      expect(await world.jobStatus(job)).toEqual({ status: 'completed', ...twice });
      expect(await checkBooks(world, [job])).toEqual(known(job));

      const ad = await world.payable('post_ad');
      await payTwice(ad, code);
      await reaches(ad, 'needs_review', 0);
      const { headers, body } = ad;
      const answer = await world.harness.app.inject({ url: `/api/ads/${body.ad_id}/`, headers });
      expect(answer.json()).toMatchObject({
        is_active: true,
        payment: { status: 'completed', ...twice },
      });
      expect(await checkBooks(world, [ad])).toEqual(known(ad));
    },
  );

  test('buys a subscription one more month', async () => {
    const fundi = await world.payable('subscription');
    await payTwice(fundi, CANCELLED);
    await reaches(fundi, 'paid', 0);
    expect(await world.timesGiven(fundi)).toBe(2);
    const { headers } = fundi;
    const answer = await world.harness.app.inject({ url: '/api/accounts/fundis/me/', headers });
    expect(answer.json()).toMatchObject({ payment: { status: 'completed' } });
  });

  test('for a job that was deleted meanwhile waits for a person', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, BY_HAND);
    await world.callBack(job, CANCELLED);
    const { headers, body } = job;
    const url = `/api/jobs/${body.job_id}/`;
    const gone = await world.harness.app.inject({ method: 'DELETE', url, headers });
    expect(gone.statusCode).toBe(204);
    await world.answer(job, 'approve');
    await reaches(job, 'needs_review');
    const reason = REVIEW_REASONS.thing_gone;
    expect(await world.jobStatus(job)).toMatchObject({ status: 'failed', review: 'held', reason });
    expect(await world.rows(job)).toMatchObject([{ review: 'thing_gone', resultCode: 0 }]);
    expect((await world.rows(job))[0]?.receipt).toMatch(/^\w{10}$/);
  });

  test('of which only the callback knows closes the review of a silence', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, BY_HAND);
    // The answer to the push was lost and nothing was heard for the life of the prompt.
    await change(job, { state: 'unknown', checkoutRequestId: null, merchantRequestId: null });
    await outlive(job);
    await reaches(job, 'needs_review');
    const reason = REVIEW_REASONS.unanswered;
    expect(await world.jobStatus(job)).toMatchObject({
      status: 'failed',
      review: 'unclear',
      reason,
    });
    await world.answer(job, 'approve');
    await reaches(job, 'paid');
    expect(await world.timesGiven(job)).toBe(1);
    expect(await world.rows(job)).toMatchObject([{ review: null, reason: null }]);
  });
});

describe('a query', () => {
  test('that settles is completed by the receipt of a callback that comes after it', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, NO_CALLBACK);
    await reaches(job, 'paid');
    expect(await world.rows(job)).toMatchObject([{ receipt: null, amountReceived: null }]);
    expect(await world.callBack(job, 0)).toBe(200);
    const [prompt] = await world.promptsFor(job);
    expect(await world.rows(job)).toMatchObject([
      { receipt: prompt?.receipt, amountReceived: 100, review: null },
    ]);
    expect(await world.timesGiven(job)).toBe(1);
  });

  test('is set off by a status call when it is due', async () => {
    const job = await world.payable('post_job');
    await world.payments.stop();
    await world.pay(job, NO_CALLBACK);
    await until(() => isTaken(job), 'the money');
    // Nobody else asks; a slow answer is there for the next call.
    const isCompleted = async () => (await world.jobStatus(job)).status === 'completed';
    await until(isCompleted, 'a status call to settle it');
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
    await world.pay(job, NO_CALLBACK);
    await until(() => isTaken(job), 'the money');
    // The other one claimed it and died before it asked.
    const claimed = new Date(Date.now() + 400);
    await change(job, { nextQueryAt: claimed });
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
  await outlive(job);
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
  expect(await world.promptsFor(job)).toHaveLength(0);
  expect(await world.pay(job, '0712345678')).toMatchObject({ status: 200 });
  await reaches(job, 'paid', 1);
});
