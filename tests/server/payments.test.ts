import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceOf, startPaymentWorld, until } from './paymentWorld.ts';
import type { PaymentWorld } from './paymentWorld.ts';

/** Waits for a person. */
const PHONE = '0712345990';
let world: PaymentWorld;
beforeAll(async () => {
  world = await startPaymentWorld({ simulator: { lifetimeMs: 600_000 } });
});
afterAll(() => world.close());

test('a job becomes active when its prompt is answered with the PIN', async () => {
  const job = await world.payable('post_job');
  expect(await world.jobStatus(job)).toEqual({ status: 'unpaid' });

  const answer = await world.pay(job, PHONE);
  expect(answer).toEqual({
    status: 200,
    body: {
      checkout_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      message: 'Check your phone and enter your M-Pesa PIN.',
      phone: PHONE,
      confirmed: true,
      reference: referenceOf(job),
    },
  });
  expect(await world.jobStatus(job)).toMatchObject({ status: 'pending', phone: PHONE });
  await world.answer(job, 'approve');
  await until(async () => (await world.jobStatus(job)).status === 'completed', 'the payment');

  expect(await world.timesGiven(job)).toBe(1);
  const { prompts, taken } = await world.books();
  expect(prompts).toMatchObject([{ phone: PHONE, amount: 100, state: 'paid' }]);
  expect(taken).toHaveLength(1);
  expect(await world.rows(job)).toMatchObject([
    { state: 'paid', amount: 100, receipt: taken[0]?.receipt, resultCode: 0 },
  ]);
  expect(await world.pay(job, PHONE)).toEqual({
    status: 400,
    body: { error: 'This job has already been paid for.' },
  });
});
