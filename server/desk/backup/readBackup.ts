/**
 * The form of a backup: lines of JSON, compressed. The first says what it is, each other one is a row of a table, and the
 * last has the number of rows and the sequences. A change of the file shows in the checksum of gzip, and of age.
 */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import { reasonOf } from '../../db/faults.ts';
import { requireFile } from '../../process/fileErrors.ts';
import { OperatorError } from '../operatorError.ts';
import { decrypt } from './encryptBackup.ts';
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
});
export type BackupHead = z.output<typeof head>;
export type BackupFoot = z.output<typeof foot>;

/** A line as what it should be; undefined for what it is not. */
function readAs<T>(schema: z.ZodType<T>, line = ''): T | undefined {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

const broken = (file: string, why: string, cause?: unknown) =>
  new OperatorError(`The backup ${file} is broken: ${why}.`, { cause });

/** The keys must fit the file: an operator who gives a key expects an encrypted file, and gets no plain one. */
function requireKeys(file: string, keys: BackupKey[]): void {
  requireFile(file);
  const isEncrypted = /\.age(\.part)?$/.test(file);
  if (isEncrypted === keys.length > 0) return;
  throw new OperatorError(
    isEncrypted
      ? `${file} is encrypted: add --identity and the file with its secret key.`
      : `${file} is no encrypted backup, whose name ends in .age. A plain one needs no --identity.`,
  );
}

async function* linesOf(file: string, keys: BackupKey[]): AsyncGenerator<string> {
  requireKeys(file, keys);
  const gunzip = createGunzip().setEncoding('utf8');
  const unlock = (source: AsyncIterable<Uint8Array>) =>
    keys.length === 0 ? source : decrypt(source, keys, file);
  const reading = pipeline(createReadStream(file), unlock, gunzip);
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
    const why = reasonOf(error);
    const hint = why.includes('header') ? ' (or it is encrypted: then its name ends in .age)' : '';
    throw broken(file, why + hint, error);
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
  const rows: Record<string, number> = {};
  let first: BackupHead | undefined;
  let held: string | undefined;
  for await (const line of linesOf(file, keys)) {
    // The last line is known only when no other follows.
    if (held !== undefined) {
      if (first) {
        const colon = held.indexOf(':');
        const table = held.slice(2, colon - 1);
        rows[table] = (rows[table] ?? 0) + 1;
        // The row is not parsed, so that no number is rounded.
        await onRow(table, held.slice(colon + 1, -1));
      } else {
        first = readAs(head, held);
        if (!first) throw new OperatorError(`${file} is no backup of Fundi Mtaani.`);
      }
    }
    held = line;
  }
  const last = readAs(foot, held);
  if (!first || !last) throw broken(file, 'its end is missing');
  for (const [table, count] of Object.entries(last.rows)) {
    if ((rows[table] ?? 0) !== count) throw broken(file, `it has not all rows of ${table}`);
  }
  return { head: first, foot: last };
}
