/** The stored pictures of ads. A picture is deleted with its ad, by the database itself. */
import { randomUUID } from 'node:crypto';
import { and, eq, gte, sql } from 'drizzle-orm';
import { AD_IMAGE_MAX_SIDE, AD_IMAGE_SMALL_SIDE } from '../../../src/contract/limits.ts';
import type { Db } from '../../db/db.ts';
import { pictures } from '../../db/schema/listings.ts';
import type { Sizes } from './decoding.ts';

/** A name that nobody can guess and no other picture has. */
export const newPictureName = () => `${randomUUID()}.webp`;

/**
 * Stores the picture of the ad whose `image` is `name`; the ad must be stored already. A picture that is small
 * itself, as those of the demo, has no small size.
 */
export async function storePicture(
  db: Db,
  name: string,
  { large, small }: Pick<Sizes, 'large'> & Partial<Sizes>,
): Promise<void> {
  const rows = [
    { name, size: AD_IMAGE_MAX_SIDE, webp: large },
    ...(small ? [{ name, size: AD_IMAGE_SMALL_SIDE, webp: small }] : []),
  ];
  await db.insert(pictures).values(rows).onConflictDoNothing();
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64');

/**
 * The bytes of a picture in one size, or null when it is not stored. One that was stored without its
 * small size comes large.
 */
export async function readPicture(db: Db, name: string, size: number): Promise<Buffer | null> {
  const [row] = await db
    // The embedded driver takes ten times as long to read bytes as such, while nothing else runs.
    .select({ webp: sql`encode(${pictures.webp}, 'base64')`.mapWith(fromBase64) })
    .from(pictures)
    .where(and(eq(pictures.name, name), gte(pictures.size, size)))
    .orderBy(pictures.size)
    .limit(1);
  return row?.webp ?? null;
}
