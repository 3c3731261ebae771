/** `npm run restore`: fills an empty database with a backup. */
import { countsText } from './backupFiles.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { UsageError } from './command.ts';
import { runWithBackup } from './runWithBackup.ts';

const USAGE =
  'Usage: npm run restore -- <file of a backup> [--identity <file of its secret key, or - to type it>]';

await runWithBackup(USAGE, async (config, keys, file) => {
  if (file === undefined) throw new UsageError(USAGE);
  const { rows } = await restoreBackup(config, file, keys);
  return [`Restored: ${countsText(rows)}. Start the server.`];
});
