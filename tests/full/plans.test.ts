/** Every query of a signed-in call or a payment uses an index, so that it stays fast in a large town. */
import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import { HOUR_MS } from '../../src/contract/time.ts';
import { createHousekeeping } from '../../server/housekeeping.ts';
import { createSharedCounters } from '../../server/calls/sharedCounters.ts';
import { newCode, storeCode } from '../../server/people/resetCodes.ts';
import { databaseSettings } from '../../server/db/db.ts';
import { jobs } from '../../server/db/schema/listings.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { TABLES } from '../../server/db/schema/tables.ts';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { fillTown, townPerson } from '../../testkit/bigTown.ts';
import { cases } from '../../testkit/contract/cases.ts';
import { success } from '../../testkit/contract/harness.ts';
import { createWorld } from '../../testkit/contract/world.ts';
import type { World } from '../../testkit/contract/world.ts';
import { serverHarness } from '../contract/serverHarness.ts';
import { body } from '../server/mpesaBodies.ts';
import {
  BY_HAND,
  LOST_PUSH,
  NO_CALLBACK,
  startPaymentWorld,
  until,
} from '../server/paymentWorld.ts';
import type { PaymentWorld } from '../server/paymentWorld.ts';
import { createCollector, indexesOf, wholeReadsOf } from './queryPlans.ts';

const plans = createCollector();

const SIZE = { people: 5000, payments: 10_000 };

/** One row for each server or signing key: these do not grow with the town. */
const SMALL = new Set(['server_secrets']);
const GROWING: string[] = TABLES.map((table) => getTableName(table)).filter(
  (name) => !SMALL.has(name),
);

/** A list that everybody gets whole is read whole; of the first two, only when a row has changed. */
const READ_WHOLE: Partial<Record<EndpointName, string[]>> = {
  listFundis: ['accounts'],
  listAds: ['ads'],
  listJobs: ['jobs', 'accounts'],
  // The newest two prompts, past what was paid from the menu without one.
  getAd: ['payments_pkey'],
  getJobPaymentStatus: ['payments_pkey'],
};

let world: PaymentWorld;
/** People of the contract's cases, in the town. */
let people: World;
let indexes: Awaited<ReturnType<typeof indexesOf>>;

beforeAll(async () => {
  Object.assign(databaseSettings, { logger: plans.logger });
  world = await startPaymentWorld({ simulator: { lifetimeMs: 600_000 } });
  await fillTown(world.harness.db, SIZE);
  indexes = await indexesOf(world.harness.db);
  const start = async () => `${world.harness.ctx.config.mpesa.callbackBaseUrl}/api`;
  people = await createWorld({ ...serverHarness, start, endTrial: async () => undefined });
});
afterAll(async () => {
  Object.assign(databaseSettings, { logger: undefined });
  await world.close();
});

/** The queries of `work` that read a growing table whole, but for the `allowed` tables and indexes. */
async function wholeReads(work: () => Promise<unknown>, allowed: string[] = []) {
  const asked = await plans.collect(work);
  expect(asked.length).toBeGreaterThan(0);
  const found: { table: string; text: string }[] = [];
  for (const query of asked) {
    for (const { table, index } of await wholeReadsOf(world.harness.db, query, indexes)) {
      if (!GROWING.includes(table) || allowed.includes(table)) continue;
      if (index !== null && allowed.includes(index)) continue;
      found.push({ table, text: query.text });
    }
  }
  return found;
}

const paid = async () => {
  const payable = await world.payable('post_job');
  await world.pay(payable, '0712345678');
  await until(async () => (await world.timesGiven(payable)) === 1, 'the payment');
  return payable;
};

it.each(endpointRows.map(([name]) => name))('%s uses an index for every query', async (name) => {
  const work = async () => {
    const answer = await people.send(name, await cases[name].good(people));
    success(name, answer);
  };
  expect(await wholeReads(work, READ_WHOLE[name])).toEqual([]);
});

/** Other ways to make a call than that of its good case. */
const FURTHER: Record<string, () => Promise<unknown>> = {
  'a new phone and a new ID number, and resets by the former ones and by a code': async () => {
    const { token, phone, idNumber } = townPerson(2);
    const profile = { name: 'Achieng', client_profile: { role_note: 'Landlady' } };
    const identity = { id_number: '41000002', phone_number: '0733000003' };
    await people.ok('updateMyClient', { token, body: { ...profile, ...identity } });
    const reset = (phone_number: string, id_number: string) =>
      people.ok('resetPassword', {
        body: { phone_number, id_number, new_password: 'kiboko-mpya' },
      });
    await reset(phone, idNumber);
    const { code, codeHash } = await newCode();
    await storeCode(world.harness.db, 6, codeHash, world.harness.ctx.now());
    await reset(townPerson(6).phone, code);
  },
  'a fundi who is hidden, and one with another ID number': async () => {
    const { token } = townPerson(20);
    await people.ok('updateMyFundi', { token, body: { is_available: false } });
    await people.ok('updateMyFundi', { token, body: { ...SAMPLE_PROFILE, id_number: '41000001' } });
  },
  'a job that is switched off': async () => {
    const { token } = people.client;
    const { id } = await people.job();
    await people.ok('updateJob', { id, token, body: { is_active: false } });
  },
  'each kind of payment, asked for again while it is open': async () => {
    for (const purpose of ['post_job', 'post_ad', 'subscription'] as const) {
      const payable = await world.payable(purpose);
      for (const status of [200, 200])
        expect(await world.pay(payable, BY_HAND)).toMatchObject({ status });
    }
  },
  'the status of a payment that has come': async () => {
    expect(await world.jobStatus(await paid())).toMatchObject({ status: 'completed' });
  },
};

it.each(Object.entries(FURTHER))('%s uses an index for every query', async (_what, work) => {
  expect(await wholeReads(work)).toEqual([]);
});

/** Payments settled by a callback, by a query and by nobody, with a broken and a foreign callback. */
async function settle() {
  await paid();
  const ends = { [NO_CALLBACK]: 'paid', [LOST_PUSH]: 'needs_review' };
  for (const [phone, end] of Object.entries(ends)) {
    const payable = await world.payable('post_ad');
    await world.pay(payable, phone);
    const isOver = async () => (await world.rows(payable))[0]?.state === end;
    await until(isOver, `the end of the payment of ${phone}`);
  }
  const payable = await world.payable('subscription');
  await world.pay(payable, BY_HAND);
  const [prompt] = await world.promptsFor(payable);
  const path = world.callbackPath(payable);
  const ours = body({ checkout: prompt?.id ?? '', amount: 200, receipt: 'PLAN1TEST2' });
  const callBack = async (payload: object) =>
    (await world.harness.app.inject({ method: 'POST', url: path, payload })).statusCode;
  expect(await callBack({})).toBe(400);
  expect(await callBack(body({ checkout: 'ws_CO_foreign' }))).toBe(200);
  expect(await callBack(ours)).toBe(200);
  await until(async () => (await world.timesGiven(payable)) === 1, 'the callback');
}

it('a payment uses an index for every query, from prompt to money, with and without a callback', async () => {
  expect(await wholeReads(settle)).toEqual([]);
});

it('every round of the reconciler uses an index', async () => {
  expect(await wholeReads(() => world.payments.reconcile())).toEqual([]);
});

it('the hourly deletion uses an index', async () => {
  const { db, ctx } = world.harness;
  await db.execute(sql`update jobs set created_at = now() - interval '60 days' where id = 9`);
  expect(await wholeReads(() => createHousekeeping(ctx).run())).toEqual([]);
  expect(await db.$count(jobs, sql`id = 9`)).toBe(0);
});

it('the rate limits use an index', async () => {
  const counters = createSharedCounters(world.harness.db);
  const count = async () => {
    await counters.add({ key: 'town 5', windowMs: HOUR_MS });
    await counters.takeBack('town 5');
  };
  expect(await wholeReads(count)).toEqual([]);
});

it('reading a picture uses an index', async () => {
  const { pathname, search } = new URL((await people.ad()).image_url ?? '');
  const read = async () => {
    const { statusCode } = await world.harness.app.inject(pathname + search);
    expect(statusCode).toBe(200);
  };
  expect(await wholeReads(read)).toEqual([]);
});

it('a table that is read whole is reported with the text of the query', async () => {
  const { db } = world.harness;
  const isNamed = sql`name like '%njeri%'`;
  const search = () => db.select().from(accounts).where(isNamed);
  const text: unknown = expect.stringContaining('njeri');
  expect(await wholeReads(search)).toEqual([{ table: 'accounts', text }]);
});
