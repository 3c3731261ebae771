/** Where ad pictures are stored. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { mediaFolder } from '../context.ts';

/** Path below which the pictures are served. */
export const MEDIA_PREFIX = '/media/ads/';

/** Stores a picture and returns its file name. */
export async function storeImage(config: Config, webp: Buffer): Promise<string> {
  const folder = mediaFolder(config);
  await mkdir(folder, { recursive: true });
  const name = `${randomUUID()}.webp`;
  await writeFile(path.join(folder, name), webp, { flag: 'wx' });
  return name;
}

/** Removes a stored picture; one that is gone already is no error. */
export async function removeImage(config: Config, name: string): Promise<void> {
  await rm(path.join(mediaFolder(config), path.basename(name)), { force: true });
}
