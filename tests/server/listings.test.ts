/** What an operator does with jobs and ads: show, take down, put back. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Desk } from '../../server/desk/desk.ts';
import { linesOf } from '../../server/desk/cli/printBlocks.ts';
import { findListings, setTakenDown } from '../../server/desk/manageListings.ts';
import { operations } from '../../server/desk/operations.ts';
import { readLog } from '../../server/desk/operatorLog.ts';
import { MEDIA_PREFIX } from '../../server/listings/pictures/address.ts';
import { newPictureName, storePicture } from '../../server/listings/pictures/storePicture.ts';
import { ads } from '../../server/db/schema/listings.ts';
import { BY_HAND, startPaymentWorld } from './paymentWorld.ts';

const by = { who: 'wairimu', reason: 'Please write what the work is.' };

const world = await startPaymentWorld();
const { config, db, now } = world.harness.ctx;
const desk: Desk = { config, db, now };
const client = await world.harness.account('client', { name: 'Wanjiku Kamau' });
const owner = { account: client, headers: await world.harness.signIn(client) };
afterAll(() => world.close());

const find = async (search: Partial<Parameters<typeof findListings>[0]>) => {
  const found = await findListings({ word: 'job', most: 50, ...search }, desk);
  return found.map(({ row }) => row.id);
};
const setDown = (word: 'job' | 'ad', id: number, isDown = true) =>
  setTakenDown({ word, id, isDown, by }, desk);

it('finds jobs by their text, their owner and whether they are taken down', async () => {
  const [first, second] = [await world.payable('post_job', owner), await world.payable('post_job')];
  const [a = 0, b = 0] = [first.body.job_id, second.body.job_id];
  await setDown('job', b);
  expect(await find({})).toEqual([b, a]);
  expect(await find({ most: 1 })).toEqual([b]);
  expect(await find({ text: 'a GATE' })).toEqual([b, a]);
  expect(await find({ text: 'bl%k' })).toEqual([]);
  expect(await find({ of: client.id })).toEqual([a]);
  expect(await find({ onlyTakenDown: true })).toEqual([b]);
  expect(await find({ word: 'ad', text: 'colours' })).toEqual([]);
});

it('shows an ad with its owner, its state and its payments', async () => {
  const ad = await world.payable('post_ad', owner);
  const id = ad.body.ad_id ?? 0;
  await world.pay(ad, BY_HAND);
  const lines = linesOf(await operations.showAd.run({ id }, desk));
  expect(lines).toEqual(
    expect.arrayContaining([
      `ad ${id}: "Paint a gate"`,
      `  Owner   client ${client.id}, "Wanjiku Kamau", ${client.phoneNumber}`,
      expect.stringMatching(/^ {2}Posted +\S+; not paid for$/),
      expect.stringMatching(/Payment #\d+: Ksh 500 for ad \d+ .*the payer is asked$/),
    ]),
  );
  await expect(operations.showAd.run({ id: 999 }, desk)).rejects.toThrow('There is no ad 999.');
});

it('records what was taken down and put back, and refuses to do either twice', async () => {
  const { body } = await world.payable('post_job', owner);
  const id = body.job_id ?? 0;
  expect(await setDown('job', id)).toEqual([
    `The job ${id} is taken down. Its owner reads: Please write what the work is.`,
  ]);
  await expect(setDown('job', id)).rejects.toThrow(`The job ${id} is taken down already.`);
  await setDown('job', id, false);
  await expect(setDown('job', id, false)).rejects.toThrow(`The job ${id} is not taken down.`);
  await expect(setDown('job', 999)).rejects.toThrow('There is no job 999.');
  expect(await readLog({ most: 9, subjects: [`job ${id}`] }, desk)).toMatchObject([
    { action: 'put back', ...by },
    { action: 'taken down', ...by },
  ]);
});

it('shows the picture of a taken-down ad to its owner only', async () => {
  const { body } = await world.payable('post_ad', owner);
  const id = body.ad_id ?? 0;
  const image = newPictureName();
  const expiresAt = new Date(desk.now().getTime() + DAY_MS);
  await desk.db.update(ads).set({ image, expiresAt }).where(eq(ads.id, id));
  await storePicture(desk.db, image, { large: Buffer.from('picture') });
  const see = async (url: string) => (await world.harness.app.inject({ url })).statusCode;
  expect(await see(MEDIA_PREFIX + image)).toBe(200);
  await setDown('ad', id);
  expect(await see(MEDIA_PREFIX + image)).toBe(404);
  const { headers } = owner;
  const mine = await world.harness.app.inject({ url: `/api/ads/${id}/`, headers });
  const address = new URL(mine.json<{ image_url: string }>().image_url);
  expect(await see(address.pathname + address.search)).toBe(200);
});
