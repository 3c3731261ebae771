/** Pull: money whose notice was lost is found by asking M-Pesa, and each sum counts once. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { pulls } from '../../server/db/schema.ts';
import { operations } from '../../server/desk/operations.ts';
import { createDaraja } from '../../server/mpesa/daraja.ts';
import type { Daraja } from '../../server/mpesa/daraja.ts';
import type { ReceivedResult } from '../../server/mpesa/gateway.ts';
import { localTime } from '../../server/process/nairobi.ts';
import { readTown } from '../../server/desk/notices/world.ts';
import { compareLines } from '../../server/desk/cli/compareTable.ts';
import type { StatementRow } from '../../server/desk/statement/readStatement.ts';
import { createPull } from '../../server/payments/pull.ts';
import { afterAsking, afterComparing, gapOf, periodUntil } from '../../server/payments/pulls.ts';
import { PULL_FAULTS } from '../../server/simulator/pull.ts';
import type { PullFault } from '../../server/simulator/pull.ts';
import { NO_CALLBACK } from './callbackWorld.ts';
import { referenceOf, until } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';
import { startSumWorld } from './sumWorld.ts';
import type { SumWorld } from './sumWorld.ts';

let at: SumWorld;
let world: PaymentWorld;
let daraja: Daraja;
beforeAll(async () => {
  at = await startSumWorld();
  ({ world } = at);
  daraja = createDaraja(world.harness.ctx.config.mpesa);
  // The menu takes money once the shop has registered; nothing listens there.
  const nowhere = 'http://127.0.0.1:9/';
  await daraja.register({ confirmationUrl: nowhere, validationUrl: nowhere });
});
afterAll(() => world.close());

const registerFor = async (suffix: string) =>
  daraja.registerPull({ phone: `0722000${suffix}`, callbackUrl: 'http://127.0.0.1:9/' });
const withFault = (wanted: PullFault) =>
  registerFor(PULL_FAULTS.find(({ fault }) => fault === wanted)?.suffix ?? '');
beforeEach(async () => {
  await registerFor('000');
});

/** Money from the menu of a phone; its confirmation goes nowhere. Returns the receipt. */
async function send(payable: Payable, values: object = {}): Promise<string> {
  const payload = {
    phone: '0712345678',
    business_number: '174379',
    account: referenceOf(payable),
    amount: '100',
    ...values,
  };
  const answer = await world.simulator.inject({ method: 'POST', url: '/pay-bill', payload });
  return answer.json<{ receipt: string }>().receipt;
}
const paidBy = (receipt: string) => ({
  payments: [`paid ${receipt}`],
  given: 1,
  sums: ['matched'],
});
async function asked() {
  const [row] = await world.harness.db.select().from(pulls).where(eq(pulls.shortcode, '174379'));
  return row;
}

test('money from the menu whose confirmation was lost is found, once', async () => {
  const job = await world.payable('post_job');
  const receipt = await send(job);
  expect(await at.sumOf(receipt)).toBeUndefined();
  await world.payments.pull();
  expect(await at.books(job, receipt)).toEqual(paidBy(receipt));
  await world.payments.pull();
  // The confirmation comes after all, twice.
  await at.confirm(job, { TransID: receipt });
  await at.confirm(job, { TransID: receipt });
  expect(await at.books(job, receipt)).toEqual(paidBy(receipt));
});

test('money that was confirmed before is not counted again', async () => {
  const job = await world.payable('post_job');
  const receipt = await send(job);
  await at.confirm(job, { TransID: receipt });
  await world.payments.pull();
  expect(await at.books(job, receipt)).toEqual(paidBy(receipt));
});

describe('the money of a prompt', () => {
  test('is found while the prompt is open, and its callback changes nothing', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, NO_CALLBACK);
    await until(async () => (await world.promptsFor(job))[0]?.receipt !== null, 'the money');
    expect((await world.rows(job))[0]?.state).toBe('prompted');
    await world.payments.pull();
    const receipt = (await world.promptsFor(job))[0]?.receipt ?? '';
    expect(await at.books(job, receipt)).toEqual(paidBy(receipt));
    expect(await world.jobStatus(job)).toEqual({ status: 'completed' });
    await world.callBack(job, 0);
    expect(await at.books(job, receipt)).toEqual(paidBy(receipt));
    expect(await world.jobStatus(job)).toMatchObject({ paid_through: 'prompt' });
  });

  test('that a query has settled gets its receipt', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, NO_CALLBACK);
    await until(async () => (await world.promptsFor(job))[0]?.receipt !== null, 'the money');
    const [prompt] = await world.promptsFor(job);
    await at.startQuery({
      payable: job,
      path: world.callbackPath(job),
      checkout: prompt?.id ?? '',
    });
    await world.payments.reconcile();
    expect((await world.rows(job))[0]).toMatchObject({ state: 'paid', receipt: null });
    await world.payments.pull();
    const receipt = prompt?.receipt ?? '';
    expect(await at.books(job, receipt)).toEqual(paidBy(receipt));
    expect((await world.rows(job))[0]).toMatchObject({ amountReceived: 100, review: null });
  });
});

test.each([
  ['a mistyped account', { account: 'FREDS SHOP' }, 'account'],
  ['another amount', { amount: '90' }, 'amount'],
])('%s waits for a person, without a whole phone number', async (_, values, cause) => {
  const job = await world.payable('post_job');
  const receipt = await send(job, values);
  await world.payments.pull();
  const payer = 'NJERI 2547***678';
  expect(await at.sumOf(receipt)).toMatchObject({ state: 'unmatched', cause, payer });
  expect(await world.rows(job)).toEqual([]);
});

test.each<PullFault>(['nested', 'otherForm', 'smallPages'])(
  'every sum of a list that is %s is found',
  async (fault) => {
    await withFault(fault);
    const jobs = await Promise.all([1, 2, 3, 4, 5].map(() => world.payable('post_job')));
    const receipts = await Promise.all(jobs.map((job) => send(job)));
    await world.payments.pull();
    const books = await Promise.all(jobs.map((job, index) => at.books(job, receipts[index] ?? '')));
    expect(books).toEqual(receipts.map(paidBy));
    expect((await asked())?.trouble).toBeNull();
  },
);

test('a sum that M-Pesa lists late is found later', async () => {
  await withFault('late');
  const job = await world.payable('post_job');
  const receipt = await send(job);
  await world.payments.pull();
  expect(await at.sumOf(receipt)).toBeUndefined();
  await until(async () => {
    await world.payments.pull();
    return (await at.sumOf(receipt))?.state === 'matched';
  }, 'the late sum');
});

test.each<[PullFault, string, number]>([
  ['notAllowed', 'Invalid API call as no apiproduct match found', 6 * HOUR_MS],
  ['broken', '500.001.1001 Internal Server Error', 15 * MINUTE_MS],
])('a Pull that is %s is asked again later, and found then', async (fault, trouble, pause) => {
  await world.payments.pull();
  const before = await asked();
  await withFault(fault);
  const job = await world.payable('post_job');
  const receipt = await send(job);
  const from = world.harness.ctx.now().getTime();
  await world.payments.pull();
  const row = await asked();
  expect(row).toMatchObject({ trouble, askedUntil: before?.askedUntil });
  if (fault === 'notAllowed') {
    expect(row?.nextAt.getTime()).toBeGreaterThanOrEqual(from + pause);
  }
  expect(await at.sumOf(receipt)).toBeUndefined();
  await registerFor('000');
  await world.payments.pull();
  expect(await at.books(job, receipt)).toEqual(paidBy(receipt));
  expect((await asked())?.trouble).toBeNull();
});

const NOTHING_NEW = { take: async () => ({ found: 0, unread: 0 }) };

test('one of several servers asks, a quarter of an hour after the last time', async () => {
  const { ctx, db } = world.harness;
  let calls = 0;
  const received = async (): Promise<ReceivedResult> => {
    calls += 1;
    return { kind: 'page', rows: 0, sums: [] };
  };
  const servers = [1, 2, 3].map(() => createPull(ctx, { received }, NOTHING_NEW));
  const look = () => Promise.all(servers.map((server) => server.look()));
  await world.payments.pull();
  await db.update(pulls).set({ nextAt: ctx.now() });
  await look();
  expect(calls).toBe(1);
  await look();
  expect(calls).toBe(1);
  world.harness.advance(15 * MINUTE_MS);
  await look();
  expect(calls).toBe(2);
});

describe('an operator', () => {
  const by = { who: 'wanjiku', reason: 'The paybill is ours.' };
  const register = (mpesa: object, phone = '0722000000') => {
    const { ctx } = world.harness;
    const config = { ...ctx.config, mpesa: { ...ctx.config.mpesa, hasPull: true, ...mpesa } };
    return operations.registerPull({ phone, by }, { ...ctx, config });
  };

  test('registers once, and it is asked soon', async () => {
    await world.payments.pull();
    for (const _ of ['first', 'again']) {
      expect((await register({ shortcode: '174379' }))[0]).toBe(
        'M-Pesa says what came to 174379 when it is asked, from now on.',
      );
    }
    const { ctx } = world.harness;
    expect((await asked())?.nextAt.getTime()).toBeLessThanOrEqual(ctx.now().getTime());
    const [logged] = await operations.log({ most: 1, subject: null }, ctx);
    expect(logged).toMatchObject({ action: 'told M-Pesa that we ask', ...by });
  });

  test.each<[object, string | RegExp]>([
    [{ hasPull: false }, 'MPESA_PULL is off: set it to on first.'],
    [{ shortcode: '1' }, /^M-Pesa did not take the registration for 1: 400\.003\.02 Bad Request/],
    [{ baseUrl: 'http://127.0.0.1:9' }, /^M-Pesa cannot be reached at http:\/\/127\.0\.0\.1:9: /],
  ])('is told in one line why not: %j', (mpesa, line) =>
    expect(register(mpesa)).rejects.toThrow(line),
  );
});

/** What the books have already, at this time. */
const movement = (time: number): StatementRow => {
  const texts = { account: '', linked: null, isTakenBack: false, details: 'Charge', party: '' };
  const iso = new Date(time).toISOString();
  return { line: 1, receipt: 'CHARGE1', kind: 'charge', amount: 1, at: iso, ...texts };
};

/** The desk of a server with `MPESA_PULL=on`. */
const desk = (hasPull = true) => {
  const { ctx } = world.harness;
  return { ...ctx, config: { ...ctx.config, mpesa: { ...ctx.config.mpesa, hasPull } } };
};

const report = async (hasPull?: boolean) =>
  (await operations.paymentReport(null, desk(hasPull))).filter((line) => /M-Pesa/.test(line));
const compareFrom = (from: number, until: number) =>
  operations.compareStatement({ rows: [movement(from), movement(until)] }, desk());

describe('after three days without an answer', () => {
  const by = { who: 'wanjiku', reason: 'In the statement.' };
  const GAP =
    /^M-Pesa was not asked in time what came from .* to .* in Nairobi\. Its statement has it\./;
  test('that is said, until a person has compared the statement', async () => {
    const { harness } = world;
    await harness.db.delete(pulls);
    await world.payments.pull();
    const began = harness.ctx.now().getTime();
    const end = localTime((await asked())?.askedUntil ?? new Date(0));
    expect(await report()).toEqual([`M-Pesa has said what came until ${end}`]);
    expect(await operations.databaseState(null, desk())).toMatchObject({ pull: null });
    expect((await compareFrom(began - DAY_MS, began)).gap).toBeNull();
    await expect(operations.endGap({ by }, desk())).rejects.toThrow('There is no time');

    harness.advance(3 * DAY_MS);
    await withFault('broken');
    await world.payments.pull();
    const trouble = '; now it says: 500.001.1001 Internal Server Error';
    expect((await report())[0]).toContain(trouble);
    expect((await report())[1]?.trim()).toMatch(GAP);
    await registerFor('000');
    // It is asked again, and knows two days only.
    await world.payments.pull();
    const lines = await report();
    expect(lines[0]).not.toContain(trouble);
    expect(lines[1]?.trim()).toMatch(GAP);
    expect((await operations.databaseState(null, desk())).pull).toMatch(GAP);
    const town = await readTown(harness.db, harness.ctx.now(), desk().config.mpesa);
    expect(town.pull).toMatchObject({ trouble: null, gap: { from: expect.any(Date) } });
    // Where Pull is off, nobody waits for it.
    expect(await report(false)).toEqual([]);

    const ends = [began - DAY_MS, began + 2 * DAY_MS] as const;
    expect((await compareFrom(ends[0], began + HOUR_MS)).gap).toMatchObject({ isCovered: false });
    expect((await compareFrom(began + HOUR_MS, ends[1])).gap).toMatchObject({ isCovered: false });
    const money = { ...movement(began + HOUR_MS), kind: 'in', receipt: 'GAPMONEY1' } as const;
    const rows = [movement(ends[0]), money, movement(ends[1])];
    const compared = await operations.compareStatement({ rows }, desk());
    expect(compared.gap).toMatchObject({ isCovered: false });
    await operations.bookStatement({ rows: [money], by }, desk());
    const again = await operations.compareStatement({ rows }, desk());
    expect(again.gap).toMatchObject({ isCovered: true });
    const text = compareLines({ rows, unread: [] }, again).join('\n');
    expect(text).toContain('This one has it, and so have the books');

    expect((await operations.endGap({ by }, desk()))[0]).toMatch(/^It is written down that /);
    expect(await report()).toHaveLength(1);
    const [logged] = await operations.log({ most: 1, subject: 'sums' }, desk());
    expect(logged?.action).toMatch(/^compared from /);
    await world.payments.pull();
    expect(await report()).toHaveLength(1);
  });
});

const NOW = Date.UTC(2026, 10, 22, 6);
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS);
const now = new Date(NOW);
const row = { shortcode: '174379', nextAt: now, trouble: 'x' };
const always = {
  ...row,
  askedFrom: hoursAgo(500),
  sureUntil: hoursAgo(1),
  askedUntil: hoursAgo(1),
};
const span = (period: { from: Date; until: Date } | null) =>
  period && [period.from, period.until].map((time) => (NOW - time.getTime()) / HOUR_MS);
/** How many hours before now a question asks for. */
const KNOWN = (NOW - periodUntil(now).from.getTime()) / HOUR_MS;

describe('the time for which M-Pesa was not asked', () => {
  test.each<[string, object, number[] | null]>([
    ['is none while it is asked', {}, null],
    ['is none after two days', { sureUntil: hoursAgo(KNOWN), askedUntil: hoursAgo(KNOWN) }, null],
    ['begins after two days', { sureUntil: hoursAgo(50), askedUntil: hoursAgo(50) }, [50, KNOWN]],
    [
      'stays when it is asked again',
      { sureUntil: hoursAgo(90), askedFrom: hoursAgo(60) },
      [90, 60],
    ],
    [
      'grows when that ends, too',
      { sureUntil: hoursAgo(200), askedFrom: hoursAgo(150), askedUntil: hoursAgo(100) },
      [200, KNOWN],
    ],
  ])('%s', (_, values, gap) => expect(span(gapOf({ ...always, ...values }, now))).toEqual(gap));

  test('is known after a question that was asked too late, and ends with the statement', () => {
    const before = { ...always, sureUntil: hoursAgo(50), askedUntil: hoursAgo(50) };
    const late = afterAsking(before, periodUntil(now));
    expect(span(gapOf(late, now))).toEqual([50, KNOWN]);
    expect(span(gapOf(afterComparing(late, hoursAgo(49)), now))).toEqual([49, KNOWN]);
    const done = afterComparing(late, hoursAgo(KNOWN));
    expect(gapOf(done, now)).toBeNull();
    expect(done.sureUntil).toEqual(done.askedUntil);
    // It goes on as if there had been none.
    const later = new Date(NOW + DAY_MS);
    expect(gapOf(afterAsking(done, periodUntil(later)), later)).toBeNull();
  });

  test('does not come back by a question that another server asked before', () => {
    const asking = afterAsking(always, periodUntil(now));
    const older = afterAsking(asking, periodUntil(hoursAgo(1)));
    expect(older).toEqual(asking);
  });
});
