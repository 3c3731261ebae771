/** A new, empty embedded database, made once and then loaded: making one takes seconds. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, openAsBlob } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.mjs';
import { JOURNAL, migrationsFolder } from '../../server/db/migrations.ts';

const cache = path.join(root, 'node_modules', '.cache');
const PREFIX = 'pglite-empty-';

/** Another version of the database or other migrations have another name. */
async function fileName(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(path.join(root, 'package-lock.json')));
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
  // The journal too: a migration that is made again with the same text counts as another one.
  for (const name of [...names, JOURNAL]) {
    hash.update(await readFile(path.join(migrationsFolder, name)));
  }
  return `${PREFIX}${hash.digest('hex').slice(0, 16)}.tar`;
}

async function make(file: string): Promise<void> {
  // Only the process that makes it waits for these to be loaded.
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const client = await PGlite.create();
  await migrate(drizzle(client), { migrationsFolder });
  const dump = await client.dumpDataDir('none');
  await client.close();
  await mkdir(cache, { recursive: true });
  for (const old of await readdir(cache)) {
    const isOther = old.endsWith('.tar') && old !== path.basename(file);
    if (old.startsWith(PREFIX) && isOther) await rm(path.join(cache, old));
  }
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, new Uint8Array(await dump.arrayBuffer()));
  // Another process may have been first, and its file is being read.
  await (existsSync(file) ? rm(fresh) : rename(fresh, file));
}

/** The file of the dump. The migrations are applied in it: they take as long as the loading. */
async function snapshotFile(): Promise<string> {
  const file = path.join(cache, await fileName());
  if (!existsSync(file)) await make(file);
  return file;
}

/** The database as a dump. */
export const emptySnapshot = async (): Promise<Blob> => await openAsBlob(await snapshotFile());

/** Puts the database into the data folder of a server that has not been started yet. */
export async function placeEmptyDatabase(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'pglite');
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('tar', ['-xf', await snapshotFile(), '-C', folder]);
}
