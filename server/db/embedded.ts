/** The embedded database (PGlite). */
import { writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './db.ts';
import { DatabaseError, reasonOf } from './faults.ts';
import { databaseSettings } from './db.ts';
import { makeFolder } from '../process/folders.ts';
import { LockError, lockFolder } from '../process/lock.ts';

/**
 * PGlite works on this very thread: all waiting queries would run before anything else is served, and
 * no new connection would be accepted. One query per turn of the event loop leaves room for other work.
 * Returns what waits for the queries that were asked for.
 */
function takeTurns(client: PGlite): () => Promise<unknown> {
  const query = client.query.bind(client);
  let last: Promise<unknown> = Promise.resolve();
  client.query = <T>(...args: Parameters<typeof query>) => {
    const answer = last.then(() => nextTurn()).then(() => query<T>(...args));
    last = answer.catch(() => undefined);
    return answer;
  };
  return () => last;
}

interface Machine {
  mod: { _PostgresMainLoopOnce: () => void };
  /** The status of what PostgreSQL throws for an error of its own, such as a broken rule. */
  POSTGRES_MAIN_LONGJMP: number;
}

/**
 * Ends the process when PostgreSQL breaks: a trap of WebAssembly, an overflow of the stack, its own end. PGlite
 * passes over that, and then answers wrongly or never. What was committed is in the files, and systemd starts
 * the server again.
 */
function endWithDatabase(client: PGlite): void {
  const { mod, POSTGRES_MAIN_LONGJMP: ofPostgres } = client as unknown as Machine;
  const run = mod._PostgresMainLoopOnce;
  mod._PostgresMainLoopOnce = () => {
    try {
      run();
    } catch (error) {
      if ((error as { status?: number }).status === ofPostgres) throw error;
      writeSync(2, `The embedded database broke, and this process ends: ${String(error)}\n`);
      process.exit(1);
    }
  };
}

const ofOne = () => ({ open: 1, idle: 0, waiting: 0 });

/**
 * Opens and migrates the database in `folder`, or in RAM without one; throws a `LockError` or a
 * `DatabaseError`.
 */
export async function openEmbedded(
  folder: string | null,
  migrations: string | null,
  snapshot?: Blob,
): Promise<Database> {
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
    endWithDatabase(client);
    const idle = takeTurns(client);
    let closing: Promise<void> | undefined;
    const close = () =>
      (closing ??= idle()
        .then(() => client.close())
        .finally(() => unlock?.()));
    const db = drizzle(client, databaseSettings);
    const apply = (migrationsFolder: string) => migrate(db, { migrationsFolder });
    try {
      if (migrations !== null) await apply(migrations);
    } catch (error) {
      await close();
      throw error;
    }
    return { db, kind: 'pglite', load: ofOne, migrate: apply, close };
  } catch (error) {
    unlock?.();
    if (folder === null || error instanceof LockError) throw error;
    throw new DatabaseError(`DATA_DIR: cannot use the database in ${folder}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}
