/** `npm run backup`: everything of the database into one file, while the server runs. */
import { newKeys } from '../backup/encryptBackup.ts';
import { makeBackup } from './backupFiles.ts';
import { readArgs, runCommand, UsageError } from './command.ts';

const USAGE = 'Usage: npm run backup -- [--keep number of backups], or --new-key alone';

/** Makes a pair of keys; neither is stored. */
async function showKeys(): Promise<string[]> {
  const { secret, recipient } = await newKeys();
  return [
    'The secret key, shown this once. It opens the backups: print it, and store it on no server.',
    secret,
    'The public key, for .env of the servers:',
    `BACKUP_RECIPIENTS=${recipient}`,
  ];
}

await runCommand((args) => {
  const options = { keep: { type: 'string' }, 'new-key': { type: 'boolean' } } as const;
  const { keep, 'new-key': isNewKey } = readArgs(USAGE, { args, options }).values;
  if (isNewKey && args.length === 1) return showKeys;
  if (isNewKey || (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))) {
    throw new UsageError(USAGE);
  }
  return (config) => makeBackup(config, { keep: Number(keep ?? Infinity), now: new Date() });
});
