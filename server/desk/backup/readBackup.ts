/**
 * The form of a backup: lines of JSON, compressed. The first says what it is, each other one is a row
 * of a table, and the last has the number of rows, the sequences and a checksum of all before it.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import { reasonOf } from '../../db/faults.ts';
import { requireFile } from '../../process/fileErrors.ts';
import { OperatorError } from '../operatorError.ts';
import { decrypt, isEncrypted } from './encryptBackup.ts';
import type { BackupKey } from './encryptBackup.ts';

const head = z.object({
  backup: z.literal('fundi-mtaani 1'),
  made: z.string(),
  migration: z.number(),
});
const foot = z.object({
  rows: z.record(z.string(), z.number()),
  /** The last id that each identity column has generated; null for none. */
  sequences: z.record(z.string(), z.number().nullable()),
  sha256: z.string(),
});
export type BackupHead = z.output<typeof head>;
export type BackupFoot = z.output<typeof foot>;

/** A row of a table as a line; `row` is the database's own JSON. */
export const rowLine = (table: string, row: string) => `{"${table}":${row}}`;

/** The table and the row of a line. The row is not parsed, so that no number is rounded. */
function readRow(line: string): { table: string; row: string } {
  const colon = line.indexOf(':');
  return { table: line.slice(2, colon - 1), row: line.slice(colon + 1, -1) };
}

const broken = (file: string, why: string, cause?: unknown) =>
  new OperatorError(`The backup ${file} is broken: ${why}.`, { cause });

/** The keys must fit the file: an operator who gives a key expects an encrypted file, and gets no plain one. */
async function requireKeys(file: string, keys: BackupKey[]): Promise<void> {
  requireFile(file);
  if (await isEncrypted(file)) {
    if (keys.length > 0) return;
    throw new OperatorError(
      `${file} is encrypted: add --identity and the file with its secret key.`,
    );
  }
  if (keys.length > 0)
    throw new OperatorError(`${file} is no encrypted backup. A plain one needs no --identity.`);
}

async function* linesOf(file: string, keys: BackupKey[]): AsyncGenerator<string> {
  await requireKeys(file, keys);
  const gunzip = createGunzip().setEncoding('utf8');
  const reading =
    keys.length > 0
      ? pipeline(createReadStream(file), (source) => decrypt(source, keys, file), gunzip)
      : pipeline(createReadStream(file), gunzip);
  reading.catch(() => undefined);
  let begun = '';
  try {
    // Not with `readline`: it also ends a line at U+2028 and U+2029, which JSON has as they are.
    for await (const part of gunzip as AsyncIterable<string>) {
      const lines = (begun + part).split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
    }
    await reading;
    if (begun !== '') yield begun;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw broken(file, reasonOf(error), error);
  }
}

/**
 * Reads a backup to its end, row by row; returns its first and last line. `keys` open an encrypted one. Throws
 * an `OperatorError` when they do not, or a row, a byte or the end is missing; the caller must then undo what it did with the rows.
 */
export async function readBackup(
  file: string,
  keys: BackupKey[],
  onRow: (table: string, row: string) => Promise<void> | void,
): Promise<{ head: BackupHead; foot: BackupFoot }> {
  const hash = createHash('sha256');
  const rows: Record<string, number> = {};
  let first: BackupHead | undefined;
  let held: string | undefined;
  for await (const line of linesOf(file, keys)) {
    // The last line is known only when no other follows.
    if (held !== undefined) {
      hash.update(`${held}\n`);
      if (first) {
        const { table, row } = readRow(held);
        rows[table] = (rows[table] ?? 0) + 1;
        await onRow(table, row);
      } else first = readHead(file, held);
    }
    held = line;
  }
  const last = foot.safeParse(parsed(held));
  if (!first || !last.success) throw broken(file, 'its end is missing');
  if (last.data.sha256 !== hash.digest('hex')) throw broken(file, 'its checksum differs');
  for (const [table, count] of Object.entries(last.data.rows)) {
    if ((rows[table] ?? 0) !== count) throw broken(file, `it has not all rows of ${table}`);
  }
  return { head: first, foot: last.data };
}

function parsed(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return null;
  }
}

function readHead(file: string, line: string): BackupHead {
  const read = head.safeParse(parsed(line));
  if (!read.success) throw new OperatorError(`${file} is no backup of Fundi Mtaani.`);
  return read.data;
}
