/** Two server processes on one PostgreSQL, one of them killed while it settles payments. */
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database, Db } from '../../server/db/db.ts';
import { buildSimulator } from '../../server/simulator/simulator.ts';
import { accounts, ads, jobs, paymentEvents, payments } from '../../server/db/schema.ts';
import { audit } from '../../tools/payments/audit.ts';
import { promptsOf, pushBody } from '../../tools/payments/payer.ts';
import { fillPayables } from '../../tools/payments/town.ts';
import type { OwnedPayable } from '../../tools/payments/town.ts';
import { freePort, TestServer } from '../e2e/server.ts';
import { until } from './paymentWorld.ts';
import { startPostgres } from './postgres.ts';
import type { Postgres } from './postgres.ts';

/** Waits for a person. */
const BY_HAND = '0712345990';
/** Is paid, and the callback never comes. */
const NO_CALLBACK = '0712345921';
const COUNT = 12;
/** Settlements that are held in the middle when the server is killed. */
const HELD = 4;

const servers: TestServer[] = [];
let postgres: Postgres | null = null;
let database: Database | undefined;
let simulator: FastifyInstance | undefined;
beforeEach(async () => {
  postgres = await startPostgres();
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.kill9();
    await server.dispose();
  }
  await simulator?.close();
  await database?.close();
  await postgres?.stop();
});

/** A server process that the database knows by `name`; it is not started yet. */
async function newServer(name: string): Promise<TestServer> {
  const url = new URL(postgres!.url);
  url.searchParams.set('application_name', name);
  const { port } = simulator!.server.address() as AddressInfo;
  const env = {
    HOST: '127.0.0.1',
    DATABASE_URL: url.href,
    MPESA_BASE_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
    SERVE_APP: 'false',
  };
  const script = path.join(import.meta.dirname, '../../tools/payments/server.ts');
  const server = new TestServer(await freePort(), port, { env, script });
  servers.push(server);
  return server;
}

async function press(base: string, payable: OwnedPayable, phone: string): Promise<number> {
  const response = await fetch(`${base}/api/mpesa/stkpush/`, {
    method: 'POST',
    headers: { authorization: `Token ${payable.token}`, 'content-type': 'application/json' },
    body: pushBody(payable, phone),
  });
  return response.status;
}

const prompts = () => promptsOf(simulator!);

/** How many transactions of the server called `name` wait for a lock. */
async function heldBy(db: Db, name: string): Promise<number> {
  const { rows } = (await db.execute(
    sql`select count(*)::int as held from pg_stat_activity
        where application_name = ${name} and wait_event_type = 'Lock'`,
  )) as { rows: { held: number }[] };
  return rows[0]?.held ?? 0;
}

test('a server that is killed while it settles payments loses none and activates nothing twice', async (context) => {
  if (!postgres) {
    context.skip('no PostgreSQL is installed here');
    return;
  }
  simulator = buildSimulator({ delayMs: 60, lifetimeMs: 600_000 });
  await simulator.listen({ port: 0, host: '127.0.0.1' });
  database = await openDatabase({ databaseUrl: postgres.url });
  const { db } = database;
  const one = await newServer('one');
  const two = await newServer('two');
  const payables = await fillPayables(db, loadConfig(one.env), COUNT + 1);
  const last = payables.pop()!;
  await one.start();
  await two.start();
  const states = async () => (await db.select().from(payments)).map(({ state }) => state);
  const isAllPaid = async () => (await states()).every((state) => state === 'paid');
  const check = async () => {
    const number = payables.length;
    const found = await audit(db, payables, await prompts());
    expect(found).toMatchObject({ taken: number, activated: number, inReview: 0, wrong: [] });
    const given = await db
      .select({ payment: paymentEvents.paymentId })
      .from(paymentEvents)
      .where(eq(paymentEvents.toState, 'paid'));
    expect(given.map(({ payment }) => payment).toSorted((a, b) => a - b)).toEqual(
      (await db.select().from(payments).orderBy(payments.id)).map(({ id }) => id),
    );
  };

  // Their callbacks go to the first server.
  for (const payable of payables) {
    // All at once would be too many for a busy machine.
    expect(await press(one.baseURL, payable, BY_HAND)).toBe(200);
  }
  await db.transaction(async (tx) => {
    // Every settlement waits here, between reading the payment and giving the payable.
    for (const table of [jobs, ads, accounts]) await tx.select().from(table).for('update');
    for (const { id } of await prompts()) {
      await simulator!.inject({ method: 'POST', url: `/prompts/${id}/approve` });
    }
    await until(
      async () => (await heldBy(db, 'one')) >= HELD,
      'the first server to be in the middle of it',
    );
    await one.kill9();
  });
  await until(isAllPaid, 'the second server to settle what the first one dropped');
  await check();

  // The first one comes back alone. Once it has settled a payment by itself, it has looked at all.
  await two.kill9();
  await one.start();
  expect(await press(one.baseURL, last, NO_CALLBACK)).toBe(200);
  payables.push(last);
  await until(isAllPaid, 'the first server to settle a payment by a query');
  await check();
});
