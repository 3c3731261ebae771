/** Pull: money whose notice was lost is found by asking M-Pesa, and each sum counts once. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { pulls } from '../../server/db/schema.ts';
import { operations } from '../../server/desk/operations.ts';
import { createDaraja } from '../../server/mpesa/daraja.ts';
import { localTime } from '../../server/process/nairobi.ts';
import { readTown } from '../../server/desk/notices/world.ts';
import { compareLines } from '../../server/desk/cli/compareTable.ts';
import type { StatementRow } from '../../server/desk/statement/readStatement.ts';
import { readConfirmation } from '../../server/payments/confirmation.ts';
import { createPull } from '../../server/payments/pull.ts';
import { afterAsking, afterComparing, gapOf, periodUntil } from '../../server/payments/pulls.ts';
import { PULL_FAULTS } from '../../server/simulator/pull.ts';
import type { PullFault } from '../../server/simulator/pull.ts';
import { buildSimulator } from '../../server/simulator/simulator.ts';
import { newReceipt } from './mpesaBodies.ts';
import { PAID } from './scriptedWorld.ts';
import { startSumWorld } from './scriptedSums.ts';

const world = await startSumWorld();
beforeEach(async () => {
  await world.settleAll();
  world.gateway.received.mockClear();
});
afterAll(() => world.close());

/** M-Pesa's list when it is asked next. */
const lists = (...pages: object[][]) => {
  for (const sums of pages) {
    world.gateway.received.mockResolvedValueOnce({ kind: 'page', rows: sums.length, sums });
  }
};
async function pull(...pages: object[][]) {
  lists(...pages);
  await world.payments.pull();
}
async function asked() {
  const [row] = await world.db.select().from(pulls).where(eq(pulls.shortcode, '174379'));
  return row;
}

const paid = (receipt: string) => [`paid ${receipt}`, 'matched'];

describe('money that M-Pesa names', () => {
  test('and whose confirmation was lost is found once, also when that comes after all', async () => {
    const thing = await world.thing();
    const sum = world.said(thing);
    for (const _ of ['first', 'again']) {
      await pull([sum]);
      expect(await world.books(thing, sum.TransID)).toEqual(paid(sum.TransID));
    }
    await world.confirm(thing, { TransID: sum.TransID });
    expect(await world.books(thing, sum.TransID)).toEqual(paid(sum.TransID));
  });

  test.each(['while its prompt is out', 'after a query has settled it'])(
    'is that of a prompt: %s',
    async (when) => {
      const { thing, receipt, call, row } = await world.prompted();
      if (when.startsWith('after')) {
        world.wait(10_000);
        world.gateway.query.mockResolvedValueOnce(PAID);
        await world.payments.reconcile();
        expect(await row()).toMatchObject({ state: 'paid', receipt: null });
      }
      await pull([world.said(thing, { TransID: receipt })]);
      expect(await world.books(thing, receipt)).toEqual(paid(receipt));
      await call();
      expect(await world.books(thing, receipt)).toEqual(paid(receipt));
      expect(await row()).toMatchObject({ amountReceived: 100, review: null, resultCode: 0 });
    },
  );

  test('on many pages is found, and the same page again is the end of its list', async () => {
    const things = [await world.thing(), await world.thing(), await world.thing()];
    const [one, two, three] = things.map((thing) => world.said(thing)) as [object, object, object];
    await pull([one, two], [three], [three]);
    const states = await Promise.all(things.map((thing) => world.rowsOf(thing)));
    expect(states.map(([row]) => row?.state)).toEqual(['paid', 'paid', 'paid']);
    expect(world.gateway.received.mock.calls.map(([, offset]) => offset)).toEqual([0, 2, 3]);
    expect((await asked())?.trouble).toBeNull();
  });

  test('without a receipt may be money: that is said', async () => {
    await pull([{ TransAmount: '100' }]);
    expect((await asked())?.trouble).toBe('1 of its sums have no receipt.');
  });
});

test.each(['refused', 'noAnswer'] as const)(
  'where the answer is "%s", it is asked again later, and told once',
  async (kind) => {
    await world.db.delete(pulls);
    await pull([]);
    const { askedUntil, nextAt } = (await asked())!;
    world.wait(1000);
    world.log.error.mockClear();
    for (const _ of ['once', 'again']) {
      world.gateway.received.mockResolvedValueOnce({ kind, message: 'why' });
      await pull();
    }
    const next = kind === 'refused' ? world.at(6 * HOUR_MS) : nextAt;
    expect(await asked()).toMatchObject({ trouble: 'why', askedUntil, nextAt: next });
    expect(world.log.error).toHaveBeenCalledTimes(1);
    await pull([]);
    expect((await asked())?.trouble).toBeNull();
  },
);

test('one of several servers asks, a quarter of an hour after the last time', async () => {
  const receiver = { take: async () => ({ found: 0, unread: 0 }) };
  const servers = [1, 2, 3].map(() => createPull(world.ctx, world.gateway, receiver));
  const look = async () => {
    await Promise.all(servers.map((server) => server.look()));
    return world.gateway.received.mock.calls.length;
  };
  await world.db.delete(pulls);
  expect([await look(), await look()]).toEqual([1, 1]);
  world.wait(15 * MINUTE_MS - 1);
  expect(await look()).toBe(1);
  world.wait(1);
  expect(await look()).toBe(2);
});

describe('over HTTP', () => {
  let simulator: FastifyInstance;
  let mpesa: typeof world.ctx.config.mpesa;
  beforeEach(async () => {
    // What is listed late is listed after a quarter of an hour.
    simulator = buildSimulator({ delayMs: MINUTE_MS });
    const baseUrl = await simulator.listen({ port: 0, host: '127.0.0.1' });
    mpesa = { ...world.ctx.config.mpesa, baseUrl };
  });
  afterEach(() => simulator.close());
  const nowhere = 'http://127.0.0.1:9/';

  test.each<[PullFault | null, object]>([
    [null, { sums: 3 }],
    ['nested', { sums: 3 }],
    ['otherForm', { sums: 3 }],
    ['smallPages', { sums: 2 }],
    ['late', { sums: 0 }],
    ['notAllowed', { kind: 'refused' }],
    ['broken', { kind: 'noAnswer' }],
  ])('the simulator lists what came, with the fault %s: %j', async (wanted, expected) => {
    const daraja = createDaraja(mpesa);
    await daraja.register({ confirmationUrl: nowhere, validationUrl: nowhere });
    const suffix = PULL_FAULTS.find(({ fault }) => fault === wanted)?.suffix ?? '000';
    await daraja.registerPull({ phone: `0722000${suffix}`, callbackUrl: nowhere });
    const receipts = [];
    for (const account of ['A', 'B', 'C']) {
      const sent = { phone: '0712345678', business_number: '174379', account, amount: '100' };
      const payload = { ...sent, pin: '1234' };
      const answer = await simulator.inject({ method: 'POST', url: '/pay-bill', payload });
      receipts.push(answer.json<{ receipt: string }>().receipt);
    }
    const page = await daraja.received(periodUntil(new Date()), 0);
    if (page.kind !== 'page') return expect(page).toMatchObject(expected);
    const sums = page.sums.map((sum) => readConfirmation(sum)?.receipt);
    expect({ sums: sums.length }).toEqual(expected);
    return expect(receipts).toEqual(expect.arrayContaining(sums));
  });

  const by = { who: 'wanjiku', reason: 'The paybill is ours.' };
  const register = (values: object) => {
    const config = { ...world.ctx.config, mpesa: { ...mpesa, ...values } };
    return operations.registerPull({ phone: '0722000000', by }, { ...world.ctx, config });
  };

  test('an operator registers once, and it is asked soon', async () => {
    await pull([]);
    for (const _ of ['first', 'again']) {
      expect((await register({}))[0]).toBe(
        'M-Pesa says what came to 174379 when it is asked, from now on.',
      );
    }
    expect((await asked())?.nextAt.getTime()).toBeLessThanOrEqual(world.at(0).getTime());
    const [logged] = await operations.log({ most: 1, subject: null }, world.ctx);
    expect(logged).toMatchObject({ action: 'told M-Pesa that we ask', ...by });
  });

  test.each<[object, string | RegExp]>([
    [{ hasPull: false }, 'MPESA_PULL is off: set it to on first.'],
    [{ shortcode: '1' }, /^M-Pesa did not take the registration for 1: 400\.003\.02 Bad Request/],
    [{ baseUrl: 'http://127.0.0.1:9' }, /^M-Pesa cannot be reached at http:\/\/127\.0\.0\.1:9: /],
  ])('an operator is told in one line why not: %j', (values, line) =>
    expect(register(values)).rejects.toThrow(line),
  );
});

const desk = (hasPull = true) => {
  const { config } = world.ctx;
  return { ...world.ctx, config: { ...config, mpesa: { ...config.mpesa, hasPull } } };
};
const report = async (hasPull?: boolean) =>
  (await operations.paymentReport(null, desk(hasPull)))
    .filter((line) => line.includes('M-Pesa'))
    .map((line) => line.trim());
const compared = (...rows: StatementRow[]) => operations.compareStatement({ rows }, desk());
/** What the books have already, at this time. */
const movement = (time: number): StatementRow => {
  const texts = { account: '', linked: null, isTakenBack: false, details: 'Charge', party: '' };
  const at = new Date(time).toISOString();
  return { line: 1, receipt: 'CHARGE1', kind: 'charge', amount: 1, at, ...texts };
};
const GAP =
  /^M-Pesa was not asked in time what came from .* to .* in Nairobi\. Its statement has it\./;

test('a gap of three days is said, until a person has compared the statement', async () => {
  const by = { who: 'wanjiku', reason: 'In the statement.' };
  await world.db.delete(pulls);
  await pull([]);
  const began = world.at(0).getTime();
  const end = localTime((await asked())?.askedUntil ?? new Date(0));
  expect(await report()).toEqual([`M-Pesa has said what came until ${end}`]);
  expect(await operations.databaseState(null, desk())).toMatchObject({ pull: null });
  expect((await compared(movement(began - DAY_MS), movement(began))).gap).toBeNull();
  await expect(operations.endGap({ by }, desk())).rejects.toThrow('There is no time');

  world.wait(3 * DAY_MS);
  world.gateway.received.mockResolvedValueOnce({ kind: 'noAnswer', message: 'away' });
  await pull();
  expect(await report()).toEqual([
    expect.stringContaining('; now it says: away'),
    expect.stringMatching(GAP),
  ]);
  // It is asked again, and knows two days only.
  await pull([]);
  expect(await report()).toEqual([
    expect.not.stringContaining('now it says'),
    expect.stringMatching(GAP),
  ]);
  expect((await operations.databaseState(null, desk())).pull).toMatch(GAP);
  const town = await readTown(world.db, world.at(0), desk().config.mpesa);
  expect(town.pull).toMatchObject({ trouble: null, gap: { from: expect.any(Date) } });
  // Where Pull is off, nobody waits for it.
  expect(await report(false)).toEqual([]);

  const [from, until] = [movement(began - DAY_MS), movement(began + 2 * DAY_MS)];
  const between = movement(began + HOUR_MS);
  const money = { ...between, kind: 'in', receipt: newReceipt() } as const;
  for (const rows of [
    [from, between],
    [between, until],
    [from, money, until],
  ]) {
    expect((await compared(...rows)).gap).toMatchObject({ isCovered: false });
  }
  await operations.bookStatement({ rows: [money], by }, desk());
  const rows = [from, money, until];
  const again = await compared(...rows);
  expect(again.gap).toMatchObject({ isCovered: true });
  const text = compareLines({ rows, unread: [] }, again).join('\n');
  expect(text).toContain('This one has it, and so have the books');

  expect((await operations.endGap({ by }, desk()))[0]).toMatch(/^It is written down that /);
  expect(await report()).toHaveLength(1);
  const [logged] = await operations.log({ most: 1, subject: 'sums' }, desk());
  expect(logged?.action).toMatch(/^compared from /);
  await pull([]);
  expect(await report()).toHaveLength(1);
});

const NOW = Date.UTC(2026, 10, 22, 6);
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS);
const now = new Date(NOW);
const known = { shortcode: '174379', nextAt: now, trouble: 'x', askedFrom: hoursAgo(500) };
/** So many hours ago it was asked last, and all was known until then. */
const since = (hours: number) => ({ sureUntil: hoursAgo(hours), askedUntil: hoursAgo(hours) });
const always = { ...known, ...since(1) };
const span = (period: { from: Date; until: Date } | null) =>
  period && [period.from, period.until].map((time) => (NOW - time.getTime()) / HOUR_MS);
/** How many hours before now a question asks for. */
const KNOWN = (NOW - periodUntil(now).from.getTime()) / HOUR_MS;

describe('the time for which M-Pesa was not asked', () => {
  const again = { sureUntil: hoursAgo(90), askedFrom: hoursAgo(60) };
  const ended = { sureUntil: hoursAgo(200), askedFrom: hoursAgo(150), askedUntil: hoursAgo(100) };
  test.each<[string, object, number[] | null]>([
    ['is none while it is asked', {}, null],
    ['is none after two days', since(KNOWN), null],
    ['begins after two days', since(50), [50, KNOWN]],
    ['stays when it is asked again', again, [90, 60]],
    ['grows when that ends, too', ended, [200, KNOWN]],
  ])('%s', (_, values, gap) => expect(span(gapOf({ ...always, ...values }, now))).toEqual(gap));

  test('is known after a question that was asked too late, and ends with the statement', () => {
    const late = afterAsking({ ...always, ...since(50) }, periodUntil(now));
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
