import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FEES } from '../../../src/contract/constants.ts';
import { PROMPT_LIFETIME_MS } from '../../../src/contract/limits.ts';
import { errorSchema } from '../../../src/contract/schemas.ts';
import type { Id, PaymentStatus } from '../../../src/contract/schemas.ts';
import { MAGIC } from '../../mocks/magic.ts';
import { failure } from '../../../testkit/contract/harness.ts';
import type { Harness } from '../../../testkit/contract/harness.ts';
import { until } from '../../../testkit/contract/world.ts';
import type { World } from '../../../testkit/contract/world.ts';

const { held, neverSettles, unclear, unconfirmed } = MAGIC.phone;

/** The same status, asked at another second. */
function sameNow(status: PaymentStatus | undefined): object | undefined {
  if (status?.sent_seconds_ago === undefined) return status;
  return { ...status, sent_seconds_ago: expect.any(Number) as unknown };
}

/** The payments of a list, by the ids of its rows. */
const paymentsOf = (rows: { id: Id; payment?: PaymentStatus | undefined }[]) =>
  new Map(rows.map((row) => [row.id, row.payment]));

/** The numbers of Pay Bill for this price. */
const numbers = (amount: number) => ({
  business_number: expect.stringMatching(/^\d{5,7}$/),
  account: expect.stringMatching(/^[A-Z0-9]{4,12}$/),
  amount,
});

/** M-Pesa's receipt. */
const receipt: unknown = expect.stringMatching(/^[A-Z0-9]{10}$/);

/** A sum from the menu that pays for nothing. */
const sum = (amount: number, cause: string) => ({
  id: expect.any(String) as unknown,
  amount,
  cause,
});

/** What a payer reads, and what is refused while a prompt is open or money is in review. */
export function paymentRules(world: () => World, harness: Harness): void {
  const purposes = { job: 'post_job', ad: 'post_ad' } as const;
  const request = (word: 'job' | 'ad', id: Id, phone: string) => ({
    token: world().client.token,
    body: { phone, purpose: purposes[word], [`${word}_id`]: id },
  });
  const statusOf = (id: Id) =>
    world().ok('getJobPaymentStatus', { token: world().client.token, query: { job_id: id } });
  const becomes = async (id: Id, status: PaymentStatus['status']) => {
    await until(async () => (await statusOf(id)).status === status);
    return statusOf(id);
  };
  const adPayment = async (id: Id) =>
    (await world().ok('getAd', { id, token: world().client.token })).payment;
  const adBecomes = async (id: Id, status: PaymentStatus['status']) => {
    await until(async () => (await adPayment(id))?.status === status);
    return adPayment(id);
  };

  test('an open prompt is reported with its phone and its age, and no second one is sent', async () => {
    const { ok, newPhone, ad } = world();
    const { id } = await ad();
    const sent = await ok('requestPayment', request('ad', id, neverSettles));
    expect(sent).toMatchObject({ phone: neverSettles, confirmed: true });
    const pending = await adPayment(id);
    const seconds = expect.any(Number) as unknown;
    const prompt = { phone: neverSettles, sent_seconds_ago: seconds, confirmed: true };
    expect(pending).toEqual({ status: 'pending', ...prompt });
    expect(pending?.sent_seconds_ago).toBeLessThan(PROMPT_LIFETIME_MS / 1000);
    // The prompt stays on the first phone, whatever phone the second request names.
    const { checkout_id, phone } = sent;
    const again = await ok('requestPayment', request('ad', id, newPhone()));
    expect(again).toMatchObject({ checkout_id, phone });
  });

  test('a prompt that M-Pesa has not confirmed is reported as not confirmed, and is not sent again', async () => {
    const { ok, newPhone, job } = world();
    const { id } = await job();
    const sent = await ok('requestPayment', request('job', id, unconfirmed));
    expect(sent).toMatchObject({ phone: unconfirmed, confirmed: false });
    expect(await statusOf(id)).toMatchObject({ status: 'pending', confirmed: false });
    const again = await ok('requestPayment', request('job', id, newPhone()));
    expect(again).toEqual(sent);
    await harness.endPrompts(unconfirmed);
    expect(await becomes(id, 'failed')).toMatchObject({ review: 'unclear' });
  });

  test('a wrong amount is held, and another prompt is refused meanwhile', async () => {
    const { ok, send, newPhone, job, ad, client } = world();
    const { id } = await job();
    await ok('requestPayment', request('job', id, held));
    const texts = { reason: expect.stringContaining('contact'), review_id: expect.any(String) };
    const reviewed = { status: 'failed', review: 'held', ...texts };
    const status = await becomes(id, 'failed');
    expect(status).toEqual(reviewed);
    const again = await send('requestPayment', request('job', id, newPhone()));
    failure(again, 409, 'error', status.reason);
    expect(await statusOf(id)).toEqual(reviewed);
    expect(await ok('getJob', { id, token: client.token })).toMatchObject({ is_active: false });

    const other = await ad();
    await ok('requestPayment', request('ad', other.id, held));
    expect(await adBecomes(other.id, 'failed')).toEqual(reviewed);
    failure(await send('requestPayment', request('ad', other.id, newPhone())), 409);
  });

  test("the owner's lists report the payment status of each job and ad", async () => {
    const { ok, send, client, otherClient, fundi, job, ad, paidJob } = world();
    const { token } = client;
    const [never, out, inReview, paid] = [await job(), await job(), await job(), await paidJob()];
    const [neverAd, outAd] = [await ad(), await ad()];
    await ok('requestPayment', request('job', out.id, neverSettles));
    await ok('requestPayment', request('job', inReview.id, held));
    await ok('requestPayment', request('ad', outAd.id, neverSettles));
    await becomes(inReview.id, 'failed');

    const jobs = paymentsOf(await ok('listMyJobs', { token }));
    expect(jobs.get(never.id)).toBeUndefined();
    expect(jobs.get(paid.id)).toMatchObject({ status: 'completed' });
    for (const { id } of [out, inReview]) {
      expect(jobs.get(id)).toEqual(sameNow(await statusOf(id)));
    }
    expect(jobs.get(inReview.id)).toMatchObject({ status: 'failed', review: 'held' });
    const ads = paymentsOf(await ok('listMyAds', { token }));
    expect(ads.get(neverAd.id)).toBeUndefined();
    expect(ads.get(outAd.id)).toEqual(sameNow(await adPayment(outAd.id)));
    expect(ads.get(outAd.id)).toMatchObject({ status: 'pending' });

    // Nobody else reads it.
    const listed = await ok('listJobs', { token: fundi.token });
    expect(listed.filter((row) => row.payment !== undefined)).toEqual([]);
    expect((await ok('listAds')).filter((row) => row.payment !== undefined)).toEqual([]);
    expect(await ok('getJob', { id: paid.id, token: fundi.token })).not.toHaveProperty('payment');
    failure(await send('getAd', { id: outAd.id, token: otherClient.token }), 403);
  });

  describe('Pay Bill', () => {
    beforeAll(() => harness.offerPayBill(true));
    afterAll(() => harness.offerPayBill(false));
    test('is named wherever paying is right: before a prompt, in its answer and beside it', async () => {
      const { ok, job, ad, client } = world();
      const { id } = await job();
      const { pay_bill, ...unpaid } = await statusOf(id);
      expect([unpaid, pay_bill]).toEqual([{ status: 'unpaid' }, numbers(FEES.post_job)]);
      const sent = await ok('requestPayment', request('job', id, neverSettles));
      expect(sent.pay_bill).toEqual(pay_bill);
      expect(await statusOf(id)).toMatchObject({ status: 'pending', pay_bill });
      const mine = await ok('listMyJobs', { token: client.token });
      expect(mine.find((row) => row.id === id)?.payment).toMatchObject({ pay_bill });
      const unpaidAd = { status: 'unpaid', pay_bill: numbers(FEES.post_ad) };
      expect(await adPayment((await ad()).id)).toEqual(unpaidAd);
    });

    test('is not named where money is in review, or for what is paid for', async () => {
      const { ok, job, paidJob } = world();
      const { id } = await job();
      await ok('requestPayment', request('job', id, held));
      expect(await becomes(id, 'failed')).not.toHaveProperty('pay_bill');
      const paid = await statusOf((await paidJob()).id);
      expect(paid).toEqual({ status: 'completed', paid_through: 'prompt', receipt });
    });

    test('pays, but for nothing with another amount or a second sum, and the status says what came', async () => {
      const { send, job, otherClient } = world();
      const { id } = await job();
      const says = async (count: number) => {
        await until(async () => (await statusOf(id)).unmatched?.length === count);
        return statusOf(id);
      };
      await harness.payFromMenu(id, 50);
      const wrong = sum(50, 'amount');
      const pay_bill = numbers(FEES.post_job);
      expect(await says(1)).toEqual({ status: 'unpaid', pay_bill, unmatched: [wrong] });
      const sent = { token: otherClient.token, query: { job_id: id } };
      failure(await send('getJobPaymentStatus', sent), 403);
      await harness.payFromMenu(id, FEES.post_job);
      const paid = { status: 'completed', paid_through: 'pay_bill', receipt };
      const completed = { ...paid, unmatched: [wrong] };
      expect(await becomes(id, 'completed')).toEqual(completed);
      await harness.payFromMenu(id, FEES.post_job + 1);
      expect((await says(2)).unmatched).toEqual([sum(FEES.post_job + 1, 'amount'), wrong]);
    });
  });

  test('a payment without any result is reported as unclear, and can be paid again', async () => {
    const { ok, newPhone, job } = world();
    const { id } = await job();
    await ok('requestPayment', request('job', id, unclear));
    await harness.endPrompts(unclear);
    const texts = { reason: expect.any(String), review_id: expect.any(String) };
    const status = { status: 'failed', review: 'unclear', ...texts };
    expect(await becomes(id, 'failed')).toEqual(status);
    await ok('requestPayment', request('job', id, newPhone()));
    expect(await becomes(id, 'completed')).toMatchObject({ status: 'completed' });
  });

  describe.each(['job', 'ad'] as const)('a %s with an open prompt', (word) => {
    const name = word === 'job' ? 'deleteJob' : 'deleteAd';

    test('is not deleted before the prompt has ended', async () => {
      const { ok, send, client, newPhone } = world();
      const { id } = await world()[word]();
      const phone = `${newPhone().slice(0, 7)}990`;
      await ok('requestPayment', request(word, id, phone));
      const sent = { id, token: client.token };
      const text = `A payment for this ${word} is not finished. Enter your PIN or press cancel on the phone, then delete the ${word}.`;
      failure(await send(name, sent), 409, 'error', text);
      expect(await ok(word === 'job' ? 'getJob' : 'getAd', sent)).toMatchObject({ id });
      await harness.endPrompts(phone);
      expect(await ok(name, sent)).toBeUndefined();
    });

    test('is inactive after the prompt was cancelled, says why, can be paid again and deleted', async () => {
      const { ok, client, newPhone } = world();
      const { id } = await world()[word]();
      const { token } = client;
      const isJob = word === 'job';
      const status = () => (isJob ? statusOf(id) : adPayment(id));
      const thing = () => ok(isJob ? 'getJob' : 'getAd', { id, token });
      const first = await ok('requestPayment', request(word, id, MAGIC.phone.cancelled));
      await until(async () => (await status())?.status === 'failed');
      expect((await status())?.reason).toMatch(/cancel/i);
      expect(await thing()).toMatchObject({ is_active: false });
      if (isJob) {
        const second = await ok('requestPayment', request(word, id, newPhone()));
        expect(second.checkout_id).not.toBe(first.checkout_id);
        await becomes(id, 'completed');
      }
      expect(await ok(name, { id, token })).toBeUndefined();
    });
  });

  test('only the payer of a deleted job can read the status of the payment', async () => {
    const { ok, send, client, otherClient, job } = world();
    const { token } = client;
    const [never, paid] = [await job(), await world().paidJob()];
    for (const { id } of [never, paid]) await ok('deleteJob', { id, token });
    expect(await statusOf(paid.id)).toMatchObject({ status: 'completed' });
    const query = { job_id: paid.id };
    failure(await send('getJobPaymentStatus', { token: otherClient.token, query }), 404);
    failure(await send('getJobPaymentStatus', { token, query: { job_id: never.id } }), 404);
  });

  test('only the payer of a deleted ad gets the payment status with the 404', async () => {
    const { ok, send, client, otherClient, ad } = world();
    const { token } = client;
    const [never, inReview] = [await ad(), await ad()];
    await ok('requestPayment', request('ad', inReview.id, held));
    const payment = await adBecomes(inReview.id, 'failed');
    for (const { id } of [never, inReview]) await ok('deleteAd', { id, token });
    const gone = await send('getAd', { id: inReview.id, token });
    expect(gone).toMatchObject({ status: 404, body: { error: 'Ad not found.', payment } });
    expect(payment).toMatchObject({ status: 'failed', review: 'held' });
    z.parse(errorSchema, gone.body);
    failure(await send('getAd', { id: inReview.id, token: otherClient.token }), 404);
    failure(await send('getAd', { id: never.id, token }), 404);
  });
}
