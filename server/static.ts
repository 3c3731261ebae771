/** The stored images, and the built app with its index.html for every screen's address. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { mediaFolder } from './context.ts';
import { MEDIA_PREFIX } from './images.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

function cacheFor(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return FOR_EVER;
  return /\.html(\.br|\.gz)?$/.test(file) ? 'no-cache' : 'public, max-age=3600';
}

/** Whether a request is a visit of a screen: no file and no call. */
function isVisit(request: FastifyRequest): boolean {
  const { pathname } = new URL(request.url, 'http://any');
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (/^\/(api|media|assets|healthz)(\/|$)/.test(pathname)) return false;
  return (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
}

/** Serves the files and answers everything unknown: a screen with the app, the rest with 404. */
export async function serveFiles(app: FastifyInstance, config: Config): Promise<void> {
  const media = mediaFolder(config);
  mkdirSync(media, { recursive: true });
  await app.register(fastifyStatic, {
    root: media,
    prefix: MEDIA_PREFIX,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', FOR_EVER),
  });

  const hasApp = config.serveApp && existsSync(path.join(config.distDir, 'index.html'));
  if (config.serveApp && !hasApp) app.log.warn(`no built app in ${config.distDir}`);
  if (hasApp) {
    await app.register(fastifyStatic, {
      root: config.distDir,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => void reply.header('cache-control', cacheFor(file)),
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (hasApp && isVisit(request)) return reply.sendFile('index.html', config.distDir);
    return reply.code(404).send({ error: 'Not found.' });
  });
}
