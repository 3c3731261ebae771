/** Who may pay for what, and what a payment gives. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import * as VALIDATION from '../../src/contract/messages/validation.ts';
import { promptTexts } from '../../server/payments/payables.ts';
import { extendSubscription, shortenSubscription } from '../../server/payments/subscription.ts';
import { accounts, ads, jobs } from '../../server/db/schema.ts';
import { referenceOf, startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

const PHONE = '0712345678';

let world: PaymentWorld;
beforeAll(async () => {
  world = await startPaymentWorld();
});
afterAll(() => world.close());

const settled = (payable: Payable, state = 'paid') =>
  until(async () => (await world.rows(payable)).at(-1)?.state === state, `${payable.key} ${state}`);

async function post(payable: Payable, payload: object) {
  const { app } = world.harness;
  const url = '/api/mpesa/stkpush/';
  const response = await app.inject({ method: 'POST', url, headers: payable.headers, payload });
  return { status: response.statusCode, body: response.json<unknown>() };
}

describe('a request is refused', () => {
  test('for a number that is not a Kenyan mobile number', async () => {
    const job = await world.payable('post_job');
    const starts = ['Enter a phone number that starts with 07 or 01.'];
    expect(await world.pay(job, '0612345678')).toEqual({ status: 400, body: { phone: starts } });
    const { status, body } = await world.pay(job, '12345');
    expect({ status, body }).toEqual({ status: 400, body: { phone: [VALIDATION.payPhone] } });
  });

  test('without the id of the job or ad', async () => {
    const job = await world.payable('post_job');
    expect(await post(job, { phone: PHONE, purpose: 'post_job' })).toEqual({
      status: 400,
      body: { job_id: ['job_id is required.'] },
    });
    expect(await post(job, { phone: PHONE, purpose: 'post_ad' })).toEqual({
      status: 400,
      body: { ad_id: ['ad_id is required.'] },
    });
  });

  test('for a payable that does not exist or belongs to somebody else', async () => {
    const job = await world.payable('post_job');
    const ad = await world.payable('post_ad');
    const ask = (body: object) => post(job, { phone: PHONE, ...body });
    const { job_id } = (await world.payable('post_job')).body;
    expect(await ask({ purpose: 'post_job', job_id: 999_999 })).toMatchObject({ status: 404 });
    expect(await ask({ purpose: 'post_job', job_id: 'x' })).toMatchObject({ status: 404 });
    expect(await ask({ purpose: 'post_job', job_id })).toMatchObject({ status: 403 });
    expect(await ask({ ...ad.body })).toMatchObject({ status: 403 });
  });

  test('for a purpose of the other role', async () => {
    const job = await world.payable('post_job');
    const fundi = await world.payable('subscription');
    expect(await post(job, { phone: PHONE, purpose: 'subscription' })).toMatchObject({
      status: 403,
      body: { error: 'Only a fundi account can do this.' },
    });
    expect(await post(fundi, { phone: PHONE, ...job.body })).toMatchObject({
      status: 403,
      body: { error: 'Only a client account can do this.' },
    });
  });

  test('for a fundi on trial or subscribed', async () => {
    const { db } = world.harness;
    const ahead = new Date(Date.now() + DAY_MS);
    for (const change of [{ trialEnds: ahead }, { subscriptionEnd: ahead }]) {
      const fundi = await world.payable('subscription');
      await db.update(accounts).set(change).where(eq(accounts.id, fundi.account.id));
      expect(await world.pay(fundi, PHONE)).toEqual({
        status: 400,
        body: { error: VALIDATION.subscriptionBlocked },
      });
    }
  });
});

test.each([
  ['post_job', 'YF317F7', 'Job listing'],
  ['post_ad', 'JN106PP', 'Advert'],
  ['subscription', '4WXY604', 'Subscription'],
] as const)(
  'the prompt for %s 7 shows the account and the description %s, %s',
  (purpose, reference, description) => {
    const texts = promptTexts({ purpose, jobId: 7, adId: 7, accountId: 7 });
    expect(texts).toMatchObject({ reference, description });
    expect(description.length).toBeLessThanOrEqual(13);
  },
);

describe('a payment activates', () => {
  test('an ad for thirty days, and after that it can be paid for again', async () => {
    const ad = await world.payable('post_ad');
    const expiresAt = async () => {
      const [row] = await world.harness.db
        .select()
        .from(ads)
        .where(eq(ads.id, ad.body.ad_id ?? 0));
      return row?.expiresAt?.getTime() ?? 0;
    };
    await world.pay(ad, PHONE);
    await settled(ad);
    const days = ((await expiresAt()) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.99);
    expect(days).toBeLessThanOrEqual(30);
    expect(await world.pay(ad, PHONE)).toEqual({
      status: 400,
      body: { error: 'This ad has already been paid for.' },
    });

    const past = new Date(Date.now() - DAY_MS);
    await world.harness.db.update(ads).set({ expiresAt: past }).where(eq(ads.id, ad.body.ad_id!));
    expect(await world.pay(ad, PHONE)).toMatchObject({ status: 200 });
    await until(async () => (await expiresAt()) > Date.now(), 'the second month');
    expect(await world.rows(ad)).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
  });

  test('a subscription for one calendar month', async () => {
    const fundi = await world.payable('subscription');
    await world.pay(fundi, PHONE);
    await settled(fundi);
    const [row] = await world.harness.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, fundi.account.id));
    const days = ((row?.subscriptionEnd?.getTime() ?? 0) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(27.9);
    expect(days).toBeLessThanOrEqual(31);
  });

  test('a job, and the amount depends on the purpose only', async () => {
    const job = await world.payable('post_job');
    expect(await post(job, { ...job.body, phone: PHONE, amount: 1 })).toMatchObject({
      status: 200,
    });
    await settled(job);
    expect(await world.timesGiven(job)).toBe(1);
    const { taken } = await world.books();
    expect(taken.find(({ reference }) => reference === referenceOf(job))?.amount).toBe(100);
  });
});

const at = (day: string | null) => (day === null ? null : new Date(`${day}T09:00:00Z`));

test.each([
  ['none', null, '2026-06-10', null],
  ['one that is over', '2026-04-15', '2026-06-10', '2026-04-15'],
  ['one of less than a month', '2026-05-30', '2026-06-30', '2026-05-10'],
  ['one of three months', '2026-08-05', '2026-09-05', '2026-07-05'],
])('on 10 May, after %s, a month is added or taken away', (_, end, longer, shorter) => {
  const now = new Date('2026-05-10T09:00:00Z');
  const fundi = { trialEnds: null, subscriptionEnd: at(end) };
  expect(extendSubscription(fundi, now)).toEqual(at(longer));
  expect(shortenSubscription(fundi, now)).toEqual(at(shorter));
});

describe('a job', () => {
  test('shows its payment status to its owner only', async () => {
    const job = await world.payable('post_job');
    const { headers } = await world.payable('post_job');
    const { app } = world.harness;
    const ask = (id: number | string) =>
      app.inject({ url: `/api/payments/job-status/?job_id=${id}`, headers });
    expect((await ask(job.body.job_id ?? 0)).statusCode).toBe(403);
    expect((await ask(999_999)).statusCode).toBe(404);
    expect((await ask('x')).statusCode).toBe(404);
  });

  test('that its owner has switched off stays paid', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, PHONE);
    await settled(job);
    const { db } = world.harness;
    await db
      .update(jobs)
      .set({ isActive: false })
      .where(eq(jobs.id, job.body.job_id ?? 0));
    expect(await world.jobStatus(job)).toEqual({ status: 'completed', paid_through: 'prompt' });
    expect(await world.pay(job, PHONE)).toMatchObject({ status: 400 });
  });
});
