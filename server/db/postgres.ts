/** The operator's own PostgreSQL. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, Pool } from 'pg';
import type { Database } from './db.ts';
import { DatabaseError, reasonOf } from './faults.ts';
import { databaseSettings } from './options.ts';

/** Any fixed number: two servers that start together on one PostgreSQL migrate in turns. */
const MIGRATION_LOCK = 7_254_001;
/**
 * No call waits for ever, and one locked row or table does not stop the calls that need other ones:
 * a caller who waits holds one of the connections. Times in ms.
 */
const LIMITS = {
  max: 20,
  /** For a free connection. */
  connectionTimeoutMillis: 5000,
  /** For a lock that somebody else holds. */
  lock_timeout: 1500,
  statement_timeout: 10_000,
  /** The same, for a server that does not answer at all. */
  query_timeout: 15_000,
  idle_in_transaction_session_timeout: 15_000,
  keepAlive: true,
};

/** On a connection of its own: a migration takes its time. */
async function migrateAlone(url: string, migrations: string | null): Promise<void> {
  const { connectionTimeoutMillis, keepAlive } = LIMITS;
  const client = new Client({ connectionString: url, connectionTimeoutMillis, keepAlive });
  // A connection that breaks says so to the query that waits for it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (migrations === null) return;
    // The end of the connection releases the lock.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client, databaseSettings), { migrationsFolder: migrations });
  } finally {
    await client.end();
  }
}

/** Opens and migrates the database at `url`; throws a `DatabaseError` that names no password. */
export async function openPostgres(url: string, migrations: string | null): Promise<Database> {
  try {
    await migrateAlone(url, migrations);
  } catch (error) {
    const { host } = new URL(url);
    throw new DatabaseError(
      `DATABASE_URL: cannot use the database at ${host}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
  const pool = new Pool({ connectionString: url, ...LIMITS });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => undefined);
  // One that breaks while it is used says so to its query, and to a listener of its own or to the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= pool.end());
  const load = () => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  return {
    db: drizzle(pool, databaseSettings),
    kind: 'postgres',
    load,
    migrate: (folder) => migrateAlone(url, folder),
    close,
  };
}
