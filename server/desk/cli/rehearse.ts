/**
 * `npm run rehearse`: restores a backup into a database that is thrown away. Its options of Node halve the memory:
 * the embedded database is not compiled a second time for speed, while a server runs beside.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rehearseFile, rehearseNewest } from './backupFiles.ts';
import { runCommand, UsageError } from './command.ts';
import { readIdentity } from './readSecretKeys.ts';

const USAGE =
  'Usage: npm run rehearse -- [file of a backup] [--identity <file of its secret key, or - to type it>]';

interface RehearseArguments {
  file: string | undefined;
  identity: string | undefined;
}

function read(args: string[]): RehearseArguments {
  try {
    const options = { identity: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...rest] = positionals;
    if (rest.length > 0) throw new UsageError(USAGE);
    return { file, identity: values.identity };
  } catch (error) {
    throw new UsageError(USAGE, { cause: error });
  }
}

await runCommand((args) => {
  const { file, identity } = read(args);
  return async (config) => {
    const keys = await readIdentity(identity);
    if (file !== undefined) return await rehearseFile(config, path.resolve(file), keys);
    return await rehearseNewest(config, keys);
  };
});
