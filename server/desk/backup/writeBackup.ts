/** Writes everything that the database holds at one moment into a file, while it is in use. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { reasonOf } from '../../db/faults.ts';
import { OperatorError } from '../operatorError.ts';
import { lastMigration, rowsOf, sequencesOf, tablesOf } from './listTables.ts';
import type { Table } from './listTables.ts';
import { encrypt } from './encryptBackup.ts';
import { rowLine } from './readBackup.ts';
import type { BackupFoot, BackupHead } from './readBackup.ts';

const ROWS_AT_ONCE = 1000;
/** A row with a picture has up to one MB. */
const PICTURES_AT_ONCE = 10;

type Write = (line: string) => Promise<void>;

async function writeTable(tx: Db, { name, hasBytes }: Table, write: Write): Promise<number> {
  const table = sql.identifier(name);
  const most = sql.raw(String(hasBytes ? PICTURES_AT_ONCE : ROWS_AT_ONCE));
  let count = 0;
  await tx.execute(
    sql`declare rows_of_table no scroll cursor for select row_to_json(t)::text as "row" from ${table} t`,
  );
  for (;;) {
    const rows = await rowsOf<{ row: string }>(tx, sql`fetch ${most} from rows_of_table`);
    for (const { row } of rows) await write(rowLine(name, row));
    count += rows.length;
    if (rows.length === 0) break;
  }
  await tx.execute(sql`close rows_of_table`);
  return count;
}

async function writeAll(
  tx: Db,
  made: Date,
  write: Write,
  digest: () => string,
): Promise<BackupFoot> {
  const migration = await lastMigration(tx);
  if (migration === null) throw new OperatorError('There is nothing in this database yet.');
  const head: BackupHead = { backup: 'fundi-mtaani 1', made: made.toISOString(), migration };
  await write(JSON.stringify(head));
  const rows: BackupFoot['rows'] = {};
  for (const table of await tablesOf(tx)) {
    rows[table.name] = await writeTable(tx, table, write);
  }
  const ids = (await sequencesOf(tx)).map(({ column, lastId }) => [column, lastId] as const);
  return { rows, sequences: Object.fromEntries(ids), sha256: digest() };
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
  const gzip = createGzip();
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  let fileKey: string | null = null;
  const writing =
    recipients.length > 0
      ? pipeline(gzip, (source) => encrypt(source, recipients, (key) => (fileKey = key)), out)
      : pipeline(gzip, out);
  // A full disk ends the transaction too.
  const failed = writing.then(() => undefined as never);
  failed.catch(() => undefined);
  const hash = createHash('sha256');
  const put = async (line: string) => {
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), failed]);
  };
  const write = async (line: string) => {
    hash.update(`${line}\n`);
    await put(line);
  };
  try {
    const read = (tx: Db) => writeAll(tx, made, write, () => hash.digest('hex'));
    const foot = await db.transaction(read, {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    await put(JSON.stringify(foot));
    gzip.end();
    await writing;
    return fileKey;
  } catch (error) {
    gzip.destroy();
    await writing.catch(() => undefined);
    if (error instanceof OperatorError) throw error;
    const text = `The backup could not be written to ${file}: ${reasonOf(error)}`;
    throw new OperatorError(text, { cause: error });
  }
}
