/** Opens the database, embedded (PGlite) or PostgreSQL, with its migrations applied. */
import path from 'node:path';
import type { Database } from './db.ts';
import { openEmbedded } from './embedded.ts';
import { DatabaseError, reasonOf } from './faults.ts';
import { openPostgres } from './postgres.ts';
import { migrationsFolder } from './migrations.ts';
import { DiskError, requireRoom } from '../process/disk.ts';
import { makePrivate } from '../process/folders.ts';

interface DatabaseOptions {
  /** A PostgreSQL address; without one the database is embedded. */
  databaseUrl?: string | null;
  /** Folder of the embedded database; without one it lives in RAM. */
  dataDir?: string;
  /** With less room on the disk of `dataDir` nothing is opened. */
  leastFreeBytes?: number;
  /** The folder of the migrations to apply, by default all; null applies none. */
  migrations?: string | null;
  /** A dump to start from in RAM: a tenth of the time of a new database, for tests. */
  snapshot?: Blob;
}

/** Makes the folder private and looks for room; throws a `DatabaseError` when it cannot be used. */
async function prepareFolder(dataDir: string, leastFreeBytes: number): Promise<void> {
  try {
    makePrivate(dataDir);
    await requireRoom(dataDir, leastFreeBytes);
  } catch (error) {
    const line = reasonOf(error);
    const text = error instanceof DiskError ? line : `DATA_DIR: cannot use ${dataDir}: ${line}`;
    throw new DatabaseError(text, { cause: error });
  }
}

/** Opens and migrates the database; throws `LockError` or `DatabaseError` with one line. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, leastFreeBytes = 0, snapshot } = options;
  const { migrations = migrationsFolder } = options;
  if (dataDir !== undefined) await prepareFolder(dataDir, leastFreeBytes);
  if (databaseUrl) return await openPostgres(databaseUrl, migrations);
  const folder = dataDir === undefined ? null : path.join(dataDir, 'pglite');
  return await openEmbedded(folder, migrations, snapshot);
}
