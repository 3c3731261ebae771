import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { isUniqueViolation, openDatabase, truncateAll } from '../../server/db.ts';
import type { Database } from '../../server/db.ts';
import { accounts } from '../../server/schema.ts';
import { freshDatabase } from '../contract/freshDatabase.ts';

const { DATABASE_URL } = process.env;
const account = {
  role: 'fundi',
  name: 'Achieng',
  phoneNumber: '0711000001',
  idNumber: '1',
  passwordHash: 'x',
} as const;

async function names({ db }: Database) {
  return (await db.select({ name: accounts.name }).from(accounts)).map((row) => row.name);
}

describe('the database', () => {
  it('undoes a transaction that fails and knows a broken unique rule', async () => {
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

  it('in a folder is still there when it is opened again, and is open once at a time', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'fundi-db-'));
    const first = await openDatabase({ dataDir });
    await first.db.insert(accounts).values(account);
    await expect(openDatabase({ dataDir })).rejects.toThrow('is in use by process');
    await first.close();
    await first.close();
    const second = await openDatabase({ dataDir });
    expect(await names(second)).toEqual(['Achieng']);
    await second.close();
    rmSync(dataDir, { recursive: true });
  });

  it('lets the rest of the server work while queries wait in line', async () => {
    const database = await openDatabase({ memory: true });
    let done = 0;
    const queries = Array.from({ length: 100 }, async () => {
      await database.db.select().from(accounts);
      done += 1;
    });
    for (let turn = 0; turn < 10; turn += 1) {
      // One turn of the event loop after the other.
      // oxlint-disable-next-line no-await-in-loop
      await nextTurn();
    }
    expect(done).toBeLessThan(20);
    const failing = database.db.execute(sql`select no_such_column`);
    await expect(failing).rejects.toThrow();
    await Promise.all(queries);
    expect(done).toBe(100);
    await database.close();
  });

  it('says in one line that a folder cannot hold a database', async () => {
    const parent = mkdtempSync(path.join(tmpdir(), 'fundi-db-'));
    const file = path.join(parent, 'a-file');
    writeFileSync(file, '');
    await expect(openDatabase({ dataDir: file })).rejects.toThrow(
      /^DATA_DIR: cannot use the database in .*a-file\/pglite: E[^\n]+$/,
    );
    rmSync(parent, { recursive: true });
  });

  it.runIf(existsSync('/proc/self'))('says so too where the system makes no folders', async () => {
    await expect(openDatabase({ dataDir: '/proc/fundi/data' })).rejects.toThrow(
      /^DATA_DIR: cannot use the database in \/proc\/fundi\/data\/pglite: E[^\n]+$/,
    );
  });

  it.runIf(DATABASE_URL)('is migrated once by servers that start together', async () => {
    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    const name = `together_${randomUUID().replaceAll('-', '')}`;
    await client.query(`create database ${name}`);
    const url = new URL(DATABASE_URL ?? '');
    url.pathname = `/${name}`;
    const all = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase({ databaseUrl: url.href })),
    );
    for (const { db, kind } of all) {
      expect(kind).toBe('postgres');
      await db.execute(sql`select count(*) from accounts`);
    }
    await Promise.all(all.map((database) => database.close()));
    await client.query(`drop database ${name}`);
    await client.end();
  });
});
