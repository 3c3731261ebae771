/** Earlier versions stored pictures as files in DATA_DIR: a start moves them into the database. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Context } from '../../calls/context.ts';
import { ads } from '../../db/schema.ts';
import { storePicture } from './stored.ts';

/**
 * Moves each file whose picture an ad has. A file is deleted only after its picture is stored, so a start
 * that is killed half way is completed by the next one. Files of no ad stay: DATABASE_URL may
 * have been set to another database by mistake.
 */
export async function moveFiles({
  config,
  db,
  log,
}: Pick<Context, 'config' | 'db' | 'log'>): Promise<void> {
  const media = path.join(config.dataDir, 'media');
  const folder = path.join(media, 'ads');
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    // One after the other: one picture is in memory at a time.
    const [ad] = await db.select({ id: ads.id }).from(ads).where(eq(ads.image, name));
    if (!ad) continue;
    await storePicture(db, name, { large: await readFile(file) });
    await rm(file);
  }
  const left = await readdir(folder);
  if (left.length > 0) {
    log.warn({ folder, files: left.length }, 'files that no ad has: delete the folder if you can');
    return;
  }
  await rmdir(folder);
  // Only files that the server made are deleted.
  await rmdir(media).catch(() => undefined);
}
