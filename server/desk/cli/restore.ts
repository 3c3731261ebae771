/** `npm run restore`: fills an empty database with a backup. */
import path from 'node:path';
import { countsText } from './backupFiles.ts';
import { restoreBackup } from '../backup/restore.ts';
import { runCommand, UsageError } from './command.ts';

await runCommand(([file, ...rest]) => {
  if (file === undefined || rest.length > 0 || file.startsWith('-')) {
    throw new UsageError('Usage: npm run restore -- <file of a backup>');
  }
  return async (config) => {
    const rows = await restoreBackup(config, path.resolve(file));
    return [`Restored: ${countsText(rows)}. Start the server.`];
  };
});
