/** The files of backups in a folder: their names, the check after writing, the copy, the rotation, the rehearsal. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { HOUR_MS } from '../../../src/contract/time.ts';
import type { Config } from '../../config.ts';
import { reasonOf } from '../../db/faults.ts';
import { makeFolder } from '../../process/folders.ts';
import { localTime } from '../../process/nairobi.ts';
import { runProgram } from '../../process/child.ts';
import { operate } from '../operate.ts';
import { keyOfFile } from '../backup/encryptBackup.ts';
import { readBackup } from '../backup/readBackup.ts';
import { rehearse } from '../backup/restoreBackup.ts';
import { OperatorError } from '../operatorError.ts';
import { stampOf } from './command.ts';

/** A large town's backup over a slow network. */
const COPY_MS = HOUR_MS;
const NAME = /^fundi-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz(\.age)?$/;

interface BackupOptions {
  /** How many backups the folder has at most; older ones are deleted. */
  keep: number;
  now: Date;
}

/** "12 accounts, 3 jobs", without the tables that are empty. */
export const countsText = (rows: Record<string, number>) =>
  Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${count} ${table}`)
    .join(', ');

/**
 * Writes down that it was done, for who watches over it. That this is not possible, for instance because the database is
 * down, fails nothing: then the watch reports the database.
 */
const mark = (config: Config, name: 'backup' | 'rehearsal') =>
  operate(config, 'mark', { name }).catch(() => undefined);

/** Makes a backup, reads it back, copies it, and only then deletes the oldest ones. Returns what to print. */
export async function makeBackup(config: Config, { keep, now }: BackupOptions): Promise<string[]> {
  const { folder, recipients } = config.backup;
  makeFolder(folder);
  const isSecret = recipients.length > 0;
  const file = path.join(folder, `fundi-${stampOf(now)}.jsonl.gz${isSecret ? '.age' : ''}`);
  const part = `${file}.part`;
  try {
    const { fileKey } = await operate(config, 'backup', { file: part, recipients });
    const keys = isSecret ? [keyOfFile(fileKey ?? '')] : [];
    const { foot } = await readBackup(part, keys, () => undefined);
    renameSync(part, file);
    const lines = [
      `${file} holds ${countsText(foot.rows)}. It was ${isSecret ? 'encrypted, ' : ''}read back and is whole.`,
      ...(await copy(config, file)),
      ...rotate(folder, keep),
    ];
    await mark(config, 'backup');
    return lines;
  } finally {
    rmSync(part, { force: true });
  }
}

async function copy({ backup: { command } }: Config, file: string): Promise<string[]> {
  if (command === null) return [];
  try {
    await runProgram([...command, file], { input: '', patienceMs: COPY_MS });
  } catch (error) {
    const why = reasonOf(error);
    const text = `${file} is whole, but BACKUP_COMMAND did not copy it: ${why}`;
    throw new OperatorError(text, { cause: error });
  }
  return ['BACKUP_COMMAND has copied it.'];
}

/** The backups of a folder, the oldest first: the time is in their names. */
const backupsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted();

function rotate(folder: string, keep: number): string[] {
  const old = backupsIn(folder).slice(0, -keep);
  for (const name of old) rmSync(path.join(folder, name));
  return old.map((name) => `${name} was deleted, as ${keep} newer ones are there.`);
}

/** Rehearses a restore of this file. Returns what to print. */
export async function rehearseFile(config: Config, file: string, keys: string[]) {
  const { rows, made } = await rehearse(config, file, keys);
  return [
    `${file} (made ${localTime(made)} in Nairobi) was restored, brought to this version, counted and thrown away: ${countsText(rows)}.`,
  ];
}

/** Rehearses a restore of the newest backup, which `keys` open, and writes down that it was done. Returns what to print. */
export async function rehearseNewest(config: Config, keys: string[]): Promise<string[]> {
  const { folder } = config.backup;
  const name = existsSync(folder) ? backupsIn(folder).at(-1) : undefined;
  if (name === undefined) throw new OperatorError(`There is no backup in ${folder}.`);
  const lines = await rehearseFile(config, path.join(folder, name), keys);
  await mark(config, 'rehearsal');
  return lines;
}
