/** Builds the server: the API from the endpoint table, its documentation, images and the app. */
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import { connectionOptions, guardConnections } from './http/connections.ts';
import { createContext } from './calls/context.ts';
import type { Context } from './calls/context.ts';
import type { Db } from './db/db.ts';
import { createDirectory, directoryHandlers } from './listings/directory.ts';
import { registerDocs } from './http/openapi.ts';
import { installErrorHandler, textFor, validatorCompiler } from './http/errors.ts';
import { registerHealth } from './http/health.ts';
import { createHousekeeping } from './housekeeping.ts';
import type { Counters } from './calls/counters.ts';
import { createLogger } from './process/log.ts';
import { logAnswers, REQUEST_ID } from './http/logAnswers.ts';
import type { Payments } from './payments/service.ts';
import { registerEndpoints } from './http/registerEndpoints.ts';
import type { Handlers } from './calls/route.ts';
import type { Passwords } from './people/passwords.ts';
import { profileHandlers } from './people/profiles.ts';
import { adHandlers, createAdList } from './listings/ads.ts';
import { entryHandlers } from './people/entry.ts';
import { jobHandlers } from './listings/jobs.ts';
import { paymentHandlers, registerCallback } from './payments/paymentCalls.ts';
import { securityHeaders } from './http/security.ts';
import { registerSecurityTxt } from './http/securityTxt.ts';
import { routedUrl, serveFiles } from './pages/files.ts';

const JSON_LIMIT_BYTES = 64 * 1024;
const PREFLIGHT_SECONDS = 24 * 60 * 60;

export interface AppOptions {
  config: Config;
  db: Db;
  payments: (ctx: Context) => Payments;
  now?: () => Date;
  log?: FastifyBaseLogger;
  /** What the rate limits count in; by default as `createContext` says. */
  counters?: Counters;
  /** How passwords are hashed; cheaper ones are for tests. */
  passwords?: Passwords;
  /** Counts the answers; without it they are not counted. */
  metrics?: { watchAnswers(app: FastifyInstance): void } | null;
  /** The page of the desk; without it there is none. */
  desk?: ((app: FastifyInstance, ctx: Context) => Promise<void>) | null;
}

/** The server, ready to listen or to be injected into. Closing it leaves the database open. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, now = () => new Date(), log = createLogger(config.logLevel) } = options;
  const ctx = await createContext({ config, db, now, log }, options.counters);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: JSON_LIMIT_BYTES,
    trustProxy: config.trustProxy,
    ...(config.serveApp && { rewriteUrl: routedUrl }),
    ...connectionOptions(config.connections),
    frameworkErrors: (error, request, reply) => {
      const status = error.statusCode ?? 500;
      // Fastify types this reply as one without a body. No hook runs for such a request either.
      reply.raw.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        [REQUEST_ID]: request.id,
      });
      reply.raw.end(JSON.stringify({ error: textFor(status) }));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  logAnswers(app);
  options.metrics?.watchAnswers(app);
  guardConnections(app, config);
  readBodies(app);

  const headersFor = securityHeaders(app, config);
  await allowOrigins(app, config.corsOrigins);
  await app.register(cookie);
  await app.register(multipart);
  if (config.serveDocs) await registerDocs(app, config);

  registerHealth(app, ctx);
  registerSecurityTxt(app, ctx);

  const housekeeping = createHousekeeping(ctx);
  app.addHook('onReady', async () => housekeeping.start());
  app.addHook('onClose', () => housekeeping.stop());

  const payments = options.payments(ctx);
  await registerCallback(app, payments, ctx);
  app.addHook('onReady', async () => payments.start());
  app.addHook('onClose', () => payments.stop());

  const directory = createDirectory(ctx);
  const listAds = createAdList(ctx);
  const handlers: Handlers = {
    ...profileHandlers(ctx),
    ...directoryHandlers(directory),
    ...entryHandlers(ctx, options.passwords),
    ...jobHandlers(ctx, payments),
    ...adHandlers(ctx, listAds, payments),
    ...paymentHandlers(payments),
  };
  await app.register(
    async (api) => {
      registerEndpoints(api, ctx, handlers);
    },
    { prefix: '/api' },
  );
  if (options.desk) await options.desk(app, ctx);
  await serveFiles(app, ctx, { directory, listAds }, headersFor);
  return app;
}

/** Lets pages of these origins call the API. A preflight from any other origin is refused. */
async function allowOrigins(app: FastifyInstance, origins: string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: origins,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type'],
    exposedHeaders: ['Date', 'ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: PREFLIGHT_SECONDS,
    // The plugin's own refusal is no JSON.
    strictPreflight: false,
  });
}

/** Reads only JSON and multipart. A call without a body counts as one without fields. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}
