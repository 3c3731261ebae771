/** What one account may have without paying, and how long it stays; one trial per ID number. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/contract/time.ts';
import { clearUnpaid, refuseMoreUnpaid } from '../../server/listings/quota.ts';
import { newPictureName, storePicture } from '../../server/listings/pictures/storePicture.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { ads, jobs, pictures } from '../../server/db/schema/listings.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { adForm } from '../../testkit/contract/world.ts';
import { openHarness } from './openHarness.ts';

const server = await openHarness({ env: { RATE_LIMIT_FACTOR: '1' } });
let headers: { authorization: string };

let client: Account;

beforeEach(async () => {
  await server.reset();
  // What the former test has counted is over.
  server.advance(DAY_MS);
  client = await server.account('client');
  headers = await server.signIn(client);
});

/** Stores so many ads as they are before they are paid for, each with its picture in two sizes. */
async function storeAds(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const image = newPictureName();
    const texts = { title: 'Rangi', description: 'All colours' };
    const createdAt = server.ctx.now();
    await server.db.insert(ads).values({ clientId: client.id, ...texts, image, createdAt });
    const sizes = { large: Buffer.from('large'), small: Buffer.from('small') };
    await storePicture(server.db, image, sizes);
  }
}

const JOB = { title: 'Roof', description: 'It leaks.', location: 'Juja' };
const postJob = () => server.send('createJob', { headers, body: JOB });

/** Asks whether the client may add a job, where the limits are so many times as wide. */
const addJob = (factor: number) =>
  server.db.transaction((tx) => refuseMoreUnpaid(tx, 'job', client, factor));

const newAd = () => server.send('createAd', { headers, body: adForm() });

function register(phone_number: string, id_number: string) {
  const person = { name: 'A', password: 'kiboko-2026', role: 'fundi' };
  return server.send('registerFundi', { body: { ...person, phone_number, id_number } });
}

const times = <T>(count: number, item: T) => Array.from({ length: count }, () => item);
/** Stores so many jobs of the client as they are before they are paid for. */
const storeJobs = (count: number) =>
  server.db
    .insert(jobs)
    .values(times(count, { ...JOB, clientId: client.id, createdAt: server.ctx.now() }));

let made = 0;
type Payment = typeof payments.$inferInsert;
/** A payment for the job or the ad with this key, such as `job:1`. */
function paymentFor(payable: string, state: Payment['state'], createdAt?: Date): Payment {
  const [word, id] = payable.split(':');
  const isJob = word === 'job';
  const of = isJob ? { jobId: Number(id) } : { adId: Number(id) };
  const purpose = isJob ? 'post_job' : 'post_ad';
  const usual = { amount: 100, phone: '0712345678', callbackHash: 'x' };
  const publicId = String((made += 1));
  return { ...usual, ...of, publicId, purpose, payable, state, ...(createdAt && { createdAt }) };
}

describe('unpaid jobs and ads', () => {
  it('are limited to twenty jobs of one account, also when more are posted at once', async () => {
    await storeJobs(18);
    const answers = await Promise.all([postJob(), postJob(), postJob(), postJob()]);
    const refused = answers.filter(({ status }) => status === 409);
    const error =
      'You have 20 jobs that are not paid for. Pay for one of them or delete one first.';
    expect(refused.map(({ body }) => body)).toEqual([{ error }, { error }]);
    await server.db.update(jobs).set({ paidAt: new Date() });
    expect(await postJob()).toMatchObject({ status: 201 });
  });

  it('are limited to five ads of one account; the picture of a sixth is not stored', async () => {
    await storeAds(4);
    expect([await newAd(), await newAd()]).toMatchObject([{ status: 201 }, { status: 409 }]);
    // Each in two sizes.
    expect(await server.db.$count(pictures)).toBe(5 * 2);
  });

  it('are as many more as RATE_LIMIT_FACTOR says', async () => {
    await storeJobs(20);
    await expect(addJob(1)).rejects.toMatchObject({ statusCode: 409 });
    await expect(addJob(2)).resolves.toBeUndefined();
  });

  it('are deleted also where two hundred older ones wait for money', async () => {
    await storeJobs(201);
    const open = Array.from({ length: 200 }, (_, at) => paymentFor(`job:${at + 1}`, 'unknown'));
    await server.db.insert(payments).values(open);
    server.advance(31 * DAY_MS);
    await clearUnpaid(server.ctx);
    expect(await server.db.$count(jobs)).toBe(200);
    expect(await server.db.$count(jobs, eq(jobs.id, 201))).toBe(0);
  });

  it('are deleted after thirty days with their pictures, unless a payment may still come', async () => {
    await storeJobs(5);
    await storeAds(3);
    const paid = new Date();
    await server.db.update(jobs).set({ paidAt: paid }).where(eq(jobs.id, 1));
    await server.db.update(ads).set({ expiresAt: paid }).where(eq(ads.id, 1));
    const now = server.ctx.now().getTime();
    // A prompt that failed may still turn out to be paid, for a week.
    const [inTheWeek, before] = [23.5, 22.5].map((days) => new Date(now + days * DAY_MS));
    await server.db
      .insert(payments)
      .values([
        paymentFor('job:2', 'unknown'),
        paymentFor('job:4', 'failed', inTheWeek),
        paymentFor('job:5', 'failed', before),
        paymentFor('ad:2', 'needs_review'),
        paymentFor('ad:3', 'failed'),
      ]);
    const mine = await server.send('listMyJobs', { headers });
    const [job] = await server.db.select().from(jobs).where(eq(jobs.id, 3));
    const deletes_at = new Date((job?.createdAt.getTime() ?? 0) + 30 * DAY_MS).toISOString();
    expect(mine.body).toContainEqual(expect.objectContaining({ id: 3, deletes_at }));
    const left = async () => [
      (await server.db.select().from(jobs).orderBy(jobs.id)).map(({ id }) => id),
      (await server.db.select().from(ads).orderBy(ads.id)).map(({ id }) => id),
      await server.db.$count(pictures),
    ];
    // An hour on either side: the clock runs on while the test works.
    server.advance(30 * DAY_MS - HOUR_MS);
    await clearUnpaid(server.ctx);
    expect(await left()).toEqual([[1, 2, 3, 4, 5], [1, 2, 3], 3 * 2]);
    server.advance(2 * HOUR_MS);
    await clearUnpaid(server.ctx);
    expect(await left()).toEqual([[1, 2, 4], [1, 2], 2 * 2]);
  });
});

describe('a free trial', () => {
  it('is given once per ID number, also after the account is gone', async () => {
    const welcome = 'Welcome. You can log in now.';
    const first = await register('0712000001', '2876-5432');
    expect(first.body).toEqual({ message: welcome });
    await server.db.delete(accounts);
    const second = await register('0712000002', ' 28.765\u2011432\u200b ');
    const hadIt = 'This ID number has had its free trial: subscribe to be listed.';
    expect(second).toMatchObject({ status: 201, body: { message: `${welcome} ${hadIt}` } });
    expect(await server.db.select().from(accounts)).toMatchObject([{ trialEnds: null }]);
  });

  it('is not used up by a registration that is refused', async () => {
    await register('0712000001', '1');
    expect(await register('0712000001', '28765432')).toMatchObject({ status: 400 });
    await register('0712000003', '28765432');
    const rows = await server.db.select().from(accounts).orderBy(accounts.id);
    expect(rows.at(-1)?.trialEnds).not.toBeNull();
  });
});
