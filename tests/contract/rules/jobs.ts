import { SAMPLE_JOB } from '../../../src/contract/sample.ts';
import { expect, test } from 'vitest';
import { daysLeft } from '../../../src/contract/dates.ts';
import { MAGIC } from '../../mocks/magic.ts';
import { failure } from '../../../testkit/contract/harness.ts';
import type { Harness } from '../../../testkit/contract/harness.ts';
import { until } from '../../../testkit/contract/world.ts';
import type { World } from '../../../testkit/contract/world.ts';

/** Jobs and the payments that switch them on. */
export function jobRules(world: () => World, harness: Harness): void {
  const pay = (jobId: unknown, phone: string) => ({
    token: world().client.token,
    body: { phone, purpose: 'post_job', job_id: jobId },
  });
  const status = async (id: string | number) =>
    world().ok('getJobPaymentStatus', { token: world().client.token, query: { job_id: id } });
  const jobsSeen = async () => world().ok('listJobs', { token: world().fundi.token });

  test('a job is inactive until it is paid for; then fundis find it with its poster', async () => {
    const { ok, client, fundi, newPhone, job } = world();
    const { id } = await job();
    expect((await jobsSeen()).map((row) => row.id)).not.toContain(id);
    expect(await status(id)).toEqual({ status: 'unpaid' });

    const prompt = await ok('requestPayment', pay(id, newPhone()));
    expect(prompt.message).not.toBe('');
    await until(async () => (await status(id)).status === 'completed');

    const paid = { id, is_active: true, is_paid: true };
    expect(await ok('listMyJobs', { token: client.token })).toContainEqual(
      expect.objectContaining(paid),
    );
    expect(await jobsSeen()).toContainEqual(expect.objectContaining(paid));
    expect(await ok('getJob', { id, token: fundi.token })).toMatchObject({
      ...paid,
      client: { name: expect.any(String), phone_number: client.phone },
    });
  });

  test('the owner of an unpaid job reads when it will be deleted, and may switch it off', async () => {
    const { ok, client, job, paidJob } = world();
    const { token } = client;
    const made = await job();
    expect(daysLeft(made.deletes_at, Date.parse(made.created_at))).toBe(30);
    const { id, deletes_at } = made;
    const same = expect.objectContaining({ id, deletes_at }) as unknown;
    expect(await ok('getJob', { id, token })).toEqual(same);
    expect(await ok('listMyJobs', { token })).toContainEqual(same);
    const off = await ok('updateJob', { id, token, body: { is_active: false } });
    expect(off).toMatchObject({ is_active: false, is_paid: false, deletes_at });
    expect(await paidJob()).not.toHaveProperty('deletes_at');
    for (const row of await jobsSeen()) expect(row).not.toHaveProperty('deletes_at');
  });

  test('a job that the operator has taken down is hidden; its owner reads why and cannot pay', async () => {
    const { ok, send, client, fundi, newPhone, job, paidJob } = world();
    const { token } = client;
    const [paid, unpaid] = [await paidJob(), await job()];
    const reason = 'Please write what the work is.';
    for (const { id } of [paid, unpaid]) await harness.takeDown('job', id, reason);
    const text = `This job was taken down: ${reason}`;

    expect((await jobsSeen()).map((row) => row.id)).not.toContain(paid.id);
    failure(await send('getJob', { id: paid.id, token: fundi.token }), 404);
    const seen = { id: paid.id, is_active: false, is_paid: true, taken_down: reason };
    expect(await ok('getJob', { id: paid.id, token })).toMatchObject(seen);
    expect(await ok('listMyJobs', { token })).toContainEqual(expect.objectContaining(seen));
    const on = { id: paid.id, token, body: { is_active: true } };
    failure(await send('updateJob', on), 403, 'error', text);
    failure(await send('requestPayment', pay(unpaid.id, newPhone())), 403, 'error', text);

    await harness.takeDown('job', paid.id, null);
    const back = await ok('getJob', { id: paid.id, token: fundi.token });
    expect(back).toMatchObject({ is_active: true });
    expect(back).not.toHaveProperty('taken_down');
  });

  test('a paid job is switched off, edited and switched on by its owner, without paying again', async () => {
    const { ok, send, client, fundi, paidJob } = world();
    const { id } = await paidJob();
    const { token } = client;
    const update = (body: object) => ok('updateJob', { id, token, body });
    const title = 'نجار 🪚 <script>alert(1)</script>';
    expect(await update({ ...SAMPLE_JOB, title })).toMatchObject({ title, is_active: true });
    expect(await update({ is_active: false })).toMatchObject({ is_active: false, is_paid: true });
    expect((await jobsSeen()).map((row) => row.id)).not.toContain(id);
    failure(await send('getJob', { id, token: fundi.token }), 404);
    expect(await ok('getJob', { id, token })).toMatchObject({ is_active: false });
    expect(await update({ is_active: true })).toMatchObject({ is_active: true, is_paid: true });
  });

  test('a prompt that cannot be sent is reported in the answer', async () => {
    const { send, job } = world();
    const { id } = await job();
    const answer = await send('requestPayment', pay(id, MAGIC.phone.promptFails));
    failure(answer, 502);
    expect(await status(id)).toEqual({ status: 'failed', reason: expect.any(String) });
  });

  test('a deleted job is gone for everybody', async () => {
    const { ok, send, client, fundi, paidJob } = world();
    const { id } = await paidJob();
    const { token } = client;
    expect(await ok('deleteJob', { id, token })).toBeUndefined();
    failure(await send('getJob', { id, token }), 404);
    failure(await send('getJob', { id, token: fundi.token }), 404);
    failure(await send('deleteJob', { id, token }), 404);
    expect((await jobsSeen()).map((row) => row.id)).not.toContain(id);
  });

  test('a client lists own jobs only, newest first', async () => {
    const { ok, client, otherClient, job } = world();
    const [older, newer] = [await job(), await job()];
    const mine = (await ok('listMyJobs', { token: client.token })).map(({ id }) => id);
    expect(mine.slice(0, 2)).toEqual([newer.id, older.id]);
    const theirs = (await ok('listMyJobs', { token: otherClient.token })).map(({ id }) => id);
    expect(theirs).not.toContain(newer.id);
  });
}
