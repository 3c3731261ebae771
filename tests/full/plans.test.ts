/** Every query of a signed-in call or a payment uses an index, so that it stays fast in a large town. */
import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { body } from '../server/mpesaBodies.ts';
import {
  BY_HAND,
  LOST_PUSH,
  NO_CALLBACK,
  startPaymentWorld,
  until,
} from '../server/paymentWorld.ts';
import type { PaymentWorld } from '../server/paymentWorld.ts';
import { postAd } from '../server/postAd.ts';
import { createCollector, indexesOf, wholeReadsOf } from './queryPlans.ts';
import { FUNDI_PROFILE } from '../../testkit/profiles.ts';

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
const tokenOf = ({ token }: { token: string }) => ({ authorization: `Token ${token}` });

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  { headers = {}, payload }: { headers?: object; payload?: object | Buffer } = {},
) {
  const answer = await world.harness.app.inject({
    method,
    url,
    headers: { ...headers },
    ...(payload && { payload }),
  });
  expect([url, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
    url,
    expect.toBeOneOf([200, 201, 204]),
    '',
  ]);
  return answer;
}

const person = (role: string, phone_number: string) => ({
  name: 'Njeri',
  phone_number,
  id_number: `3${phone_number.slice(3)}`,
  password: TOWN_PASSWORD,
  role,
});

async function newAd() {
  const answer = await postAd(world.harness, tokenOf(client));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: number; image_url: string }>();
}

const job = { title: 'Paint gate', description: 'Two wings', location: 'Juja' };
const newJob = async () => {
  const answer = await send('POST', '/api/jobs/', { headers: tokenOf(client), payload: job });
  return answer.json<{ id: number }>().id;
};
const paid = async () => {
  const payable = await world.payable('post_job');
  await world.pay(payable, '0712345678');
  await until(async () => (await world.timesGiven(payable)) === 1, 'the payment');
  return payable;
};
const login = (who: { phone: string }) => ({
  payload: { phone_number: who.phone, password: TOWN_PASSWORD },
});

/** Each call of the API as a person makes it. */
const CALLS: Record<EndpointName, () => Promise<unknown>> = {
  listAds: () => send('GET', '/api/ads/'),
  listFundis: () => send('GET', '/api/accounts/fundis/'),
  getFundi: () => send('GET', `/api/accounts/fundis/${fundi.id}/`),
  listJobs: () => send('GET', '/api/jobs/', { headers: tokenOf(fundi) }),
  registerFundi: () =>
    send('POST', '/api/accounts/register/', { payload: person('fundi', '0733000001') }),
  loginFundi: () => send('POST', '/api/accounts/login/', login(fundi)),
  getMyFundi: () => send('GET', '/api/accounts/fundis/me/', { headers: tokenOf(fundi) }),
  updateMyFundi: async () => {
    const headers = tokenOf(listedFundi(1, SIZE.people));
    const url = '/api/accounts/fundis/me/';
    await send('PUT', url, { headers, payload: { is_available: false } });
    await send('PUT', url, { headers, payload: { ...FUNDI_PROFILE, id_number: '41000001' } });
  },
  registerClient: () =>
    send('POST', '/api/accounts/clients/register/', { payload: person('client', '0733000002') }),
  loginClient: () => send('POST', '/api/accounts/clients/login/', login(client)),
  getMyClient: () => send('GET', '/api/accounts/clients/me/', { headers: tokenOf(client) }),
  updateMyClient: () =>
    send('PUT', '/api/accounts/clients/me/', {
      headers: tokenOf(townPerson(2)),
      payload: {
        name: 'Achieng',
        id_number: '41000002',
        phone_number: '0733000003',
        client_profile: { role_note: 'Landlady' },
      },
    }),
  resetPassword: async () => {
    const reset = (who: { phone: string }, idNumber: string) =>
      send('POST', '/api/accounts/reset-password/', {
        payload: { phone_number: who.phone, id_number: idNumber, new_password: 'kiboko-mpya' },
      });
    // By the ID number, by a former phone and by a code of an operator.
    await reset(townPerson(3), townPerson(3).idNumber);
    await send('PUT', '/api/accounts/clients/me/', {
      headers: tokenOf(townPerson(4)),
      payload: {
        name: 'Achieng',
        id_number: townPerson(4).idNumber,
        phone_number: '0733000004',
        client_profile: { role_note: 'Landlady' },
      },
    });
    await reset(townPerson(4), townPerson(4).idNumber);
    const { code, codeHash } = await newCode();
    const { db, ctx } = world.harness;
    await storeCode(db, 6, codeHash, ctx.now());
    await reset(townPerson(6), code);
  },
  getJob: () => send('GET', '/api/jobs/100/', { headers: tokenOf(fundi) }),
  updateJob: async () => {
    const url = `/api/jobs/${await newJob()}/`;
    await send('PATCH', url, { headers: tokenOf(client), payload: job });
    await send('PATCH', url, { headers: tokenOf(client), payload: { is_active: false } });
  },
  deleteJob: async () =>
    send('DELETE', `/api/jobs/${await newJob()}/`, { headers: tokenOf(client) }),
  listMyJobs: () => send('GET', '/api/jobs/mine/', { headers: tokenOf(client) }),
  createJob: newJob,
  listMyAds: () => send('GET', '/api/ads/mine/', { headers: tokenOf(client) }),
  createAd: newAd,
  getAd: () => send('GET', '/api/ads/1/', { headers: tokenOf(townPerson(2)) }),
  deleteAd: () => send('DELETE', '/api/ads/1/', { headers: tokenOf(townPerson(2)) }),
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
  logout: () => send('POST', '/api/accounts/logout/', { headers: tokenOf(townPerson(7)) }),
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
  const malformed = await world.harness.app.inject({ method: 'POST', url: path, payload: {} });
  expect(malformed.statusCode).toBe(400);
  await send('POST', path, { payload: body({ checkout: 'ws_CO_foreign' }) });
  await send('POST', path, { payload: ours });
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
  const { image_url: address } = await newAd();
  const { pathname, search } = new URL(address);
  expect(await wholeReads(() => send('GET', pathname + search))).toEqual([]);
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
