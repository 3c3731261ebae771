/** `npm run backup` and `npm run restore`, on both databases and from one to the other. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { desc, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { buildApp } from '../../server/app.ts';
import { makeBackup } from '../../server/desk/cli/backupFiles.ts';
import { readIdentity } from '../../server/desk/cli/identity.ts';
import { restoreBackup } from '../../server/desk/backup/restore.ts';
import { DEMO, loadConfig } from '../../server/config.ts';
import type { Config } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database, Db } from '../../server/db/db.ts';
import { newKeys } from '../../server/desk/backup/encryption.ts';
import { readMarks } from '../../server/desk/notices/marks.ts';
import { openSocket } from '../../server/desk/socket.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { childEnv } from '../support/childEnv.ts';
import { placeEmptyDatabase } from '../contract/snapshot.ts';
import { newDatabase, startPostgres } from './postgres.ts';
import type { Postgres } from './postgres.ts';
import * as schema from '../../server/db/schema.ts';

vi.mock(import('../../server/db/embedded.ts'), async (original) => {
  const { copied } = await import('./quickDatabase.ts');
  return copied(await original());
});

const { accounts, jobs, missedSearches, operators, payments, paymentEvents, pictures } = schema;
const now = () => new Date('2026-11-22T06:00:00.500Z');
const NAME = 'fundi-2026-11-22T060000Z.jsonl.gz';
let postgres: Postgres | null = null;
/** The data folder of a filled embedded database: to fill one takes ten times as long as a copy. */
const seeded = mkdtempSync(path.join(tmpdir(), 'fundi-seeded-'));
let folder: string;

beforeAll(async () => {
  await placeEmptyDatabase(seeded);
  const database = await openDatabase(settings({ DATA_DIR: seeded }));
  await fill(database.db);
  await database.close();
  postgres = await startPostgres();
});
afterAll(async () => {
  rmSync(seeded, { recursive: true, force: true });
  await postgres?.stop();
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fundi-backup-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const settings = (values: Record<string, string>) =>
  loadConfig({ SERVE_APP: 'false', LOG_LEVEL: 'silent', ...values });

/** The settings of a new, empty place of either kind. */
async function place(kind: string, name: string): Promise<Config> {
  const DATA_DIR = path.join(folder, name);
  if (kind === 'embedded') return settings({ DATA_DIR });
  const { url } = await newDatabase(postgres!.url, name);
  return settings({ DATA_DIR, DATABASE_URL: url });
}

/** The demo town, and what it does not have: payments, the id of a deleted row, odd characters. */
async function fill(db: Db): Promise<void> {
  await seedDemo({ db, now });
  await db
    .update(accounts)
    .set({ name: 'Wanjirũ "O\\\'Brien"\n\u2028\u2029\u0085\u{1f528}' })
    .where(eq(accounts.id, 2));
  const [last] = await db.select().from(jobs).orderBy(desc(jobs.id)).limit(1);
  await db.insert(payments).values([
    {
      publicId: 'a',
      accountId: 2,
      purpose: 'post_job',
      jobId: last?.id,
      payable: `job:${last?.id}`,
      amount: 100,
      amountReceived: 99.5,
      phone: DEMO.clientPhone,
      state: 'paid',
      callbackHash: 'x',
      receipt: 'RKT1',
    },
    {
      publicId: 'b',
      purpose: 'subscription',
      payable: 'subscription:3',
      amount: 200,
      phone: DEMO.fundiPhone,
      callbackHash: 'y',
    },
  ]);
  await db
    .insert(paymentEvents)
    .values({ paymentId: 1, kind: 'callback', raw: { a: [1, 'ü', null] } });
  await db.insert(operators).values({ name: 'Njeri', secretHash: 'z', rights: ['look', 'money'] });
  await db.insert(missedSearches).values({ day: '2026-11-22', phrase: 'fundi wa piano', times: 3 });
  await db.delete(jobs).where(eq(jobs.id, last?.id ?? 0));
}

/** Every row of every table, in the order of its text. */
async function contentOf(db: Db) {
  const tables = Object.entries(schema).filter(
    ([, table]) => typeof table === 'object' && 'getSQL' in table,
  );
  const content: Record<string, string[]> = {};
  for (const [name, table] of tables) {
    const rows = await db.select().from(table as typeof accounts);
    content[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return content;
}

/** The settings of a new place of either kind that is filled. */
async function filled(kind: string): Promise<Config> {
  const config = await place(kind, 'from');
  if (kind === 'embedded') {
    cpSync(seeded, config.dataDir, { recursive: true });
    return config;
  }
  const database = await openDatabase(config);
  await fill(database.db);
  await database.close();
  return config;
}

describe('a backup of the database', () => {
  it.each([
    ['embedded', 'postgres'],
    ['postgres', 'embedded'],
  ])('%s restores everything into a new database, %s', async (...kinds) => {
    // Where no PostgreSQL is installed, both are embedded.
    const [kind = '', target = ''] = postgres ? kinds : kinds.map(() => 'embedded');
    const config = await filled(kind);
    const database = await openDatabase(config);
    const before = await contentOf(database.db);
    // The server runs: it has the embedded database open.
    const socket = await openSocket({ config, db: database.db, now }, pino({ level: 'silent' }));
    const backups = path.join(folder, 'backups');
    const [line] = await makeBackup(config, { folder: backups, keep: null, now: now() });
    expect(line).toContain(`${NAME} holds 8 account`.slice(0, NAME.length));
    expect(line).toMatch(/2 payments.*7 pictures.*It was read back and is whole\.$/);
    await socket?.close();
    await database.close();

    const to = await place(target, 'to');
    await restoreBackup(to, path.join(backups, NAME));
    const restored = await openDatabase(to);
    const { db } = restored;
    expect(await contentOf(db)).toEqual(before);
    expect(await db.$count(payments)).toBe(2);
    expect(await db.$count(pictures)).toBe(7);
    // The id of the deleted job, which was paid for, is not given again.
    const gone = Number(before.payments?.join().match(/job:(\d+)/)?.[1]);
    const work = { clientId: 2, title: 'Roof', description: 'Two rooms', location: 'Juja' };
    const [job] = await db.insert(jobs).values(work).returning();
    expect(job?.id).toBe(gone + 1);

    const app = await buildApp({ config: to, db, now });
    const payload = { phone_number: DEMO.clientPhone, password: DEMO.password };
    const login = await app.inject({
      method: 'POST',
      url: '/api/accounts/clients/login/',
      payload,
    });
    expect(login.statusCode).toBe(200);
    const [ad] = (await app.inject('/api/ads/')).json<{ image_url: string }[]>();
    const picture = await app.inject(new URL(ad?.image_url ?? '').pathname);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    await app.close();
    await restored.close();
    await expect(restoreBackup(to, path.join(backups, NAME))).rejects.toThrow(
      target === 'embedded' ? `There is a database in ${to.dataDir} already.` : 'in use already',
    );
  });
});

describe('a backup', () => {
  /** Of a server that runs. */
  let config: Config;
  let database: Database;
  let socket: Awaited<ReturnType<typeof openSocket>>;
  beforeAll(async () => {
    config = settings({ DATA_DIR: seeded });
    database = await openDatabase(config);
    socket = await openSocket({ config, db: database.db, now }, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await socket?.close();
    await database.close();
  });

  it('deletes the oldest backups after a new one is complete, and no other files', async () => {
    const backups = path.join(folder, 'backups');
    const make = (day: number) =>
      makeBackup(config, { folder: backups, keep: 2, now: new Date(Date.UTC(2026, 10, day)) });
    await make(1);
    writeFileSync(path.join(backups, 'notes.txt'), 'x');
    await make(2);
    expect((await make(3))[1]).toBe(
      'fundi-2026-11-01T000000Z.jsonl.gz was deleted, as 2 newer ones are there.',
    );
    expect(readdirSync(backups)).toEqual([
      'fundi-2026-11-02T000000Z.jsonl.gz',
      'fundi-2026-11-03T000000Z.jsonl.gz',
      'notes.txt',
    ]);
    // One that fails deletes nothing and leaves nothing.
    const nothing = settings({ DATA_DIR: path.join(folder, 'nothing') });
    await expect(makeBackup(nothing, { folder: backups, keep: 1, now: now() })).rejects.toThrow(
      'There is no database',
    );
    expect(readdirSync(backups)).toHaveLength(3);
  });

  it('is copied by the command of the settings, and has failed where it is not', async () => {
    const copies = path.join(folder, 'copies');
    mkdirSync(copies);
    const script = path.join(folder, 'copy.sh');
    writeFileSync(script, '#!/bin/sh\ncp "$2" "$1/"\n', { mode: 0o700 });
    const { recipient: BACKUP_RECIPIENTS } = await newKeys();
    const BACKUP_COMMAND = `${script} ${copies}`;
    const copying = settings({ DATA_DIR: seeded, BACKUP_RECIPIENTS, BACKUP_COMMAND });
    const backups = path.join(folder, 'backups');
    const make = (day: number) =>
      makeBackup(copying, { folder: backups, keep: 1, now: new Date(Date.UTC(2026, 10, day)) });
    expect((await make(1))[1]).toBe('BACKUP_COMMAND has copied it.');
    const name = 'fundi-2026-11-01T000000Z.jsonl.gz.age';
    const copied = readFileSync(path.join(copies, name));
    expect(copied).toEqual(readFileSync(path.join(backups, name)));
    rmSync(copies, { recursive: true });
    await expect(make(2)).rejects.toThrow(
      /02T000000Z\S+ is whole, but BACKUP_COMMAND did not copy it: it ended with code 1: cp/,
    );
    // The one that was copied stays, although one is enough.
    expect(readdirSync(backups)).toHaveLength(2);
    expect((await readMarks(database.db, now())).backup.badAt).not.toBeNull();
  });

  it('is refused and restores nothing when it is cut off, changed, of a newer version or another file', async () => {
    await makeBackup(config, { folder, keep: null, now: now() });
    const whole = readFileSync(path.join(folder, NAME));
    const text = gunzipSync(whole).toString();
    const later = text
      .trimEnd()
      .replace(/"migration":\d+/, '"migration":9000000000000')
      .split('\n');
    const sum = createHash('sha256')
      .update(`${later.slice(0, -1).join('\n')}\n`)
      .digest('hex');
    const newer = later.join('\n').replace(/"sha256":"\w+"/, `"sha256":"${sum}"`);
    const cases: [Buffer, string][] = [
      [gzipSync(newer), 'This backup is of a newer version: restore it with that one.'],
      [whole.subarray(0, -2000), 'is broken: unexpected end of file.'],
      [gzipSync(text.replace('Wanjir', 'Wanjix')), 'is broken: its checksum differs.'],
      [gzipSync(text.split('\n').slice(0, 9).join('\n')), 'is broken: its end is missing.'],
      [gzipSync('{}\n{}'), 'is no backup of Fundi Mtaani.'],
    ];
    const to = settings({ DATA_DIR: path.join(folder, 'to') });
    const file = path.join(folder, 'wrong.gz');
    for (const [bytes, why] of cases) {
      writeFileSync(file, bytes);
      await expect(restoreBackup(to, file)).rejects.toThrow(why);
    }
    expect(existsSync(path.join(to.dataDir, 'pglite'))).toBe(false);
  });

  it('is made and restored by the commands, while a server runs', async () => {
    let env: Record<string, string> = childEnv;
    let secret = '';
    const run = (command: string, dataDir: string, ...args: string[]) =>
      new Promise<{ out: string; error: string }>((resolve) => {
        const file = path.join(root, 'server', 'desk', 'cli', `${command}.ts`);
        const options = { cwd: folder, env: { ...env, DATA_DIR: dataDir } };
        const child = execFile(process.execPath, [file, ...args], options, (_, out, error) =>
          resolve({ out, error }),
        );
        child.stdin?.end(secret);
      });
    const [, key, , setting] = (await run('backup', folder, '--new-key')).out.split('\n');
    secret = `# on paper\n${key}\n`;
    const [name, recipient] = setting?.split('=') ?? [];
    expect([key, name, recipient]).toEqual([
      expect.stringMatching(/^AGE-SECRET-KEY-1/),
      'BACKUP_RECIPIENTS',
      expect.stringMatching(/^age1/),
    ]);
    env = { ...env, BACKUP_RECIPIENTS: recipient ?? '' };
    const made = await run('backup', config.dataDir, '--keep', '3');
    const file =
      /^(\S+\.jsonl\.gz\.age) holds .* encrypted, read back and is whole/.exec(made.out)?.[1] ?? '';
    expect(path.dirname(file)).toBe(path.join(config.dataDir, 'backups'));
    const to = path.join(folder, 'to');
    expect((await run('restore', to, file, '--identity', '-')).out).toMatch(
      /^Restored: .*2 payments.*Start the server\.\n$/,
    );
    await expect(readIdentity(file)).rejects.toThrow(/^\S+ has no secret key: [^\n]+$/);
    expect((await run('backup', to, '--keep', '0')).error).toMatch(/^Usage: npm run backup/);
    const taken = path.join(folder, 'a-file');
    writeFileSync(taken, '');
    const refusals: [command: string, args: string[], error: RegExp][] = [
      ['backup', ['--to', taken], /^\S+a-file\S* cannot be \w+: it, or what it is in, is a file\./],
      ['backup', ['--to', '/proc/fundi/x'], /^\/proc\/fundi cannot be made: the system takes no/],
      [
        'restore',
        ['no-file'],
        /^\S+\/no-file cannot be opened: it is not there\. Look at the name\./,
      ],
      ['restore', [folder], /^\S+ cannot be opened: it is a folder\. Name a file\./],
      ['rehearse', ['--identity', 'no-key'], /^\S+\/no-key cannot be opened: it is not there\./],
    ];
    for (const [command, args, error] of refusals) {
      const said = (await run(command, config.dataDir, ...args)).error;
      expect(said).toMatch(error);
      expect(said.trimEnd()).not.toContain('\n');
    }
    mkdirSync(path.join(folder, '.env'));
    expect((await run('backup', to)).error).toMatch(
      /^\.env cannot be opened: it is a folder\. [^\n]+\n$/,
    );
  });
});
