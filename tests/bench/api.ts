/** The API part: the real server under load, on PGlite and on PostgreSQL where it is installed. */
import { readFileSync } from 'node:fs';
import autocannon, { type Request } from 'autocannon';
import { eq } from 'drizzle-orm';
import { createSession } from '../../server/auth.ts';
import { loadConfig } from '../../server/config.ts';
import type { Db } from '../../server/db.ts';
import { createRandom } from '../../server/demo/random.ts';
import { accounts, jobs } from '../../server/schema.ts';
import { DEMO } from '../../server/seed.ts';
import { listedFundis } from '../../server/subscription.ts';
import { endpoints, type EndpointName } from '../../src/contract/endpoints.ts';
import type { TestServer } from '../e2e/server.ts';
import { startPostgres } from '../server/postgres.ts';
import { startFilled, withDatabase } from './stage.ts';
import type { Target } from './targets.ts';
import { addFundis, fillDemo } from './town.ts';

/** One row of the table: a mix of calls from so many connections. Latencies in ms. */
export interface ApiRow {
  load: string;
  connections: number;
  p50: number;
  'p97.5': number;
  p99: number;
  max: number;
  'calls/s': number;
  /** Answers with a 4xx or 5xx, and calls without an answer. */
  errors: number;
  /** The most memory that the server has taken since its start; null where /proc does not exist. */
  'peak MB': number | null;
}

/** The rows by database. */
export type ApiReport = Record<string, ApiRow[]>;

const MANY_FUNDIS = 10_000;
const CONNECTIONS = [1, 16, 64];
const USUAL_CONNECTIONS = 16;
const LOGIN_CONNECTIONS = 4;
const WARM_UP_SECONDS = 1;

const random = createRandom(7254);

/** A call's share of a mix, and what makes its next request. */
type Mix = readonly (readonly [share: number, make: () => Request])[];

interface Person {
  id: number;
  token: string;
}

/** The people of the demo town, all of them signed in. */
interface Town {
  fundis: Person[];
  jobs: { id: number; isActive: boolean; owner: Person }[];
}

async function signIn(db: Db, server: TestServer): Promise<Town> {
  const ctx = { db, config: loadConfig(server.env), now: () => new Date() };
  const person = async ({ id }: { id: number }) => ({ id, token: await createSession(ctx, id) });
  const listed = await db.select().from(accounts).where(listedFundis(new Date()));
  const clients = await db.select().from(accounts).where(eq(accounts.role, 'client'));
  const owners = new Map<number, Person>();
  for (const client of clients) owners.set(client.id, await person(client));
  const fundis: Person[] = [];
  for (const fundi of listed) fundis.push(await person(fundi));
  const posted = await db.select().from(jobs);
  return {
    fundis,
    jobs: posted.flatMap(({ id, isActive, clientId }) => {
      const owner = owners.get(clientId);
      return owner ? [{ id, isActive, owner }] : [];
    }),
  };
}

interface Details {
  id?: number;
  by?: Person;
  body?: object;
  headers?: Record<string, string>;
}

function request(name: EndpointName, { id = 0, by, body, headers }: Details = {}): Request {
  const { method, path } = endpoints[name];
  return {
    method,
    path: `/api${path.replace('{id}', String(id))}`,
    headers: {
      ...headers,
      ...(by && { authorization: `Token ${by.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : '',
  };
}

/** A browser's calls for a list: half of them whole, half with the version of now. */
async function listCalls(url: string, name: 'listFundis' | 'listAds', share: number): Promise<Mix> {
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const { path, headers: sent = {} } = request(name, { headers });
  const answer = await fetch(url + path, { headers: sent as Record<string, string> });
  const known = { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' };
  return [
    [share / 2, () => request(name, { headers })],
    [share / 2, () => request(name, { headers: known })],
  ];
}

/** The fields of a job. */
const details = () => ({
  title: `Paint gate ${random.whole(0, 999)}`,
  description: 'Two wings, black. The paint is bought.',
  location: 'Juja',
});

async function createMixes(url: string, town: Town) {
  const fundi = () => random.pick(town.fundis);
  const active = town.jobs.filter(({ isActive }) => isActive);
  const reads: Mix = [
    ...(await listCalls(url, 'listFundis', 40)),
    ...(await listCalls(url, 'listAds', 30)),
    [30, () => request('getFundi', { id: fundi().id })],
  ];
  const writes: Mix = [
    [
      50,
      () => request('updateMyFundi', { by: fundi(), body: { is_available: random.chance(0.5) } }),
    ],
    [
      25,
      () => {
        const { id, owner } = random.pick(town.jobs);
        return request('updateJob', { id, by: owner, body: details() });
      },
    ],
    [25, () => request('createJob', { by: random.pick(town.jobs).owner, body: details() })],
  ];
  const own: Mix = [
    [8, () => request('listJobs', { by: fundi() })],
    [6, () => request('getJob', { id: random.pick(active).id, by: fundi() })],
    [4, () => request('getMyFundi', { by: fundi() })],
    [2, () => request('getMyClient', { by: random.pick(town.jobs).owner })],
  ];
  const times = (factor: number, mix: Mix) =>
    mix.map(([share, make]) => [share * factor, make] as const);
  const login = { phone_number: DEMO.clientPhone, password: DEMO.password };
  return {
    reads,
    writes,
    /** Of 100 calls, 73 are public, 20 are for a person's own data, and 7 write. */
    mixed: [...times(0.73, reads), ...own, ...times(0.07, writes)],
    /** A login checks a password, which is work for the processor, so it is measured alone. */
    logins: [[1, () => request('loginClient', { body: login })]] satisfies Mix,
  };
}

/** Chooses by share what a connection asks next. */
function draw(mix: Mix): Request {
  let left = random.next() * mix.reduce((sum, [share]) => sum + share, 0);
  const [, make] = mix.find(([share]) => (left -= share) < 0) ?? [];
  return make?.() ?? {};
}

function peakMB(pid: number | undefined): number | null {
  try {
    const kb = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kb) / 1024);
  } catch {
    return null;
  }
}

async function measure(
  server: TestServer,
  load: string,
  mix: Mix,
  { seconds, connections = USUAL_CONNECTIONS }: { seconds: number; connections?: number },
): Promise<ApiRow> {
  const { latency, requests, errors, ...counts } = await autocannon({
    url: server.baseURL,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (defaults) => ({ ...defaults, ...draw(mix) }) }],
  });
  return {
    load,
    connections,
    p50: latency.p50,
    'p97.5': latency.p97_5,
    p99: latency.p99,
    max: latency.max,
    'calls/s': Math.round(requests.average),
    // A second without any answer at all is an error too.
    errors: errors + counts['4xx'] + counts['5xx'] + (requests.total === 0 ? 1 : 0),
    'peak MB': peakMB(server.pid),
  };
}

async function measureDatabase(seconds: number, databaseUrl?: string): Promise<ApiRow[]> {
  let town: Town | undefined;
  const env = {
    HOST: '127.0.0.1',
    SERVE_APP: 'false',
    LOG_LEVEL: 'error',
    // A few people make all the calls.
    RATE_LIMIT_FACTOR: '1000000',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const server = await startFilled({ env }, async (db, own) => {
    await fillDemo(db);
    town = await signIn(db, own);
  });
  const rows: ApiRow[] = [];
  try {
    if (!town) throw new Error('The town is empty.');
    const { reads, writes, mixed, logins } = await createMixes(server.baseURL, town);
    await measure(server, 'warm-up', mixed, { seconds: WARM_UP_SECONDS });
    for (const [name, mix] of Object.entries({ reads, writes, mixed })) {
      for (const connections of CONNECTIONS) {
        rows.push(await measure(server, name, mix, { seconds, connections }));
      }
    }
    rows.push(await measure(server, 'logins', logins, { seconds }));
    const [beside] = await Promise.all([
      measure(server, 'reads beside logins', reads, { seconds }),
      measure(server, 'logins', logins, { seconds, connections: LOGIN_CONNECTIONS }),
    ]);
    rows.push(beside);
    await server.stop();
    await withDatabase(server, (db) => addFundis(db, MANY_FUNDIS));
    await server.start();
    const many = await createMixes(server.baseURL, town);
    await measure(server, 'warm-up', many.mixed, { seconds: WARM_UP_SECONDS });
    for (const name of ['reads', 'mixed'] as const) {
      const load = `${name}, ${MANY_FUNDIS.toLocaleString('en')} fundis more`;
      rows.push(await measure(server, load, many[name], { seconds }));
    }
    return rows;
  } finally {
    await server.dispose();
  }
}

/** Loads the API for `seconds` per row, and prints a table for each database. */
export async function benchApi(seconds: number): Promise<ApiReport> {
  const report: ApiReport = { PGlite: await measureDatabase(seconds) };
  const postgres = await startPostgres();
  try {
    if (postgres) report.PostgreSQL = await measureDatabase(seconds, postgres.url);
  } finally {
    await postgres?.stop();
  }
  for (const [database, rows] of Object.entries(report)) {
    console.log(`\n${database}, ms`);
    console.table(rows);
  }
  if (!postgres) console.log('PostgreSQL is not installed, so it was not measured.');
  return report;
}

/** The target of this part: no error in any row. */
export function apiTargets(report: ApiReport): Target[] {
  const errors = Object.values(report)
    .flat()
    .map((row) => row.errors);
  const value = errors.reduce((sum, count) => sum + count, 0);
  return [{ what: 'API: errors in all rows', value, limit: 0, unit: '' }];
}
