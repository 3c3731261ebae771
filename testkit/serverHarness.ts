/** Starts the server on a database in RAM (or `DATABASE_URL`), with a clock that tests move. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Role } from '../src/contract/schemas.ts';
import { buildApp } from '../server/app.ts';
import type { AppOptions } from '../server/app.ts';
import { createSession } from '../server/people/auth.ts';
import type { Account } from '../server/db/schema/people.ts';
import { loadConfig } from '../server/config.ts';
import type { Config } from '../server/config.ts';
import { createContext } from '../server/calls/context.ts';
import type { Context } from '../server/calls/context.ts';

import type { Db } from '../server/db/db.ts';
import { createMemoryCounters } from '../server/calls/counters.ts';
import type { Metrics } from '../server/desk/metrics.ts';
import { accounts } from '../server/db/schema/people.ts';
import { createDaraja } from '../server/mpesa/daraja.ts';
import { createPayments } from '../server/payments/service.ts';
import type { Payments } from '../server/payments/service.ts';
import { trialEnd } from '../server/payments/subscription.ts';
import { CHEAP_PASSWORDS } from './cheapPasswords.ts';
import { UNLIMITED } from './childEnv.ts';
import { freshDatabase, truncateAll } from './contract/freshDatabase.ts';
import { bytesOf } from './contract/harness.ts';
import type { Send } from './contract/harness.ts';

/** The password of every account made by the harness. */
export const PASSWORD = 'mtaani-2026';

const passwordHash = await CHEAP_PASSWORDS.hash(PASSWORD);

/** Payments that do nothing by themselves; no M-Pesa answers them. */
export const idlePayments = (ctx: Context): Payments => ({
  ...createPayments(ctx, createDaraja(ctx.config.mpesa)),
  start: () => undefined,
});

const silent: FastifyBaseLogger = pino({ level: 'silent' });

export interface Harness {
  metrics: Metrics | null;
  app: FastifyInstance;
  ctx: Context;
  db: Db;
  /** Makes a call of the contract. */
  send: Send;
  /** Moves the server's clock by so many ms. */
  advance(ms: number): void;
  /** A stored account, a fundi on trial unless `values` say otherwise. */
  account(role: Role, values?: Partial<Account>): Promise<Account>;
  /** The headers of a signed-in account. */
  signIn(account: Account): Promise<{ authorization: string }>;
  /** Empties the database and sets the clock back to the real time. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface HarnessOptions extends Partial<
  Pick<AppOptions, 'log' | 'payments' | 'passwords' | 'desk'>
> {
  /** Makes what counts the answers. */
  metrics?: (db: Db) => Metrics;
  /** Environment variables of the server; rate limits are wide unless it says otherwise. */
  env?: Record<string, string>;
  /** Last changes to the settings. */
  configure?: (config: Config) => Config;
}

/** A server to inject into; call `close()` at the end. */
export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fundi-server-'));
  const off = { SERVE_APP: 'false', MPESA_C2B: 'off' };
  const env = { DATA_DIR: dataDir, ...UNLIMITED, ...off, ...options.env };
  const config = (options.configure ?? ((same) => same))(loadConfig(env));
  const database = await freshDatabase(process.env.DATABASE_URL);
  const { db } = database;

  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const log = options.log ?? silent;
  let passed = 0;
  const counters = createMemoryCounters(() => performance.now() + passed);
  const ctx = await createContext({ config, db, now, log }, counters);
  const metrics = options.metrics?.(db) ?? null;
  const passwords = options.passwords ?? CHEAP_PASSWORDS;
  const app = await buildApp({
    config,
    db,
    now,
    log,
    counters,
    metrics,
    passwords,
    desk: options.desk ?? null,
    payments: options.payments ?? idlePayments,
  });
  let made = 0;

  return {
    app,
    metrics,
    ctx,
    db,
    send: async (name, sent) => {
      const { payload, ...call } = await bytesOf(name, sent);
      const answer = await app.inject({ ...call, ...(payload.length > 0 && { payload }) });
      const headers = new Headers(answer.headers as Record<string, string>);
      const body: unknown = answer.body === '' ? undefined : answer.json();
      return { status: answer.statusCode, headers, body };
    },
    advance: (ms) => {
      offset += ms;
      // The clock of the rate limits cannot be set back.
      passed += Math.max(0, ms);
    },
    account: async (role, values = {}) => {
      made += 1;
      const [account] = await db
        .insert(accounts)
        .values({
          role,
          name: `${role} ${made}`,
          phoneNumber: `07${String(made).padStart(8, '0')}`,
          idNumber: String(20_000_000 + made),
          passwordHash,
          trialEnds: role === 'fundi' ? trialEnd(now()) : null,
          ...values,
        })
        .returning();
      if (!account) throw new Error('no account was stored');
      return account;
    },
    signIn: async (account) => ({ authorization: `Token ${await createSession(ctx, account.id)}` }),
    reset: async () => {
      offset = 0;
      await truncateAll(db);
    },
    close: async () => {
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
