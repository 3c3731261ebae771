/** Opens the database, embedded (PGlite) or PostgreSQL, with its migrations applied. */
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { getTableName, is, sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { PgTable } from 'drizzle-orm/pg-core';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Pool } from 'pg';
import { makeFolder } from './folders.ts';
import { LockError, lockFolder } from './lock.ts';
import * as schema from './schema.ts';

/** Either driver, and the `tx` of a transaction on it. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Database {
  db: Db;
  kind: 'pglite' | 'postgres';
  /** Ends the connections and frees the folder; safe to call twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL address; without one the database is embedded. */
  databaseUrl?: string | null;
  /** Folder of the embedded database; without one, or with `memory`, it lives in RAM. */
  dataDir?: string;
  memory?: boolean;
  /** A dump to start from in RAM: a tenth of the time of a new database, for tests. */
  snapshot?: Blob;
}

/** The database cannot be opened. The message is one line. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

const settings = { schema, casing: 'snake_case' } as const;
const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url));
/** Any fixed number: two servers that start together on one PostgreSQL migrate in turns. */
const MIGRATION_LOCK = 7_254_001;

async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // A connection that breaks while idle is replaced by the pool; unheard it would end the process.
  pool.on('error', () => undefined);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= pool.end());
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await migratePg(drizzlePg(client, settings), { migrationsFolder });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      client.release();
    }
  } catch (error) {
    await close();
    const { host } = new URL(url);
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new DatabaseError(`DATABASE_URL: cannot use the database at ${host}: ${reason}`, {
      cause: error,
    });
  }
  return { db: drizzlePg(pool, settings), kind: 'postgres', close };
}

/**
 * PGlite works on this very thread: all queries in line would run before anything else is served,
 * a new connection not even accepted. One per turn of the event loop lets the rest through.
 */
function takeTurns(client: PGlite): PGlite {
  const query = client.query.bind(client);
  let line: Promise<unknown> = Promise.resolve();
  client.query = <T>(...args: Parameters<typeof query>) => {
    const answer = line.then(() => nextTurn()).then(() => query<T>(...args));
    line = answer.catch(() => undefined);
    return answer;
  };
  return client;
}

async function openEmbedded(folder: string | null, snapshot?: Blob): Promise<Database> {
  let unlock: (() => void) | undefined;
  try {
    if (folder !== null) {
      unlock = lockFolder(folder);
      makeFolder(folder);
    }
    const client = await PGlite.create({
      ...(folder !== null && { dataDir: folder }),
      ...(snapshot && { loadDataDir: snapshot }),
    });
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= client.close().finally(() => unlock?.()));
    const db = drizzlePglite(takeTurns(client), settings);
    try {
      await migratePglite(db, { migrationsFolder });
    } catch (error) {
      await close();
      throw error;
    }
    return { db, kind: 'pglite', close };
  } catch (error) {
    unlock?.();
    if (folder === null || error instanceof LockError) throw error;
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new DatabaseError(`DATA_DIR: cannot use the database in ${folder}: ${reason}`, {
      cause: error,
    });
  }
}

/** Opens and migrates the database; throws `LockError` or `DatabaseError` with one line. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, memory, snapshot } = options;
  if (memory === true) return openEmbedded(null, snapshot);
  if (databaseUrl) return openPostgres(databaseUrl);
  return openEmbedded(dataDir === undefined ? null : path.join(dataDir, 'pglite'));
}

/** Empties every table and starts the ids at 1 again, for tests. */
export async function truncateAll(db: Db): Promise<void> {
  const names = Object.values(schema)
    .filter((entry) => is(entry, PgTable))
    .map((table) => sql.identifier(getTableName(table)));
  await db.execute(sql`truncate table ${sql.join(names, sql`, `)} restart identity cascade`);
}

/** Whether `error`, or what caused it, is a broken unique rule of the database. */
export function isUniqueViolation(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === '23505') return true;
  }
  return false;
}
