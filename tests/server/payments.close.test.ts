/** A person closes the reviews, and writes down what was sent back. */
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { FEES } from '../../src/contract/constants.ts';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import { closeReview, payerReads } from '../../server/desk/closeReview.ts';
import type { Decision } from '../../server/desk/closeReview.ts';
import { refundPayment } from '../../server/desk/refundPayment.ts';
import { linesOf } from '../../server/desk/cli/printBlocks.ts';
import { paymentReport, reportBlocks } from '../../server/desk/reportPayments.ts';
import type { Evidence } from '../../server/payments/judge.ts';
import { isGiven, lockPayable } from '../../server/payments/payables.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import { applyEvidence } from '../../server/payments/settle.ts';
import { statusFor } from '../../server/payments/status.ts';
import { ads } from '../../server/db/schema/listings.ts';
import { paymentEvents, payments as rows } from '../../server/db/schema/payments.ts';
import { newReceipt } from './mpesaBodies.ts';
import { refusalOf, startScriptedWorld } from './scriptedWorld.ts';
import type { Thing } from './scriptedWorld.ts';

const PURPOSES = ['post_job', 'post_ad', 'subscription'] as const;
const RETURNED = 'Your money was sent back to you.';

const world = await startScriptedWorld();
const { prompted } = world;
afterAll(() => world.close());

const payableOf = (thing: Thing) =>
  lockPayable(world.db, { ...thing, accountId: thing.account.id });
const isRunning = async (thing: Thing) => {
  const payable = await payableOf(thing);
  return payable !== null && isGiven(payable, world.at(0));
};
const statusOf = async (thing: Thing) => statusFor(world.ctx, thing.key, await isRunning(thing));
const apply = (id: number, evidence: Evidence) =>
  applyEvidence({ ...world.ctx, timings: DEFAULT_TIMINGS }, id, evidence, { event: 'x' });
/** One that waits for a person because of a wrong amount. */
async function wrongAmount(purpose?: PaymentPurpose) {
  const one = await prompted(purpose);
  await one.call({ amount: 1 });
  return one;
}
/** One without any result, that waits for a person. */
async function unanswered() {
  const one = await prompted();
  await apply(one.id, { kind: 'hopeless' });
  return one;
}
/** One that a query called paid. */
async function settled() {
  const one = await prompted();
  await apply(one.id, { kind: 'paid' });
  return one;
}
/** One with its receipt; what it bought is given. */
async function paid(purpose?: PaymentPurpose) {
  const one = await prompted(purpose);
  await one.call();
  return one;
}
/** The job is paid for by another way. */
const pay = (job: Thing) => world.changeJob(job, { isActive: true, paidAt: world.at(0) });

const close = (paymentId: number, decision: Decision, note = 'Seen in the statement.') =>
  closeReview(world.ctx, { paymentId, decision, note });
const refund = (paymentId: number, receipt = newReceipt(), ends = false) =>
  refundPayment(world.ctx, { paymentId, receipt, ends, note: 'Asked by phone.' });

describe('a review is closed', () => {
  test('as returned: the payer reads that the money was sent back, and can pay again', async () => {
    const { thing, id, row, call } = await wrongAmount();
    await close(id, 'returned', 'Sent back as RFD1, Wanjiku.');
    const closed = { state: 'failed', reason: RETURNED, review: null, nextQueryAt: null };
    expect(await row()).toMatchObject(closed);
    expect(await statusOf(thing)).toEqual({ status: 'failed', reason: RETURNED });
    expect(await isRunning(thing)).toBe(false);
    const ofIt = eq(paymentEvents.paymentId, id);
    const events = world.db.select().from(paymentEvents).where(ofIt).orderBy(paymentEvents.id);
    expect((await events).at(-1)).toMatchObject({
      kind: 'closed_returned',
      fromState: 'needs_review',
      toState: 'failed',
      raw: { note: 'Sent back as RFD1, Wanjiku.' },
    });
    // Its callback again does not open it again.
    await call({ amount: 1 });
    expect(await row()).toMatchObject(closed);
    expect(await world.press(thing)).toMatchObject({ confirmed: true });
  });

  test.each(PURPOSES)('as activate: %s is activated once, whoever closes it', async (purpose) => {
    const { thing, id, row } = await wrongAmount(purpose);
    const ends = await Promise.all([1, 2, 3].map(() => refusalOf(close(id, 'activate'))));
    const already = `Payment ${id} does not wait for a person: paid.`;
    expect(ends.toSorted()).toEqual([already, already, 'it was done']);
    expect(await row()).toMatchObject({ state: 'paid', reason: null, review: null });
    expect(await isRunning(thing)).toBe(true);
    if (purpose !== 'subscription') return;
    const month = new Date('2026-12-21T06:00:00Z');
    expect(await payableOf(thing)).toMatchObject({ row: { subscriptionEnd: month } });
  });

  test('as nothing: the payer reads that no money came, and can pay again', async () => {
    const { thing, id } = await unanswered();
    await close(id, 'nothing');
    const reason = 'No money came. You can pay again.';
    expect(await statusOf(thing)).toEqual({ status: 'failed', reason });
    expect(await world.press(thing)).toMatchObject({ confirmed: true });
  });

  test('of a paid payment: the job stays active, only the review ends', async () => {
    const { thing, id, row, call } = await settled();
    await call({ amount: 1 });
    const { settledAt, publicId, receipt } = await row();
    expect(await statusOf(thing)).toMatchObject({ status: 'completed', review: 'held' });
    expect(await refusalOf(close(id, 'nothing'))).toContain('money did come');
    world.wait(1000);
    await close(id, 'returned');
    expect(await row()).toMatchObject({ state: 'paid', review: null, settledAt });
    expect(await statusOf(thing)).toEqual({
      status: 'completed',
      paid_through: 'prompt',
      receipt,
      reason: RETURNED,
      review_id: publicId,
    });
  });

  test('and payerReads returns the reason that the payer sees, or null', async () => {
    const read = async (id: number, decision: Decision) =>
      payerReads(world.ctx, await close(id, decision));
    expect(await read((await wrongAmount()).id, 'returned')).toBe(RETURNED);
    const twice = await wrongAmount();
    await pay(twice.thing);
    expect(await read(twice.id, 'returned')).toBe(RETURNED);
    expect(await read((await wrongAmount('post_ad')).id, 'activate')).toBeNull();
    const none = await unanswered();
    await pay(none.thing);
    expect(await read(none.id, 'nothing')).toBeNull();
    const orphan = await wrongAmount('post_ad');
    await world.db.update(rows).set({ accountId: null }).where(eq(rows.id, orphan.id));
    expect(await read(orphan.id, 'returned')).toBeNull();
  });
});

describe('a review is not closed', () => {
  test('when there is none', async () => {
    expect(await refusalOf(close(999_999, 'returned'))).toBe('There is no payment 999999.');
    const { id } = await prompted();
    for (const decision of ['returned', 'activate', 'nothing'] as const) {
      const text = `Payment ${id} does not wait for a person: the payer is asked.`;
      expect(await refusalOf(close(id, decision))).toBe(text);
    }
  });

  test('as nothing, when money was received', async () => {
    const { id, row } = await wrongAmount();
    expect(await refusalOf(close(id, 'nothing'))).toContain('money did come');
    expect(await row()).toMatchObject({ state: 'needs_review', review: 'amount' });
    const lines = linesOf(reportBlocks(await paymentReport(world.db))).join('\n');
    expect(lines).toContain(`close ${id} returned|activate --reason`);
  });

  test('as activate, when the job is paid for already, or deleted', async () => {
    const { thing, id, row } = await wrongAmount();
    await pay(thing);
    expect(await refusalOf(close(id, 'activate'))).toContain('which is already paid for');
    expect(await row()).toMatchObject({ state: 'needs_review', review: 'amount' });
    await world.deleteJob(thing);
    expect(await refusalOf(close(id, 'activate'))).toContain('which is deleted');
    await close(id, 'returned');
    expect(await row()).toMatchObject({ state: 'failed' });
  });
});

describe('money that was sent back', () => {
  test.each(PURPOSES)('leaves %s as it is, unless the operator ends it', async (purpose) => {
    const [stays, ends] = [await paid(purpose), await paid(purpose)];
    const back = newReceipt();
    await refund(stays.id, back);
    const returned = { state: 'paid', reason: RETURNED, returnReceipt: back };
    expect(await stays.row()).toMatchObject(returned);
    expect(await isRunning(stays.thing)).toBe(true);
    const already = `Payment ${stays.id} was sent back already, as ${back}.`;
    expect(await refusalOf(refund(stays.id))).toBe(already);
    await refund(ends.id, newReceipt(), true);
    expect(await isRunning(ends.thing)).toBe(false);
    expect(await statusOf(ends.thing)).toEqual({ status: 'failed', reason: RETURNED });
  });

  test('of an ad does not end it when a later payment is what it runs on', async () => {
    const { thing, id } = await paid('post_ad');
    const ofIt = eq(ads.id, thing.adId ?? 0);
    await world.db
      .update(ads)
      .set({ expiresAt: new Date(0) })
      .where(ofIt);
    await world.press(thing);
    const second = (await world.rowsOf(thing))[1]?.id ?? 0;
    await apply(second, { kind: 'paid', amount: FEES.post_ad, receipt: newReceipt() });
    const text = `but payment ${second}: leave`;
    expect(await refusalOf(refund(id, newReceipt(), true))).toContain(text);
    await refund(second, newReceipt(), true);
    expect(await isRunning(thing)).toBe(false);
  });

  test('ends a review as returned, with the receipt', async () => {
    const [open, closed] = [await wrongAmount(), await wrongAmount()];
    const back = newReceipt();
    const nothing = 'has bought nothing that could end';
    expect(await refusalOf(refund(open.id, back, true))).toContain(nothing);
    await refund(open.id, back);
    const returned = { state: 'failed', reason: RETURNED, returnReceipt: back };
    expect(await open.row()).toMatchObject(returned);
    // As closed without one.
    await close(closed.id, 'returned');
    await refund(closed.id, back.replace('S', 'B'));
    expect(await closed.row()).toMatchObject({ returnReceipt: back.replace('S', 'B') });
  });

  test('is refused without money, and with a receipt that is known', async () => {
    const { id } = await prompted();
    expect(await refusalOf(refund(id))).toBe(`Payment ${id} brought no money: the payer is asked.`);
    expect(await refusalOf(refund(999_999))).toBe('There is no payment 999999.');
    const [first, second] = [await paid(), await paid()];
    const known = 'is the money that came for payment';
    expect(await refusalOf(refund(first.id, second.receipt))).toContain(known);
    const back = newReceipt();
    await refund(first.id, back);
    const used = `is the refund of payment ${first.id}`;
    expect(await refusalOf(refund(second.id, back))).toContain(used);
  });
});
