/** Two servers and one PostgreSQL behind a proxy: any call may go to any server. */
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { TestContext } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/db.ts';
import type { SimulatedPrompt } from '../../simulator/ledger.ts';
import { buildSimulator } from '../../simulator/simulator.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { jobs } from '../../server/db/schema/listings.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { audit } from '../../testkit/audit.ts';
import { fillPayables } from '../../testkit/payingTown.ts';
import type { OwnedPayable } from '../../testkit/payingTown.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { SAMPLE_JOB, SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import type { AnswerOf } from '../../src/contract/schemas.ts';
import { bytesOf, success } from '../../testkit/contract/harness.ts';
import type { Sent } from '../../testkit/contract/harness.ts';
import { adForm } from '../../testkit/contract/world.ts';
import { freePort, TestServer } from '../../testkit/testServer.ts';
import { hasCaddy, startCaddy } from '../server/caddy.ts';
import { until } from '../server/paymentWorld.ts';
import { startPostgres } from '../../testkit/postgres.ts';
import type { Postgres } from '../../testkit/postgres.ts';
import { startPlainProxy } from '../server/proxy.ts';
import type { Proxy, StartProxy } from '../server/proxy.ts';

/** The real server, with short times. */
const SERVER = path.join(import.meta.dirname, '../../tools/payments/server.ts');
/** What is paid for while a server is killed. */
const LOAD = 16;
/** Failed logins of one phone from one network, in `server/calls/rateLimits.ts`. */
const FAILED_LOGINS = 10;

const servers: TestServer[] = [];
let postgres: Postgres | null = null;
let database: Database | undefined;
let simulator: FastifyInstance | undefined;
let proxy: Proxy | undefined;

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.kill9();
    await server.dispose();
  }
  await proxy?.stop();
  await simulator?.close();
  await database?.close();
  await postgres?.stop();
});

const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, '');

const person = (phone_number: string, id_number: string, role: string) => ({
  name: `${role} ${phone_number}`,
  phone_number,
  id_number,
  password: 'mtaani-2026',
  role,
});

async function walk(context: TestContext, startProxy: StartProxy): Promise<void> {
  postgres = await startPostgres();
  if (!postgres) {
    context.skip('no PostgreSQL is installed here');
    return;
  }
  simulator = buildSimulator({ delayMs: 60, lifetimeMs: 600_000 });
  await simulator.listen({ port: 0, host: '127.0.0.1' });
  const { port } = simulator.server.address() as AddressInfo;
  const prompts = async () =>
    (await simulator!.inject('/ledger')).json<{ prompts: SimulatedPrompt[] }>().prompts;
  database = await openDatabase({ databaseUrl: postgres.url });
  const { db } = database;

  const callbacks = await freePort();
  const env = {
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.url,
    MPESA_BASE_URL: `http://127.0.0.1:${port}`,
    MPESA_CALLBACK_BASE_URL: `http://127.0.0.1:${callbacks}`,
    RATE_LIMIT_FACTOR: '1',
    TRUST_PROXY: '1',
    SERVE_APP: 'false',
    LOG_LEVEL: 'info',
  };
  const newServer = async () => new TestServer(await freePort(), port, { env, script: SERVER });
  const [one, two] = [await newServer(), await newServer()];
  servers.push(one, two);
  await Promise.all(servers.map((server) => server.start()));
  const addresses = servers.map(({ baseURL }) => baseURL.replace('http://localhost', '127.0.0.1'));
  proxy = await startProxy(addresses, callbacks);
  const { call } = proxy;

  /** A call of the contract through the proxy, beside the walk. */
  async function callBy(name: EndpointName, sent: Sent) {
    const { url, payload, ...options } = await bytesOf(name, sent);
    return await call(url, { ...options, body: payload });
  }
  /** Every call of the walk, by the id with which the log of one of the servers has it. */
  const asked: string[] = [];
  async function ok<N extends EndpointName>(name: N, sent: Sent = {}): Promise<AnswerOf<N>> {
    const answer = await callBy(name, sent);
    asked.push(String(answer.headers['x-request-id']));
    const body = answer.bytes.length > 0 ? answer.json<unknown>() : undefined;
    return success(name, { status: answer.status, body });
  }

  // A client registers, posts a job and pays for it.
  const client = person('0722000001', '30000001', 'client');
  const fundi = person('0733000001', '30000002', 'fundi');
  await ok('registerClient', { body: client });
  await ok('registerFundi', { body: fundi });
  const { token } = await ok('loginClient', { body: client });
  const { token: fundiToken } = await ok('loginFundi', { body: fundi });
  const job = await ok('createJob', { token, body: SAMPLE_JOB });
  const pay = { phone: '0722000001', purpose: 'post_job', job_id: job.id };
  await ok('requestPayment', { token, body: pay });
  const status = { token, query: { job_id: job.id } };
  const isPaid = async () => (await ok('getJobPaymentStatus', status)).status === 'completed';
  await until(isPaid, 'the job to be paid');

  // The fundi, who is on trial, sees it, hides and comes back, and subscribes after the trial.
  const seen = await ok('listJobs', { token: fundiToken });
  expect(seen.map(({ id }) => id)).toEqual([job.id]);
  for (const is_available of [true, false, true]) {
    const body = { ...SAMPLE_PROFILE, ...fundi, is_available };
    await ok('updateMyFundi', { token: fundiToken, body });
    const listed = await ok('listFundis');
    expect(listed.filter((row) => row.is_available)).toHaveLength(is_available ? 1 : 0);
  }
  const trialEnds = new Date(Date.now() - 1000);
  await db.update(accounts).set({ trialEnds }).where(eq(accounts.role, 'fundi'));
  const subscribe = { phone: '0733000001', purpose: 'subscription' };
  await ok('requestPayment', { token: fundiToken, body: subscribe });
  const isSubscribed = async () => (await ok('getMyFundi', { token: fundiToken })).is_subscribed;
  await until(isSubscribed, 'the fundi to be subscribed');

  // An advertiser posts an ad; its picture is the same wherever it is asked for.
  const ad = await ok('createAd', { token, body: adForm() });
  const unpaid = await Promise.all([0, 1].map(() => call(pathOf(ad.image_url ?? ''))));
  expect(unpaid.map(({ status }) => status)).toEqual([200, 200]);
  const payAd = { phone: '0722000001', purpose: 'post_ad', ad_id: ad.id };
  await ok('requestPayment', { token, body: payAd });
  await until(async () => (await ok('getAd', { id: ad.id, token })).is_active, 'the ad to be paid');
  const [shown] = await ok('listAds');
  const picture = pathOf(shown?.image_url ?? '');
  const pictureOf = async (server?: string) =>
    Buffer.from(await (await fetch(`http://${server}${picture}`)).arrayBuffer());
  const pictures = await Promise.all(addresses.map(pictureOf));
  expect(pictures[0]?.subarray(0, 4).toString()).toBe('RIFF');
  expect(pictures[1]).toEqual(pictures[0]);

  // Each of these calls went to another server than the one before.
  const answered = () => asked.map((id) => servers.find(({ log }) => log.includes(id)));
  await until(async () => !answered().includes(undefined), 'the logs');
  const turns = answered();
  expect(turns.length).toBeGreaterThan(20);
  const stayed = turns.filter((server, at) => at > 0 && server === turns[at - 1]);
  // The two calls beside the walk, and a look at the health, may shift a turn.
  expect(stayed.length).toBeLessThan(3);

  // What is limited is counted once for both.
  const logins = [];
  for (let at = 0; at < FAILED_LOGINS + 2; at += 1) {
    const body = { ...client, password: 'not-this-one' };
    logins.push((await callBy('loginClient', { body })).status);
  }
  expect(logins.filter((status) => status === 429)).toHaveLength(2);
  expect(logins.slice(-2)).toEqual([429, 429]);

  // One is killed under load. What was answered is true afterwards.
  const payables = await fillPayables(db, loadConfig({}), LOAD);
  const given = { posted: [] as number[], prompted: [] as string[], lost: [] as number[] };
  let phones = 0;
  const press = async ({ purpose, id, token }: OwnedPayable) => {
    const which = { post_job: { job_id: id }, post_ad: { ad_id: id }, subscription: {} }[purpose];
    // One phone gets ten prompts a day at most.
    const phone = `0711${String((phones += 1)).padStart(6, '0')}`;
    const answer = await callBy('requestPayment', { token, body: { phone, purpose, ...which } });
    if (answer.status === 200)
      given.prompted.push(answer.json<{ checkout_id: string }>().checkout_id);
    else given.lost.push(answer.status);
  };
  const postJob = async () => {
    const answer = await callBy('createJob', { token, body: SAMPLE_JOB });
    if (answer.status === 201) given.posted.push(answer.json<{ id: number }>().id);
    else given.lost.push(answer.status);
  };
  const late = payables.splice(LOAD / 2);
  const postJobs = (count: number) => Array.from({ length: count }, postJob);
  const early = [...payables.map(press), ...postJobs(8)];
  await Promise.race(early);
  await one.kill9();
  await Promise.all(early);
  // Soon the other one alone is asked, and answers everything.
  const isAnswered = async () => {
    const answers = [0, 1, 2, 3].map(() => callBy('loginFundi', {}));
    return (await Promise.all(answers)).every(({ status }) => status === 400);
  };
  await until(isAnswered, 'the proxy to notice');
  const before = [...given.lost];
  expect((await call(picture)).bytes).toEqual(pictures[0]);
  await Promise.all(late.slice(0, 6).map(press));
  expect(given.lost).toEqual(before);
  await one.start();
  await Promise.all([...late.slice(6).map(press), ...postJobs(4)]);
  expect(await pictureOf(addresses[0])).toEqual(pictures[0]);

  const rows = async () => await db.select().from(payments);
  const isSettled = async () =>
    (await rows()).every(({ state }) => !['created', 'prompted', 'unknown'].includes(state));
  await until(isSettled, 'every payment to be settled');
  const stored = await rows();
  const ids = new Set(stored.map(({ publicId }) => publicId));
  expect(given.prompted.filter((id) => !ids.has(id))).toEqual([]);
  const jobIds = new Set((await db.select({ id: jobs.id }).from(jobs)).map(({ id }) => id));
  expect(given.posted.filter((id) => !jobIds.has(id))).toEqual([]);
  const books = await audit(db, [...payables, ...late], await prompts());
  expect(books).toMatchObject({ wrong: [], stillOpen: 0 });
  const taken = (await prompts()).filter((prompt) => prompt.taken > 0);
  const receipts = stored.filter(({ state }) => state === 'paid' || state === 'needs_review');
  expect(receipts.length).toBeGreaterThanOrEqual(taken.length);

  // A deleted ad takes its picture from both.
  await ok('deleteAd', { id: ad.id, token });
  for (const server of addresses)
    expect((await fetch(`http://${server}${picture}`)).status).toBe(404);
}

const LOSES_NOTHING =
  'nothing is lost when calls alternate between two servers and one is killed under load';
test.skipIf(!hasCaddy())(`${LOSES_NOTHING}, behind Caddy`, (context) => walk(context, startCaddy));
if (!hasCaddy()) test(LOSES_NOTHING, (context) => walk(context, startPlainProxy));
