/**
 * `npm run rehearse`: restores a backup into a database that is thrown away. Its options of Node halve the memory:
 * the embedded database is not compiled a second time for speed, while a server runs beside.
 */
import { rehearseFile, rehearseNewest } from './backupFiles.ts';
import { runWithBackup } from './runWithBackup.ts';

await runWithBackup(
  'Usage: npm run rehearse -- [file of a backup] [--identity <file of its secret key, or - to type it>]',
  (config, keys, file) =>
    file === undefined ? rehearseNewest(config, keys) : rehearseFile(config, file, keys),
);
