/** `npm run check`, by its findings and as a person runs it. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkCallers, checkClock } from '../../server/desk/check/checkOutside.ts';
import { checkDatabase, databaseState } from '../../server/desk/check/checkDatabase.ts';
import { checkApp, checkSettings } from '../../server/desk/check/checkSettings.ts';
import type { CheckLines } from '../../server/desk/check/checkSettings.ts';
import { openSocket } from '../../server/desk/socket.ts';
import { loadConfig } from '../../server/config.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';
import { command } from './command.ts';
import { writeFakeApp } from './fakeApp.ts';
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
  BACKUP_COMMAND: '/usr/local/bin/copy',
};

async function linesOf(lines: CheckLines): Promise<string[]> {
  const all: string[] = [];
  for await (const { state, text } of lines) all.push(`${state} ${text}`);
  return all;
}

async function linesWith(changes: Record<string, string>): Promise<string[]> {
  const env = { ...READY, DIST_DIR: path.join(folder, 'dist'), ...changes };
  const config = loadConfig(env);
  return [
    ...(await linesOf(checkSettings(config, env))),
    ...(await linesOf(checkApp(config, env))),
  ];
}

describe('the settings', () => {
  it.each([
    [{ BACKUP_COMMAND: '' }, 'Does another machine fetch the backups?'],
    [{ MPESA_C2B: 'on' }, 'Was Pay Bill registered?'],
  ])('%j leave one question', async (changes, words) => {
    expect(await linesWith(changes)).toEqual([expect.stringContaining(`unknown ${words}`)]);
  });

  it('have no problem when the server is ready', async () =>
    expect(await linesWith({})).toEqual([]));

  it.each([
    [{ MPESA_MODE: 'simulator' }, 'M-Pesa is simulated'],
    [{ MPESA_BASE_URL: '' }, 'https://sandbox.safaricom.co.ke moves no money'],
    [{ MPESA_BASE_URL: 'http://127.0.0.1:8009' }, 'http://127.0.0.1:8009 moves no money'],
    [
      { MPESA_BASE_URL: 'https://x.example', MPESA_CALLBACK_BASE_URL: 'http://1.2.3.4' },
      'calls back by http',
    ],
    [{ PUBLIC_URL: 'http://fundi.example.co.ke' }, 'Set it to the https address'],
    [{ PUBLIC_URL: 'https://localhost' }, 'Set it to the https address'],
    [{ TRUST_PROXY: 'false' }, 'all share one address'],
    [{ HOST: '0.0.0.0' }, 'addresses can be invented'],
    [{ SERVE_DOCS: 'true' }, 'Set SERVE_DOCS=false.'],
    [{ SECURITY_CONTACT: '' }, 'Set SECURITY_CONTACT.'],
    [{ RATE_LIMIT_FACTOR: '100' }, 'set no RATE_LIMIT_FACTOR'],
    [{ DIST_DIR: '/nowhere' }, 'There is no built app in /nowhere'],
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
    [{ NOTIFY_COMMAND: '' }, 'Nobody is called when something breaks.'],
    [{ BACKUP_RECIPIENTS: '', BACKUP_COMMAND: '' }, 'Who gets a backup has everything.'],
    [
      { BACKUP_RECIPIENTS: RECIPIENT.replace('cfs', 'cfc') },
      'BACKUP_RECIPIENTS has a key that is mistyped.',
    ],
  ])('%j have exactly one problem', async (changes, words) => {
    expect(await linesWith(changes)).toEqual([expect.stringMatching(/^problem /)]);
    expect((await linesWith(changes)).join('')).toContain(words);
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

const ask = async (headers: (forwarded: string) => Record<string, string>) =>
  (await linesOf(checkCallers(await answering(headers)))).join();

const [ownAddress] = Object.values(networkInterfaces())
  .flatMap((all = []) => all)
  .filter(({ internal }) => !internal);

describe('whom calls are counted for', () => {
  it.skipIf(!ownAddress)('has no line where it is this machine', async () =>
    expect(await ask(() => ({ 'x-caller': ownAddress!.address }))).toBe(''),
  );

  it.each([
    [
      'all who come through a tunnel of a CDN on this machine',
      { 'x-caller': '127.0.0.1' },
      /^unknown Is 127.0.0.1 this machine, or a CDN/,
    ],
    [
      'somebody else',
      { 'x-caller': '172.68.1.1' },
      /^unknown Is 172.68.1.1 this machine, or a CDN/,
    ],
    ['nobody, without a server', {}, /^unknown .*gave no answer/],
  ])('%s: %j', async (_, headers, words) => expect(await ask(() => headers)).toMatch(words));

  it('is a problem when an invented address is believed', async () =>
    expect(await ask((address) => ({ 'x-caller': address }))).toContain('problem Everybody can'));
});

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 6, 0, seconds));

it.each([
  [0, /^$/],
  [29, /^$/],
  [45, /^problem The clock is 45 s ahead of M-Pesa's/],
  [-45, /^problem The clock is 45 s behind M-Pesa's/],
])('a clock that is %d s off', async (seconds, words) => {
  const url = await answering(() => ({ date: at(0).toUTCString() }));
  expect((await linesOf(checkClock(url, () => at(seconds)))).join()).toMatch(words);
});

async function run(env: Record<string, string>) {
  const DIST_DIR = path.join(folder, 'dist');
  const { code, out } = await command(folder, 'check', [], { ...READY, DIST_DIR, ...env });
  return { code, lines: out.trimEnd().split('\n') };
}

it('the command reports a file open to others and what it could not look at, and ends with 1', async () => {
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
  writeFileSync(path.join(folder, '.env'), 'X=1');
  chmodSync(path.join(folder, '.env'), 0o644);
  // Nobody answers there.
  const { code, lines } = await run({ DATA_DIR: dataDir, MPESA_BASE_URL: 'https://127.0.0.1:9' });
  expect(code).toBe(1);
  expect(lines).toContain(
    `problem  Others on this machine can reach ${path.join(folder, '.env')}. Run chmod go= ${path.join(folder, '.env')}.`,
  );
  expect(lines).toContain(
    'unknown  Is the clock right? https://127.0.0.1:9 gave no date to compare.',
  );
  expect(lines.at(-1)).toMatch(/^Problems: 1. To find out: \d.$/);
});

it('does not call an operator missing before the migrations of an upgrade, and calls a newer database a problem', async () => {
  const database = await freshDatabase(undefined);
  const { db } = database;
  onTestFinished(async () => await database.close());
  const config = loadConfig({ ...READY, DESK: 'true', DATABASE_URL: 'postgres://localhost/town' });
  const found = () => linesOf(checkDatabase(config, () => databaseState(db)));
  expect(await found()).toEqual([expect.stringContaining('problem Nobody gets in at the desk')]);
  await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at =
    (select max(created_at) from drizzle.__drizzle_migrations)`);
  expect(await found()).toEqual([
    'unknown The next start applies 1 migrations. Is there a new backup?',
  ]);
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9999999999999)`,
  );
  expect(await found()).toEqual(['problem The database is of a newer version: start that one.']);
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
    expect(problems(lines)).toEqual([]);
    // Whether M-Pesa's clock can be asked depends on the network here.
    expect([code, lines.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^Problems: 0. To find out: \d.$/),
    ]);

    // PostgreSQL makes such a database where the locale of its first start was C.
    const options = "template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'";
    const { url, drop } = await newDatabase(postgres.url, 'ascii', options);
    expect(problems((await runOn(url)).lines)).toEqual([
      expect.stringContaining('stores text as SQL_ASCII: createdb'),
    ]);
    await drop();
  } finally {
    await postgres.stop();
  }
});
