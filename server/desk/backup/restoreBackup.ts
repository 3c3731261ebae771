/** Fills an empty database with a backup; or one that is thrown away, to know that it can be done. */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { openDatabase } from '../../db/open.ts';
import type { Db } from '../../db/db.ts';
import { JOURNAL, migrationsFolder, readJournal } from '../../db/migrations.ts';
import { OperatorError } from '../operatorError.ts';
import { lastMigration, sequencesOf } from './listTables.ts';
import type { BackupKey } from './encryptBackup.ts';
import { readBackup } from './readBackup.ts';
import type { BackupFoot } from './readBackup.ts';
import { inThrowAway } from '../../db/throwAway.ts';

const BATCH_BYTES = 4 * 1024 * 1024;
/** Tables from which no migration may take rows away. */
const LASTING = ['accounts', 'payments', 'pictures'];

/** The migrations until the one that was made at `migration`, in a new folder, which the caller removes. */
export function migrationsUntil(migration: number): string {
  const all = readJournal();
  if (!all.entries.some(({ when }) => when === migration)) {
    throw new OperatorError('This backup is of a newer version: restore it with that one.');
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'fundi-migrations-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const entries = all.entries.filter(({ when }) => when <= migration);
  writeFileSync(path.join(folder, JOURNAL), JSON.stringify({ ...all, entries }));
  return folder;
}

/** Counts what is stored. Throws an `OperatorError` where something is missing. */
export async function requireRows(db: Db, rows: BackupFoot['rows']): Promise<void> {
  for (const table of LASTING) {
    const count = rows[table] ?? 0;
    const stored = await db.$count(sql`${sql.identifier(table)}`);
    if (stored !== count) {
      throw new OperatorError(`Of ${count} ${table} in the backup ${stored} are stored.`);
    }
  }
}

async function fill(tx: Db, file: string, keys: BackupKey[]): Promise<BackupFoot> {
  let [table, rows, bytes] = ['', [] as string[], 0];
  const insert = async () => {
    const into = sql.identifier(table);
    if (rows.length > 0)
      await tx.execute(
        sql`insert into ${into} overriding system value
            select * from json_populate_recordset(null::${into}, ${`[${rows.join(',')}]`}::json)`,
      );
    [rows, bytes] = [[], 0];
  };
  const { foot } = await readBackup(file, keys, async (name, row) => {
    if (name !== table || bytes >= BATCH_BYTES) await insert();
    table = name;
    rows.push(row);
    bytes += row.length;
  });
  await insert();
  for (const { column, sequence } of await sequencesOf(tx)) {
    const id = foot.sequences[column] ?? null;
    // The id of a deleted row is not used again: a payment for a deleted job still names it.
    if (id !== null) await tx.execute(sql`select setval(${sequence}::regclass, ${id})`);
  }
  return foot;
}

async function requireEmpty({ databaseUrl, dataDir }: Config): Promise<void> {
  const folder = path.join(dataDir, 'pglite');
  if (databaseUrl === null && existsSync(folder)) {
    throw new OperatorError(
      `There is a database in ${dataDir} already. Stop the server and move ${folder} away first.`,
    );
  }
  if (databaseUrl === null) return;
  const database = await openDatabase({ databaseUrl, migrations: null });
  try {
    if ((await lastMigration(database.db)) === null) return;
  } finally {
    await database.close();
  }
  throw new OperatorError('This database is in use already. Restore into a new, empty one.');
}

/**
 * Restores the backup, which `keys` open where it is encrypted, into the database of the settings, which must not exist
 * yet or be empty, and brings it to the newest version. Returns how many rows each table has, and when the backup was made
 * (ISO 8601). Throws an `OperatorError`; nothing is stored of what is not whole.
 */
export async function restoreBackup(config: Config, file: string, keys: BackupKey[] = []) {
  // Once without a database: a broken file changes nothing.
  const { head } = await readBackup(file, keys, () => undefined);
  await requireEmpty(config);
  const migrations = migrationsUntil(head.migration);
  let isDone = false;
  try {
    const database = await openDatabase({ ...config, migrations });
    try {
      const foot = await database.db.transaction((tx: Db) => fill(tx, file, keys));
      isDone = true;
      await database.migrate(migrationsFolder);
      await requireRows(database.db, foot.rows);
      return { rows: foot.rows, made: head.made };
    } finally {
      await database.close();
    }
  } finally {
    rmSync(migrations, { recursive: true, force: true });
    const isOurs = !isDone && config.databaseUrl === null;
    if (isOurs) rmSync(path.join(config.dataDir, 'pglite'), { recursive: true, force: true });
  }
}

/** Restores the backup, which `keys` open, and throws it away. Throws an `OperatorError` when it cannot be done. */
export const rehearse = (config: Config, file: string, keys: BackupKey[]) =>
  inThrowAway(config.dataDir, (folder) => {
    const dataDir = path.join(folder, 'data');
    return restoreBackup({ ...config, databaseUrl: null, dataDir }, file, keys);
  });
