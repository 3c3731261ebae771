/** Money that comes after M-Pesa has called the payment failed, or after we have given up. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REVIEW_REASONS } from '../../server/payments/reasons.ts';
import { checkBooks } from './paymentBooks.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';
import { BY_HAND, startRaceWorld } from './raceWorld.ts';
import type { RaceWorld } from './raceWorld.ts';

const CANCELLED = 1032;
const EXPIRED = 1019;

let race: RaceWorld;
let world: PaymentWorld;
beforeAll(async () => {
  race = await startRaceWorld();
  ({ world } = race);
});
afterAll(() => world.close());

/** M-Pesa says `code` of a first prompt, a second one is paid, and then the first one as well. */
async function payTwice(payable: Payable, code: number): Promise<void> {
  await world.pay(payable, BY_HAND);
  await world.callBack(payable, code);
  await world.pay(payable, BY_HAND);
  await world.answer(payable, 'approve', 1);
  await race.reaches(payable, 'paid', 1);
  await world.answer(payable, 'approve', 0);
}
/** M-Pesa had ended the first prompt, and it could still be paid: the books show that. */
const overlap = ({ key }: Payable) => [`${key}: a second prompt while one was alive`];
const paidTwice = {
  review: 'held',
  reason: REVIEW_REASONS.paid_twice,
  review_id: expect.any(String),
};

test.each([CANCELLED, EXPIRED])(
  'money for a prompt that ended with %i goes to review when a second prompt was paid',
  async (code) => {
    const job = await world.payable('post_job');
    await payTwice(job, code);
    await race.reaches(job, 'needs_review', 0);
    expect(await world.rows(job)).toMatchObject([{ review: 'paid_twice' }, { review: null }]);
    expect(await world.jobStatus(job)).toMatchObject({ status: 'completed', ...paidTwice });
    expect(await checkBooks(world, [job])).toEqual(overlap(job));

    const ad = await world.payable('post_ad');
    await payTwice(ad, code);
    await race.reaches(ad, 'needs_review', 0);
    const { headers, body } = ad;
    const answer = await world.harness.app.inject({ url: `/api/ads/${body.ad_id}/`, headers });
    expect(answer.json()).toMatchObject({
      is_active: true,
      payment: { status: 'completed', ...paidTwice },
    });
    expect(await checkBooks(world, [ad])).toEqual(overlap(ad));
  },
);

test('money for an earlier prompt of a subscription buys one more month', async () => {
  const fundi = await world.payable('subscription');
  await payTwice(fundi, CANCELLED);
  await race.reaches(fundi, 'paid', 0);
  expect(await world.timesGiven(fundi)).toBe(2);
  const { headers } = fundi;
  const answer = await world.harness.app.inject({ url: '/api/accounts/fundis/me/', headers });
  expect(answer.json()).toMatchObject({ payment: { status: 'completed' } });
});

test('late money for a deleted job goes to review', async () => {
  const job = await world.payable('post_job');
  await world.pay(job, BY_HAND);
  await world.callBack(job, CANCELLED);
  const { headers, body } = job;
  const url = `/api/jobs/${body.job_id}/`;
  const deleted = await world.harness.app.inject({ method: 'DELETE', url, headers });
  expect(deleted.statusCode).toBe(204);
  await world.answer(job, 'approve');
  await race.reaches(job, 'needs_review');
  const reason = REVIEW_REASONS.deleted;
  expect(await world.jobStatus(job)).toMatchObject({ status: 'failed', review: 'held', reason });
  expect(await world.rows(job)).toMatchObject([{ review: 'deleted', resultCode: 0 }]);
  expect((await world.rows(job))[0]?.receipt).toMatch(/^\w{10}$/);
});

test('late money that only a callback reports closes the review of an unanswered payment', async () => {
  const job = await world.payable('post_job');
  await world.pay(job, BY_HAND);
  // The answer to the push was lost, and no result came within the lifetime of the prompt.
  await race.change(job, { state: 'unknown', checkoutRequestId: null, merchantRequestId: null });
  await race.outlive(job);
  await race.reaches(job, 'needs_review');
  const reason = REVIEW_REASONS.unanswered;
  expect(await world.jobStatus(job)).toMatchObject({ status: 'failed', review: 'unclear', reason });
  await world.answer(job, 'approve');
  await race.reaches(job, 'paid');
  expect(await world.timesGiven(job)).toBe(1);
  expect(await world.rows(job)).toMatchObject([{ review: null, reason: null }]);
});
