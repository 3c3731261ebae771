/** A new, empty embedded database, made once and then loaded: making one takes seconds. */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { root } from '../../scripts/root.mjs';

const cache = path.join(root, 'node_modules', '.cache');
const PREFIX = 'pglite-empty-';

async function fileName(): Promise<string> {
  const lock = await readFile(path.join(root, 'package-lock.json'));
  return `${PREFIX}${createHash('sha256').update(lock).digest('hex').slice(0, 16)}.tar`;
}

/** The database as a dump; without tables, they come with the migrations. */
export async function emptySnapshot(): Promise<Blob> {
  const name = await fileName();
  const file = path.join(cache, name);
  try {
    return await openAsBlob(file);
  } catch {
    const client = await PGlite.create();
    const dump = await client.dumpDataDir('none');
    await client.close();
    await mkdir(cache, { recursive: true });
    for (const old of await readdir(cache)) {
      if (old.startsWith(PREFIX) && old.endsWith('.tar')) await rm(path.join(cache, old));
    }
    const fresh = `${file}.${process.pid}`;
    await writeFile(fresh, new Uint8Array(await dump.arrayBuffer()));
    await rename(fresh, file);
    return dump;
  }
}
