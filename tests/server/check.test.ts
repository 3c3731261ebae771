/** `npm run check`, by its findings and as a person runs it. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkCallers } from '../../server/desk/check/checkCallers.ts';
import { clock, clockOfMpesa } from '../../server/desk/check/checkMachine.ts';
import { checkApp } from '../../server/desk/check/checkApp.ts';
import { checkDatabase, databaseState } from '../../server/desk/check/checkDatabase.ts';
import { checkBackup, checkSettings } from '../../server/desk/check/checkConfig.ts';
import { openSocket } from '../../server/desk/socket.ts';
import { DEMO, loadConfig } from '../../server/config.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { PASSWORDS } from '../../server/people/passwords.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';
import { command } from './command.ts';
import { writeFakeApp } from './fakeApp.ts';
import { accountRow } from './rows.ts';
import { newDatabase, startPostgres } from '../../testkit/postgres.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder(onTestFinished);
  mkdirSync(path.join(folder, 'dist'));
  writeFakeApp(path.join(folder, 'dist'));
});

const RECIPIENT = 'age1cfspenjfd5k38ka0870g2m2ksvnyt3vcmyac9nya0njruae8l96qemlq4t';

/** A server that is fit for everybody. */
const READY = {
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://fundi.example.co.ke',
  TRUST_PROXY: '1',
  SECURITY_CONTACT: 'security@example.co.ke',
  MPESA_MODE: 'daraja',
  MPESA_BASE_URL: 'https://api.safaricom.co.ke',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
  MPESA_CALLBACK_BASE_URL: 'https://fundi.example.co.ke',
  VITE_TOWN: 'Juja',
  VITE_OPERATOR_NAME: 'Mtaa Works Ltd',
  VITE_OPERATOR_PLACE: 'Kenyatta Road, Juja',
  VITE_OPERATOR_REGISTRATION: 'PVT-LRU12AB',
  VITE_SUPPORT_HOURS: 'Every day, 7 am to 7 pm',
  VITE_SUPPORT_PHONE: '0711000000',
  VITE_SUPPORT_EMAIL: 'help@example.co.ke',
  NOTIFY_COMMAND: '/usr/local/bin/sms',
  BACKUP_RECIPIENTS: RECIPIENT,
};

async function problemsOf(changes: Record<string, string>): Promise<string[]> {
  const env = { ...READY, DIST_DIR: path.join(folder, 'dist'), ...changes };
  const config = loadConfig(env);
  return [...checkSettings(config, env), ...(await checkApp(config, env))]
    .filter(({ state }) => state === 'problem')
    .map(({ text }) => text);
}

describe('the settings', () => {
  it('have no problem when the server is ready', async () =>
    expect(await problemsOf({})).toEqual([]));

  it.each([
    [{ MPESA_BASE_URL: '' }, 'M-Pesa is its sandbox'],
    [{ MPESA_BASE_URL: 'http://127.0.0.1:8009' }, 'http://127.0.0.1:8009 is not M-Pesa'],
    [
      { MPESA_BASE_URL: 'https://x.example', MPESA_CALLBACK_BASE_URL: 'http://1.2.3.4' },
      'calls back by http',
    ],
    [{ PUBLIC_URL: 'http://fundi.example.co.ke' }, 'Set it to the https address'],
    [{ PUBLIC_URL: 'https://localhost' }, 'Set it to the https address'],
    [{ TRUST_PROXY: 'false' }, 'everybody shares one address'],
    [{ HOST: '0.0.0.0' }, 'can invent addresses'],
    [{ SERVE_DOCS: 'true' }, 'Set SERVE_DOCS=false.'],
    [{ SECURITY_CONTACT: '' }, 'Set SECURITY_CONTACT.'],
    [{ RATE_LIMIT_FACTOR: '100' }, 'Remove RATE_LIMIT_FACTOR.'],
    [{ DIST_DIR: '/nowhere' }, 'Run npm run build.'],
    [{ VITE_TOWN: '', VITE_SUPPORT_PHONE: ' ' }, 'Set VITE_TOWN, VITE_SUPPORT_PHONE, then'],
    [
      { VITE_SUPPORT_PHONE: '0700000000', VITE_SUPPORT_EMAIL: 'support@example.com' },
      'Set VITE_SUPPORT_PHONE, VITE_SUPPORT_EMAIL, then',
    ],
    [
      { VITE_OPERATOR_NAME: 'Example Operator Ltd', VITE_OPERATOR_PLACE: 'Example Street, Juja' },
      'Set VITE_OPERATOR_NAME, VITE_OPERATOR_PLACE, then',
    ],
    [{ VITE_SUPPORT_HOURS: '' }, 'Set VITE_SUPPORT_HOURS, then'],
    [{ VITE_OPERATOR_REGISTRATION: 'PVT-EXAMPLE' }, 'Set VITE_OPERATOR_REGISTRATION, then'],
    [
      { VITE_TOWN: 'Thika', VITE_SUPPORT_PHONE: '0711000001' },
      'built with another VITE_TOWN, VITE_SUPPORT_PHONE.',
    ],
    [{ VITE_DATA_PROTECTION_REGISTRATION: '1-A2' }, 'built with another VITE_DATA_PROTECTION'],
    [{ NOTIFY_COMMAND: '' }, 'Nobody will be called when something breaks.'],
  ])('%j have exactly one problem', async (changes, words) => {
    const problems = await problemsOf(changes);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
  });

  it.each([
    [
      'with Pay Bill',
      { ...READY, MPESA_C2B: 'on' },
      'unknown Does M-Pesa know where to report sums from its menu? npm run admin -- payments register tells it.',
    ],
    [
      'of a fresh clone',
      {},
      'problem M-Pesa is simulated: nobody pays. Set MPESA_MODE=daraja and its credentials.',
    ],
    [
      'of a fresh clone',
      {},
      'problem An empty database is filled with demo people. Set SEED_DEMO=false.',
    ],
  ])('%s: %j has the finding %s', (_, settings, finding) => {
    const env = { ...settings, DIST_DIR: path.join(folder, 'dist') };
    const texts = checkSettings(loadConfig(env), env).map(({ state, text }) => `${state} ${text}`);
    expect(texts).toContain(finding);
  });
});

/** A server that answers every call with these headers; its address. */
async function answering(headers: (forwarded: string) => Record<string, string>) {
  const server = createServer((request, reply) => {
    reply.writeHead(404, headers(String(request.headers['x-forwarded-for']))).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Whom the end of a way through proxies counts calls for. */
async function ask(headers: (forwarded: string) => Record<string, string>, trustProxy: string) {
  const { state, text } = await checkCallers(await answering(headers), trustProxy);
  return `${state} ${text}`;
}
const counted = (address: string, more = {}) => ({ 'x-caller': address, ...more });

describe('whom calls are counted for', () => {
  const CLOUDFLARE = { 'cf-ray': '9-NBO' };
  const CLOUDFRONT = { via: '1.1 abc.cloudfront.net (CloudFront)' };

  it.each<[string, Record<string, string>, string, string]>([
    ['Caddy', counted('127.0.0.1', { via: '1.1 Caddy' }), '1', 'ok Calls are counted for'],
    ['Cloudflare and Caddy', counted('172.68.1.1', CLOUDFLARE), '1', 'problem A CDN is in front'],
    ['CloudFront, no server yet', CLOUDFRONT, '1', 'problem A CDN is in front (via: 1.1 abc'],
    ['a CDN on this machine', counted('127.0.0.1', CLOUDFLARE), '1', 'problem A CDN is in front'],
    ['a CDN that is trusted', counted('127.0.0.1', CLOUDFLARE), '2', 'ok Calls are counted for'],
    ['a CDN without a name', counted('172.68.1.1'), '1', 'unknown A call of this machine counts'],
    ['a server that is down', {}, '1', 'unknown Whom are calls counted for? Start the server'],
  ])('behind %s: %j with TRUST_PROXY=%s', async (_what, headers, trust, words) =>
    expect(await ask(() => headers, trust)).toContain(words),
  );

  it('is a problem when an invented address is believed', async () =>
    expect(await ask(counted, '2')).toContain('problem Everybody can invent an address'));

  it('is not known where nobody answers', async () => {
    const { state } = await checkCallers('http://127.0.0.1:1', '1');
    expect(state).toBe('unknown');
  });
});

it.each([
  ['BACKUP_COMMAND', '', 'unknown', 'Does another machine fetch the backups?'],
  ['BACKUP_COMMAND', '/bin/copy', 'ok', 'Each backup is copied by /bin/copy.'],
  ['BACKUP_RECIPIENTS', '', 'problem', 'Backups are not encrypted'],
  ['BACKUP_RECIPIENTS', RECIPIENT, 'ok', 'Backups are encrypted, to public keys: 1.'],
  [
    'BACKUP_RECIPIENTS',
    RECIPIENT.replace('cfs', 'cfc'),
    'problem',
    'BACKUP_RECIPIENTS has a key that is mistyped.',
  ],
])('backups with %s=%s: %s, %s', async (name, value, state, words) => {
  const config = loadConfig({ BACKUP_RECIPIENTS: RECIPIENT, [name]: value });
  const text = expect.stringContaining(words) as string;
  expect(await checkBackup(config)).toContainEqual({ state, text });
});

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 6, 0, seconds));

describe('the clock', () => {
  it.each([
    [at(0), at(20), 'ok', 'agrees with X'],
    [at(0), at(45), 'problem', '45 s behind X'],
    [at(45), at(0), 'problem', '45 s ahead of X'],
  ])('at %s against %s: %s', (ours, theirs, state, words) => {
    const found = clock(ours, theirs, 'X');
    expect(found.state).toBe(state);
    expect(found.text).toContain(words);
  });

  it('is compared with the Date header of an answer, and is unknown without an answer', async () => {
    const url = await answering(() => ({ date: at(0).toUTCString() }));
    expect((await clockOfMpesa(url, () => at(50))).state).toBe('problem');
    expect((await clockOfMpesa('http://127.0.0.1:1', () => at(50))).state).toBe('unknown');
  });
});

async function run(env: Record<string, string>) {
  const DIST_DIR = path.join(folder, 'dist');
  const { code, out } = await command(folder, 'check', [], { ...READY, DIST_DIR, ...env });
  return { code, lines: out.trimEnd().split('\n') };
}

it('the command reports files open to others, demo people and what it could not look at, and ends with 1', async () => {
  const database = await freshDatabase(undefined);
  const { db } = database;
  // Of a server that runs: to open another database takes seconds.
  const dataDir = path.join(folder, 'data');
  mkdirSync(path.join(dataDir, 'pglite'), { recursive: true, mode: 0o700 });
  const desk = { config: loadConfig({ DATA_DIR: dataDir }), db, now: () => new Date() };
  const socket = await openSocket(desk, pino({ level: 'silent' }));
  onTestFinished(async () => {
    await socket?.close();
    await database.close();
  });
  const passwordHash = await PASSWORDS.hash(DEMO.password);
  const phones = [DEMO.fundiPhone, DEMO.clientPhone];
  const demo = phones.map((phoneNumber) => accountRow({ phoneNumber, passwordHash }));
  await db.insert(accounts).values(demo);
  writeFileSync(path.join(folder, '.env'), 'X=1');
  chmodSync(path.join(folder, '.env'), 0o644);
  // Nobody answers there.
  const { code, lines } = await run({ DATA_DIR: dataDir, MPESA_BASE_URL: 'https://127.0.0.1:9' });
  expect(code).toBe(1);
  expect(lines).toContain(
    `problem  Others on this machine can reach ${path.join(folder, '.env')}. Run chmod go= ${path.join(folder, '.env')}.`,
  );
  expect(lines).toContain(
    'problem  Demo people are in the database, and everybody knows their password. Use an empty one.',
  );
  expect(lines).toContain('ok       All migrations are applied.');
  expect(lines.filter((line) => line.startsWith('unknown  Does your key'))).toHaveLength(1);
  expect(lines).toContain('unknown  The clock could not be compared: 127.0.0.1:9 gave no date.');
  expect(lines).toContain('Problems: 2.');
});

it('does not call an operator missing before the migrations of an upgrade', async () => {
  const database = await freshDatabase(undefined);
  const { db } = database;
  onTestFinished(async () => await database.close());
  const config = loadConfig({ ...READY, DESK: 'true', DATABASE_URL: 'postgres://localhost/town' });
  const found = async () => {
    const results = await checkDatabase(
      config,
      () => at(0),
      () => databaseState(db),
    );
    return results.map(({ state, text }) => `${state} ${text}`).join('\n');
  };
  expect(await found()).toContain('problem DESK is on, and no operator');
  await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at =
    (select max(created_at) from drizzle.__drizzle_migrations)`);
  expect(await found()).toContain('ok The next start applies 1 migrations.');
  expect(await found()).toContain('unknown Can an operator sign in');
  expect(await found()).not.toContain('problem DESK');
});

const runOn = (DATABASE_URL: string) => run({ DATA_DIR: path.join(folder, 'data'), DATABASE_URL });
const problems = (lines: string[]) => lines.filter((line) => line.startsWith('problem'));

it('the command ends with 0 on PostgreSQL when there is no problem, and reports one that stores text as bytes', async (context) => {
  const postgres = await startPostgres();
  if (!postgres) {
    context.skip('no PostgreSQL is installed here');
    return;
  }
  try {
    const { code, lines } = await runOn(postgres.url);
    expect(lines).toContain('ok       The clock agrees with that of PostgreSQL.');
    expect(lines).toContain('ok       The database is empty: the first start fills it.');
    expect(problems(lines)).toEqual([]);
    expect([code, lines.at(-1)]).toEqual([0, 'Nothing stands in the way.']);

    // PostgreSQL makes such a database where the locale of its first start was C.
    const options = "template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'";
    const { url, drop } = await newDatabase(postgres.url, 'ascii', options);
    expect(problems((await runOn(url)).lines)).toEqual([
      expect.stringContaining('It stores text as SQL_ASCII. Make another one with createdb'),
    ]);
    await drop();
  } finally {
    await postgres.stop();
  }
});
