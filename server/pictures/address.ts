/** The addresses of ad pictures, and who may see them: everybody, once the ad is paid for. */
import path from 'node:path';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { ads } from '../schema.ts';
import { isSigned, sign } from '../signing.ts';
import { MEDIA_PREFIX } from './store.ts';

const USE = 'picture';
/** A signed address is the same for so long, so that a browser fetches its picture once. */
const SAME_MS = 12 * 60 * 60 * 1000;

type Shown = Pick<typeof ads.$inferSelect, 'image' | 'expiresAt'>;

const signedText = (name: string, until: string) => `${name} ${until}`;

/**
 * The absolute address of an ad's picture. While the ad is not running it is signed and ends after
 * 12 to 24 hours: an `<img>` sends no token, and an unpaid ad is no place to host pictures.
 */
export function pictureUrl(
  { image, expiresAt }: Shown,
  { config, secret, now }: Pick<Context, 'config' | 'secret' | 'now'>,
): string | null {
  if (image === null) return null;
  const address = config.publicUrl + MEDIA_PREFIX + image;
  const at = now();
  if (expiresAt !== null && expiresAt > at) return address;
  const until = String((Math.floor(at.getTime() / SAME_MS) + 2) * SAME_MS);
  const signature = sign(secret, USE, signedText(image, until));
  return `${address}?${new URLSearchParams({ until, signature }).toString()}`;
}

/** Whether the address carries a signature, which belongs to one person. */
export const isPrivate = ({ url }: FastifyRequest) => url.includes('signature=');

/** Whether the picture that is asked for belongs to a running ad, or the address is signed. */
export async function maySee(
  { db, secret, now }: Pick<Context, 'db' | 'secret' | 'now'>,
  { url }: FastifyRequest,
): Promise<boolean> {
  const { pathname, searchParams } = new URL(url, 'http://any');
  const name = path.posix.basename(pathname);
  const [until, signature] = [searchParams.get('until'), searchParams.get('signature')];
  if (until !== null && signature !== null) {
    const isOurs = isSigned(secret, USE, signedText(name, until), signature);
    return isOurs && Number(until) > now().getTime();
  }
  const isRunning = and(eq(ads.image, name), gt(ads.expiresAt, now()));
  const [ad] = await db.select({ id: ads.id }).from(ads).where(isRunning).limit(1);
  return ad !== undefined;
}
