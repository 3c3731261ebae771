/** The reference API over HTTP, with the simulator behind its payments. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { and, eq } from 'drizzle-orm';
import { buildApp } from '../../server/app.ts';
import { signingSecret } from '../../server/calls/signing.ts';
import { loadConfig } from '../../server/config.ts';
import type { Config } from '../../server/config.ts';
import type { Database } from '../../server/db/db.ts';
import { createDaraja } from '../../server/mpesa/daraja.ts';
import { buildSimulator } from '../../simulator/simulator.ts';
import { setTakenDown } from '../../server/desk/manageListings.ts';
import { accountCode } from '../../server/payments/accountCodes.ts';
import { sumsAddresses } from '../../server/payments/offerPayBill.ts';
import { createPayments } from '../../server/payments/service.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { CHEAP_PASSWORDS } from '../../testkit/cheapPasswords.ts';
import { UNLIMITED } from '../../testkit/childEnv.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';
import type { Harness } from '../../testkit/contract/harness.ts';

const PROMPT_DELAY_MS = 30;
const { DATABASE_URL } = process.env;

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

let dataDir: string;
let database: Database;
let simulator: FastifyInstance;
let app: FastifyInstance;
let config: Config;

/** `block`: as an operator does, whoever has this phone. */
export const serverHarness: Harness & { block(phone: string): Promise<void> } = {
  name: `the reference API on ${DATABASE_URL ? 'PostgreSQL' : 'PGlite'}`,

  start: async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'fundi-contract-'));
    database = await freshDatabase(DATABASE_URL);
    simulator = buildSimulator({ delayMs: PROMPT_DELAY_MS });
    config = loadConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...UNLIMITED,
      SERVE_APP: 'false',
      MPESA_C2B: 'off',
      MPESA_BASE_URL: await listen(simulator),
    });
    app = await buildApp({
      config,
      db: database.db,
      passwords: CHEAP_PASSWORDS,
      payments: (ctx) => createPayments(ctx, createDaraja(config.mpesa)),
    });
    const address = await listen(app);
    config.mpesa.callbackBaseUrl = address;
    config.publicUrl = address;
    return `${address}/api`;
  },

  stop: async () => {
    await app.close();
    await simulator.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  },

  endPrompts: async (phone) => {
    const longAgo = new Date(Date.now() - DEFAULT_TIMINGS.giveUpMs);
    await database.db
      .update(payments)
      .set({ createdAt: longAgo, promptedAt: longAgo, nextQueryAt: longAgo })
      .where(eq(payments.phone, phone));
  },

  block: async (phone) => {
    await database.db
      .update(accounts)
      .set({ blockedAt: new Date() })
      .where(eq(accounts.phoneNumber, phone));
  },
  offerPayBill: (isOffered) => {
    config.mpesa.hasPayBill = isOffered;
  },
  payFromMenu: async (jobId, amount) => {
    const { confirmationUrl } = sumsAddresses({ config, secret: await signingSecret(database.db) });
    const payload = {
      TransID: `M${jobId}X${amount}`.padEnd(10, '0'),
      TransAmount: String(amount),
      BillRefNumber: accountCode({ purpose: 'post_job', id: Number(jobId) }),
    };
    await app.inject({ method: 'POST', url: new URL(confirmationUrl).pathname, payload });
  },
  takeDown: async (word, id, reason) => {
    const by = { who: 'wairimu', reason: reason ?? 'It is fine.' };
    const desk = { db: database.db, now: () => new Date() };
    await setTakenDown({ word, id: Number(id), isDown: reason !== null, by }, desk);
  },
  endTrial: async (phone) => {
    await database.db
      .update(accounts)
      .set({ trialEnds: new Date(Date.now() - 1000) })
      .where(and(eq(accounts.role, 'fundi'), eq(accounts.phoneNumber, phone)));
  },
};
