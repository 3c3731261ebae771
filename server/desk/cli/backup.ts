/** `npm run backup`: everything of the database into one file, while the server runs. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeBackup } from './backupFiles.ts';
import { runCommand, UsageError } from './command.ts';

const USAGE = 'Usage: npm run backup -- [--to folder] [--keep number of backups]';

function read(args: string[]): { to: string | undefined; keep: number | null } {
  try {
    const options = { to: { type: 'string' }, keep: { type: 'string' } } as const;
    const { to, keep } = parseArgs({ args, options }).values;
    if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)) throw new UsageError(USAGE);
    return { to, keep: keep === undefined ? null : Number(keep) };
  } catch (error) {
    throw new UsageError(USAGE, { cause: error });
  }
}

await runCommand((args) => {
  const { to, keep } = read(args);
  return (config) =>
    makeBackup(config, {
      folder: path.resolve(to ?? path.join(config.dataDir, 'backups')),
      keep,
      now: new Date(),
    });
});
