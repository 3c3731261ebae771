/** What the answers of a server say about the Pay Bill menu, and what came from it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts, jobs, sums } from '../../server/db/schema.ts';
import type { PaymentStatus } from '../../src/contract/schemas.ts';
import { confirmation } from './mpesaBodies.ts';
import { BY_HAND, referenceOf, startPaymentWorld } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PRICE = { post_job: '100.00', post_ad: '500.00', subscription: '200.00' } as const;

let world: PaymentWorld;
beforeAll(async () => {
  world = await startPaymentWorld({
    env: { MPESA_C2B: 'on' },
    simulator: { lifetimeMs: 600_000 },
    timings: { promptLifetimeMs: 600_000, giveUpMs: 900_000, firstQueryMs: 900_000 },
  });
});
afterAll(() => world.close());

/** A sum for the payable, which the server has decided about. */
async function confirm(payable: Payable, parts: object = {}): Promise<void> {
  const typed = { BillRefNumber: referenceOf(payable), ...parts };
  await world.payments.sums.confirm(confirmation(typed));
  await world.payments.reconcile();
}

/** Changes the row of a payable. */
const takeDown = ({ body: { job_id = 0 } }: Payable, takenDown: string | null = 'Not allowed') =>
  world.harness.db.update(jobs).set({ takenDown }).where(eq(jobs.id, job_id));
const remove = ({ body: { job_id = 0 } }: Payable) =>
  world.harness.db.delete(jobs).where(eq(jobs.id, job_id));
const read = async (payable: Payable, url: string) =>
  (await world.harness.app.inject({ url, headers: payable.headers })).json<{
    payment?: PaymentStatus;
  }>();
const payBill = (payable: Payable) => ({
  business_number: '174379',
  account: referenceOf(payable),
  amount: Number(PRICE[payable.purpose]),
});

describe('an answer says what came and pays for nothing', () => {
  const id = expect.any(String) as unknown;

  test('to the owner of a job: another amount, a second sum, one after it was taken down', async () => {
    const job = await world.payable('post_job');
    await confirm(job, { TransAmount: '50' });
    const wrong = { id, amount: 50, cause: 'amount' };
    const unpaid = { status: 'unpaid', pay_bill: payBill(job), unmatched: [wrong] };
    // Whole: there is nothing of who paid.
    expect(await world.jobStatus(job)).toEqual(unpaid);
    await world.pay(job, BY_HAND);
    expect(await world.jobStatus(job)).toMatchObject({ status: 'pending', unmatched: [wrong] });
    await confirm(job);
    await confirm(job);
    await takeDown(job);
    await confirm(job);
    const down = { id, amount: 100, cause: 'taken_down' };
    const twice = { id, amount: 100, cause: 'paid_twice' };
    expect(await world.jobStatus(job)).toMatchObject({
      status: 'completed',
      unmatched: [down, twice, wrong],
    });
    const { headers } = await world.payable('post_job');
    expect(await world.jobStatus({ ...job, headers })).toEqual({
      error: 'This job is not yours.',
    });
  });

  test('for an ad, a month, and a deleted job that had a prompt; no more than five', async () => {
    const ad = await world.payable('post_ad');
    await confirm(ad, { TransAmount: '50' });
    const wrong = { id, amount: 50, cause: 'amount' };
    const { payment } = await read(ad, `/api/ads/${ad.body.ad_id}/`);
    expect(payment?.unmatched).toEqual([wrong]);
    const fundi = await world.payable('subscription');
    for (let sum = 0; sum < 6; sum += 1) await confirm(fundi, { TransAmount: '50' });
    const me = await read(fundi, '/api/accounts/fundis/me/');
    expect(me.payment?.unmatched).toEqual([wrong, wrong, wrong, wrong, wrong]);
    const job = await world.payable('post_job');
    await world.pay(job, BY_HAND);
    await world.callBack(job, 1032);
    await remove(job);
    await confirm(job);
    expect(await world.jobStatus(job)).toMatchObject({
      status: 'failed',
      unmatched: [{ id, amount: 100, cause: 'deleted' }],
    });
  });

  test('until a person has sent it back', async () => {
    const job = await world.payable('post_job');
    await confirm(job, { TransAmount: '50' });
    const { db } = world.harness;
    await db.update(sums).set({ state: 'returned' }).where(eq(sums.payable, job.key));
    expect(await world.jobStatus(job)).toEqual({ status: 'unpaid', pay_bill: payBill(job) });
  });
});

describe('an answer says how to pay from the menu', () => {
  test('for a job: before a prompt, beside it and after it; not once it is paid for or taken down', async () => {
    const job = await world.payable('post_job');
    const pay_bill = payBill(job);
    expect(await world.jobStatus(job)).toEqual({ status: 'unpaid', pay_bill });
    expect(await world.pay(job, BY_HAND)).toMatchObject({ body: { pay_bill } });
    expect(await world.jobStatus(job)).toMatchObject({ status: 'pending', pay_bill });
    await world.callBack(job, 1032);
    expect(await world.jobStatus(job)).toMatchObject({ status: 'failed', pay_bill });
    const { headers } = job;
    const mine = await world.harness.app.inject({ url: '/api/jobs/mine/', headers });
    expect(mine.json()).toMatchObject([{ payment: { status: 'failed', pay_bill } }]);
    await takeDown(job);
    expect((await world.jobStatus(job)).pay_bill).toBeUndefined();
    await takeDown(job, null);
    await confirm(job);
    expect(await world.jobStatus(job)).toEqual({ status: 'completed', paid_through: 'pay_bill' });
    const other = await world.payable('post_job');
    await confirm(other);
    expect(await world.jobStatus(other)).toEqual({ status: 'completed', paid_through: 'pay_bill' });
  });

  test('for an ad and a month; not while a trial or a subscription runs', async () => {
    const ad = await world.payable('post_ad');
    const unpaid = { payment: { status: 'unpaid', pay_bill: payBill(ad) } };
    expect(await read(ad, `/api/ads/${ad.body.ad_id}/`)).toMatchObject(unpaid);
    const { headers } = ad;
    const mine = await world.harness.app.inject({ url: '/api/ads/mine/', headers });
    expect(mine.json()).toMatchObject([unpaid]);

    const fundi = await world.payable('subscription');
    const me = () => read(fundi, '/api/accounts/fundis/me/');
    const { db } = world.harness;
    const trial = (trialEnds: Date) =>
      db.update(accounts).set({ trialEnds }).where(eq(accounts.id, fundi.account.id));
    await trial(new Date(0));
    expect((await me()).payment).toEqual({ status: 'unpaid', pay_bill: payBill(fundi) });
    await trial(new Date(Date.now() + DAY_MS));
    expect((await me()).payment).toBeUndefined();
    await trial(new Date(0));
    await confirm(fundi, { TransAmount: '200' });
    expect((await me()).payment).toEqual({ status: 'completed', paid_through: 'pay_bill' });
  });
});
