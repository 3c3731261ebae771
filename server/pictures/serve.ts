/** Serves the pictures of ads: cached for ever once the ad runs, as a name has one picture only. */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { HttpError } from '../errors.ts';
import { isKnown } from '../packed.ts';
import { isPrivate, maySee, MEDIA_PREFIX } from './address.ts';
import { holdPictures } from './memory.ts';
import { readPicture } from './store.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const PRIVATE = 'private, max-age=3600';

/** Adds the route of the pictures. Unknown ones, and those that the caller may not see, are a 404. */
export function servePictures(app: FastifyInstance, ctx: Context): void {
  const bytesOf = holdPictures((name) => readPicture(ctx.db, name));

  app.route<{ Params: { name: string } }>({
    method: 'GET',
    url: `${MEDIA_PREFIX}:name`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params;
      if (!(await maySee(ctx, request, name))) throw new HttpError(404, 'Not found.');
      const etag = `"${name}"`;
      const isCached = isKnown(request, etag);
      const webp = isCached ? null : await bytesOf(name, reply.raw);
      if (!isCached && webp === null) throw new HttpError(404, 'Not found.');
      reply.header('cache-control', isPrivate(request) ? PRIVATE : FOR_EVER).header('etag', etag);
      if (webp === null) return reply.code(304).send();
      return reply.type('image/webp').send(webp);
    },
  });
}
