/** What people read about the Pay Bill menu, and of what came from it for nothing, beside the contract. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { FEES } from '../../src/contract/constants.ts';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Input } from '../../server/calls/route.ts';
import { sums } from '../../server/db/schema/payments.ts';
import { adHandlers } from '../../server/listings/ads.ts';
import { jobHandlers } from '../../server/listings/jobs.ts';
import { profileHandlers } from '../../server/people/profiles.ts';
import { newReceipt } from './mpesaBodies.ts';
import { referenceOf, startSumWorld } from './scriptedSums.ts';
import type { Thing } from './scriptedWorld.ts';

const world = await startSumWorld();
afterAll(() => world.close());

const { listMyJobs } = jobHandlers(world.ctx, world.payments);
const { getAd, listMyAds } = adHandlers(world.ctx, async () => [], world.payments);
const { getMyFundi } = profileHandlers(world.ctx);
const jobStatus = ({ account, jobId }: Thing) => world.payments.jobStatus(account, jobId ?? 0);
const payBill = (thing: Thing) => ({
  business_number: '174379',
  account: referenceOf(thing),
  amount: FEES[thing.purpose],
});
const unmatched = (amount: number, cause: string) => ({
  id: expect.any(String) as unknown,
  amount,
  cause,
});

test('the owner of a job reads each sum that pays for nothing, until it is sent back', async () => {
  const job = await world.thing();
  await world.changeJob(job, { takenDown: 'Not allowed' });
  await world.confirm(job);
  const down = unmatched(100, 'taken_down');
  // Whole: it is not offered for payment.
  expect(await jobStatus(job)).toEqual({ status: 'unpaid', unmatched: [down] });
  expect(await listMyJobs({ account: job.account } as Input<'listMyJobs'>)).toMatchObject([
    { payment: undefined },
  ]);
  await world.changeJob(job, { takenDown: null });
  const receipt = await world.confirm(job);
  await world.confirm(job);
  const completed = { status: 'completed', paid_through: 'pay_bill', receipt };
  // Whole: there is nothing of who paid.
  const both = [unmatched(100, 'paid_twice'), down];
  // What M-Pesa has taken back waits for nobody but the operator.
  const taken = { receipt: newReceipt(), amount: 100, typed: '', receivedAt: world.at(0) };
  const waits = { payable: job.key, state: 'unmatched', cause: 'reversed' } as const;
  await world.db.insert(sums).values({ ...taken, ...waits });
  expect(await jobStatus(job)).toEqual({ ...completed, unmatched: both });
  await world.db.update(sums).set({ state: 'returned' }).where(eq(sums.payable, job.key));
  expect(await jobStatus(job)).toEqual(completed);
});

test('the payer of a deleted job reads what came for it', async () => {
  const { thing, call } = await world.prompted();
  await call({ code: 1032 });
  await world.deleteJob(thing);
  await world.confirm(thing);
  const came = { status: 'failed', unmatched: [unmatched(100, 'deleted')] };
  expect(await jobStatus(thing)).toMatchObject(came);
});

test('who cancelled reads how else to pay', async () => {
  const { thing: job, call } = await world.prompted();
  await call({ code: 1032 });
  const payment = { status: 'failed', pay_bill: payBill(job) };
  expect(await jobStatus(job)).toMatchObject(payment);
  expect(await listMyJobs({ account: job.account } as Input<'listMyJobs'>)).toMatchObject([
    { payment },
  ]);
});

test('the owner of an ad reads in the list how to pay, and in the ad what came too little', async () => {
  const ad = await world.thing('post_ad');
  const { account, key } = ad;
  const payment = { status: 'unpaid', pay_bill: payBill(ad) };
  expect(await listMyAds({ account } as Input<'listMyAds'>)).toMatchObject([{ payment }]);
  await world.confirm(ad, { TransAmount: '50' });
  const id = Number(key.split(':')[1]);
  const one = await getAd({ account, id } as Input<'getAd'>);
  expect(one.payment).toEqual({ ...payment, unmatched: [unmatched(50, 'amount')] });
});

test('a fundi reads it when no trial and no month runs, and of sums no more than five', async () => {
  const fundi = await world.thing('subscription');
  const me = async (trialEnds: Date | null = null) => {
    const account = { ...fundi.account, trialEnds };
    return (await getMyFundi({ account } as Input<'getMyFundi'>)).payment;
  };
  expect(await me(world.at(DAY_MS))).toBeUndefined();
  const unpaid = { status: 'unpaid', pay_bill: payBill(fundi) };
  expect(await me()).toEqual(unpaid);
  for (let amount = 1; amount <= 6; amount += 1) {
    await world.confirm(fundi, { TransAmount: String(amount) });
  }
  const newest = [6, 5, 4, 3, 2].map((amount) => unmatched(amount, 'amount'));
  expect(await me()).toEqual({ ...unpaid, unmatched: newest });
});
