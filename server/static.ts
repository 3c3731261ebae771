/** The stored images, and the built app with its index.html for every screen's address. */
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { mediaFolder } from './context.ts';
import type { Context } from './context.ts';
import { HttpError } from './errors.ts';
import { makeFolder } from './folders.ts';
import { isPrivate, maySee } from './pictures/address.ts';
import { MEDIA_PREFIX } from './pictures/store.ts';
import { ConfigError } from './settings.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const PRIVATE = 'private, max-age=3600';

function cacheFor(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return FOR_EVER;
  // A new version is noticed by the page and by the service worker's script.
  return /(\.html|sw\.js)(\.br|\.gz)?$/.test(file) ? 'no-cache' : 'public, max-age=3600';
}

/** Not a screen whatever follows: an unknown one of these is a 404. */
const NOT_A_SCREEN = /^\/(api|media|assets|healthz)(\/|$)/;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

function isVisit({ method, url = '/', headers }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !NOT_A_SCREEN.test(url) && (headers.accept ?? '').includes('text/html');
}

function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address that is routed. A person's with broken percent signs, which no router can read,
 * becomes that of an unknown screen.
 */
export function routedUrl(request: Asked): string {
  const { url = '/' } = request;
  const pathname = url.replace(/[?#].*$/, '');
  if (isReadable(pathname) || !isVisit(request)) return url;
  return pathname.replaceAll('%', '%25');
}

/** Serves the files, each screen's address with the app, and answers the rest with 404. */
export async function serveFiles(app: FastifyInstance, ctx: Context): Promise<void> {
  const { config } = ctx;
  const hasApp = config.serveApp;
  if (hasApp && !existsSync(path.join(config.distDir, 'index.html'))) {
    throw new ConfigError(`DIST_DIR holds no built app: ${config.distDir}. Run npm run build.`);
  }
  app.setNotFoundHandler((request, reply) => {
    reply.code(404);
    // A person at an unknown address gets the app's 404 page; ids of other APIs may hold dots.
    if (hasApp && isVisit(request)) reply.sendFile('index.html');
    else void reply.send({ error: 'Not found.' });
  });

  const media = mediaFolder(config);
  makeFolder(media);
  await app.register(async (pictures) => {
    pictures.addHook('onRequest', async (request) => {
      if (!(await maySee(ctx, request))) throw new HttpError(404, 'Not found.');
    });
    await pictures.register(fastifyStatic, {
      root: media,
      prefix: MEDIA_PREFIX,
      // reply.sendFile is that of the app below, with its cache rules.
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply) => {
        reply.header('cache-control', isPrivate(reply.request) ? PRIVATE : FOR_EVER);
      },
    });
  });

  if (!hasApp) return;
  await app.register(fastifyStatic, {
    root: config.distDir,
    serve: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      // The same for all who ask: what the page fetched is the worker's copy too.
      reply.removeHeader('vary');
      reply.header('cache-control', cacheFor(file));
    },
  });
  app.route({
    method: 'GET',
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => {
      const pathname = request.url.replace(/[?#].*$/, '');
      const isFile = path.posix.basename(pathname).includes('.');
      if (!isFile && NOT_A_SCREEN.test(pathname)) reply.callNotFound();
      else reply.sendFile(isFile ? pathname : 'index.html');
    },
  });
}
