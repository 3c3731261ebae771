/** What the rate limits count in: the memory of one server, and the database of several. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryCounters } from '../../server/calls/counters.ts';
import { networkOf } from '../../server/calls/network.ts';
import { createSharedCounters } from '../../server/calls/sharedCounters.ts';
import { rateLimits } from '../../server/db/schema/calls.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';

const database = await freshDatabase(process.env.DATABASE_URL);
afterAll(() => database.close());

const MINUTE = 60_000;
const windowMs = 15 * MINUTE;
const counted = { key: 'login 0712345678', windowMs };

describe('counts in memory', () => {
  it('start again when their window is over', async () => {
    let clock = 5_000_000;
    const counters = createMemoryCounters(() => clock);
    expect(await counters.add(counted)).toEqual({ count: 1, waitMs: 15 * MINUTE });
    clock += 14 * MINUTE;
    expect(await counters.add(counted)).toEqual({ count: 2, waitMs: MINUTE });
    clock += MINUTE;
    expect(await counters.add(counted)).toEqual({ count: 1, waitMs: 15 * MINUTE });
  });

  it('are zero again after a call is taken back, however often', async () => {
    const counters = createMemoryCounters();
    await counters.add(counted);
    await counters.takeBack(counted.key);
    await counters.takeBack(counted.key);
    expect(await counters.add(counted)).toMatchObject({ count: 1 });
  });

  it('stay when 20,000 other keys are counted', async () => {
    const counters = createMemoryCounters();
    await counters.add(counted);
    for (let at = 0; at < 20_000; at += 1) await counters.add({ key: `login ${at}`, windowMs });
    expect(await counters.add(counted)).toMatchObject({ count: 2 });
  });

  it('stay when a flood fills the memory; the keys of the flood share counts', async () => {
    let clock = 0;
    const counters = createMemoryCounters(() => clock, 10);
    await counters.add(counted);
    let most = 0;
    for (let at = 0; at < 10_000; at += 1) {
      const { count } = await counters.add({ key: `flood ${at}`, windowMs });
      most = Math.max(most, count);
    }
    expect(await counters.add(counted)).toMatchObject({ count: 2 });
    expect(most).toBeGreaterThan(5);
    // After the flood there is room again.
    clock = 16 * MINUTE;
    for (const key of ['new', 'other'])
      expect(await counters.add({ key, windowMs })).toMatchObject({ count: 1 });
  });
});

describe('counts in the database', () => {
  beforeEach(async () => {
    await database.db.delete(rateLimits);
  });

  it('are the same for two servers, and after a restart', async () => {
    const [one, two] = [createSharedCounters(database.db), createSharedCounters(database.db)];
    const { count, waitMs } = await one.add(counted);
    expect(count).toBe(1);
    expect(waitMs).toBeGreaterThan(14 * MINUTE);
    expect(waitMs).toBeLessThanOrEqual(15 * MINUTE);
    expect(await two.add(counted)).toMatchObject({ count: 2 });
    await one.takeBack(counted.key);
    expect(await createSharedCounters(database.db).add(counted)).toMatchObject({ count: 2 });
  });

  it('count each of twenty calls that come at once', async () => {
    const counters = createSharedCounters(database.db);
    const all = Array.from({ length: 20 }, () => counters.add(counted));
    const counts = (await Promise.all(all)).map(({ count }) => count);
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  it.each([
    ['when their window is over', '-15 minutes'],
    ['after the clock was set back a day', '1 day'],
  ])('start again %s', async (_, by) => {
    const counters = createSharedCounters(database.db);
    await counters.add(counted);
    await database.db.execute(sql`update rate_limits set ends_at = ends_at + ${by}::interval`);
    const { count, waitMs } = await counters.add(counted);
    expect(count).toBe(1);
    expect(waitMs).toBeLessThanOrEqual(windowMs);
  });
});

describe('the network of an address', () => {
  it.each([
    ['41.90.64.1', '41.90.64.1'],
    ['::ffff:41.90.64.1', '41.90.64.1'],
    ['2c0f:fe38:2001:1::9', '2c0f:fe38:2001:1::/64'],
    ['2c0f:fe38:2001:1:a:b:c:d', '2c0f:fe38:2001:1::/64'],
    ['2C0F:FE38:2001:0001:ffff::', '2c0f:fe38:2001:1::/64'],
    ['2c0f:fe38::', '2c0f:fe38:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
});
