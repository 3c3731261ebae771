/** What every route and service is given; nothing on the server is global. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { createMemoryCounters } from './counters.ts';
import type { Counters } from './counters.ts';
import { createLimits } from './rateLimits.ts';
import type { Limits } from './rateLimits.ts';
import { createSharedCounters } from './sharedCounters.ts';
import { signingSecret } from './signing.ts';

export interface Context {
  config: Config;
  db: Db;
  /** The time, so that tests can move it. */
  now: () => Date;
  log: FastifyBaseLogger;
  /** Counts tries, for all servers of a shared database together. */
  limits: Limits;
  /** What cookies and addresses are signed with. */
  secret: string;
}

/**
 * The context of one server; the database is open and migrated. Rate limits count in the database
 * where servers share one, else in memory; `counters` is for tests.
 */
export async function createContext(
  { config, db, now, log }: Pick<Context, 'config' | 'db' | 'now' | 'log'>,
  counters?: Counters,
): Promise<Context> {
  const ours = config.databaseUrl === null ? createMemoryCounters() : createSharedCounters(db);
  const limits = createLimits(counters ?? ours, config.rateLimitFactor);
  return { config, db, now, log, limits, secret: await signingSecret(db) };
}
