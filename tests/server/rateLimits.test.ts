/** How often something may be done, and what is said to somebody who did it more often. */
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { createMemoryCounters } from '../../server/calls/counters.ts';
import type { Counters } from '../../server/calls/counters.ts';
import { createLimits } from '../../server/calls/rateLimits.ts';
import type { LimitName } from '../../server/calls/rateLimits.ts';

const LIMITS: Record<LimitName, [most: number, windowMs: number]> = {
  loginNetwork: [150, 15 * MINUTE_MS],
  loginPhoneNetwork: [10, 15 * MINUTE_MS],
  loginPhone: [15, 15 * MINUTE_MS],
  loginNetworkFirst: [1, 15 * MINUTE_MS],
  loginPhoneFirst: [10, 15 * MINUTE_MS],
  loginDevice: [10, 15 * MINUTE_MS],
  loginOne: [300, 15 * MINUTE_MS],
  resetNetwork: [40, 15 * MINUTE_MS],
  resetPhoneNetwork: [5, 15 * MINUTE_MS],
  resetPhone: [15, DAY_MS],
  resetNetworkFirst: [1, DAY_MS],
  resetPhoneFirst: [15, DAY_MS],
  resetDevice: [5, 15 * MINUTE_MS],
  registrationNetwork: [240, 10 * MINUTE_MS],
  registrationRefusedNetwork: [15, 15 * MINUTE_MS],
  deskName: [5, 15 * MINUTE_MS],
  deskNetwork: [5, 15 * MINUTE_MS],
  shareNetwork: [200, 10 * MINUTE_MS],
  account: [600, 5 * MINUTE_MS],
  upload: [20, HOUR_MS],
  identityChange: [3, DAY_MS],
};

/** A clock that stands still until it is moved, and limits that count by it. */
function world(factor = 1) {
  const clock = { ms: 0 };
  const counters = createMemoryCounters(() => clock.ms);
  return { clock, limits: createLimits(counters, factor) };
}

const refused = { statusCode: 429 };

it.each(Object.entries(LIMITS) as [LimitName, [number, number]][])(
  'the limit %s allows so many tries in so many ms, %j, and as many again after them',
  async (limit, [most, windowMs]) => {
    const { clock, limits } = world();
    const tries = [{ limit, by: '0712345678' }];
    for (let at = 0; at < most; at += 1) await limits.take(tries);
    clock.ms = windowMs - 1;
    await expect(limits.take(tries)).rejects.toMatchObject(refused);
    clock.ms = windowMs;
    await expect(limits.take(tries)).resolves.toBeUndefined();
  },
);

const of = (by: string) => ({ limit: 'identityChange' as const, by });

it('RATE_LIMIT_FACTOR multiplies what is allowed', async () => {
  const { limits } = world(2);
  for (let at = 0; at < 6; at += 1) await limits.take([of('1')]);
  await expect(limits.take([of('1')])).rejects.toMatchObject(refused);
});

it('each limit counts by itself, and so does each phone', async () => {
  const { limits } = world();
  for (const by of ['0712345678', '0712345679']) {
    for (const limit of ['resetDevice', 'resetPhoneNetwork'] as const) {
      for (let at = 0; at < 5; at += 1) await limits.take([{ limit, by }]);
    }
  }
  const again = limits.take([{ limit: 'resetDevice', by: '0712345678' }]);
  await expect(again).rejects.toMatchObject(refused);
});

it('a refused call counts none of its tries', async () => {
  const { limits } = world();
  const [device, phone] = [of('device'), of('phone')];
  for (let at = 0; at < 3; at += 1) await limits.take([phone]);
  for (let at = 0; at < 5; at += 1) {
    await expect(limits.take([device, phone])).rejects.toMatchObject(refused);
  }
  for (let at = 0; at < 3; at += 1) await limits.take([device]);
  await expect(limits.take([device])).rejects.toMatchObject(refused);
});

it('what is given back may be done again', async () => {
  const { limits } = world();
  const tries = ['one', 'two'].map(of);
  for (let at = 0; at < 3; at += 1) await limits.take(tries);
  await limits.giveBack(tries);
  await limits.take(tries);
  await expect(limits.take(tries)).rejects.toMatchObject(refused);
});

const takeBack = async () => {};
const choice = (by: string) => [{ limit: 'resetNetworkFirst' as const, by }];

describe('of several choices', () => {
  const choices = [choice('one'), choice('two')];

  it('the first is taken that is left, and then that of the last is refused', async () => {
    const { limits } = world();
    expect(await limits.takeOneOf(choices)).toBe(choices[0]);
    expect(await limits.takeOneOf(choices)).toBe(choices[1]);
    await expect(limits.takeOneOf(choices)).rejects.toMatchObject(refused);
    await limits.giveBack(choice('two'));
    expect(await limits.takeOneOf(choices)).toBe(choices[1]);
    expect(await limits.takeOneOf([])).toEqual([]);
  });

  it('none but the first is asked where counting fails', async () => {
    const lost = new Error('the database is away');
    const add = vi.fn<Counters['add']>().mockRejectedValue(lost);
    const limits = createLimits({ add, takeBack }, 1);
    await expect(limits.takeOneOf(choices)).rejects.toBe(lost);
    expect(add).toHaveBeenCalledTimes(1);
  });
});

it.each([
  [0, 1, 'a minute'],
  [59_001, 60, 'a minute'],
  [MINUTE_MS + 1, 61, '2 minutes'],
  [90 * MINUTE_MS, 5400, '90 minutes'],
  [90 * MINUTE_MS + 1, 5401, '2 hours'],
  [DAY_MS, 86_400, '24 hours'],
])('a wait of %d ms is %d seconds, in words %s', async (waitMs, seconds, words) => {
  const full = { add: async () => ({ count: 9999, waitMs }), takeBack };
  await expect(createLimits(full, 1).take([{ limit: 'upload', by: '1' }])).rejects.toMatchObject({
    statusCode: 429,
    body: { error: `Too many attempts. Please try again in ${words}.` },
    headers: { 'retry-after': String(seconds) },
  });
});

it('the key of a count shows no phone, and is as short for a long text', async () => {
  const add = vi.fn<Counters['add']>().mockResolvedValue({ count: 1, waitMs: 1 });
  const limits = createLimits({ add, takeBack }, 1);
  for (const by of ['0712345678', 'x'.repeat(9999)])
    await limits.take([{ limit: 'loginPhone', by }]);
  const keys = add.mock.calls.map(([{ key }]) => key);
  for (const key of keys) expect(key).toMatch(/^loginPhone [\w-]{22}$/);
  expect(keys.join()).not.toContain('0712345678');
});
