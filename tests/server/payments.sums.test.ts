/** What the answers of a server say about the Pay Bill menu, and what came from it, beside the contract. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { FEES } from '../../src/contract/constants.ts';
import type { PaymentStatus } from '../../src/contract/schemas.ts';
import { DAY_MS } from '../../src/contract/time.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { jobs } from '../../server/db/schema/listings.ts';
import { sums } from '../../server/db/schema/payments.ts';
import { confirmation } from './mpesaBodies.ts';
import { BY_HAND, referenceOf, startPaymentWorld } from './paymentWorld.ts';
import type { Payable } from './paymentWorld.ts';

const world = await startPaymentWorld({
  env: { MPESA_C2B: 'on' },
  simulator: { lifetimeMs: 600_000 },
  timings: { promptLifetimeMs: 600_000, giveUpMs: 900_000, firstQueryMs: 900_000 },
});
const { app, db } = world.harness;
afterAll(() => world.close());

/** A sum for the payable, its price unless `amount` says otherwise, which the server has decided about. */
async function confirm(payable: Payable, amount: number = FEES[payable.purpose]): Promise<void> {
  const typed = { BillRefNumber: referenceOf(payable), TransAmount: String(amount) };
  await world.payments.sums.confirm(confirmation(typed));
  await world.payments.reconcile();
}
const read = async <T = { payment?: PaymentStatus }>({ headers }: Payable, url: string) =>
  (await app.inject({ url, headers })).json<T>();
const payBill = (payable: Payable) => ({
  business_number: '174379',
  account: referenceOf(payable),
  amount: FEES[payable.purpose],
});
const unmatched = (amount: number, cause: string) => ({
  id: expect.any(String) as unknown,
  amount,
  cause,
});
const wrong = unmatched(50, 'amount');

test('the owner of a job reads how to pay while that is right, and each sum that pays for nothing', async () => {
  const job = await world.payable('post_job');
  const ofIt = eq(jobs.id, job.body.job_id ?? 0);
  const pay_bill = payBill(job);
  await confirm(job, 50);
  await world.pay(job, BY_HAND);
  const more = { unmatched: [wrong], pay_bill };
  expect(await world.jobStatus(job)).toMatchObject({ status: 'pending', ...more });
  await world.callBack(job, 1032);
  expect(await world.jobStatus(job)).toMatchObject({ status: 'failed', ...more });
  const mine = await read<object>(job, '/api/jobs/mine/');
  expect(mine).toMatchObject([{ payment: { status: 'failed', pay_bill } }]);

  await db.update(jobs).set({ takenDown: 'Not allowed' }).where(ofIt);
  await confirm(job);
  const down = unmatched(100, 'taken_down');
  const { pay_bill: none, ...status } = await world.jobStatus(job);
  expect([none, status.unmatched]).toEqual([undefined, [down, wrong]]);
  await db.update(jobs).set({ takenDown: null }).where(ofIt);
  for (const _ of ['once', 'twice']) await confirm(job);
  const receipt: unknown = expect.stringMatching(/^[A-Z0-9]{10}$/);
  const completed = { status: 'completed', paid_through: 'pay_bill', receipt };
  const twice = unmatched(100, 'paid_twice');
  // Whole: there is nothing of who paid.
  expect(await world.jobStatus(job)).toEqual({ ...completed, unmatched: [twice, down, wrong] });
  // A person has sent them back.
  await db.update(sums).set({ state: 'returned' }).where(eq(sums.payable, job.key));
  expect(await world.jobStatus(job)).toEqual(completed);
});

test('the payer of a deleted job reads what came for it', async () => {
  const job = await world.payable('post_job');
  await world.pay(job, BY_HAND);
  await world.callBack(job, 1032);
  await db.delete(jobs).where(eq(jobs.id, job.body.job_id ?? 0));
  await confirm(job);
  const came = { status: 'failed', unmatched: [unmatched(100, 'deleted')] };
  expect(await world.jobStatus(job)).toMatchObject(came);
});

test('the owner of an ad reads it in the ad and in the list', async () => {
  const ad = await world.payable('post_ad');
  const payment = { status: 'unpaid', pay_bill: payBill(ad) };
  expect(await read<object>(ad, '/api/ads/mine/')).toMatchObject([{ payment }]);
  await confirm(ad, 50);
  const one = await read(ad, `/api/ads/${ad.body.ad_id}/`);
  expect(one.payment).toEqual({ ...payment, unmatched: [wrong] });
});

test('a fundi reads it when no trial and no month runs, and of sums no more than five', async () => {
  const fundi = await world.payable('subscription');
  const me = async () => (await read(fundi, '/api/accounts/fundis/me/')).payment;
  const trial = (trialEnds: Date) =>
    db.update(accounts).set({ trialEnds }).where(eq(accounts.id, fundi.account.id));
  await trial(new Date(Date.now() + DAY_MS));
  expect(await me()).toBeUndefined();
  await trial(new Date(0));
  const unpaid = { status: 'unpaid', pay_bill: payBill(fundi) };
  expect(await me()).toEqual(unpaid);
  for (let sum = 0; sum < 6; sum += 1) await confirm(fundi, 50);
  expect(await me()).toEqual({ ...unpaid, unmatched: [wrong, wrong, wrong, wrong, wrong] });
  await confirm(fundi);
  expect(await me()).toMatchObject({ status: 'completed', paid_through: 'pay_bill' });
});
