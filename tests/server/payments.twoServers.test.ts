/** Two server processes on one PostgreSQL, one of them killed while it settles payments. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db.ts';
import type { Database, Db } from '../../server/db.ts';
import type { SimulatedPrompt } from '../../server/mpesa/ledger.ts';
import { buildSimulator } from '../../server/mpesa/simulator.ts';
import { accounts, ads, jobs, paymentEvents, payments } from '../../server/schema.ts';
import { audit } from '../bench/paymentsAudit.ts';
import { fillTown } from '../bench/paymentsTown.ts';
import type { Thing } from '../bench/paymentsTown.ts';
import { PATIENT, until } from './paymentWorld.ts';
import { startPostgres } from './postgres.ts';
import type { Postgres } from './postgres.ts';

/** Waits for a person. */
const BY_HAND = '0712345990';
/** Is paid, and the callback never comes. */
const NO_CALLBACK = '0712345921';
const COUNT = 12;
/** Settlements that are held in the middle when the server is killed. */
const HELD = 4;

vi.setConfig(PATIENT);
const folder = mkdtempSync(path.join(tmpdir(), 'fundi-two-servers-'));
const children = new Set<ChildProcess>();
let postgres: Postgres | null = null;
let database: Database | undefined;
let simulator: FastifyInstance | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  for (const child of children) await kill(child);
  await simulator?.close();
  await database?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

const environment = () => ({
  PATH: process.env.PATH ?? '',
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  MPESA_BASE_URL: address(simulator!.server.address() as AddressInfo),
  RATE_LIMIT_FACTOR: '1000000',
  LOG_LEVEL: 'silent',
  SERVE_APP: 'false',
});
const address = ({ port }: AddressInfo) => `http://127.0.0.1:${port}`;

/** A server process that the database knows by `name`. */
async function startServer(name: string, port: number) {
  const file = path.join(import.meta.dirname, '../bench/paymentsServer.ts');
  const url = new URL(postgres!.url);
  url.searchParams.set('application_name', name);
  const env = { ...environment(), DATABASE_URL: url.href, PORT: String(port) };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  children.add(child);
  const base = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isUp, `server ${name}`);
  return { child, base };
}

async function press(base: string, { purpose, id, token }: Thing, phone: string): Promise<number> {
  const payable = { post_job: { job_id: id }, post_ad: { ad_id: id }, subscription: {} }[purpose];
  const response = await fetch(`${base}/api/mpesa/stkpush/`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone, purpose, ...payable }),
  });
  return response.status;
}

const prompts = async () =>
  (await simulator!.inject('/ledger')).json<{ prompts: SimulatedPrompt[] }>().prompts;

/** How many transactions of the server called `name` wait for a lock. */
async function heldBy(db: Db, name: string): Promise<number> {
  const { rows } = (await db.execute(
    sql`select count(*)::int as held from pg_stat_activity
        where application_name = ${name} and wait_event_type = 'Lock'`,
  )) as { rows: { held: number }[] };
  return rows[0]?.held ?? 0;
}

test('a server killed in the middle of settling loses nothing and gives nothing twice', async (context) => {
  if (!postgres) {
    context.skip('no PostgreSQL is installed here');
    return;
  }
  simulator = buildSimulator({ delayMs: 60, lifetimeMs: 600_000 });
  await simulator.listen({ port: 0, host: '127.0.0.1' });
  database = await openDatabase({ databaseUrl: postgres.url });
  const { db } = database;
  const payables = await fillTown(db, loadConfig(environment()), COUNT + 1);
  const last = payables.pop()!;
  const port = await freePort();
  const one = await startServer('one', port);
  const two = await startServer('two', await freePort());
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
  const pressed = await Promise.all(payables.map((payable) => press(one.base, payable, BY_HAND)));
  expect(pressed).toEqual(payables.map(() => 200));
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
    await kill(one.child);
  });
  await until(isAllPaid, 'the second server to settle what the first one dropped');
  await check();

  // The first one comes back alone. Once it has settled a payment by itself, it has looked at all.
  await kill(two.child);
  const again = await startServer('one', port);
  expect(await press(again.base, last, NO_CALLBACK)).toBe(200);
  payables.push(last);
  await until(isAllPaid, 'the first server to settle a payment by a query');
  await check();
});
