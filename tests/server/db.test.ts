import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs, { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openEmbedded } from '../../server/db/embedded.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/db.ts';
import { isAway, isUniqueViolation } from '../../server/db/faults.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { ads } from '../../server/db/schema/listings.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { freshDatabase, truncateAll } from '../../testkit/contract/freshDatabase.ts';
import { emptySnapshot, placeEmptyDatabase } from '../../testkit/contract/snapshot.ts';
import { newDatabase } from '../../testkit/postgres.ts';
import { accountRow } from './rows.ts';

const { DATABASE_URL } = process.env;
const account = accountRow({ name: 'Achieng' });

const coded = (code: string, more = {}) => Object.assign(new Error('x'), { code, ...more });

async function names({ db }: Database) {
  return (await db.select({ name: accounts.name }).from(accounts)).map((row) => row.name);
}

describe('the database', () => {
  it('rolls back a transaction that fails, and recognises a broken unique constraint', async () => {
    const database = await freshDatabase(DATABASE_URL);
    const { db } = database;
    await db.insert(accounts).values(account);
    const twice = db.transaction(async (tx) => {
      await tx.update(accounts).set({ name: 'Changed' }).where(eq(accounts.id, 1));
      await tx.insert(accounts).values(account);
    });
    await expect(twice).rejects.toSatisfy(isUniqueViolation);
    expect(await names(database)).toEqual(['Achieng']);
    expect(isUniqueViolation(new Error('something else'))).toBe(false);
    await truncateAll(db);
    const [again] = await db.insert(accounts).values(account).returning({ id: accounts.id });
    expect(again).toEqual({ id: 1 });
    await database.close();
  });

  it('in a folder cannot be opened twice at once, answers what was asked before it is closed, is away then, and has its data when it is opened again', async () => {
    const dataDir = tempFolder(onTestFinished);
    await placeEmptyDatabase(dataDir);
    const first = await openDatabase({ dataDir });
    const { db } = first;
    await db.insert(accounts).values(account);
    await expect(openDatabase({ dataDir })).rejects.toThrow('is in use by another process');
    const one = () => db.execute(sql`select 1`);
    const asked = Promise.all(Array.from({ length: 20 }, one));
    const committed = db.transaction(async (tx) => {
      for (let at = 0; at < 5; at += 1) await tx.execute(sql`select 1`);
    });
    await nextTurn();
    await first.close();
    await asked;
    await committed;
    await first.close();
    await expect(one()).rejects.toSatisfy(isAway);
    const second = await openDatabase({ dataDir });
    expect(await names(second)).toEqual(['Achieng']);
    await second.close();
  });

  it('lets the rest of the server work while queries wait', async () => {
    const database = await freshDatabase(undefined);
    let done = 0;
    const queries = Array.from({ length: 100 }, async () => {
      await database.db.select().from(accounts);
      done += 1;
    });
    // One turn of the event loop after the other.
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(done).toBeLessThan(20);
    await expect(database.db.execute(sql`select no_such_column`)).rejects.toThrow();
    await Promise.all(queries);
    expect(done).toBe(100);
    await database.close();
  });

  it('ends its process with one line when PostgreSQL breaks, which may answer wrongly from then on', async () => {
    const { db } = await openEmbedded(null, null, await emptySnapshot());
    const written = vi.spyOn(fs, 'writeSync').mockReturnValue(0);
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('the process ends');
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    await expect(db.execute(sql`select 1/0`)).rejects.toThrow();
    expect(exit).not.toHaveBeenCalled();
    void db.execute(sql`select repeat('[', 100000)::json`).catch(() => undefined);
    await expect.poll(() => exit).toHaveBeenCalledWith(1);
    expect(written.mock.calls).toEqual([
      [2, expect.stringMatching(/^The embedded database broke, and this process ends: .+\n$/)],
    ]);
  });

  it('reports a folder that cannot hold a database in one line', async () => {
    const file = path.join(tempFolder(onTestFinished), 'a-file');
    writeFileSync(file, '');
    await expect(openDatabase({ dataDir: file })).rejects.toThrow(
      /^DATA_DIR: cannot use \S+a-file: \S+a-file cannot be listed: it, or what it is in, is a file\. Name a folder\.$/,
    );
  });

  it.each([
    ['a refused connection', coded('ECONNREFUSED'), true],
    ['a lock that took too long', coded('55P03'), true],
    ['a full disk', coded('53100'), true],
    ['a full disk of its files', coded('ENOSPC'), true],
    ['a used up quota', coded('EDQUOT'), true],
    ['no free connection', new Error('timeout exceeded when trying to connect'), true],
    ['a closed database', new Error('PGlite is closed'), true],
    ['nothing', undefined, false],
    ['another error', new Error('x'), false],
    ['a missing column', coded('42703'), false],
    ['a missing file', coded('ENOENT', { syscall: 'open' }), false],
  ])('after %s, also as the cause of a failed query, is away: %s', (_what, error, away) => {
    expect(isAway(error)).toBe(away);
    expect(isAway(new Error('Failed query', { cause: error }))).toBe(away);
  });

  it('counts as away when the Unix socket of PostgreSQL is gone', async () => {
    const host = tempFolder(onTestFinished);
    await expect(new Client({ host }).connect()).rejects.toSatisfy(isAway);
  });
});

describe.runIf(DATABASE_URL)('a PostgreSQL', () => {
  let url: string;
  let drop: () => Promise<void>;
  let operator: Client;

  beforeEach(async () => {
    ({ url, drop } = await newDatabase(DATABASE_URL ?? '', 'db'));
    operator = new Client({ connectionString: url });
    await operator.connect();
  });
  afterEach(async () => {
    await operator.end();
    await drop();
  });

  it('is migrated once by servers that start together', async () => {
    const starts = Array.from({ length: 4 }, () => openDatabase({ databaseUrl: url }));
    const all = await Promise.all(starts);
    for (const { db, kind } of all) {
      expect(kind).toBe('postgres');
      await db.execute(sql`select count(*) from accounts`);
    }
    await Promise.all(all.map((database) => database.close()));
  });

  it('behind PgBouncer is used without limits that it refuses, and nothing of a session stays', async () => {
    const pooler = createServer((caller) => {
      caller.once('data', (first) => {
        if (first.includes('lock_timeout')) {
          const text = 'SFATAL\0C08P01\0Munsupported startup parameter: lock_timeout\0\0';
          const head = Buffer.from('E....');
          head.writeInt32BE(text.length + 4, 1);
          caller.end(Buffer.concat([head, Buffer.from(text)]));
          return;
        }
        const { hostname, port } = new URL(url);
        const server = connect(Number(port || 5432), hostname);
        server.write(first);
        caller
          .pipe(server)
          .pipe(caller)
          .on('error', () => undefined);
      });
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void pooler.close());
    await once(pooler, 'listening');
    const through = new URL(url);
    through.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
    const database = await openDatabase({ databaseUrl: through.href });
    expect(await names(database)).toEqual([]);
    const locks = await operator.query(
      `select 1 from pg_locks join pg_database on pg_database.oid = database
       where locktype = 'advisory' and datname = current_database()`,
    );
    expect(locks.rowCount).toBe(0);
    await database.close();
  });

  it('of somebody else is refused in one line that says what the user may not, and what to do', async () => {
    const name = `stranger_${randomBytes(4).toString('hex')}`;
    await operator.query(`create role ${name} login password 'x'`);
    onTestFinished(async () => {
      const again = new Client({ connectionString: DATABASE_URL });
      await again.connect();
      await again.query(`drop role ${name}`);
      await again.end();
    });
    const stranger = new URL(url);
    Object.assign(stranger, { username: name, password: 'x' });
    await expect(openDatabase({ databaseUrl: stranger.href })).rejects.toThrow(
      /: permission denied for database \S+\. The user must own the database: [^\n]+$/,
    );
  });

  it('with a locked table is away for calls that need that table, and for no others', async () => {
    const database = await openDatabase({ databaseUrl: url });
    const { db } = database;
    await operator.query('begin; lock table accounts in access exclusive mode');
    // More than there are connections.
    const waiting = Array.from({ length: 22 }, () => db.select().from(accounts));
    const failed = Promise.allSettled(waiting);
    expect(await db.select().from(ads)).toEqual([]);
    const ends = await failed;
    expect(ends.every((end) => end.status === 'rejected' && isAway(end.reason))).toBe(true);
    await operator.query('rollback');
    expect(await db.select().from(accounts)).toEqual([]);
    await database.close();
  });

  it('that an operator stops is away, and is used again when it is back', async () => {
    const database = await openDatabase({ databaseUrl: url });
    const { db } = database;
    const asleep = db.execute(sql`select pg_sleep(60)`);
    const failed = expect(asleep).rejects.toSatisfy(isAway);
    const others =
      'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    const sleeping = () => operator.query(`select 1 ${others} and wait_event = 'PgSleep'`);
    await expect.poll(sleeping).toHaveProperty('rowCount', 1);
    await operator.query(`select pg_terminate_backend(pid) ${others}`);
    await failed;
    expect(await db.select().from(ads)).toEqual([]);
    await database.close();
  });
});
