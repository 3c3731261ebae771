/** Sums that match nothing: what a person is shown, and what becomes of them. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { FEES } from '../../src/contract/constants.ts';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import { operations } from '../../server/desk/operations.ts';
import { OperatorError } from '../../server/desk/operatorError.ts';
import { likely, payerText } from '../../server/desk/sums/unmatched.ts';
import type { Candidate } from '../../server/desk/sums/unmatched.ts';
import { accountCode } from '../../server/payments/accountCodes.ts';
import { applyEvidence } from '../../server/payments/settle.ts';
import type { Sum } from '../../server/payments/sums.ts';
import { darajaTimestamp } from '../../server/mpesa/daraja.ts';
import { ads, jobs, payments } from '../../server/db/schema.ts';
import { BY_HAND } from './callbackWorld.ts';
import { newReceipt } from './mpesaBodies.ts';
import { QUICK, referenceOf } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';
import { startSumWorld } from './sumWorld.ts';
import type { SumWorld } from './sumWorld.ts';

const MINUTE_MS = 60_000;
const by = { who: 'wanjiku', reason: 'He called.' };

let at: SumWorld;
let world: PaymentWorld;
beforeAll(async () => {
  at = await startSumWorld();
  ({ world } = at);
});
afterAll(() => world.close());

const desk = () => world.harness.ctx;
const give = (receipt: string, to: string) => operations.giveSum({ receipt, to, by }, desk());
const sendBack = (receipt: string, returnReceipt = newReceipt()) =>
  operations.returnSum({ receipt, returnReceipt, by }, desk());
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'it was done',
    (error: unknown) => (error instanceof OperatorError ? error.message : String(error)),
  );
/** A sum with an account that is nobody's. */
const odd = (payable: Payable, TransAmount: string) =>
  at.confirm(payable, { BillRefNumber: 'FREDS SHOP', TransAmount });
const logOf = async (receipt: string) => {
  const sum = await at.sumOf(receipt);
  return operations.log({ most: 5, subject: `sum ${sum?.id}` }, desk());
};

const candidate = (purpose: PaymentPurpose, id: number, rest: Partial<Candidate> = {}) => ({
  key: `${purpose} ${id}`,
  purpose,
  id,
  accountId: id,
  triedMs: null,
  ...rest,
});

describe('what a sum may be meant for', () => {
  const sent = new Date('2026-11-22T08:00:00Z');
  const sum = (values: Partial<Sum>): Sum => ({
    id: 1,
    receipt: 'R1',
    amount: FEES.post_job,
    typed: '',
    sentAt: sent,
    receivedAt: sent,
    payer: null,
    state: 'unmatched',
    payable: null,
    cause: 'account',
    paymentId: null,
    returnReceipt: null,
    ...values,
  });
  const [seven, eight] = [candidate('post_job', 7), candidate('post_job', 8, { accountId: 7 })];
  const month = candidate('subscription', 7);
  const code = accountCode(seven);
  const before = (ms: number) => ({ ...seven, triedMs: sent.getTime() - ms });
  const named = { payable: seven.key };

  test.each<[string, Partial<Sum>, number | null, Candidate[], string[]]>([
    ['a code with a sign too few', { typed: code.slice(1) }, null, [eight, seven], [seven.key]],
    ['two signs too few', { typed: code.slice(2).toLowerCase() }, null, [seven], [seven.key]],
    ['three signs too few', { typed: code.slice(3) }, null, [seven], []],
    ['another price', { typed: code.slice(1), amount: 200 }, null, [seven, month], []],
    ['one that was just tried', {}, null, [before(59 * MINUTE_MS), eight], [seven.key]],
    ['one by a clock ahead', {}, null, [before(-MINUTE_MS)], [seven.key]],
    ['one that was tried long ago', {}, null, [before(61 * MINUTE_MS)], []],
    ['one that is named', { ...named, cause: 'amount', amount: 9 }, 7, [seven], [seven.key]],
    ['one paid twice', { ...named, cause: 'paid_twice' }, 7, [seven, eight, month], [eight.key]],
    ['one that is deleted', { ...named, cause: 'deleted' }, null, [eight], []],
  ])('%s', (_, values, owner, candidates, keys) => {
    expect(likely(sum(values), owner, candidates)).toEqual(keys);
  });

  test.each([
    [null, ''],
    ['NJERI 2547*****126', 'NJERI 2547*****126'],
    [`NJERI ${'a1'.repeat(32)}`, 'NJERI'],
    ['254712345678 - NJERI', '2547***678 - NJERI'],
  ])('%j is shown as %j', (payer, text) => expect(payerText(payer)).toBe(text));
});

test.each(['reported late', 'given by a person'])(
  'a sum of days ago, %s while a prompt is out, pays once, and the prompt stays out',
  async (how) => {
    const { payable } = await at.target(BY_HAND);
    const TransTime = darajaTimestamp(Date.now() - 3 * DAY_MS);
    const typed = how === 'reported late' ? {} : { BillRefNumber: 'FREDS SHOP' };
    const receipt = await at.confirm(payable, { TransTime, ...typed });
    if (how !== 'reported late') await give(receipt, payable.key);
    expect(await at.books(payable, receipt)).toEqual({
      payments: ['prompted null', `paid ${receipt}`],
      given: 1,
      sums: ['matched'],
    });
  },
);

test('a sum that was sent back before it was reported buys nothing', async () => {
  const { payable } = await at.target(BY_HAND);
  const [{ id: paymentId } = { id: 0 }] = await world.rows(payable);
  const unclear = { state: 'needs_review', review: 'unanswered' } as const;
  await world.harness.db.update(payments).set(unclear).where(eq(payments.id, paymentId));
  await operations.closeReview({ paymentId, decision: 'returned', by }, desk());
  const TransTime = darajaTimestamp(Date.now() - 2000);
  const receipt = await at.confirm(payable, { TransTime });
  const sentBack = { payments: [`failed ${receipt}`], given: 0, sums: ['matched'] };
  expect(await at.books(payable, receipt)).toEqual(sentBack);
  // Money that is sent later is other money.
  const later = await at.confirm(payable, { TransTime: darajaTimestamp(Date.now() + MINUTE_MS) });
  expect(await at.books(payable, later)).toMatchObject({ given: 1, sums: ['matched'] });
});

test('a sum of another amount may be the money of a payment that only a query called paid', async () => {
  const { payable } = await at.target(BY_HAND);
  const [{ id: paymentId } = { id: 0 }] = await world.rows(payable);
  const services = { ...world.harness.ctx, timings: QUICK };
  await applyEvidence(services, paymentId, { kind: 'paid' }, { event: 'query' });
  const receipt = await at.confirm(payable, { TransAmount: '1.00' });
  const { rows } = await operations.unmatchedSums(null, desk());
  expect(rows.find((row) => row.receipt === receipt)).toMatchObject({
    cause: 'amount',
    unnamed: paymentId,
  });
  await operations.setReceipt({ paymentId, receipt, by }, desk());
  expect(await world.rows(payable)).toMatchObject([
    { state: 'paid', review: 'amount', receipt, amountReceived: 1 },
  ]);
  expect(await at.books(payable, receipt)).toMatchObject({ given: 1, sums: ['matched'] });
});

test('the list has what was typed, who paid, why it waits, and what it may be for', async () => {
  const job = await world.payable('post_job');
  const receipt = await at.confirm(job, { BillRefNumber: `x${referenceOf(job)}` });
  const { total, rows } = await operations.unmatchedSums(null, desk());
  expect(total).toBe(rows.length);
  expect(rows.find((row) => row.receipt === receipt)).toEqual({
    receipt,
    amount: 100,
    at: (await at.sumOf(receipt))?.sentAt?.toISOString(),
    typed: `x${referenceOf(job)}`,
    payer: 'NJERI 2547*****126',
    cause: 'account',
    maybe: [job.key],
    unnamed: null,
  });
  expect(await operations.aboutSum(receipt, desk())).toMatch(
    /^the sum SUM\d{7}: Ksh 100, sent [\d: -]{19}, to the account "x.{7}", by "NJERI 2547\*{5}126", no such account$/,
  );
  expect(await operations.aboutTarget(job.key, desk())).toBe(
    `${job.key}, "Mend a roof" of "${job.account.name}", ${job.account.phoneNumber}: Ksh 100`,
  );
});

describe('a sum that is given', () => {
  test.each(['post_job', 'post_ad', 'subscription'] as const)(
    'pays for %s once, by its code or its id',
    async (purpose) => {
      const payable = await world.payable(purpose);
      const price = FEES[purpose];
      const receipt = await odd(payable, `${price}.00`);
      const to = purpose === 'post_job' ? referenceOf(payable).toLowerCase() : payable.key;
      const [row] = [await give(receipt, to)];
      const [payment] = await world.rows(payable);
      expect(row).toEqual([
        `${receipt} is the money of payment ${payment?.id} for ${payable.key}: it is paid now.`,
      ]);
      const paid = { payments: [`paid ${receipt}`], given: 1, sums: ['matched'] };
      expect(await at.books(payable, receipt)).toEqual(paid);
      expect(payment).toMatchObject({ phone: null, amountReceived: price, review: null });
      expect(await at.sumOf(receipt)).toMatchObject({ payable: payable.key, payer: null });
      expect(await logOf(receipt)).toMatchObject([{ action: `given to ${payable.key}`, ...by }]);
      expect(await refusal(give(receipt, to))).toBe(
        `${receipt} is the money of payment ${payment?.id} already.`,
      );
      expect(await at.books(payable, receipt)).toEqual(paid);
    },
  );

  test('and is more than the price pays, too, with all of it in the books', async () => {
    const job = await world.payable('post_job');
    const receipt = await at.confirm(job, { TransAmount: '150' });
    await give(receipt, job.key);
    expect(await at.books(job, receipt)).toMatchObject({ given: 1, sums: ['matched'] });
    expect(await world.rows(job)).toMatchObject([
      { state: 'paid', amount: 100, amountReceived: 150, review: null },
    ]);
  });

  test('while a prompt is out ends its wait, and the money of the prompt is a second sum', async () => {
    const { payable, callBack } = await at.prompted(newReceipt());
    const receipt = await odd(payable, '100');
    await give(receipt, payable.key);
    await callBack();
    await world.payments.reconcile();
    const { payments, given } = await at.books(payable);
    expect([payments, given]).toEqual([[`paid ${receipt}`], 1]);
  });

  test('to one thing by two operators at once pays once', async () => {
    const job = await world.payable('post_job');
    const receipts = [await odd(job, '100'), await odd(job, '100')];
    const both = await Promise.all(receipts.map((receipt) => refusal(give(receipt, job.key))));
    expect(both.toSorted()).toEqual(['it was done', `${job.key} is paid for already.`].toSorted());
    expect(await at.books(job)).toMatchObject({ given: 1 });
  });

  test('to a fundi who paid today is another month', async () => {
    const fundi = await world.payable('subscription');
    await at.confirm(fundi, { TransAmount: '200' });
    const second = await at.confirm(fundi, { TransAmount: '200' });
    expect(await at.sumOf(second)).toMatchObject({ cause: 'paid_twice' });
    await give(second, fundi.account.phoneNumber);
    expect(await at.books(fundi, second)).toMatchObject({ given: 2, sums: ['matched'] });
  });

  type Refused = [string, string, (job: Payable) => Promise<unknown>, string];
  test.each<Refused>([
    [
      'less than the price',
      '99',
      async () => {},
      'RECEIPT is Ksh 99, and KEY costs Ksh 100: send it back.',
    ],
    ['for a job that is paid for', '100', (job) => at.confirm(job), 'KEY is paid for already.'],
    [
      'for a job that is taken down',
      '100',
      ({ body: { job_id = 0 } }) =>
        world.harness.db.update(jobs).set({ takenDown: 'x' }).where(eq(jobs.id, job_id)),
      'KEY is taken down: put it back first, or send the money back.',
    ],
    [
      'for a job that is deleted',
      '100',
      ({ body: { job_id = 0 } }) => world.harness.db.delete(jobs).where(eq(jobs.id, job_id)),
      '"KEY" is nothing that can be paid for.',
    ],
  ])('%s is refused', async (_, amount, change, text) => {
    const job = await world.payable('post_job');
    await change(job);
    const receipt = await odd(job, amount);
    const before = await at.books(job, receipt);
    const expected = text.replace('KEY', job.key).replace('RECEIPT', receipt);
    expect(await refusal(give(receipt, job.key))).toBe(expected);
    expect(await at.books(job, receipt)).toEqual(before);
    expect(await logOf(receipt)).toEqual([]);
  });

  test.each(['YF317F8', 'client 1', '', 'fundi 0'])('to %j is refused', async (to) => {
    const job = await world.payable('post_job');
    const receipt = await odd(job, '100');
    expect(await refusal(give(receipt, to))).toMatch(/is nothing that can be paid for\.$/);
  });
});

describe('a sum that was sent back', () => {
  test('has the receipt of the refund, names nobody, and is in no list any more', async () => {
    const ad = await world.payable('post_ad');
    const BillRefNumber = '0700 000 001';
    const receipt = await at.confirm(ad, { BillRefNumber, TransAmount: '500' });
    const back = newReceipt();
    expect(await sendBack(receipt, back)).toEqual([
      `${receipt}, Ksh 500, was sent back as ${back}.`,
    ]);
    expect(await at.sumOf(receipt)).toMatchObject({
      state: 'returned',
      returnReceipt: back,
      payer: null,
      typed: '',
    });
    expect(await logOf(receipt)).toMatchObject([{ action: 'sent back', ...by }]);
    const already = `${receipt} was sent back already, as ${back}.`;
    expect(await refusal(sendBack(receipt))).toBe(already);
    expect(await refusal(give(receipt, ad.key))).toBe(already);
    // Its confirmation again.
    await at.confirm(ad, { TransID: receipt, TransAmount: '500' });
    expect(await at.books(ad, receipt)).toEqual({
      payments: [],
      given: 0,
      sums: ['returned account'],
    });
    const [row] = await world.harness.db
      .select()
      .from(ads)
      .where(eq(ads.id, ad.body.ad_id ?? 0));
    expect(row?.expiresAt).toBeNull();
  });

  test('is refused with a receipt that the books have, as is a refund with that of a sum', async () => {
    const job = await world.payable('post_job');
    const [one, two] = [await odd(job, '100'), await odd(job, '100')];
    const back = newReceipt();
    await sendBack(one, back);
    const [first, second] = [await at.sumOf(one), await at.sumOf(two)];
    expect(await refusal(sendBack(two, back))).toBe(
      `${back} is the refund of sum ${first?.id}: give that of this refund.`,
    );
    expect(await refusal(sendBack(two, two))).toBe(
      `${two} is the money that came for sum ${second?.id}: give that of this refund.`,
    );
    const paid = await at.confirm(job);
    const [payment] = await world.rows(job);
    expect(await refusal(sendBack(two, paid))).toBe(
      `${paid} is the money that came for payment ${payment?.id}: give that of this refund.`,
    );
    const refund = { paymentId: payment?.id ?? 0, receipt: back, ends: false, by };
    expect(await refusal(operations.refundPayment(refund, desk()))).toBe(
      `${back} is the refund of sum ${first?.id}: give that of this refund.`,
    );
    const other = await world.payable('post_job');
    await world.pay(other, BY_HAND);
    const [open] = await world.rows(other);
    const asked = { paymentId: open?.id ?? 0, receipt: back, by };
    expect(await refusal(operations.setReceipt(asked, desk()))).toBe(
      `${back} is the refund of sum ${first?.id} already.`,
    );
  });

  test('of an unknown receipt is refused', async () => {
    expect(await refusal(sendBack('UNKNOWN001'))).toBe('There is no sum UNKNOWN001.');
    expect(await refusal(operations.aboutSum('UNKNOWN001', desk()))).toBe(
      'There is no sum UNKNOWN001.',
    );
  });
});
