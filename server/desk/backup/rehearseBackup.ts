/** Restores a backup into a database that is thrown away, to know that it can be done. */
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { readJournal } from '../../db/migrations.ts';
import { inThrowAway } from '../../db/throwAway.ts';
import type { Db } from '../../db/db.ts';
import { OperatorError } from '../operatorError.ts';
import { lastMigration, rowsOf } from './listTables.ts';
import type { BackupKey } from './encryptBackup.ts';
import { restoreBackup } from './restoreBackup.ts';
import type { RestoreResult } from './restoreBackup.ts';

/** What no migration may take away. */
const COUNTED = ['accounts', 'payments', 'pictures'];

/** Counts again after the migrations. Throws an `OperatorError` where something is missing. */
export async function prove(db: Db, { rows }: RestoreResult): Promise<void> {
  if ((await lastMigration(db)) !== readJournal().entries.at(-1)?.when) {
    throw new OperatorError('Not all migrations were applied to what was restored.');
  }
  for (const table of COUNTED.filter((name) => rows[name] !== undefined)) {
    const [row] = await rowsOf<{ stored: number }>(
      db,
      sql`select count(*)::int as stored from ${sql.identifier(table)}`,
    );
    if (row?.stored !== rows[table]) {
      throw new OperatorError(`Of ${rows[table]} ${table} the migrations left ${row?.stored}.`);
    }
  }
}

/** Restores the backup, which `keys` open, and throws it away. Throws an `OperatorError` when it cannot be done. */
export const rehearse = (config: Config, file: string, keys: BackupKey[]): Promise<RestoreResult> =>
  inThrowAway(config.dataDir, (folder) => {
    const dataDir = path.join(folder, 'data');
    return restoreBackup({ ...config, databaseUrl: null, dataDir }, file, keys, prove);
  });
