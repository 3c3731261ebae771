/** Writes everything that the database holds at one moment into a file, while it is in use. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { reasonOf } from '../../db/faults.ts';
import { OperatorError } from '../operatorError.ts';
import { lastMigration, rowsOf, sequencesOf, tablesOf } from './listTables.ts';
import { encrypt } from './encryptBackup.ts';
import type { BackupFoot, BackupHead } from './readBackup.ts';

async function* rowsIn(tx: Db, name: string): AsyncGenerator<string[]> {
  // A row with a picture has up to one MB.
  const most = sql.raw(name === 'pictures' ? '10' : '1000');
  await tx.execute(
    sql`declare rows_of_table no scroll cursor for select row_to_json(t)::text as "row" from ${sql.identifier(name)} t`,
  );
  for (;;) {
    const rows = await rowsOf<{ row: string }>(tx, sql`fetch ${most} from rows_of_table`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await tx.execute(sql`close rows_of_table`);
}

/** The lines of a backup, several at a time. */
async function* linesFrom(tx: Db, made: Date): AsyncGenerator<string> {
  const migration = await lastMigration(tx);
  if (migration === null) throw new OperatorError('There is nothing in this database yet.');
  const head: BackupHead = { backup: 'fundi-mtaani 1', made: made.toISOString(), migration };
  yield `${JSON.stringify(head)}\n`;
  const counts: BackupFoot['rows'] = {};
  for (const name of await tablesOf(tx)) {
    counts[name] = 0;
    for await (const rows of rowsIn(tx, name)) {
      counts[name] += rows.length;
      yield rows.map((row) => `{"${name}":${row}}\n`).join('');
    }
  }
  const ids = (await sequencesOf(tx)).map(({ column, lastId }) => [column, lastId] as const);
  const sequences: BackupFoot['sequences'] = Object.fromEntries(ids);
  const foot: BackupFoot = { rows: counts, sequences };
  yield `${JSON.stringify(foot)}\n`;
}

/**
 * Writes the backup into `file`, which must be new, encrypted where there are recipients. Returns the key of
 * this file (`keyOfFile`), or null. All is read in one transaction, so it is consistent. The embedded
 * database answers no calls meanwhile.
 */
export async function writeBackup(
  db: Db,
  file: string,
  made: Date,
  recipients: string[] = [],
): Promise<string | null> {
  let fileKey: string | null = null;
  const lock = (source: AsyncIterable<Uint8Array>) =>
    recipients.length === 0 ? source : encrypt(source, recipients, (key) => (fileKey = key));
  const write = (tx: Db) => {
    const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    return pipeline(linesFrom(tx, made), createGzip(), lock, out);
  };
  try {
    await db.transaction(write, { isolationLevel: 'repeatable read', accessMode: 'read only' });
    return fileKey;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const text = `The backup could not be written to ${file}: ${reasonOf(error)}`;
    throw new OperatorError(text, { cause: error });
  }
}
