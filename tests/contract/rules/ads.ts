import { expect, test } from 'vitest';
import { AD_DAYS } from '../../../src/contract/limits.ts';
import { daysLeft } from '../../../src/contract/dates.ts';
import { failure } from '../../../testkit/contract/harness.ts';
import type { Harness } from '../../../testkit/contract/harness.ts';
import { adForm, until } from '../../../testkit/contract/world.ts';
import type { World } from '../../../testkit/contract/world.ts';

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

  test('a link may be left out', async () => {
    const { ok, client } = world();
    const ad = await ok('createAd', { token: client.token, body: adForm({ link: null }) });
    expect(ad.link).toBeNull();
  });

  test('an ad is in the list of its owner only, and gone once it is deleted', async () => {
    const { ok, send, client, otherClient, ad } = world();
    const { token } = client;
    const { id } = await ad();
    const listed = async ({ token } = client) =>
      (await ok('listMyAds', { token })).some((row) => row.id === id);
    expect([await listed(), await listed(otherClient)]).toEqual([true, false]);
    expect(await ok('deleteAd', { id, token })).toBeUndefined();
    failure(await send('getAd', { id, token }), 404);
    expect(await listed()).toBe(false);
  });
}
