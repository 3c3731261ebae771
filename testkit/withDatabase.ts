import { loadConfig } from '../server/config.ts';
import type { Db } from '../server/db/db.ts';
import { openDatabase } from '../server/db/open.ts';
import type { TestServer } from './testServer.ts';

/** Opens the database of a server that does not run, and closes it when `work` is done. */
export async function withDatabase<T>(
  server: TestServer,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(loadConfig(server.env));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}
