/** A command that opens a backup: the file that it names, and the secret keys of an encrypted one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config.ts';
import { requireFile } from '../../process/fileErrors.ts';
import { OperatorError } from '../operatorError.ts';
import { ask } from './atTerminal.ts';
import { readArgs, runCommand, UsageError } from './command.ts';

async function read(place: string): Promise<string> {
  if (place === '-') {
    return process.stdin.isTTY ? await ask('Secret key: ', true) : await text(process.stdin);
  }
  requireFile(path.resolve(place));
  return readFileSync(place, 'utf8');
}

/** The secret keys in the file `place`, which `age-keygen` may have made; `-` is what is typed or piped in. */
export async function readIdentity(place: string): Promise<string[]> {
  const keys = (await read(place)).match(/^\s*AGE-SECRET-KEY-1.*$/gm);
  if (keys) return keys.map((key) => key.trim());
  const name = place === '-' ? 'The input' : place;
  throw new OperatorError(`${name} has no secret key: a line that begins with AGE-SECRET-KEY-1.`);
}

/** Runs `work` with the absolute file, if one is named, and the keys of `--identity`. */
export const runWithBackup = (
  usage: string,
  work: (config: Config, keys: string[], file: string | undefined) => Promise<string[]>,
): Promise<void> =>
  runCommand((args) => {
    const options = { identity: { type: 'string' } } as const;
    const { positionals, values } = readArgs(usage, { args, options, allowPositionals: true });
    const [file, ...rest] = positionals;
    if (rest.length > 0) throw new UsageError(usage);
    const { identity } = values;
    return async (config) => {
      const keys = identity === undefined ? [] : await readIdentity(identity);
      return await work(config, keys, file && path.resolve(file));
    };
  });
