/** The addresses of ad pictures in both sizes, and who may see them: everybody, once the ad is paid for. */
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { AD_IMAGE_SMALL_SIDE } from '../../../src/contract/limits.ts';
import type { Ad } from '../../../src/contract/schemas.ts';
import { isRunning } from '../running.ts';
import type { Context } from '../../calls/context.ts';
import { accounts } from '../../db/schema/people.ts';
import { ads } from '../../db/schema/listings.ts';
import { isSigned, sign } from '../../calls/signing.ts';

/** Path below which the pictures are served. */
export const MEDIA_PREFIX = '/media/ads/';
/** The same for the small ones. Their size is in it, so that another one would have other addresses. */
export const SMALL_PREFIX = `${MEDIA_PREFIX}${AD_IMAGE_SMALL_SIDE}/`;

const USE = 'picture';
/** A signed address stays the same for this long, so that a browser fetches the picture once. */
const SAME_MS = 12 * 60 * 60 * 1000;

type Shown = Pick<typeof ads.$inferSelect, 'image' | 'expiresAt' | 'takenDown'>;

const signedText = (name: string, until: string) => `${name} ${until}`;

function signedQuery(image: string, at: Date, secret: Context['secret']): string {
  const until = String((Math.floor(at.getTime() / SAME_MS) + 2) * SAME_MS);
  const signature = sign(secret, USE, signedText(image, until));
  return new URLSearchParams({ until, signature }).toString();
}

/**
 * The absolute addresses of an ad's picture. While the ad is not running they are signed and end after
 * 12 to 24 hours: an `<img>` sends no token, and an unpaid ad is no place to host pictures.
 */
export function pictureUrls(
  ad: Shown,
  { config, secret, now }: Pick<Context, 'config' | 'secret' | 'now'>,
): Pick<Ad, 'image_url' | 'image_small'> {
  const { image } = ad;
  if (image === null) return { image_url: null };
  const at = now();
  const query = isRunning(ad, at) ? '' : `?${signedQuery(image, at, secret)}`;
  const below = (prefix: string) => config.publicUrl + prefix + image + query;
  return { image_url: below(MEDIA_PREFIX), image_small: below(SMALL_PREFIX) };
}

/** Whether the address carries a signature, which belongs to one person. */
export const isPrivate = ({ url }: FastifyRequest) => url.includes('signature=');

/** The form of `newPictureName`: other names may have characters that the database refuses. */
const NAME = /^[\w-]+\.webp$/;

/**
 * Whether the picture called `name` is that of an ad that runs, or its address is signed; never while its
 * owner is blocked. The database is asked in any case: a picture that another server has deleted is gone
 * here too.
 */
export async function maySee(
  { db, secret, now }: Pick<Context, 'db' | 'secret' | 'now'>,
  { url }: FastifyRequest,
  name: string,
): Promise<boolean> {
  if (!NAME.test(name)) return false;
  const [ad] = await db
    .select({ expiresAt: ads.expiresAt, takenDown: ads.takenDown, blockedAt: accounts.blockedAt })
    .from(ads)
    .innerJoin(accounts, eq(accounts.id, ads.clientId))
    .where(eq(ads.image, name));
  if (!ad || ad.blockedAt !== null) return false;
  const { searchParams } = new URL(url, 'http://any');
  const [until, signature] = [searchParams.get('until'), searchParams.get('signature')];
  if (until !== null && signature !== null) {
    const isOurs = isSigned(secret, USE, signedText(name, until), signature);
    return isOurs && Number(until) > now().getTime();
  }
  return isRunning(ad, now());
}
