/** PostgreSQL while somebody else holds a row, or ends our session: no payment is lost or given twice. */
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { QueryResult } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { payerReads } from '../../server/desk/closeReview.ts';
import { describeSum, readTarget } from '../../server/desk/sums/giveOrReturnSum.ts';
import { isAway } from '../../server/db/faults.ts';
import { sums } from '../../server/db/schema/payments.ts';
import { gate } from '../support/gate.ts';
import { newReceipt } from './mpesaBodies.ts';
import { accepted, PAID, startScriptedWorld } from './scriptedWorld.ts';
import { startPostgres } from '../../testkit/postgres.ts';
import type { Postgres } from '../../testkit/postgres.ts';

type World = Awaited<ReturnType<typeof startScriptedWorld>>;

let postgres: Postgres | null = null;
let world: World | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
  if (!postgres) return;
  vi.stubEnv('DATABASE_URL', postgres.url);
  world = await startScriptedWorld();
});
afterAll(async () => {
  await world?.close();
  await postgres?.stop();
  vi.unstubAllEnvs();
});

/** Runs `work` while another session holds the row of `table` with this id. */
async function whileHeld(
  table: string,
  id: number | null,
  work: (run: (statement: string) => Promise<QueryResult>) => Promise<void>,
) {
  const [found] = await world!.db
    .select({ name: sql<string>`current_database()` })
    .from(sql`now()`);
  const address = new URL(postgres!.url);
  address.pathname = `/${found?.name}`;
  const other = new Client({ connectionString: address.href });
  await other.connect();
  try {
    await other.query('begin');
    const held = await other.query(`select id from ${table} where id = $1 for update`, [id]);
    expect(held.rowCount).toBe(1);
    await work((statement) => other.query(statement));
  } finally {
    await other.end();
  }
}

/** Whether it fails because the database is away or busy: the caller shall try again. */
const failsAsAway = (work: Promise<unknown>) => work.then(() => false, isAway);

/** A test on PostgreSQL; skipped where none is installed. */
const testLocked = (name: string, work: (at: World) => Promise<void>) =>
  test(name, async (context) => {
    if (world) await work(world);
    else context.skip('no PostgreSQL is installed here');
  });

testLocked('a press while the job is held fails, and nothing is stored or sent', async (at) => {
  const job = await at.thing();
  await whileHeld('jobs', job.jobId, async () => {
    expect(await failsAsAway(at.press(job))).toBe(true);
  });
  expect([await at.rowsOf(job), at.pushes]).toEqual([[], []]);
  expect(await at.press(job)).toMatchObject({ confirmed: true });
});

/** Ends the sessions of this database that wait for a lock. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;
for (const [what, isCut] of [
  ['waits for too long', false],
  ['is cut off, as when its server dies,', true],
] as const) {
  testLocked(`a settlement that ${what} is undone, and a query does it later`, async (at) => {
    const { thing, call, row } = await at.prompted();
    await whileHeld('jobs', thing.jobId, async (run) => {
      // It waits here, between reading the payment and giving the job.
      const called = failsAsAway(call());
      if (isCut) await vi.waitUntil(async () => (await run(CUT)).rowCount, { timeout: 50_000 });
      expect(await called).toBe(true);
      expect(await row()).toMatchObject({ state: 'prompted' });
    });
    at.gateway.query.mockResolvedValue(PAID);
    at.wait(10_000);
    await at.payments.reconcile();
    expect(await row()).toMatchObject({ state: 'paid' });
    expect(await at.jobOf(thing)).toMatchObject({ isActive: true, paidAt: at.at(0) });
  });
}

testLocked('a result without money does not wait for the job', async (at) => {
  const { thing, call, row } = await at.prompted();
  await whileHeld('jobs', thing.jobId, async () => {
    await call({ code: 1032 });
    expect(await row()).toMatchObject({ state: 'cancelled' });
  });
});

testLocked('what the desk prints of a job waits for nobody', async (at) => {
  const { thing, row } = await at.prompted();
  await whileHeld('jobs', thing.jobId, async () => {
    expect(await readTarget(at.db, thing.key)).toMatchObject({ price: 100 });
    const closed = { ...(await row()), reason: 'cancelled' };
    await expect(payerReads(at.ctx, closed)).resolves.toBeNull();
  });
});

testLocked('what the desk prints of a sum waits for nobody', async (at) => {
  const receipt = newReceipt();
  const sum = { receipt, typed: 'x', receivedAt: at.at(0), state: 'unmatched' } as const;
  const [stored] = await at.db.insert(sums).values(sum).returning({ id: sums.id });
  await whileHeld('sums', stored?.id ?? 0, async () => {
    expect(await describeSum(at.db, receipt)).toContain(`the sum ${receipt}`);
  });
});

testLocked('the answer to a push is booked while the job is held', async (at) => {
  const job = await at.thing();
  const [sent, answered] = [gate(), gate()];
  at.gateway.push.mockImplementationOnce(async () => {
    sent.open();
    await answered.opened;
    return accepted('ws_CO_held');
  });
  const press = at.press(job);
  await sent.opened;
  await whileHeld('jobs', job.jobId, async () => {
    answered.open();
    expect(await press).toMatchObject({ confirmed: true });
  });
});
