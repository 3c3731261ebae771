/** At most one prompt for a payable at a time, however it is asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROMPT_MESSAGES, REVIEW_REASONS } from '../../server/payments/reasons.ts';
import { gate, startPaymentWorld, until } from './paymentWorld.ts';
import type { PaymentWorld } from './paymentWorld.ts';
import { BY_HAND, NO_CALLBACK, PAYS, startRaceWorld } from './raceWorld.ts';
import type { RaceWorld } from './raceWorld.ts';

let race: RaceWorld;
let world: PaymentWorld;
beforeAll(async () => {
  race = await startRaceWorld();
  ({ world } = race);
});
afterAll(() => world.close());

test('twenty calls at once send one prompt and answer one checkout_id', async () => {
  const job = await world.payable('post_job');
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.pay(job, BY_HAND)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.checkout_id)).size).toBe(1);
  expect(await world.promptsFor(job)).toHaveLength(1);
  await world.answer(job, 'approve');
  await race.reaches(job, 'paid');
});

test('a second call with another phone is answered with the phone of the first prompt', async () => {
  const job = await world.payable('post_job');
  const first = await world.pay(job, BY_HAND);
  const second = await world.pay(job, '0112345678');
  expect(first.body).toMatchObject({ phone: BY_HAND, message: PROMPT_MESSAGES.sent });
  expect(second.body).toEqual({
    checkout_id: first.body.checkout_id,
    phone: BY_HAND,
    message: PROMPT_MESSAGES.alreadySent,
    confirmed: true,
    reference: first.body.reference,
  });
  expect(await world.jobStatus(job)).toMatchObject({ status: 'pending', phone: BY_HAND });
});

test.each(['post_job', 'post_ad', 'subscription'] as const)(
  'the answer to a prompt for %s names the account that the prompt shows',
  async (purpose) => {
    const payable = await world.payable(purpose);
    const { body } = await world.pay(payable, BY_HAND);
    const [prompt] = await world.promptsFor(payable);
    expect(body.reference).toBe(prompt?.reference);
  },
);

test('the answer to a prompt for a till names no account', async () => {
  const till = await startPaymentWorld({
    env: {
      MPESA_MODE: 'simulator',
      MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline',
      MPESA_TILL: '123456',
    },
  });
  try {
    const { status, body } = await till.pay(await till.payable('post_job'), PAYS);
    expect([status, Object.keys(body).toSorted()]).toEqual([
      200,
      ['checkout_id', 'confirmed', 'message', 'phone'],
    ]);
  } finally {
    await till.close();
  }
});

test('a second call while the first push is under way is answered as not confirmed', async () => {
  const job = await world.payable('post_job');
  const phone = '0799345990';
  const { opened, open } = gate();
  race.holdPush(phone, opened);
  const first = world.pay(job, phone);
  await until(async () => (await race.stateOf(job)) === 'created', 'the first call');
  const second = await world.pay(job, phone);
  expect(second.body).toMatchObject({ phone, message: PROMPT_MESSAGES.notConfirmed });
  open();
  expect((await first).body).toMatchObject({
    checkout_id: second.body.checkout_id,
    message: PROMPT_MESSAGES.sent,
  });
  expect(await world.promptsFor(job)).toHaveLength(1);
});

test('after a cancelled prompt a new one is sent at once', async () => {
  const job = await world.payable('post_job');
  const first = await world.pay(job, '0712345901');
  await race.reaches(job, 'cancelled');
  const second = await world.pay(job, PAYS);
  expect(second.status).toBe(200);
  expect(second.body.checkout_id).not.toBe(first.body.checkout_id);
  await race.reaches(job, 'paid', 1);
  expect(await world.promptsFor(job)).toHaveLength(2);
});

test('a prompt past its lifetime is queried before a new one is sent', async () => {
  const job = await world.payable('post_job');
  await world.payments.stop();
  await world.pay(job, NO_CALLBACK);
  await until(() => race.isTaken(job), 'the money');
  await race.outlive(job);
  expect(await world.pay(job, PAYS)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('already been paid') },
  });
  expect(await world.promptsFor(job)).toHaveLength(1);
  world.payments.start();
});

test('a call after a prompt without any result is refused once with 409, then sends one', async () => {
  const job = await world.payable('post_job');
  await world.payments.stop();
  await world.pay(job, '0712345917');
  await race.outlive(job);
  expect(await world.pay(job, PAYS)).toEqual({
    status: 409,
    body: { error: REVIEW_REASONS.unanswered },
  });
  expect(await world.promptsFor(job)).toHaveLength(1);
  expect(await world.jobStatus(job)).toMatchObject({ status: 'failed', review: 'unclear' });
  expect((await world.pay(job, PAYS)).status).toBe(200);
  expect(await world.promptsFor(job)).toHaveLength(2);
  world.payments.start();
});

test('no second prompt is sent within the lifetime of a push whose answer was lost', async () => {
  const job = await world.payable('post_job');
  const phone = '0712345916';
  await world.hold(phone, true);
  const first = await world.pay(job, phone);
  expect(first.body.message).toBe(PROMPT_MESSAGES.notConfirmed);
  expect(await world.pay(job, phone)).toEqual(first);
  await world.hold(phone, false);
  await race.reaches(job, 'cancelled');
  expect(await world.promptsFor(job)).toHaveLength(1);
});
