/** What the answers of a server say about the Pay Bill menu. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts, jobs } from '../../server/db/schema.ts';
import type { PaymentStatus } from '../../src/contract/schemas.ts';
import { BY_HAND } from './callbackWorld.ts';
import { body, newReceipt } from './mpesaBodies.ts';
import { referenceOf } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';
import { startSumWorld } from './sumWorld.ts';
import type { SumWorld } from './sumWorld.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PRICE = { post_job: '100.00', post_ad: '500.00', subscription: '200.00' } as const;

let at: SumWorld;
let world: PaymentWorld;
beforeAll(async () => {
  at = await startSumWorld();
  ({ world } = at);
});
afterAll(() => world.close());

/** Changes the row of a payable. */
const takeDown = ({ body: { job_id = 0 } }: Payable, takenDown: string | null = 'Not allowed') =>
  world.harness.db.update(jobs).set({ takenDown }).where(eq(jobs.id, job_id));
const read = async (payable: Payable, url: string) =>
  (await world.harness.app.inject({ url, headers: payable.headers })).json<{
    payment?: PaymentStatus;
  }>();
const payBill = (payable: Payable) => ({
  business_number: '174379',
  account: referenceOf(payable),
  amount: Number(PRICE[payable.purpose]),
});

test('a second receipt at the callback of a paid prompt is a sum of its own', async () => {
  const [first, second] = [newReceipt(), newReceipt()];
  const one = await at.target();
  await at.call(one.path, body({ checkout: one.checkout, receipt: first }));
  await at.call(one.path, body({ checkout: one.checkout, receipt: second }));
  await world.payments.reconcile();
  expect(await at.books(one.payable, second)).toEqual({
    payments: [`paid ${first}`],
    given: 1,
    sums: ['unmatched paid_twice'],
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
    await at.confirm(job);
    expect(await world.jobStatus(job)).toEqual({ status: 'completed', paid_through: 'pay_bill' });
    const other = await world.payable('post_job');
    await at.confirm(other);
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
    await at.confirm(fundi, { TransAmount: '200' });
    expect((await me()).payment).toEqual({ status: 'completed', paid_through: 'pay_bill' });
  });
});
