/** Every query of a signed-in call or a payment uses an index, so that it stays fast in a large town. */
import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_JOB, SAMPLE_PROFILE } from '../../src/contract/sample.ts';
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
import { fillTown, listedFundi, TOWN_PASSWORD, townPerson } from '../../testkit/bigTown.ts';
import { sender, success } from '../../testkit/contract/harness.ts';
import type { Sent } from '../../testkit/contract/harness.ts';
import { adForm } from '../../testkit/contract/world.ts';
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
};

let world: PaymentWorld;
let indexes: Awaited<ReturnType<typeof indexesOf>>;

beforeAll(async () => {
  Object.assign(databaseSettings, { logger: plans.logger });
  world = await startPaymentWorld({ simulator: { lifetimeMs: 600_000 } });
  await fillTown(world.harness.db, SIZE);
  indexes = await indexesOf(world.harness.db);
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

const client = townPerson(1);
const fundi = listedFundi(0, SIZE.people);

/** Sends a call that has to succeed. */
async function ok<N extends EndpointName>(name: N, sent?: Sent) {
  const base = `${world.harness.ctx.config.mpesa.callbackBaseUrl}/api`;
  return success(name, await sender(base)(name, sent));
}

const person = (role: string, phone_number: string) => ({
  body: {
    name: 'Njeri',
    phone_number,
    id_number: `3${phone_number.slice(3)}`,
    password: TOWN_PASSWORD,
    role,
  },
});
const login = (who: { phone: string }) => ({
  body: { phone_number: who.phone, password: TOWN_PASSWORD },
});
const clientProfile = (id_number: string, phone_number: string) => ({
  name: 'Achieng',
  id_number,
  phone_number,
  client_profile: { role_note: 'Landlady' },
});

const newJob = () => ok('createJob', { token: client.token, body: SAMPLE_JOB });
const newAd = () => ok('createAd', { token: client.token, body: adForm() });
const paid = async () => {
  const payable = await world.payable('post_job');
  await world.pay(payable, '0712345678');
  await until(async () => (await world.timesGiven(payable)) === 1, 'the payment');
  return payable;
};

/** Each call of the API as a person makes it. */
const CALLS: Record<EndpointName, () => Promise<unknown>> = {
  listAds: () => ok('listAds'),
  listFundis: () => ok('listFundis'),
  getFundi: () => ok('getFundi', { id: fundi.id }),
  listJobs: () => ok('listJobs', { token: fundi.token }),
  registerFundi: () => ok('registerFundi', person('fundi', '0733000001')),
  loginFundi: () => ok('loginFundi', login(fundi)),
  getMyFundi: () => ok('getMyFundi', { token: fundi.token }),
  updateMyFundi: async () => {
    const { token } = listedFundi(1, SIZE.people);
    await ok('updateMyFundi', { token, body: { is_available: false } });
    await ok('updateMyFundi', { token, body: { ...SAMPLE_PROFILE, id_number: '41000001' } });
  },
  registerClient: () => ok('registerClient', person('client', '0733000002')),
  loginClient: () => ok('loginClient', login(client)),
  getMyClient: () => ok('getMyClient', { token: client.token }),
  updateMyClient: () => {
    const body = clientProfile('41000002', '0733000003');
    return ok('updateMyClient', { token: townPerson(2).token, body });
  },
  resetPassword: async () => {
    const reset = ({ phone: phone_number }: { phone: string }, id_number: string) =>
      ok('resetPassword', { body: { phone_number, id_number, new_password: 'kiboko-mpya' } });
    // By the ID number, by a former phone and by a code of an operator.
    await reset(townPerson(3), townPerson(3).idNumber);
    const { token, idNumber } = townPerson(4);
    await ok('updateMyClient', { token, body: clientProfile(idNumber, '0733000004') });
    await reset(townPerson(4), idNumber);
    const { code, codeHash } = await newCode();
    const { db, ctx } = world.harness;
    await storeCode(db, 6, codeHash, ctx.now());
    await reset(townPerson(6), code);
  },
  getJob: () => ok('getJob', { id: 100, token: fundi.token }),
  updateJob: async () => {
    const { id } = await newJob();
    await ok('updateJob', { id, token: client.token, body: SAMPLE_JOB });
    await ok('updateJob', { id, token: client.token, body: { is_active: false } });
  },
  deleteJob: async () => ok('deleteJob', { id: (await newJob()).id, token: client.token }),
  listMyJobs: () => ok('listMyJobs', { token: client.token }),
  createJob: newJob,
  listMyAds: () => ok('listMyAds', { token: client.token }),
  createAd: newAd,
  getAd: () => ok('getAd', { id: 1, token: townPerson(2).token }),
  deleteAd: () => ok('deleteAd', { id: 1, token: townPerson(2).token }),
  requestPayment: async () => {
    for (const purpose of ['post_job', 'post_ad', 'subscription'] as const) {
      const payable = await world.payable(purpose);
      expect((await world.pay(payable, BY_HAND)).status).toBe(200);
      // Again, while the first one is open.
      expect((await world.pay(payable, BY_HAND)).status).toBe(200);
    }
  },
  getJobPaymentStatus: async () => {
    const payable = await paid();
    expect(await world.jobStatus(payable)).toMatchObject({ status: 'completed' });
  },
  logout: () => ok('logout', { token: townPerson(7).token }),
};

it.each(endpointRows.map(([name]) => name))('%s uses an index for every query', async (name) => {
  expect(await wholeReads(CALLS[name], READ_WHOLE[name])).toEqual([]);
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
  const { pathname, search } = new URL((await newAd()).image_url ?? '');
  const read = async () => {
    const { statusCode } = await world.harness.app.inject(pathname + search);
    expect(statusCode).toBe(200);
  };
  expect(await wholeReads(read)).toEqual([]);
});

it('a table that is read whole is reported with the text of the query', async () => {
  const { db } = world.harness;
  const search = () =>
    db
      .select()
      .from(accounts)
      .where(sql`name like '%njeri%'`);
  expect(await wholeReads(search)).toEqual([
    { table: 'accounts', text: expect.stringContaining('njeri') },
  ]);
});
