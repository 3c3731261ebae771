import { expect, test } from 'vitest';
import { daysLeft, subscriptionState } from '../../../src/contract/dates.ts';
import { MAGIC } from '../../mocks/magic.ts';
import { failure } from '../../../testkit/contract/harness.ts';
import type { Harness } from '../../../testkit/contract/harness.ts';
import { until } from '../../../testkit/contract/world.ts';
import type { World } from '../../../testkit/contract/world.ts';

/** A fundi's life after the trial. */
export function subscriptionRules(world: () => World, harness: Harness): void {
  test('after the trial a fundi is not listed and sees no jobs, until the fee is paid', async () => {
    const { ok, send, register, newPhone, paidJob } = world();
    const { token, phone } = await register('fundi');
    const job = await paidJob();
    const { id } = await ok('getMyFundi', { token });
    expect(await ok('getJob', { id: job.id, token })).toMatchObject({ id: job.id });

    await harness.endTrial(phone);
    const ended = await ok('getMyFundi', { token });
    expect(ended).toMatchObject({ on_trial: false, is_subscribed: false });
    expect(subscriptionState(ended, Date.now())).toBe('Inactive');
    failure(await send('getFundi', { id }), 404);
    expect((await ok('listFundis')).map((fundi) => fundi.id)).not.toContain(id);
    failure(await send('listJobs', { token }), 403);
    failure(await send('getJob', { id: job.id, token }), 403);

    const sent = { token, body: { phone: newPhone(), purpose: 'subscription' } };
    await ok('requestPayment', sent);
    await until(async () => (await ok('getMyFundi', { token })).is_subscribed);
    const active = await ok('getMyFundi', { token });
    expect(subscriptionState(active, Date.now())).toBe('Active');
    const days = daysLeft(active.subscription_end, Date.now() - 60_000);
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    expect(await ok('getFundi', { id })).toMatchObject({ id });
    expect((await ok('listJobs', { token })).map((row) => row.id)).toContain(job.id);
    failure(await send('requestPayment', sent), 400);
  });

  test('a cancelled payment gives no subscription, and the account has the reason', async () => {
    const { ok, register } = world();
    const { token, phone } = await register('fundi');
    await harness.endTrial(phone);
    const body = { phone: MAGIC.phone.cancelled, purpose: 'subscription' };
    await ok('requestPayment', { token, body });
    await until(async () => (await ok('getMyFundi', { token })).payment?.status === 'failed');
    const fundi = await ok('getMyFundi', { token });
    expect(fundi).toMatchObject({ is_subscribed: false, subscription_end: null });
    expect(fundi.payment?.reason).toMatch(/cancel/i);
  });
}
