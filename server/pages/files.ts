/** The stored images, the files of the built app, and its page for every screen's address. */
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../calls/context.ts';
import { createPages } from './pages.ts';
import type { HeadersFor, Listings } from './pages.ts';
import { registerRobots } from './robots.ts';
import { servePictures } from '../listings/pictures/servePictures.ts';
import { registerShare } from './share/sharePicture.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

function cacheFor(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return IMMUTABLE;
  // These two files name a new version, so the browser must ask for them each time.
  return /(\.html|sw\.js)(\.br|\.gz)?$/.test(file) ? 'no-cache' : 'public, max-age=3600';
}

/** Below these paths the app's page is never served: an unknown address is a 404. */
const NOT_A_SCREEN = /^\/(api|media|assets|healthz)(\/|$)/;

type VisitRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Whether a browser opens a page, and not an app that calls the API. */
function isVisit({ method, url = '/', headers }: VisitRequest): boolean {
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
 * The address that the router gets. The router cannot read broken percent signs: when a browser
 * opens such an address, it becomes the address of an unknown screen.
 */
export function routedUrl(request: VisitRequest): string {
  const { url = '/' } = request;
  const pathname = url.replace(/[?#].*$/, '');
  if (isReadable(pathname) || !isVisit(request)) return url;
  return pathname.replaceAll('%', '%25');
}

/**
 * Serves the stored pictures, the app's files, the app's page at each screen's address, and a 404 at
 * all other addresses. Throws a `ConfigError` when the app is not built.
 */
export async function serveFiles(
  app: FastifyInstance,
  ctx: Context,
  listings: Listings,
  headersFor: HeadersFor,
): Promise<void> {
  const { config } = ctx;
  const pages = config.serveApp ? createPages(ctx, listings, headersFor) : null;
  app.setNotFoundHandler(async (request, reply) => {
    // The app shows its 404 page. The ids of other APIs may contain dots: a dot means no file.
    if (pages && isVisit(request)) return await pages.send(request, reply);
    return await reply.code(404).send({ error: 'Not found.' });
  });

  servePictures(app, ctx);

  if (!pages) return;
  registerRobots(app, ctx, pages);
  const screens = async () => (await pages.app()).pages;
  registerShare(app, ctx, { directory: listings.directory, pages: screens });
  await app.register(fastifyStatic, {
    root: config.distDir,
    serve: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      // The file is the same for every request: the service worker may cache what the page fetched.
      reply.removeHeader('vary');
      reply.header('cache-control', cacheFor(file));
    },
  });
  app.get('/*', (request, reply) => {
    const pathname = request.url.replace(/[?#].*$/, '');
    if (pathname === '/index.html') return pages.sendFile(request, reply);
    const isFile = path.posix.basename(pathname).includes('.');
    if (isFile) return reply.sendFile(pathname);
    return NOT_A_SCREEN.test(pathname) ? reply.callNotFound() : pages.send(request, reply);
  });
}
