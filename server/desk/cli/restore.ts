/** `npm run restore`: fills an empty database with a backup. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { countsText } from './backupFiles.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { runCommand, UsageError } from './command.ts';
import { readIdentity } from './readSecretKeys.ts';

const USAGE =
  'Usage: npm run restore -- <file of a backup> [--identity <file of its secret key, or - to type it>]';

function read(args: string[]): { file: string; identity: string | undefined } {
  try {
    const options = { identity: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) throw new UsageError(USAGE);
    return { file: path.resolve(file), identity: values.identity };
  } catch (error) {
    throw new UsageError(USAGE, { cause: error });
  }
}

await runCommand((args) => {
  const { file, identity } = read(args);
  return async (config) => {
    const { rows } = await restoreBackup(config, file, await readIdentity(identity));
    return [`Restored: ${countsText(rows)}. Start the server.`];
  };
});
