/** PostgreSQL while somebody else holds a row, or ends our session: no payment is lost or given twice. */
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { QueryResult } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { payerReads } from '../../server/desk/closeReview.ts';
import { describeSum, readTarget } from '../../server/desk/sums/giveOrReturnSum.ts';
import { sums } from '../../server/db/schema/payments.ts';
import type { Payment } from '../../server/payments/store.ts';
import { PROMPT_MESSAGES } from '../../server/payments/reasons.ts';
import { gate } from '../support/gate.ts';
import { BY_HAND, startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';
import { startPostgres } from '../../testkit/postgres.ts';
import type { Postgres } from '../../testkit/postgres.ts';

let postgres: Postgres | null = null;
let world: PaymentWorld | undefined;
/** By phone: the push leaves the server when this resolves. */
const mayPush = new Map<string, Promise<void>>();
beforeAll(async () => {
  postgres = await startPostgres();
  if (!postgres) return;
  vi.stubEnv('DATABASE_URL', postgres.url);
  world = await startPaymentWorld({
    simulator: { lifetimeMs: 600_000 },
    timings: { promptLifetimeMs: 600_000, giveUpMs: 900_000, pushPatienceMs: 600_000 },
    wrap: (gateway) => ({
      ...gateway,
      push: async (request) => {
        await mayPush.get(request.phone);
        return gateway.push(request);
      },
    }),
  });
});
afterAll(async () => {
  await world?.close();
  await postgres?.stop();
  vi.unstubAllEnvs();
});

/** Runs `work` while another session holds the rows of `table` with these ids. */
async function whileHeld(
  table: string,
  id: number | undefined,
  work: (run: (statement: string) => Promise<QueryResult>) => Promise<void>,
) {
  const { db } = world!.harness;
  const [found] = await db.select({ name: sql<string>`current_database()` }).from(sql`now()`);
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

const stateOf = async (payable: Payable) => (await world!.rows(payable))[0]?.state;
const BUSY = { error: 'The service is busy. Please try again.' };

/** A test on PostgreSQL; skipped where none is installed. */
const testLocked = (name: string, work: (at: PaymentWorld) => Promise<void>) =>
  test(name, async (context) => {
    if (world) await work(world);
    else context.skip('no PostgreSQL is installed here');
  });

testLocked('a call for a prompt while the job is held: 503, nothing stored or sent', async (at) => {
  const job = await at.payable('post_job');
  await whileHeld('jobs', job.body.job_id, async () => {
    const answer = await at.request(job, BY_HAND);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual(BUSY);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
  expect(await at.rows(job)).toEqual([]);
  expect(await at.promptsFor(job)).toEqual([]);
  expect(await at.pay(job, BY_HAND)).toMatchObject({ status: 200 });
});

/** Ends the sessions of this database that wait for a lock. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;
for (const [what, isCut] of [
  ['waits for too long', false],
  ['is cut off, as when its server dies,', true],
] as const) {
  testLocked(`a settlement that ${what} is undone, and a query does it once later`, async (at) => {
    const job = await at.payable('post_job');
    await at.pay(job, BY_HAND);
    await whileHeld('jobs', job.body.job_id, async (run) => {
      await at.answer(job, 'approve');
      // It waits here, between reading the payment and giving the job.
      const called = at.callBack(job, 0);
      if (isCut) await until(async () => ((await run(CUT)).rowCount ?? 0) > 0, 'the settlement');
      expect(await called).toBe(503);
      expect(await stateOf(job)).toBe('prompted');
    });
    await until(async () => (await stateOf(job)) === 'paid', 'the query');
    expect(await at.timesGiven(job)).toBe(1);
  });
}

testLocked('a result without money does not wait for the job', async (at) => {
  const job = await at.payable('post_job');
  await at.pay(job, BY_HAND);
  await whileHeld('jobs', job.body.job_id, async () => {
    expect(await at.callBack(job, 1032)).toBe(200);
    expect(await stateOf(job)).toBe('cancelled');
  });
});

testLocked('what the desk prints of a job waits for nobody', async (at) => {
  const job = await at.payable('post_job');
  const { db } = at.harness;
  await whileHeld('jobs', job.body.job_id, async () => {
    expect(await readTarget(db, `job:${job.body.job_id}`)).toMatchObject({ price: 100 });
    const reason = 'cancelled';
    const closed = { purpose: 'post_job', jobId: job.body.job_id, payable: job.key, reason };
    const payment = { ...closed, accountId: 1, adId: null } as unknown as Payment;
    await expect(payerReads(at.harness.ctx, payment)).resolves.toBeNull();
  });
});

testLocked('what the desk prints of a sum waits for nobody', async (at) => {
  const { db } = at.harness;
  const receivedAt = new Date();
  const sum = { receipt: 'SKL1HELD01', typed: 'x', receivedAt, state: 'unmatched' } as const;
  const [{ id } = { id: 0 }] = await db.insert(sums).values(sum).returning({ id: sums.id });
  await whileHeld('sums', id, async () => {
    expect(await describeSum(db, sum.receipt)).toContain('the sum SKL1HELD01');
  });
});

testLocked('the answer to a push is booked while the job is held', async (at) => {
  const job = await at.payable('post_job');
  const { opened, open } = gate();
  const phone = '0799345990';
  mayPush.set(phone, opened);
  const answer = at.pay(job, phone);
  await until(async () => (await stateOf(job)) === 'created', 'the payment');
  await whileHeld('jobs', job.body.job_id, async () => {
    open();
    expect((await answer).body).toMatchObject({ confirmed: true, message: PROMPT_MESSAGES.sent });
  });
});
