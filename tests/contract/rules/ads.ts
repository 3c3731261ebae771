import { expect, test } from 'vitest';
import { AD_DAYS } from '../../../src/contract/limits.ts';
import { daysLeft } from '../../../src/contract/dates.ts';
import { MAGIC } from '../../mocks/magic.ts';
import { failure } from '../harness.ts';
import type { Harness } from '../harness.ts';
import { adForm, until } from '../world.ts';
import type { World } from '../world.ts';

/** Ads and the payments that switch them on. */
export function adRules(world: () => World, harness: Harness): void {
  test('an ad is public from its payment, for thirty days', async () => {
    const { ok, send, client, newPhone, ad } = world();
    const { token } = client;
    const { id, deletes_at } = await ad();
    expect((await ok('listAds')).map((row) => row.id)).not.toContain(id);
    expect(daysLeft(deletes_at, Date.now() - 60_000)).toBe(30);
    const unpaid = expect.objectContaining({ id, deletes_at }) as unknown;
    expect(await ok('getAd', { id, token })).toEqual(unpaid);
    expect(await ok('listMyAds', { token })).toContainEqual(unpaid);

    const sent = { token, body: { phone: newPhone(), purpose: 'post_ad', ad_id: id } };
    await ok('requestPayment', sent);
    await until(async () => (await ok('getAd', { id, token })).is_active);

    const paid = await ok('getAd', { id, token });
    expect(paid.payment).toMatchObject({ status: 'completed' });
    expect(paid).not.toHaveProperty('deletes_at');
    expect(daysLeft(paid.expires_at, Date.now() - 60_000)).toBe(AD_DAYS);
    const shown = { id, is_active: true, image_url: paid.image_url };
    expect(await ok('listAds')).toContainEqual(expect.objectContaining(shown));
    expect(await ok('listMyAds', { token })).toContainEqual(expect.objectContaining(shown));
    failure(await send('requestPayment', sent), 400);
  });

  test('an ad that the operator has taken down is hidden; its owner reads why and cannot pay', async () => {
    const { ok, send, client, newPhone, ad } = world();
    const { token } = client;
    const { id } = await ad();
    const pay = { token, body: { phone: newPhone(), purpose: 'post_ad', ad_id: id } };
    await ok('requestPayment', pay);
    await until(async () => (await ok('getAd', { id, token })).is_active);
    const listed = async () => (await ok('listAds')).some((row) => row.id === id);
    expect(await listed()).toBe(true);

    const reason = 'The picture is of somebody else’s shop.';
    await harness.takeDown('ad', id, reason);
    expect(await listed()).toBe(false);
    const seen = { id, is_active: false, taken_down: reason };
    expect(await ok('getAd', { id, token })).toMatchObject(seen);
    expect(await ok('listMyAds', { token })).toContainEqual(expect.objectContaining(seen));
    const text = `This ad was taken down: ${reason}`;
    failure(await send('requestPayment', pay), 403, 'error', text);

    await harness.takeDown('ad', id, null);
    expect(await listed()).toBe(true);
    expect(await ok('getAd', { id, token })).not.toHaveProperty('taken_down');
  });

  test('a cancelled payment leaves the ad inactive, and the owner reads why', async () => {
    const { ok, client, ad } = world();
    const { token } = client;
    const { id, payment } = await ad();
    expect(payment).toBeUndefined();
    const body = { phone: MAGIC.phone.cancelled, purpose: 'post_ad', ad_id: id };
    await ok('requestPayment', { token, body });
    await until(async () => (await ok('getAd', { id, token })).payment?.status === 'failed');
    const failed = await ok('getAd', { id, token });
    expect(failed).toMatchObject({ is_active: false, expires_at: null });
    expect(failed.payment?.reason).toMatch(/cancel/i);
  });

  test('a link may be left out or empty', async () => {
    const { ok, client } = world();
    for (const link of [null, '']) {
      // oxlint-disable-next-line no-await-in-loop
      const ad = await ok('createAd', { token: client.token, body: adForm({ link }) });
      expect(ad.link).toBeNull();
    }
  });

  test('a deleted ad is gone', async () => {
    const { ok, send, client, ad } = world();
    const { token } = client;
    const { id } = await ad();
    expect(await ok('deleteAd', { id, token })).toBeUndefined();
    failure(await send('getAd', { id, token }), 404);
    expect((await ok('listMyAds', { token })).map((row) => row.id)).not.toContain(id);
  });

  test('a client lists own ads only', async () => {
    const { ok, otherClient, ad } = world();
    const { id } = await ad();
    const theirs = await ok('listMyAds', { token: otherClient.token });
    expect(theirs.map((row) => row.id)).not.toContain(id);
  });
}
