/** What Prometheus is shown. */
import { expect, it, vi } from 'vitest';
import { buildMetricsServer, createMetrics } from '../../server/desk/metrics.ts';
import { unitFinding } from '../../server/desk/notices/causes.ts';
import type { PushRequest, PushResult } from '../../server/mpesa/gateway.ts';
import { payments, sums } from '../../server/db/schema/payments.ts';
import { startHarness } from '../../testkit/serverHarness.ts';
import { paymentRow } from './rows.ts';

const load = () => ({ open: 3, idle: 2, waiting: 1 });

it('metrics count answers by call, payments, prompts and connections, without any id', async () => {
  const server = await startHarness({ metrics: (db) => createMetrics({ db, load }) });
  const { metrics } = server;
  if (!metrics) throw new Error('no metrics were made');
  const fundi = await server.account('fundi', { phoneNumber: '0733444555' });
  await server.app.inject(`/api/accounts/fundis/${fundi.id}/`);
  await server.app.inject(`/api/accounts/fundis/${fundi.id + 7}/`);
  await server.app.inject('/api/nothing/0733444555/here/');
  const createdAt = new Date(Date.now() - 600_000);
  await server.db.insert(payments).values([
    paymentRow(1, { state: 'prompted', createdAt }),
    paymentRow(2, { state: 'prompted' }),
    paymentRow(3, { state: 'needs_review', review: 'amount' }),
    // One that was paid with the wrong amount waits for a person, too.
    paymentRow(4, { state: 'paid', review: 'paid_twice' }),
  ]);
  const sum = { typed: 'x', state: 'unmatched' } as const;
  await server.db.insert(sums).values([
    { ...sum, receipt: 'A' },
    { ...sum, receipt: 'B', state: 'matched' },
  ]);
  const busy = { kind: 'refused', cause: 'busy', code: 'x', message: '', raw: null } as const;
  const results: PushResult[] = [
    { kind: 'accepted', merchantRequestId: 'm', checkoutRequestId: 'c', raw: null },
    busy,
    busy,
  ];
  const gateway = metrics.watchPrompts({
    push: async () => results.pop() ?? { kind: 'unknown', isDown: false, message: '', raw: null },
    query: async () => ({ kind: 'pending', raw: null }),
  });
  for (let at = 0; at < 3; at += 1) await gateway.push({ phone: '0733444555' } as PushRequest);

  const disk = unitFinding('disk', true);
  metrics.showFindings([disk, { ...disk, cause: 'backup', holds: false }]);

  const page = buildMetricsServer(metrics);
  const answer = await page.inject('/metrics');
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4');
  const lines = answer.body.split('\n');
  const call = 'call="GET /api/accounts/fundis/:id/"';
  expect(lines).toContain(`fundi_answer_seconds_count{${call},status="200"} 1`);
  expect(lines).toContain(`fundi_answer_seconds_count{${call},status="404"} 1`);
  expect(lines).toContain('fundi_payments{state="prompted"} 2');
  expect(lines).toContain('fundi_payments{state="needs_review"} 1');
  expect(lines).toContain('fundi_payments{state="failed"} 0');
  expect(lines).toContain('fundi_reviews_waiting 2');
  expect(lines).toContain('fundi_unmatched_sums 1');
  expect(lines).toContain('fundi_prompts_total{result="refused"} 2');
  expect(lines).toContain('fundi_prompts_total{result="unknown"} 0');
  expect(lines).toContain('fundi_database_connections{state="waiting"} 1');
  expect(lines).toContain('fundi_database_up 1');
  expect(lines).toContain('fundi_trouble{cause="disk"} 1');
  expect(lines).toContain('fundi_trouble{cause="backup"} 0');
  const age = /^fundi_oldest_open_payment_seconds (\S+)$/m.exec(answer.body)?.[1];
  expect(Math.abs(Number(age) - 600)).toBeLessThan(60);
  expect(answer.body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(answer.body).toMatch(/^process_resident_memory_bytes \d/m);
  // Nothing of a person, and no address that only one person asked for.
  expect(answer.body).not.toMatch(/0733444555|0799000001|public-|job:|nothing/);
  expect(answer.body).not.toContain(`/${fundi.id}/`);
  // The public server has no such page.
  expect((await server.app.inject('/metrics')).statusCode).toBe(404);
  await page.close();
  await server.close();
});

const fail = () => {
  throw new Error('canceling statement');
};

it('metrics report a database as away that answers one reading of two, or none, with status 200, and read again at the next call', async () => {
  const server = await startHarness();
  const select = vi.spyOn(server.db, 'select');
  const page = buildMetricsServer(createMetrics({ db: server.db, load }));
  const isUp = async () => {
    const { statusCode, body } = await page.inject('/metrics');
    return [statusCode, /^fundi_database_up (\d)$/m.exec(body)?.[1]];
  };
  // The first query is of what waits; the states of all payments are still read.
  for (const _ of ['once', 'again']) {
    select.mockImplementationOnce(fail);
    expect(await isUp()).toEqual([200, '0']);
  }
  select.mockImplementation(fail);
  expect(await isUp()).toEqual([200, '0']);
  select.mockRestore();
  expect(await isUp()).toEqual([200, '1']);
  await page.close();
  await server.close();
});
