/** Writes the answer of an operation into a new file, which the server's user alone can open. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../process/folders.ts';
import { UsageError } from './command.ts';

/** Below DATA_DIR the folder of all copies. */
const COPIES = 'exports';

/** Where the copy about `id` goes: below DATA_DIR, for instance `exports/7-2026-11-23T081540Z.json`. */
export const copyFile = (dataDir: string, id: number, now: Date) =>
  path.join(
    dataDir,
    COPIES,
    `${id}-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.json`,
  );

/** `file` as an absolute path, which must be new. Throws a `UsageError`. */
export function newFile(file: string): string {
  const absolute = path.resolve(file);
  if (existsSync(absolute)) throw new UsageError(`${absolute} is there already: name a new file.`);
  return absolute;
}

export function writeAnswer(file: string, text: string): string[] {
  makeFolder(path.dirname(file));
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  return [`${file} has all that is stored.`, 'Give it to the person alone, then delete the file.'];
}
