/** Reads the command line that names a backup, and the secret keys that open an encrypted one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { requireFile } from '../../process/fileErrors.ts';
import { OperatorError } from '../operatorError.ts';
import { ask } from './atTerminal.ts';
import { readArgs, UsageError } from './command.ts';

const SECRET = /^AGE-SECRET-KEY-1/;

/** The absolute file, if one is named, and the `--identity` of a command line. Throws a `UsageError` with `usage`. */
export function readBackupArgs(usage: string, args: string[]) {
  const options = { identity: { type: 'string' } } as const;
  const { positionals, values } = readArgs(usage, { args, options, allowPositionals: true });
  const [file, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(usage);
  return { file: file && path.resolve(file), identity: values.identity };
}

async function read(place: string): Promise<string> {
  if (place !== '-') {
    const file = path.resolve(place);
    requireFile(file);
    return readFileSync(file, 'utf8');
  }
  return process.stdin.isTTY ? await ask('Secret key: ', true) : await text(process.stdin);
}

/**
 * The secret keys in the file `place`, which `age-keygen` may have made; `-` is what is typed or piped in.
 * Without a place none. Throws an `OperatorError` where there is no key.
 */
export async function readIdentity(place: string | undefined): Promise<string[]> {
  if (place === undefined) return [];
  const lines = (await read(place)).split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => SECRET.test(line));
  const name = place === '-' ? 'The input' : place;
  if (keys.length > 0) return keys;
  throw new OperatorError(`${name} has no secret key: a line that begins with AGE-SECRET-KEY-1.`);
}
