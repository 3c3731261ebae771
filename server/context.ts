/** What every route and service is given; nothing on the server is global. */
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db.ts';

export interface Context {
  config: Config;
  db: Db;
  /** The time, so that tests can move it. */
  now: () => Date;
  log: FastifyBaseLogger;
}

/** The folder of the stored ad images. */
export function mediaFolder(config: Config): string {
  return path.join(config.dataDir, 'media', 'ads');
}
