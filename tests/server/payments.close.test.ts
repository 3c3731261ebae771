/** A person closes the reviews. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeReview, payerReads } from '../../server/desk/close.ts';
import { refundPayment } from '../../server/desk/refund.ts';
import { OperatorError } from '../../server/desk/operatorError.ts';
import type { Decision } from '../../server/desk/close.ts';
import { paymentReport, reportLines } from '../../server/desk/report.ts';
import { applyEvidence } from '../../server/payments/settle.ts';
import { ads, jobs, paymentEvents, payments as paymentRows } from '../../server/db/schema.ts';
import { QUICK, startPaymentWorld } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

/** Waits for a person. */
const BY_HAND = '0712345990';

let world: PaymentWorld;
beforeAll(async () => {
  world = await startPaymentWorld({
    simulator: { lifetimeMs: 600_000 },
    timings: { promptLifetimeMs: 600_000, giveUpMs: 900_000 },
  });
});
afterAll(() => world.close());

let receipts = 0;
const newReceipt = () => `CLOSE${String((receipts += 1)).padStart(5, '0')}`;

const only = async (payable: Payable) => {
  const [row, ...more] = await world.rows(payable);
  if (!row || more.length > 0) throw new Error('there is not one payment');
  return row;
};
const paidBy = async (payable: Payable, amount?: number, receipt?: string) => {
  const services = { ...world.harness.ctx, timings: QUICK };
  const evidence = {
    kind: 'paid',
    ...(receipt && amount !== undefined && { amount, receipt }),
  } as const;
  const { id } = await only(payable);
  return applyEvidence(services, id, evidence, { event: 'callback_paid' });
};

/** A payment that waits for a person because of a wrong amount. */
async function wrongAmount(
  purpose: 'post_job' | 'post_ad' | 'subscription',
  receipt = newReceipt(),
) {
  const payable = await world.payable(purpose);
  await world.pay(payable, BY_HAND);
  await paidBy(payable, 1, receipt);
  return { payable, id: (await only(payable)).id };
}

const close = (paymentId: number, decision: Decision, note = 'Seen in the statement.') =>
  closeReview(world.harness.ctx, { paymentId, decision, note });
const refund = (paymentId: number, receipt: string, ends = false) =>
  refundPayment(world.harness.ctx, { paymentId, receipt, ends, note: 'Asked by phone.' });
const noRefund = (...asked: Parameters<typeof refund>) =>
  refund(...asked).then(
    () => 'it was written down',
    (error: unknown) => (error instanceof OperatorError ? error.message : String(error)),
  );
const refusal = (paymentId: number, decision: Decision) =>
  close(paymentId, decision).then(
    () => 'it was closed',
    (error: unknown) => (error instanceof OperatorError ? error.message : String(error)),
  );

describe('a review is closed', () => {
  test('as returned: the payer reads that the money was sent back, and can pay again', async () => {
    const { payable, id } = await wrongAmount('post_job');
    await close(id, 'returned');
    const reason = 'Your money was sent back to you.';
    expect(await only(payable)).toMatchObject({
      state: 'failed',
      reason,
      review: null,
      nextQueryAt: null,
    });
    expect(await world.jobStatus(payable)).toEqual({ status: 'failed', reason });
    const { headers } = payable;
    const mine = await world.harness.app.inject({ url: '/api/jobs/mine/', headers });
    expect(mine.json()).toMatchObject([{ is_paid: false, payment: { status: 'failed', reason } }]);
    expect(await world.timesGiven(payable)).toBe(0);
    expect(await world.pay(payable, BY_HAND)).toMatchObject({ status: 200 });
  });

  test.each(['post_job', 'post_ad', 'subscription'] as const)(
    'as activate: %s is activated once',
    async (purpose) => {
      const { payable, id } = await wrongAmount(purpose);
      await close(id, 'activate');
      expect(await only(payable)).toMatchObject({ state: 'paid', reason: null, review: null });
      expect(await world.timesGiven(payable)).toBe(1);
      expect(await refusal(id, 'activate')).toContain('does not wait for a person: it is paid');
      expect(await world.timesGiven(payable)).toBe(1);
    },
  );

  test('as nothing: money that comes later is still accepted', async () => {
    const payable = await world.payable('post_job');
    await world.pay(payable, BY_HAND);
    const { id } = await only(payable);
    const services = { ...world.harness.ctx, timings: QUICK };
    await applyEvidence(services, id, { kind: 'hopeless' }, { event: 'given_up' });
    await close(id, 'nothing');
    expect(await world.jobStatus(payable)).toEqual({
      status: 'failed',
      reason: 'No money came. You can pay again.',
    });
    await paidBy(payable, 100, newReceipt());
    expect(await only(payable)).toMatchObject({ state: 'paid' });
    expect(await world.timesGiven(payable)).toBe(1);
  });

  test('and a second callback for the same money does not open it again', async () => {
    const receipt = newReceipt();
    const { payable, id } = await wrongAmount('post_job', receipt);
    await close(id, 'returned');
    await paidBy(payable, 1, receipt);
    expect(await only(payable)).toMatchObject({ state: 'failed', review: null });
  });

  test('of a paid payment: the job stays active, only the review ends', async () => {
    const payable = await world.payable('post_job');
    await world.pay(payable, BY_HAND);
    await paidBy(payable);
    await paidBy(payable, 1, newReceipt());
    const { id, settledAt } = await only(payable);
    expect(await world.jobStatus(payable)).toMatchObject({ status: 'completed', review: 'held' });
    expect(await refusal(id, 'nothing')).toContain('money did come');
    await close(id, 'returned');
    expect(await only(payable)).toMatchObject({ state: 'paid', review: null, settledAt });
    expect(await world.jobStatus(payable)).toEqual({
      status: 'completed',
      paid_through: 'prompt',
      reason: 'Your money was sent back to you.',
      review_id: (await only(payable)).publicId,
    });
    expect(await world.timesGiven(payable)).toBe(1);
  });

  test('and payerReads returns the reason that the payer sees, or null', async () => {
    const { db, now } = world.harness.ctx;
    const read = async (id: number, decision: Decision) =>
      payerReads(world.harness.ctx, await close(id, decision));
    const RETURNED = 'Your money was sent back to you.';
    const wrong = await wrongAmount('post_job');
    expect(await read(wrong.id, 'returned')).toBe(RETURNED);

    const twice = await wrongAmount('post_job');
    await db
      .update(jobs)
      .set({ isActive: true, paidAt: now() })
      .where(eq(jobs.id, twice.payable.body.job_id ?? 0));
    expect(await read(twice.id, 'returned')).toBe(RETURNED);
    expect(await world.jobStatus(twice.payable)).toMatchObject({
      status: 'completed',
      reason: RETURNED,
    });

    const given = await wrongAmount('post_ad');
    expect(await read(given.id, 'activate')).toBeNull();

    const unanswered = await world.payable('post_job');
    await world.pay(unanswered, BY_HAND);
    const { id } = await only(unanswered);
    const services = { ...world.harness.ctx, timings: QUICK };
    await applyEvidence(services, id, { kind: 'hopeless' }, { event: 'given_up' });
    await db
      .update(jobs)
      .set({ isActive: true, paidAt: now() })
      .where(eq(jobs.id, unanswered.body.job_id ?? 0));
    expect(await read(id, 'nothing')).toBeNull();

    const orphan = await wrongAmount('post_ad');
    await db.update(paymentRows).set({ accountId: null }).where(eq(paymentRows.id, orphan.id));
    expect(await read(orphan.id, 'returned')).toBeNull();
  });

  test('and the note is stored in an event', async () => {
    const { id } = await wrongAmount('post_job');
    await close(id, 'returned', 'Sent back as RFD1, Wanjiku.');
    const events = await world.harness.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.paymentId, id))
      .orderBy(paymentEvents.id);
    expect(events.at(-1)).toMatchObject({
      kind: 'closed_returned',
      fromState: 'needs_review',
      toState: 'failed',
      raw: { note: 'Sent back as RFD1, Wanjiku.' },
    });
  });

  test('once, when three people close it at the same time', async () => {
    const { payable, id } = await wrongAmount('subscription');
    const ends = await Promise.all([1, 2, 3].map(() => refusal(id, 'activate')));
    expect(ends.filter((end) => end === 'it was closed')).toHaveLength(1);
    expect(await world.timesGiven(payable)).toBe(1);
  });
});

describe('a review is not closed', () => {
  test('when there is no review', async () => {
    expect(await refusal(999_999, 'returned')).toBe('There is no payment 999999.');
    const payable = await world.payable('post_job');
    await world.pay(payable, BY_HAND);
    const { id } = await only(payable);
    for (const decision of ['returned', 'activate', 'nothing'] as const) {
      expect(await refusal(id, decision)).toBe(
        `Payment ${id} does not wait for a person: it is prompted.`,
      );
    }
  });

  test('as nothing, when money was received', async () => {
    const { payable, id } = await wrongAmount('post_job');
    expect(await refusal(id, 'nothing')).toContain('money did come');
    expect(await only(payable)).toMatchObject({ state: 'needs_review', review: 'amount' });
    const lines = reportLines(await paymentReport(world.harness.db)).join('\n');
    expect(lines).toContain(`close ${id} returned|activate --reason`);
  });

  test('as activate, when the job is deleted', async () => {
    const { payable, id } = await wrongAmount('post_job');
    await world.harness.db.delete(jobs).where(eq(jobs.id, payable.body.job_id ?? 0));
    expect(await refusal(id, 'activate')).toContain('which is deleted');
    await close(id, 'returned');
    expect(await only(payable)).toMatchObject({ state: 'failed' });
  });

  test('as activate, when the job is already paid for', async () => {
    const { payable, id } = await wrongAmount('post_job');
    const paid = { isActive: true, paidAt: new Date() };
    await world.harness.db
      .update(jobs)
      .set(paid)
      .where(eq(jobs.id, payable.body.job_id ?? 0));
    expect(await refusal(id, 'activate')).toContain('which is already paid for');
    const [row] = await world.harness.db.select().from(paymentRows).where(eq(paymentRows.id, id));
    expect(row).toMatchObject({ state: 'needs_review', review: 'amount' });
  });
});

/** A payment with its receipt; what it bought is given. */
async function paid(purpose: 'post_job' | 'post_ad' | 'subscription') {
  const payable = await world.payable(purpose);
  await world.pay(payable, BY_HAND);
  const receipt = newReceipt();
  const price = { post_job: 100, post_ad: 500, subscription: 200 }[purpose];
  await paidBy(payable, price, receipt);
  return { payable, receipt, id: (await only(payable)).id };
}

describe('money that was sent back', () => {
  const reason = 'Your money was sent back to you.';

  test.each(['post_job', 'post_ad', 'subscription'] as const)(
    'leaves what it bought (%s) unless the operator ends it; the payer reads of it',
    async (purpose) => {
      const { payable, id } = await paid(purpose);
      const back = newReceipt();
      await refund(id, back);
      expect(await only(payable)).toMatchObject({ state: 'paid', reason, returnReceipt: back });
      expect(await world.timesGiven(payable)).toBe(1);
      expect(await noRefund(id, newReceipt())).toBe(
        `Payment ${id} was sent back already, as ${back}.`,
      );
    },
  );

  test('of a job ends it, which can be paid for again; its callback that comes late pays nothing', async () => {
    const payable = await world.payable('post_job');
    await world.pay(payable, BY_HAND);
    await paidBy(payable);
    const { id } = await only(payable);
    await refund(id, newReceipt(), true);
    expect(await world.timesGiven(payable)).toBe(0);
    expect(await world.jobStatus(payable)).toEqual({ status: 'failed', reason });
    const receipt = newReceipt();
    await paidBy(payable, 100, receipt);
    expect(await only(payable)).toMatchObject({ state: 'failed', receipt, amountReceived: 100 });
    expect(await world.jobStatus(payable)).toEqual({ status: 'failed', reason });
    expect(await world.pay(payable, BY_HAND)).toMatchObject({ status: 200 });
  });

  test('of an ad ends it, but not when a later payment is what it runs on', async () => {
    const { payable, id } = await paid('post_ad');
    const adId = payable.body.ad_id ?? 0;
    const endAd = () =>
      world.harness.db
        .update(ads)
        .set({ expiresAt: new Date(0) })
        .where(eq(ads.id, adId));
    await endAd();
    await world.pay(payable, BY_HAND);
    const [, second] = await world.rows(payable);
    const services = { ...world.harness.ctx, timings: QUICK };
    const evidence = { kind: 'paid', amount: 500, receipt: newReceipt() } as const;
    await applyEvidence(services, second?.id ?? 0, evidence, { event: 'callback_paid' });
    expect(await noRefund(id, newReceipt(), true)).toContain(`but payment ${second?.id}: leave`);
    await refund(second?.id ?? 0, newReceipt(), true);
    const { headers } = payable;
    const mine = await world.harness.app.inject({ url: '/api/ads/mine/', headers });
    expect(mine.json()).toMatchObject([
      { is_active: false, payment: { status: 'failed', reason } },
    ]);
  });

  test('of a subscription takes one month, and the payer reads of it on the dashboard', async () => {
    const { payable, id } = await paid('subscription');
    await refund(id, newReceipt(), true);
    const { headers } = payable;
    const me = await world.harness.app.inject({ url: '/api/accounts/fundis/me/', headers });
    expect(me.json()).toMatchObject({
      is_subscribed: false,
      payment: { status: 'failed', reason },
    });
  });

  test('ends a review as returned, with the receipt', async () => {
    const { payable, id } = await wrongAmount('post_job');
    const back = newReceipt();
    expect(await noRefund(id, back, true)).toContain('has bought nothing that could end');
    await refund(id, back);
    expect(await only(payable)).toMatchObject({ state: 'failed', reason, returnReceipt: back });
    // As closed without one.
    const closed = await wrongAmount('post_job');
    await close(closed.id, 'returned');
    await refund(closed.id, newReceipt());
    expect((await only(closed.payable)).returnReceipt).toMatch(/^CLOSE/);
  });

  test('is refused without money, and with a receipt that is known', async () => {
    const payable = await world.payable('post_job');
    await world.pay(payable, BY_HAND);
    const { id } = await only(payable);
    expect(await noRefund(id, newReceipt())).toBe(
      `Payment ${id} brought no money: it is prompted.`,
    );
    expect(await noRefund(999_999, newReceipt())).toBe('There is no payment 999999.');
    const [first, second] = [await paid('post_job'), await paid('post_job')];
    expect(await noRefund(first.id, second.receipt)).toContain(
      'is the money that came for payment',
    );
    const back = newReceipt();
    await refund(first.id, back);
    expect(await noRefund(second.id, back)).toContain(`is the refund of payment ${first.id}`);
  });

  test('is in the report for itself, neither among the paid nor the unpaid', async () => {
    const before = await paymentReport(world.harness.db);
    const [stays, ends] = [await paid('post_job'), await paid('post_ad')];
    await refund(stays.id, newReceipt());
    await refund(ends.id, newReceipt(), true);
    const report = await paymentReport(world.harness.db);
    const { count, asked, received } = before.returned.total;
    expect(report.returned.total).toMatchObject({
      count: count + 2,
      asked: asked + 600,
      received: received + 600,
    });
    expect([report.paid.total, report.unpaid]).toEqual([before.paid.total, before.unpaid]);
  });
});
