/** Sums from the Pay Bill menu: each receipt counts once, whatever comes first, and none is lost. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPayments } from '../../server/payments/service.ts';
import { accounts, ads, jobs, sums } from '../../server/db/schema.ts';
import { darajaTimestamp } from '../../server/mpesa/daraja.ts';
import type { Gateway } from '../../server/mpesa/gateway.ts';
import type { PaymentStatus } from '../../src/contract/schemas.ts';
import { BY_HAND, NO_CALLBACK } from './callbackWorld.ts';
import { body } from './scriptedWorld.ts';
import { QUICK, referenceOf, until } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';
import { confirmation, newReceipt, startSumWorld } from './sumWorld.ts';
import type { SumWorld } from './sumWorld.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PRICE = { post_job: '100.00', post_ad: '500.00', subscription: '200.00' } as const;

let at: SumWorld;
let world: PaymentWorld;
beforeAll(async () => {
  at = await startSumWorld();
  ({ world } = at);
});
afterAll(() => world.close());

/** Changes the row of a payable. */
const takeDown = ({ body: { job_id = 0 } }: Payable, takenDown: string | null = 'Not allowed') =>
  world.harness.db.update(jobs).set({ takenDown }).where(eq(jobs.id, job_id));
const remove = ({ body: { job_id = 0 } }: Payable) =>
  world.harness.db.delete(jobs).where(eq(jobs.id, job_id));

const confirm = (job: Payable, receipt: string) => at.confirm(job, { TransID: receipt });
/** What M-Pesa is answered that asks before the money moves. */
const asked = async (payable: Payable, parts: Record<string, unknown> = {}) => {
  const sent = confirmation({ BillRefNumber: referenceOf(payable), TransID: '', ...parts });
  const { status, text } = await at.call(at.paths.asked, sent);
  expect(status).toBe(200);
  return JSON.parse(text) as unknown;
};
const read = async (payable: Payable, url: string) =>
  (await world.harness.app.inject({ url, headers: payable.headers })).json<{
    payment?: PaymentStatus;
  }>();
const payBill = (payable: Payable) => ({
  business_number: '174379',
  account: referenceOf(payable),
  amount: Number(PRICE[payable.purpose]),
});

describe('a sum from the menu pays for', () => {
  test.each(['post_job', 'post_ad', 'subscription'] as const)('%s by its code', async (purpose) => {
    const payable = await world.payable(purpose);
    const receipt = await at.confirm(payable, { TransAmount: PRICE[purpose] });
    const paid = { payments: [`paid ${receipt}`], given: 1, sums: ['matched'] };
    expect(await at.books(payable, receipt)).toEqual(paid);
    const row = { phone: null, amountReceived: Number(PRICE[purpose]) };
    expect(await world.rows(payable)).toMatchObject([{ ...row, accountId: payable.account.id }]);
    // Who paid is of no more use.
    expect(await at.sumOf(receipt)).toMatchObject({ payer: null, payable: payable.key });
    // The same confirmation again.
    await at.confirm(payable, { TransAmount: PRICE[purpose], TransID: receipt.toLowerCase() });
    expect(await at.books(payable, receipt)).toEqual(paid);
  });

  test("a fundi's month by the fundi's own phone, which a client has too", async () => {
    const { harness } = world;
    const fundi = await world.payable('subscription');
    const { phoneNumber } = fundi.account;
    await harness.account('client', { phoneNumber });
    const BillRefNumber = `+254 ${phoneNumber.slice(1, 4)}-${phoneNumber.slice(4)}`;
    const receipt = await at.confirm(fundi, { BillRefNumber, TransAmount: '200' });
    expect(await at.books(fundi, receipt)).toMatchObject({ given: 1, sums: ['matched'] });
  });

  test('a month more, when the last one was paid for some days ago', async () => {
    const fundi = await world.payable('subscription');
    await at.confirm(fundi, { TransAmount: '200' });
    world.harness.advance(2 * DAY_MS);
    const TransTime = darajaTimestamp(world.harness.ctx.now().getTime());
    const receipt = await at.confirm(fundi, { TransAmount: '200', TransTime });
    expect(await at.books(fundi, receipt)).toMatchObject({ given: 2, sums: ['matched'] });
    world.harness.advance(-2 * DAY_MS);
  });
});

describe('a sum gives nothing and waits for a person', () => {
  const cases: [string, string, Record<string, unknown>, ((payable: Payable) => unknown)?][] = [
    ['with a wrong sign in its account', 'account', { BillRefNumber: 'YF317F8' }],
    ['without an account', 'account', { BillRefNumber: undefined }],
    ["with a client's phone as its account", 'account', { BillRefNumber: '0700000001' }],
    ['of another amount', 'amount', { TransAmount: '99.00' }],
    ['of no amount', 'amount', { TransAmount: undefined }],
    ['for a job that is taken down', 'taken_down', {}, takeDown],
    ['for a job that is deleted', 'deleted', {}, remove],
    ['of another amount for a job that is deleted', 'deleted', { TransAmount: '9' }, remove],
    ['for a job that is paid for', 'paid_twice', {}, (job) => at.confirm(job)],
  ];
  test.each(cases)('%s', async (_, cause, parts, change) => {
    const job = await world.payable('post_job');
    await change?.(job);
    const before = await at.books(job);
    const receipt = await at.confirm(job, parts);
    expect(await at.books(job, receipt)).toEqual({ ...before, sums: [`unmatched ${cause}`] });
    // What was typed and who paid help the person who looks.
    expect(await at.sumOf(receipt)).toMatchObject({ payer: 'NJERI 2547*****126' });
  });

  test('for the month of a fundi who is erased, or who has paid for it today', async () => {
    const fundi = await world.payable('subscription');
    await at.confirm(fundi, { TransAmount: '200' });
    const second = await at.confirm(fundi, { TransAmount: '200' });
    expect(await at.books(fundi, second)).toMatchObject({
      given: 1,
      sums: ['unmatched paid_twice'],
    });
    await world.harness.db.delete(accounts).where(eq(accounts.id, fundi.account.id));
    const third = await at.confirm(fundi, { TransAmount: '200' });
    expect(await at.sumOf(third)).toMatchObject({ state: 'unmatched', cause: 'deleted' });
  });

  test('for an ad that runs; when it has ended, a sum pays for it again', async () => {
    const ad = await world.payable('post_ad');
    await at.confirm(ad, { TransAmount: '500' });
    const second = await at.confirm(ad, { TransAmount: '500' });
    expect(await at.books(ad, second)).toMatchObject({ sums: ['unmatched paid_twice'] });
    const { db } = world.harness;
    await db
      .update(ads)
      .set({ expiresAt: new Date(0) })
      .where(eq(ads.id, ad.body.ad_id ?? 0));
    const third = await at.confirm(ad, { TransAmount: '500' });
    expect(await at.books(ad, third)).toMatchObject({ sums: ['matched'] });
  });
});

describe('the money of an answered prompt counts once', () => {
  const orders = {
    'callback, confirmation': ['callBack', 'confirm'],
    'confirmation, callback': ['confirm', 'callBack'],
    'confirmation, callback, confirmation': ['confirm', 'callBack', 'confirm'],
  } as const;

  test.each(Object.entries(orders))('%s', async (_, steps) => {
    const receipt = newReceipt();
    const { payable, callBack } = await at.prompted(receipt);
    for (const step of steps) {
      if (step === 'callBack') await callBack();
      else await confirm(payable, receipt);
    }
    const paid = { payments: [`paid ${receipt}`], given: 1, sums: ['matched'] };
    expect(await at.books(payable, receipt)).toEqual(paid);
    expect(await world.jobStatus(payable)).toMatchObject({ paid_through: 'prompt' });
  });

  test('with all of them at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const receipt = newReceipt();
      const { payable, callBack } = await at.prompted(receipt);
      const confirming = () => confirm(payable, receipt);
      await Promise.all([callBack(), confirming(), callBack(), confirming()]);
      const paid = { payments: [`paid ${receipt}`], given: 1, sums: ['matched'] };
      expect(await at.books(payable, receipt)).toEqual(paid);
    }
  });

  test('with a query before the confirmation, which brings the receipt', async () => {
    const one = await at.target(NO_CALLBACK);
    await until(() => at.isTaken(one), 'the money');
    await at.startQuery(one);
    await until(async () => (await at.stateOf(one)) === 'paid', 'the query');
    const receipt = await at.confirm(one.payable);
    expect(await at.books(one.payable, receipt)).toEqual({
      payments: [`paid ${receipt}`],
      given: 1,
      sums: ['matched'],
    });
  });

  test('when M-Pesa called it cancelled before', async () => {
    const receipt = newReceipt();
    const { payable, callBack } = await at.prompted(receipt);
    await world.callBack(payable, 1032);
    await confirm(payable, receipt);
    await callBack();
    const paid = { payments: [`paid ${receipt}`], given: 1, sums: ['matched'] };
    expect(await at.books(payable, receipt)).toEqual(paid);
  });

  const later: [string, string, (payable: Payable) => unknown, Record<string, unknown>][] = [
    ['deleted meanwhile', 'needs_review', remove, {}],
    ['taken down meanwhile', 'paid', takeDown, {}],
    ['confirmed with another account', 'paid', () => {}, { BillRefNumber: 'FundiJob7' }],
    ['confirmed with another amount', 'paid', () => {}, { TransAmount: '1.00' }],
  ];
  test.each(later)(
    '%s: what its confirmation left unmatched is its own',
    async (_, state, change, parts) => {
      const receipt = newReceipt();
      const { payable, callBack } = await at.prompted(receipt);
      await change(payable);
      await at.confirm(payable, { ...parts, TransID: receipt });
      await callBack();
      expect(await at.books(payable, receipt)).toMatchObject({
        payments: [`${state} ${receipt}`],
        sums: ['matched'],
      });
    },
  );

  test('when the job is deleted and only a query says that it was paid', async () => {
    const one = await at.target(NO_CALLBACK);
    await until(() => at.isTaken(one), 'the money');
    await remove(one.payable);
    const receipt = await at.confirm(one.payable);
    expect(await at.books(one.payable, receipt)).toMatchObject({ sums: ['unmatched deleted'] });
    await at.startQuery(one);
    await until(async () => (await at.stateOf(one)) === 'needs_review', 'the query');
    expect(await at.books(one.payable, receipt)).toMatchObject({
      payments: [`needs_review ${receipt}`],
      sums: ['matched'],
    });
  });

  test('when its confirmation is days late and a query has settled it', async () => {
    const { harness } = world;
    const fundi = await world.payable('subscription');
    await world.pay(fundi, NO_CALLBACK);
    await harness.db.execute(
      sql`update payments set next_query_at = now() where thing = ${fundi.key}`,
    );
    await until(async () => (await world.rows(fundi))[0]?.state === 'paid', 'the query');
    const TransTime = darajaTimestamp(Date.now());
    harness.advance(3 * DAY_MS);
    const receipt = await at.confirm(fundi, { TransAmount: '200', TransTime });
    harness.advance(-3 * DAY_MS);
    expect(await at.books(fundi, receipt)).toEqual({
      payments: [`paid ${receipt}`],
      given: 1,
      sums: ['matched'],
    });
  });
});

describe('a job that is paid for by the prompt and from the menu', () => {
  test.each(['prompt first', 'menu first', 'both at once'])(
    '%s: once, and the other sum waits',
    async (order) => {
      const [first, menu] = [newReceipt(), newReceipt()];
      const { payable, callBack } = await at.prompted(first);
      if (order === 'prompt first') await callBack();
      if (order === 'both at once') await Promise.all([callBack(), confirm(payable, menu)]);
      else await confirm(payable, menu);
      if (order === 'menu first') await callBack();
      // The prompt's own confirmation comes too.
      await at.confirm(payable, { TransID: first });
      const { payments, given, sums } = await at.books(payable, first, menu);
      expect([payments.length, given]).toEqual([1, 1]);
      expect(sums.toSorted()).toEqual(['matched', 'unmatched paid_twice']);
      expect(payments[0]).toBe(`paid ${sums[0] === 'matched' ? first : menu}`);
    },
  );
});

test('sums that were stored by a server that died are decided about by the next round of any server', async () => {
  await world.payments.stop();
  const { db, ctx } = world.harness;
  const payables = await Promise.all([1, 2, 3, 4].map(() => world.payable('post_job')));
  const receipts = payables.map(newReceipt);
  await db.insert(sums).values(
    payables.map((payable, index) => ({
      receipt: receipts[index] ?? '',
      amount: 100,
      typed: referenceOf(payable),
      receivedAt: ctx.now(),
    })),
  );
  const gateway = {} as Gateway;
  const servers = [1, 2, 3].map(() => createPayments(ctx, gateway, QUICK));
  await Promise.all(servers.map((server) => server.reconcile()));
  for (const [index, payable] of payables.entries()) {
    const receipt = receipts[index] ?? '';
    const paid = { payments: [`paid ${receipt}`], given: 1, sums: ['matched'] };
    expect(await at.books(payable, receipt)).toEqual(paid);
  }
  world.payments.start();
});

describe('the address of confirmations', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'takes JSON of the type "%s", and answers before anything is decided',
    async (type) => {
      const job = await world.payable('post_job');
      const receipt = newReceipt();
      const sent = confirmation({ BillRefNumber: referenceOf(job), TransID: receipt });
      const answer = await at.call(at.paths.came, sent, type);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        200,
        { ResultCode: 0, ResultDesc: 'Accepted' },
      ]);
      await until(async () => (await at.sumOf(receipt))?.state === 'matched', 'the sum');
    },
  );

  test('has no word that M-Pesa refuses, and a secret in hexadecimal', () => {
    const path = /^\/api\/sums\/(came|asked)\/[0-9a-f]{64}$/;
    expect([at.paths.came, at.paths.asked]).toEqual([
      expect.stringMatching(path),
      expect.stringMatching(path),
    ]);
  });

  test('is 404 without the secret, before the body is read and the database is asked', async () => {
    const asked = vi.spyOn(world.harness.db, 'insert');
    const { came, asked: asks } = at.paths;
    const wrong = [came, asks].flatMap((path) => [
      `${path.slice(0, -1)}${path.endsWith('a') ? 'b' : 'a'}`,
      path.slice(0, -1),
      `${path}0`,
      path.slice(0, -64) + path.slice(-64).toUpperCase(),
      `${path.slice(0, -64)}x`,
    ]);
    for (const path of wrong) {
      expect(await at.call(path, 'not JSON'), path).toMatchObject({ status: 404 });
    }
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  test('is 400 for what has no receipt, and 413 for what is longer than any confirmation', async () => {
    expect(await at.call(at.paths.came, {})).toMatchObject({ status: 400 });
    expect(await at.call(at.paths.came, 'no JSON')).toMatchObject({ status: 400 });
    const long = confirmation({ FirstName: 'x'.repeat(20_000) });
    expect(await at.call(at.paths.came, long)).toMatchObject({ status: 413 });
  });
});

describe('a sum that is to come', () => {
  const cases: [string, string, Record<string, unknown>, ((payable: Payable) => unknown)?][] = [
    ['with an unknown account', 'C2B00012', { BillRefNumber: 'YF317F8' }],
    ['for a job that is deleted', 'C2B00012', {}, remove],
    ['of another amount', 'C2B00013', { TransAmount: '10' }],
    ['for a job that is paid for', 'C2B00016', {}, (job) => at.confirm(job)],
    ['for a job that is taken down', 'C2B00016', {}, takeDown],
  ];
  test.each(cases)('%s is refused on the phone with %s', async (_, code, parts, change) => {
    const job = await world.payable('post_job');
    await change?.(job);
    expect(await asked(job, parts)).toEqual({ ResultCode: code, ResultDesc: 'Rejected' });
  });

  test('for what can be paid for is let through, and so is all while the database is away', async () => {
    const job = await world.payable('post_job');
    const yes = { ResultCode: '0', ResultDesc: 'Accepted' };
    expect(await asked(job)).toEqual(yes);
    const away = vi.spyOn(world.harness.db, 'transaction').mockRejectedValue(new Error('away'));
    expect(await asked(job, { BillRefNumber: 'YF317F8' })).toEqual(yes);
    away.mockRestore();
  });
});

test('a second receipt at the callback of a paid prompt is a sum of its own', async () => {
  const [first, second] = [newReceipt(), newReceipt()];
  const one = await at.target();
  await at.call(one.path, body({ checkout: one.checkout, receipt: first }));
  await at.call(one.path, body({ checkout: one.checkout, receipt: second }));
  await world.payments.reconcile();
  expect(await at.books(one.payable, second)).toEqual({
    payments: [`paid ${first}`],
    given: 1,
    sums: ['unmatched paid_twice'],
  });
});

describe('an answer says how to pay from the menu', () => {
  test('for a job: before a prompt, beside it and after it; not once it is paid for or taken down', async () => {
    const job = await world.payable('post_job');
    const pay_bill = payBill(job);
    expect(await world.jobStatus(job)).toEqual({ status: 'unpaid', pay_bill });
    expect(await world.pay(job, BY_HAND)).toMatchObject({ body: { pay_bill } });
    expect(await world.jobStatus(job)).toMatchObject({ status: 'pending', pay_bill });
    await world.callBack(job, 1032);
    expect(await world.jobStatus(job)).toMatchObject({ status: 'failed', pay_bill });
    const { headers } = job;
    const mine = await world.harness.app.inject({ url: '/api/jobs/mine/', headers });
    expect(mine.json()).toMatchObject([{ payment: { status: 'failed', pay_bill } }]);
    await takeDown(job);
    expect((await world.jobStatus(job)).pay_bill).toBeUndefined();
    await takeDown(job, null);
    await at.confirm(job);
    expect(await world.jobStatus(job)).toEqual({ status: 'completed', paid_through: 'pay_bill' });
    const other = await world.payable('post_job');
    await at.confirm(other);
    expect(await world.jobStatus(other)).toEqual({ status: 'completed', paid_through: 'pay_bill' });
  });

  test.each(['post_job', 'subscription'] as const)(
    'and which way it was, once the prompt for %s that was out meanwhile has ended without money',
    async (purpose) => {
      const payable = await world.payable(purpose);
      const { id } = payable.account;
      const { db } = world.harness;
      await db
        .update(accounts)
        .set({ trialEnds: new Date(0) })
        .where(eq(accounts.id, id));
      await world.pay(payable, BY_HAND);
      const receipt = await at.confirm(payable, { TransAmount: PRICE[purpose] });
      const status = async () =>
        purpose === 'post_job'
          ? world.jobStatus(payable)
          : (await read(payable, '/api/accounts/fundis/me/')).payment;
      // It may be the money of either.
      expect(await status()).toEqual({ status: 'completed' });
      await world.callBack(payable, 1032);
      expect(await status()).toEqual({ status: 'completed', paid_through: 'pay_bill' });
      const paid = { payments: [`paid ${receipt}`], given: 1, sums: ['matched'] };
      expect(await at.books(payable, receipt)).toEqual(paid);
      // M-Pesa was wrong: it was the prompt's own after all.
      const [row] = await world.rows(payable);
      const checkout = row?.checkoutRequestId ?? '';
      await at.call(
        world.callbackPath(payable),
        body({ checkout, receipt, amount: Number(PRICE[purpose]) }),
      );
      expect(await status()).toEqual({ status: 'completed', paid_through: 'prompt' });
      expect(await at.books(payable, receipt)).toEqual(paid);
    },
  );

  test('for an ad and a month; not while a trial or a subscription runs', async () => {
    const ad = await world.payable('post_ad');
    const unpaid = { payment: { status: 'unpaid', pay_bill: payBill(ad) } };
    expect(await read(ad, `/api/ads/${ad.body.ad_id}/`)).toMatchObject(unpaid);
    const { headers } = ad;
    const mine = await world.harness.app.inject({ url: '/api/ads/mine/', headers });
    expect(mine.json()).toMatchObject([unpaid]);

    const fundi = await world.payable('subscription');
    const me = () => read(fundi, '/api/accounts/fundis/me/');
    const { db } = world.harness;
    const trial = (trialEnds: Date) =>
      db.update(accounts).set({ trialEnds }).where(eq(accounts.id, fundi.account.id));
    await trial(new Date(0));
    expect((await me()).payment).toEqual({ status: 'unpaid', pay_bill: payBill(fundi) });
    await trial(new Date(Date.now() + DAY_MS));
    expect((await me()).payment).toBeUndefined();
    await trial(new Date(0));
    await at.confirm(fundi, { TransAmount: '200' });
    expect((await me()).payment).toEqual({ status: 'completed', paid_through: 'pay_bill' });
  });
});
