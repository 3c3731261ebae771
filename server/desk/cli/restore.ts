/** `npm run restore`: fills an empty database with a backup. */
import { countsText } from './backupFiles.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { runCommand, UsageError } from './command.ts';
import { readBackupArgs, readIdentity } from './readBackupArgs.ts';

const USAGE =
  'Usage: npm run restore -- <file of a backup> [--identity <file of its secret key, or - to type it>]';

await runCommand((args) => {
  const { file, identity } = readBackupArgs(USAGE, args);
  if (file === undefined) throw new UsageError(USAGE);
  return async (config) => {
    const { rows } = await restoreBackup(config, file, await readIdentity(identity));
    return [`Restored: ${countsText(rows)}. Start the server.`];
  };
});
