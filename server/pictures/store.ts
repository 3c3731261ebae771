/** The stored pictures of ads. A picture is deleted with its ad, by the database itself. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { AD_IMAGE_MAX_SIDE } from '../../src/contract/limits.ts';
import type { Db } from '../db.ts';
import { pictures } from '../schema.ts';

/** A name that nobody can guess and no other picture has. */
export const newPictureName = () => `${randomUUID()}.webp`;

/** Stores the picture of the ad whose `image` is `name`; the ad must be stored already. */
export async function storePicture(db: Db, name: string, webp: Buffer): Promise<void> {
  await db.insert(pictures).values({ name, size: AD_IMAGE_MAX_SIDE, webp }).onConflictDoNothing();
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64');

/** The bytes of a picture, or null when it is not stored. */
export async function readPicture(db: Db, name: string): Promise<Buffer | null> {
  const [row] = await db
    // The embedded driver takes ten times as long to read bytes as such, while nothing else runs.
    .select({ webp: sql`encode(${pictures.webp}, 'base64')`.mapWith(fromBase64) })
    .from(pictures)
    .where(and(eq(pictures.name, name), eq(pictures.size, AD_IMAGE_MAX_SIDE)));
  return row?.webp ?? null;
}
