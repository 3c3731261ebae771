/** Callbacks with a wrong amount, for a deleted job, or for a push whose answer was lost. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unprovenEvent } from '../../server/payments/callback.ts';
import { REVIEW_REASONS, reviewReason } from '../../server/payments/reasons.ts';
import { recordEvent } from '../../server/payments/store.ts';
import { jobs } from '../../server/db/schema.ts';
import { body, BY_HAND, LOST_PUSH, NO_CALLBACK, startCallbackWorld } from './callbackWorld.ts';
import type { CallbackWorld } from './callbackWorld.ts';
import { until } from './paymentWorld.ts';
import type { PaymentWorld } from './paymentWorld.ts';

let at: CallbackWorld;
let world: PaymentWorld;
beforeAll(async () => {
  at = await startCallbackWorld();
  ({ world } = at);
});
afterAll(() => world.close());

test('a callback with the right amount is accepted after one with a wrong amount', async () => {
  const one = await at.target();
  await at.call(one.path, body({ checkout: one.checkout, amount: 1, receipt: 'WRONGAMT01' }));
  expect(await at.stateOf(one)).toBe('needs_review');
  await at.call(one.path, body({ checkout: one.checkout, receipt: 'RIGHTAMT01' }));
  await until(() => at.isGiven(one), 'the second sum');
  // The first sum is not forgotten.
  expect(await world.rows(one.payable)).toMatchObject([
    { receipt: 'WRONGAMT01', review: 'amount', amountReceived: 1 },
    { receipt: 'RIGHTAMT01', review: null, amountReceived: 100 },
  ]);
});

test('a wrong amount is stored unchanged, and no new prompt is sent for the job', async () => {
  const one = await at.target();
  const sent = body({ checkout: one.checkout, amount: 40.5, receipt: 'WRONGAMT02' });
  await at.call(one.path, sent);
  expect(await world.rows(one.payable)).toMatchObject([
    { state: 'needs_review', review: 'amount', amount: 100, amountReceived: 40.5 },
  ]);
  const reason = reviewReason('amount', { amount: 100, amountReceived: 40.5 });
  expect(reason).toMatch(/^You sent Ksh 40\.5\. The price is Ksh 100\. /);
  expect(await world.jobStatus(one.payable)).toMatchObject({
    status: 'failed',
    review: 'held',
    reason,
  });
  const before = (await world.books()).prompts.length;
  expect(await world.pay(one.payable, BY_HAND)).toEqual({ status: 409, body: { error: reason } });
  expect((await world.books()).prompts).toHaveLength(before);
  expect(await world.rows(one.payable)).toHaveLength(1);
});

test('a wrong amount after a query has settled the payment: the job stays active, and the payment goes to review', async () => {
  const one = await at.target(NO_CALLBACK);
  await until(() => at.isTaken(one), 'the money');
  await at.startQuery(one);
  await until(async () => (await at.stateOf(one)) === 'paid', 'the query');
  await at.call(one.path, body({ checkout: one.checkout, amount: 1, receipt: 'WRONGAMT03' }));
  expect(await world.rows(one.payable)).toMatchObject([
    { state: 'paid', review: 'amount', receipt: 'WRONGAMT03', amountReceived: 1 },
  ]);
  expect(await at.isGiven(one)).toBe(true);
  const reason = reviewReason('amount', { amount: 100, amountReceived: 1 });
  expect(await world.jobStatus(one.payable)).toMatchObject({
    status: 'completed',
    review: 'held',
    reason,
  });
});

test('the receipt of money for a deleted job is stored with the review', async () => {
  const one = await at.target(NO_CALLBACK);
  const { db } = world.harness;
  await db.delete(jobs).where(eq(jobs.id, one.payable.body.job_id ?? 0));
  await until(() => at.isTaken(one), 'the money');
  await at.startQuery(one);
  await until(async () => (await at.stateOf(one)) === 'needs_review', 'the query');
  expect(await world.rows(one.payable)).toMatchObject([{ review: 'deleted', receipt: null }]);
  await at.call(one.path, body({ checkout: one.checkout, receipt: 'GONEJOB001' }));
  expect(await world.rows(one.payable)).toMatchObject([
    { state: 'needs_review', review: 'deleted', receipt: 'GONEJOB001', amountReceived: 100 },
  ]);
  const reason = REVIEW_REASONS.deleted;
  expect(await world.jobStatus(one.payable)).toMatchObject({
    status: 'failed',
    review: 'held',
    reason,
  });
});

describe('a callback for a push whose answer was lost', () => {
  test('gives the checkout id, and is believed when a query confirms it', async () => {
    const one = await at.target(LOST_PUSH);
    await until(() => at.isTaken(one), 'the money');
    expect(await world.rows(one.payable)).toMatchObject([{ checkoutRequestId: null }]);
    await at.call(one.path, body({ checkout: one.checkout, receipt: 'LOSTPUSH01' }));
    await until(async () => (await at.stateOf(one)) === 'paid', 'the query');
    expect(await world.rows(one.payable)).toMatchObject([
      { checkoutRequestId: one.checkout, receipt: 'LOSTPUSH01', amountReceived: 100 },
    ]);
    expect(await at.isGiven(one)).toBe(true);
  });

  test('changes nothing when no query confirms it, and the true callback is still accepted', async () => {
    const one = await at.target(LOST_PUSH);
    await until(() => at.isTaken(one), 'the money');
    const forged = `${one.checkout}X`;
    await at.call(one.path, body({ checkout: forged, receipt: 'FORGED0001' }));
    await at.call(one.path, body({ checkout: forged, code: 1032 }));
    const queries = async () => (await world.rows(one.payable))[0]?.queries ?? 0;
    await until(async () => (await queries()) > 1, 'two queries');
    expect(await world.rows(one.payable)).toMatchObject([
      { state: 'unknown', checkoutRequestId: null, receipt: null },
    ]);
    expect(await at.isGiven(one)).toBe(false);
    await at.call(one.path, body({ checkout: one.checkout, receipt: 'LOSTPUSH02' }));
    await until(async () => (await at.stateOf(one)) === 'paid', 'the query');
    expect(await world.rows(one.payable)).toMatchObject([
      { checkoutRequestId: one.checkout, receipt: 'LOSTPUSH02' },
    ]);
  });

  test('goes to review when its amount is wrong', async () => {
    const one = await at.target(LOST_PUSH);
    await until(() => at.isTaken(one), 'the money');
    await at.call(one.path, body({ checkout: one.checkout, amount: 1, receipt: 'LOSTPUSH03' }));
    await until(async () => (await at.stateOf(one)) === 'needs_review', 'the query');
    expect(await world.rows(one.payable)).toMatchObject([{ review: 'amount', amountReceived: 1 }]);
  });

  test('is used after a restart when the server died before it could use it', async () => {
    const one = await at.target(NO_CALLBACK);
    await until(() => at.isTaken(one), 'the money');
    const [row] = await world.rows(one.payable);
    await recordEvent(world.harness.db, {
      paymentId: row?.id ?? 0,
      at: new Date(),
      kind: unprovenEvent('callback_paid'),
      raw: body({ checkout: one.checkout, amount: 1, receipt: 'LOSTPUSH04' }),
    });
    await at.startQuery(one);
    await until(async () => (await at.stateOf(one)) === 'needs_review', 'the query');
    expect(await world.rows(one.payable)).toMatchObject([
      { review: 'amount', receipt: 'LOSTPUSH04', amountReceived: 1 },
    ]);
  });
});
