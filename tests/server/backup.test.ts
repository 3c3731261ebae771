/** `npm run backup`, `restore` and `rehearse`: on both databases, from one to the other, and of the first version. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { desc, eq, getTableName, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { makeBackup, rehearseNewest } from '../../server/desk/cli/backupFiles.ts';
import { readIdentity } from '../../server/desk/cli/runWithBackup.ts';
import {
  migrationsUntil,
  requireRows,
  restoreBackup,
} from '../../server/desk/backup/restoreBackup.ts';
import { readBackup } from '../../server/desk/backup/readBackup.ts';
import { writeBackup } from '../../server/desk/backup/writeBackup.ts';
import { DEMO, loadConfig } from '../../server/config.ts';
import type { Config } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database, Db } from '../../server/db/db.ts';
import { JOURNAL, migrationsFolder, readJournal } from '../../server/db/migrations.ts';
import { newKeys } from '../../server/desk/backup/encryptBackup.ts';
import { readMarks } from '../../server/desk/notices/marks.ts';
import { openSocket } from '../../server/desk/socket.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { idlePayments } from '../../testkit/serverHarness.ts';
import { emptySnapshot, placeEmptyDatabase } from '../../testkit/contract/snapshot.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { command } from './command.ts';
import { paymentRow } from './rows.ts';
import { newDatabase, startPostgres } from '../../testkit/postgres.ts';
import type { Postgres } from '../../testkit/postgres.ts';
import { marks, operators } from '../../server/db/schema/desk.ts';
import { jobs, pictures } from '../../server/db/schema/listings.ts';
import { paymentEvents, payments } from '../../server/db/schema/payments.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { TABLES } from '../../server/db/schema/tables.ts';

/** Whether a new database is a copy of an empty one, with all migrations: to make one takes seconds. */
const copies = vi.hoisted(() => ({ areMade: true }));
vi.mock(import('../../server/db/embedded.ts'), async (original) => {
  const { openEmbedded } = await original();
  return {
    openEmbedded: async (folder, ...rest) => {
      const isNew = folder !== null && !existsSync(folder);
      if (isNew && copies.areMade) await placeEmptyDatabase(path.dirname(folder));
      return await openEmbedded(folder, ...rest);
    },
  };
});

const now = () => new Date('2026-11-22T06:00:00.500Z');
const NAME = 'fundi-2026-11-22T060000Z.jsonl.gz';
const settings = (values: Record<string, string>) =>
  loadConfig({ SERVE_APP: 'false', LOG_LEVEL: 'silent', ...values });

let postgres: Postgres | null = null;
let folder: string;
let backups: string;

/** Of a server that runs, with a filled embedded database. */
const dataDir = tempFolder();
const config = settings({ DATA_DIR: dataDir });
let database: Database;
let socket: Awaited<ReturnType<typeof openSocket>>;

beforeAll(async () => {
  database = await openDatabase(config);
  await fill(database.db);
  socket = await openSocket({ config, db: database.db, now }, pino({ level: 'silent' }));
  postgres = await startPostgres();
});
afterAll(async () => {
  await socket?.close();
  await database.close();
  await postgres?.stop();
});
beforeEach(() => {
  folder = tempFolder(onTestFinished);
  backups = path.join(folder, 'backups');
});

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
/** With the backups in the folder of the test. */
const at = (of: Config): Config => ({ ...of, backup: { ...of.backup, folder: backups } });
/** Makes a backup there. */
const make = (from: Config, made = now(), keep = Infinity) =>
  makeBackup(at(from), { keep, now: made });

/** The settings of a new, empty place: in PostgreSQL, or embedded where none is installed. */
async function place(kind: string): Promise<Config> {
  const DATA_DIR = path.join(folder, kind);
  if (kind === 'embedded' || !postgres) return settings({ DATA_DIR });
  return settings({ DATA_DIR, DATABASE_URL: (await newDatabase(postgres.url, 'restored')).url });
}

/** The demo town, and what it does not have: payments, the id of a deleted row, odd characters. */
async function fill(db: Db): Promise<void> {
  await seedDemo({ db, now });
  await db
    .update(accounts)
    .set({ name: 'Wanjirũ "O\\\'Brien"\n\u2028\u2029\u0085\u{1f528}' })
    .where(eq(accounts.id, 2));
  const [last] = await db.select().from(jobs).orderBy(desc(jobs.id)).limit(1);
  const paid = { accountId: 2, amountReceived: 99.5, state: 'paid', receipt: 'RKT1' } as const;
  const month = { purpose: 'subscription', payable: 'subscription:3', amount: 200 } as const;
  await db
    .insert(payments)
    .values([paymentRow(last?.id ?? 0, paid), paymentRow(3, { ...month, jobId: null })]);
  await db
    .insert(paymentEvents)
    .values({ paymentId: 1, kind: 'callback', raw: { a: [1, 'ü', null] } });
  await db.insert(operators).values({ name: 'Njeri', secretHash: 'z', rights: ['look', 'money'] });
  await db.delete(jobs).where(eq(jobs.id, last?.id ?? 0));
}

/** Every row of every table, in the order of its text. */
async function contentOf(db: Db) {
  const content: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await db.select().from(table);
    content[getTableName(table)] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return content;
}

it('everything is restored from the embedded database into PostgreSQL, and from there back', async () => {
  const before = await contentOf(database.db);
  const [line] = await make(config);
  expect(line).toContain(NAME);
  expect(line).toMatch(/2 payments.*7 pictures.*It was read back and is whole\.$/);
  const between = await place('postgres');
  await restoreBackup(between, path.join(backups, NAME));
  const first = await openDatabase(between);
  // Before another mark is written into it.
  expect(await contentOf(first.db)).toEqual(before);
  await first.close();
  await expect(restoreBackup(between, path.join(backups, NAME))).rejects.toThrow(
    postgres ? 'in use already' : `There is a database in ${between.dataDir} already.`,
  );

  await make(between);
  const to = await place('embedded');
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

  const app = await buildApp({ config: to, db, now, payments: idlePayments });
  const payload = { phone_number: DEMO.clientPhone, password: DEMO.password };
  const login = await app.inject({ method: 'POST', url: '/api/accounts/clients/login/', payload });
  expect(login.statusCode).toBe(200);
  const [ad] = (await app.inject('/api/ads/')).json<{ image_url: string }[]>();
  const picture = await app.inject(new URL(ad?.image_url ?? '').pathname);
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
  await app.close();
  await restored.close();
  await expect(restoreBackup(to, path.join(backups, NAME))).rejects.toThrow(
    `There is a database in ${to.dataDir} already.`,
  );
});

describe('a backup', () => {
  it('deletes the oldest backups after a new one is complete, and no other files', async () => {
    await make(config, day(1), 2);
    writeFileSync(path.join(backups, 'notes.txt'), 'x');
    await make(config, day(2), 2);
    expect((await make(config, day(3), 2))[1]).toBe(
      'fundi-2026-11-01T000000Z.jsonl.gz was deleted, as 2 newer ones are there.',
    );
    expect(readdirSync(backups)).toEqual([
      'fundi-2026-11-02T000000Z.jsonl.gz',
      'fundi-2026-11-03T000000Z.jsonl.gz',
      'notes.txt',
    ]);
    // One that fails deletes nothing and leaves nothing.
    const nothing = settings({ DATA_DIR: path.join(folder, 'nothing') });
    await expect(make(nothing, now(), 1)).rejects.toThrow('There is no database');
    expect(readdirSync(backups)).toHaveLength(3);
  });

  it('is copied by the command of the settings, and has failed where it is not', async () => {
    const copies = path.join(folder, 'copies');
    mkdirSync(copies);
    const script = path.join(folder, 'copy.sh');
    writeFileSync(script, '#!/bin/sh\ncp "$2" "$1/"\n', { mode: 0o700 });
    const { recipient: BACKUP_RECIPIENTS } = await newKeys();
    const BACKUP_COMMAND = `${script} ${copies}`;
    const copying = settings({ DATA_DIR: dataDir, BACKUP_RECIPIENTS, BACKUP_COMMAND });
    expect((await make(copying, day(1), 1))[1]).toBe('BACKUP_COMMAND has copied it.');
    const name = 'fundi-2026-11-01T000000Z.jsonl.gz.age';
    const copied = readFileSync(path.join(copies, name));
    expect(copied).toEqual(readFileSync(path.join(backups, name)));
    rmSync(copies, { recursive: true });
    await expect(make(copying, day(2), 1)).rejects.toThrow(
      /02T000000Z\S+ is whole, but BACKUP_COMMAND did not copy it: it ended with code 1: cp/,
    );
    // The one that was copied stays, although one is enough.
    expect(readdirSync(backups)).toHaveLength(2);
    expect((await readMarks(database.db, now())).backup.goodAt).toEqual(now());
  });

  it('is refused and restores nothing when it is cut off, changed, of a newer version or another file', async () => {
    await make(config);
    const whole = readFileSync(path.join(backups, NAME));
    const text = gunzipSync(whole).toString();
    const later = text
      .trimEnd()
      .replace(/"migration":\d+/, '"migration":9000000000000')
      .split('\n');
    const newer = later.join('\n');
    const changed = Buffer.from(whole);
    changed[changed.length - 6]! ^= 1;
    const cases: [Buffer, string][] = [
      [gzipSync(newer), 'This backup is of a newer version: restore it with that one.'],
      [whole.subarray(0, -2000), 'is broken: unexpected end of file.'],
      [changed, 'is broken: incorrect data check.'],
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
    // Of 0.1.0, which had a checksum of its own.
    writeFileSync(file, gzipSync(text.trimEnd().replace(/}$/, ',"sha256":"0f1e"}')));
    expect((await readBackup(file, [], () => undefined)).foot.rows.payments).toBe(2);
  });
});

const { secret, recipient } = await newKeys();

const OLDER = 'fundi-2026-11-21T060000Z.jsonl.gz';
/** What is in the folder of the data, without locks, which stay. */
const entries = () => readdirSync(dataDir).filter((name) => !name.endsWith('.lock'));
const rehearse = (keys: string[]) => rehearseNewest(at(config), keys);
const marked = async () => (await readMarks(database.db, now())).rehearsal;

describe('a rehearsal', () => {
  beforeEach(async () => {
    await database.db.delete(marks);
  });

  it('restores the newest backup with its key, and leaves nothing', async () => {
    await make({ ...config, backup: { ...config.backup, recipients: [recipient] } });
    writeFileSync(path.join(backups, OLDER), 'not looked at');
    const before = entries();
    expect(await rehearse([secret])).toEqual([
      expect.stringMatching(
        /22T060000Z\.jsonl\.gz\.age \(made 2026-11-22 09:00:00 in Nairobi\).*: \d+ accounts, .*7 pictures\.$/,
      ),
    ]);
    expect(entries()).toEqual(before);
    expect(await marked()).toMatchObject({ goodAt: now() });
  });

  it('has failed where the newest backup is broken, and where there is none', async () => {
    await expect(rehearse([])).rejects.toThrow('There is no backup in');
    expect(await marked()).toMatchObject({ goodAt: null });
    await make(config, day(21));
    writeFileSync(path.join(backups, NAME), 'x');
    await expect(rehearse([])).rejects.toThrow('is broken');
    expect(existsSync(path.join(dataDir, 'rehearsal'))).toBe(false);
  });

  it('fails when rows are gone', async () => {
    const stored = await database.db.$count(accounts);
    await expect(requireRows(database.db, { accounts: stored + 1 })).rejects.toThrow(
      `Of ${stored + 1} accounts in the backup ${stored} are stored.`,
    );
  });
});

const run = (name: string, words: string[], env: Record<string, string> = {}) =>
  command(folder, name, words, env);

describe('the commands', () => {
  it('make keys, a backup of a running server in its folder, and restore it with the key that is piped in', async () => {
    const [, key = '', , setting = ''] = (await run('backup', ['--new-key'])).out.split('\n');
    expect(key).toMatch(/^AGE-SECRET-KEY-1/);
    expect(setting).toMatch(/^BACKUP_RECIPIENTS=age1/);
    const [name = '', value = ''] = setting.split('=');
    const made = await run('backup', ['--keep', '3'], { DATA_DIR: dataDir, [name]: value });
    const whole = /^(\S+\.jsonl\.gz\.age) holds .* encrypted, read back and is whole/;
    const file = whole.exec(made.out)?.[1] ?? '';
    expect(path.dirname(file)).toBe(path.join(dataDir, 'backups'));
    await expect(readIdentity(file)).rejects.toThrow(/^\S+ has no secret key: [^\n]+$/);

    const stdin = vi.spyOn(process, 'stdin', 'get');
    stdin.mockReturnValue(Readable.from([`# on paper\n${key}\n`]) as typeof process.stdin);
    const to = { DATA_DIR: path.join(folder, 'to') };
    expect(await run('restore', [file, '--identity', '-'], to)).toEqual({
      code: 0,
      out: expect.stringMatching(/^Restored: .*2 payments.*Start the server\.\n$/),
      error: '',
    });
    stdin.mockRestore();
  });

  it.each<[string, string[], RegExp]>([
    ['backup', ['--keep', '0'], /^Usage: npm run backup/],
    ['backup', [], /^\S+a-file\S* cannot be \w+: it, or what it is in, is a file\./],
    ['backup', ['--to', 'x'], /^Usage: npm run backup/],
    ['restore', [], /^Usage: npm run restore/],
    ['restore', ['no-file'], /^\S+\/no-file cannot be opened: it is not there\./],
    ['rehearse', ['--from', 'x'], /^Usage: npm run rehearse/],
    ['rehearse', ['--identity', 'no-key'], /^\S+\/no-key cannot be opened: it is not there\./],
  ])('%s %j ends with 1 and one line', async (name, words, line) => {
    writeFileSync(path.join(folder, 'a-file'), '');
    const env = { DATA_DIR: dataDir, BACKUP_DIR: 'a-file' };
    const { code, error } = await run(name, words, env);
    expect([code, error]).toEqual([1, expect.stringMatching(line)]);
    expect(error.trimEnd()).not.toContain('\n');
  });

  it('say in one line that .env cannot be read', async () => {
    mkdirSync(path.join(folder, '.env'));
    const { error } = await run('backup', []);
    expect(error).toMatch(/^\.env cannot be opened: it is a folder\. [^\n]+\n$/);
  });
});

/** When the first migration was made: from it all others run, over data. */
const FIRST = readJournal().entries[0]?.when ?? 0;
const PICTURE = 'b1946ac9-2d6f-4c8a-9a57-0f7a8f1f7c11.webp';

/** What the first version could store, in its own words: later ones may change the tables. */
async function fillFirst(db: Db): Promise<void> {
  await db.execute(sql`insert into accounts (role, name, phone_number, id_number, password_hash)
    values ('client', 'Wanjiru', '0722000001', '30000001', 'x')`);
  await db.execute(sql`insert into ads (client_id, title, description, image, expires_at)
    values (1, 'Rangi', 'All colours', ${PICTURE}, now() + interval '1 day')`);
  await db.execute(sql`insert into pictures (name, size, webp)
    values (${PICTURE}, 1280, convert_to('webp', 'UTF8'))`);
  await db.execute(sql`insert into payments (public_id, account_id, purpose, ad_id, payable, amount, phone, state, callback_hash)
    values ('a', 1, 'post_ad', 1, 'ad:1', 500, '0722000001', 'paid', 'x')`);
  await db.execute(
    sql`insert into sums (receipt, typed, state) values ('SKL1AAAAA1', 'x', 'unmatched')`,
  );
  await db.execute(sql`insert into operator_log (at, who, action, subject, reason)
    values (now(), 'wanjiku', 'given to ad:1', 'sum 1', 'x')`);
}

/** What the people see of it, by this version. */
async function seen({ db }: { db: Db }, of: Config) {
  const app = await buildApp({ config: of, db, payments: idlePayments });
  const [ad] = (await app.inject('/api/ads/')).json<{ title: string; image_url: string }[]>();
  const picture = await app.inject(new URL(ad?.image_url ?? '').pathname);
  await app.close();
  const read = async (query: SQL) => ((await db.execute(query)) as { rows: object[] }).rows;
  const paid = await read(sql`select state, amount from payments`);
  const log = await read(sql`select subject from operator_log`);
  return { title: ad?.title, picture: picture.body, payments: paid, log };
}
const SEEN = {
  title: 'Rangi',
  picture: 'webp',
  payments: [{ state: 'paid', amount: 500 }],
  // The log named a sum by its number.
  log: [{ subject: 'sum SKL1AAAAA1' }],
};

/** The migrations of this version and one of a version to come, in a new folder. */
function migrationsOfNext(): string {
  const next = path.join(folder, 'next');
  cpSync(migrationsFolder, next, { recursive: true });
  const journal = readJournal();
  const when = (journal.entries.at(-1)?.when ?? 0) + 1;
  const entry = { idx: 99, version: '7', when, tag: '0099_next', breakpoints: true };
  writeFileSync(
    path.join(next, JOURNAL),
    JSON.stringify({ ...journal, entries: [...journal.entries, entry] }),
  );
  writeFileSync(
    path.join(next, `${entry.tag}.sql`),
    'ALTER TABLE "ads" ADD COLUMN "next" text DEFAULT \'new\' NOT NULL;',
  );
  return next;
}

it('a database and a backup of the first version are upgraded with all their data', async () => {
  const snapshot = await emptySnapshot();
  const old = await openDatabase({ migrations: null, snapshot });
  const { db } = old;
  await db.execute(sql`drop schema drizzle, public cascade`);
  await db.execute(sql`create schema public`);
  const migrations = migrationsUntil(FIRST);
  await old.migrate(migrations);
  rmSync(migrations, { recursive: true });
  await fillFirst(db);
  const file = path.join(folder, 'former.jsonl.gz');
  await writeBackup(db, file, new Date());

  const of = settings({ DATA_DIR: folder });
  await old.migrate(migrationsFolder);
  expect(await seen(old, of)).toEqual(SEEN);
  // The version before goes on with what a version to come has added.
  await old.migrate(migrationsOfNext());
  expect(await seen(old, of)).toEqual(SEEN);
  expect(await db.execute(sql`select next from ads`)).toMatchObject({ rows: [{ next: 'new' }] });
  await old.close();

  // Where PostgreSQL is installed, a new database has no tables either, and is made at once.
  copies.areMade = false;
  onTestFinished(() => {
    copies.areMade = true;
  });
  const restored = await place('postgres');
  await restoreBackup(restored, file);
  const again = await openDatabase(restored);
  expect(await seen(again, restored)).toEqual(SEEN);
  await again.close();
});

it('a database of the first version in a folder is upgraded when a server opens it', async () => {
  copies.areMade = false;
  onTestFinished(() => {
    copies.areMade = true;
  });
  const migrations = migrationsUntil(FIRST);
  const former = await openDatabase({ dataDir: folder, migrations });
  rmSync(migrations, { recursive: true });
  await fillFirst(former.db);
  await former.close();
  const of = settings({ DATA_DIR: folder });
  const upgraded = await openDatabase(of);
  expect(await seen(upgraded, of)).toEqual(SEEN);
  await upgraded.close();
});
