/**
 * `npm run rehearse`: restores a backup into a database that is thrown away. Its options of Node halve the memory:
 * the embedded database is not compiled a second time for speed, while a server runs beside.
 */
import { rehearseFile, rehearseNewest } from './backupFiles.ts';
import { runCommand } from './command.ts';
import { readBackupArgs, readIdentity } from './readBackupArgs.ts';

const USAGE =
  'Usage: npm run rehearse -- [file of a backup] [--identity <file of its secret key, or - to type it>]';

await runCommand((args) => {
  const { file, identity } = readBackupArgs(USAGE, args);
  return async (config) => {
    const keys = await readIdentity(identity);
    return file === undefined ? rehearseNewest(config, keys) : rehearseFile(config, file, keys);
  };
});
