/** The operator's own PostgreSQL. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, Pool } from 'pg';
import type { PoolConfig } from 'pg';
import type { Database } from './db.ts';
import { DatabaseError, reasonOf } from './faults.ts';
import { databaseSettings } from './db.ts';
import { takeTurn } from './turns.ts';

/** Times in ms. */
const CONNECTIONS = {
  max: 20,
  /** For a free connection. */
  connectionTimeoutMillis: 5000,
  /** For a server that does not answer at all. */
  query_timeout: 15_000,
  keepAlive: true,
};
/**
 * No call waits for ever, and one locked row or table does not stop the calls that need other ones:
 * a caller who waits holds one of the connections.
 */
const LIMITS = {
  /** For a lock that somebody else holds. */
  lock_timeout: 1500,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** How the database is connected to: PgBouncer refuses the limits, and the role may have them (docs/operations.md). */
async function optionsFor(url: string): Promise<PoolConfig> {
  const options = { connectionString: url, ...CONNECTIONS };
  const client = new Client({ ...options, ...LIMITS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { ...options, ...LIMITS };
  } catch (error) {
    if (!reasonOf(error).includes('unsupported startup parameter')) throw error;
    return options;
  } finally {
    await client.end();
  }
}

/** Errors of connections go to the query that waits for them; without a listener they would end the process. */
function hearErrors(pool: Pool): Pool {
  // The pool replaces an idle connection that breaks.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * In turns, where several servers start together. The turn is a transaction beside the migrations: behind PgBouncer
 * a lock of the session would stay with a connection of somebody else. On connections of their own, without limits:
 * a migration takes its time.
 */
async function migrateAlone(url: string, migrationsFolder: string | null): Promise<void> {
  const { connectionTimeoutMillis, keepAlive } = CONNECTIONS;
  const pool = hearErrors(
    new Pool({ connectionString: url, max: 2, connectionTimeoutMillis, keepAlive }),
  );
  const db = drizzle(pool, databaseSettings);
  try {
    await db.transaction(async (tx) => {
      if (migrationsFolder === null) return;
      await takeTurn(tx, 'migrations', 0);
      await migrate(db, { migrationsFolder });
    });
  } finally {
    await pool.end();
  }
}

/** What to do about a refusal that its text does not say. */
const HINTS: [RegExp, string][] = [
  [/no encryption$|SSL off/, 'Add ?sslmode=verify-full to DATABASE_URL.'],
  [
    /self-signed certificate|unable to (?:verify|get)/,
    'Add &sslrootcert= and the file with the certificate of its authority to DATABASE_URL.',
  ],
  [/^permission denied for/, 'The user must own the database: alter database … owner to …'],
];

function refusalOf(url: string, error: unknown): DatabaseError {
  const reason = reasonOf(error);
  const hint = HINTS.find(([words]) => words.test(reason))?.[1];
  const line = `DATABASE_URL: cannot use the database at ${new URL(url).host}: ${reason}`;
  return new DatabaseError(hint ? `${line}. ${hint}` : line, { cause: error });
}

/** The driver takes these modes of TLS for the strictest, and warns in seven lines that it does: now by its name. */
const strict = (url: string) =>
  url.includes('uselibpqcompat=')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

/** Opens and migrates the database at `url`; throws a `DatabaseError` that names no password. */
export async function openPostgres(given: string, migrations: string | null): Promise<Database> {
  const url = strict(given);
  let options: PoolConfig;
  try {
    options = await optionsFor(url);
    await migrateAlone(url, migrations);
  } catch (error) {
    throw refusalOf(url, error);
  }
  const pool = hearErrors(new Pool(options));
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
