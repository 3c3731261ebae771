/** Serves the pictures of ads: cached for ever once the ad runs, as a name has one picture only. */
import type { FastifyInstance } from 'fastify';
import { AD_IMAGE_MAX_SIDE, AD_IMAGE_SMALL_SIDE } from '../../../src/contract/limits.ts';
import type { Context } from '../../calls/context.ts';
import { HttpError } from '../../calls/refusal.ts';
import { isKnown } from '../../calls/packed.ts';
import { isPrivate, maySee, MEDIA_PREFIX, SMALL_PREFIX } from './address.ts';
import { holdPictures } from './holdPictures.ts';
import { readPicture } from './storePicture.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const PRIVATE = 'private, max-age=3600';

/** Adds the routes of the pictures, one for each size. Unknown ones, and those that the caller may not see, are a 404. */
export function servePictures(app: FastifyInstance, ctx: Context): void {
  const bytesOf = holdPictures((name, size) => readPicture(ctx.db, name, size));

  const serve = (prefix: string, size: number) =>
    app.get<{ Params: { name: string } }>(`${prefix}:name`, async (request, reply) => {
      const { name } = request.params;
      if (!(await maySee(ctx, request, name))) throw new HttpError(404, 'Not found.');
      const etag = `"${name}"`;
      const isCached = isKnown(request, etag);
      const webp = isCached ? null : await bytesOf(name, size, reply.raw);
      if (!isCached && webp === null) throw new HttpError(404, 'Not found.');
      reply.header('cache-control', isPrivate(request) ? PRIVATE : FOR_EVER).header('etag', etag);
      if (webp === null) return reply.code(304).send();
      return reply.type('image/webp').send(webp);
    });
  serve(MEDIA_PREFIX, AD_IMAGE_MAX_SIDE);
  serve(SMALL_PREFIX, AD_IMAGE_SMALL_SIDE);
}
