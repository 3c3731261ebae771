/** How many prompts an account may send and a phone may get. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { HttpError } from '../../server/calls/refusal.ts';
import type { Gateway } from '../../server/mpesa/gateway.ts';
import { limitsFor } from '../../server/payments/promptLimits.ts';
import { createPayments } from '../../server/payments/service.ts';
import { DEMO } from '../../server/config.ts';
import { QUICK, startPaymentWorld } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await startPaymentWorld({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => world.close());

type Owner = Pick<Payable, 'account' | 'headers'>;
let phones = 0;
/** A phone that nobody has had a prompt on; prompts on it are paid at once. */
const newPhone = () => `01${String((phones += 1)).padStart(8, '0')}`;
const newOwner = (): Promise<Owner> => world.payable('post_job');
const ownPhone = ({ account }: Owner) => account.phoneNumber;

/** Asks for a prompt for a new job; returns status, text and seconds to wait. */
async function ask(owner: Owner, phone: string) {
  const answer = await world.request(await world.payable('post_job', owner), phone);
  const { error } = answer.json<{ error?: string }>();
  const wait = answer.headers['retry-after'];
  return { status: answer.statusCode, error, wait: wait === undefined ? undefined : Number(wait) };
}

async function askTimes(times: number, owner: Owner, phone: () => string): Promise<void> {
  for (let n = 0; n < times; n += 1)
    expect(await ask(owner, phone())).toMatchObject({ status: 200 });
}

describe('an account', () => {
  test('gets 5 prompts in ten minutes, then 429 with text and Retry-After', async () => {
    const owner = await newOwner();
    await askTimes(5, owner, () => ownPhone(owner));
    const refused = await ask(owner, ownPhone(owner));
    expect(refused).toMatchObject({
      status: 429,
      error: expect.stringMatching(
        /^You asked for 5 M-Pesa messages in ten minutes. Please try again in (9|10) minutes.$/,
      ),
    });
    expect(refused.wait).toBeGreaterThan(500);
    expect(refused.wait).toBeLessThanOrEqual(600);
    world.harness.advance((refused.wait ?? 0) * 1000);
    expect(await ask(owner, ownPhone(owner))).toMatchObject({ status: 200 });
  });

  test('gets 20 prompts a day, then 429', async () => {
    const owner = await newOwner();
    const others = [newPhone(), newPhone()];
    for (const phone of [ownPhone(owner), ownPhone(owner), ...others]) {
      await askTimes(5, owner, () => phone);
      world.harness.advance(10 * MINUTE_MS);
    }
    expect(await ask(owner, newPhone())).toMatchObject({
      status: 429,
      error: 'You asked for 20 M-Pesa messages in one day. Please try again in 24 hours.',
    });
    world.harness.advance(DAY_MS - 40 * MINUTE_MS);
    expect(await ask(owner, newPhone())).toMatchObject({ status: 200 });
  });

  test('may send prompts to its own phone and to 3 others a day', async () => {
    const owner = await newOwner();
    const [first, second, third] = [newPhone(), newPhone(), newPhone()];
    for (const phone of [first, second, third]) await askTimes(1, owner, () => phone);
    expect(await ask(owner, newPhone())).toMatchObject({
      status: 429,
      error:
        'You can send M-Pesa messages to 3 phones a day beside your own. Use your own phone, or try again in 24 hours.',
    });
    // Its own phone and one of the three are still free.
    await askTimes(1, owner, () => ownPhone(owner));
    await askTimes(1, owner, () => first);
    world.harness.advance(DAY_MS);
    await askTimes(1, owner, newPhone);
  });

  test('is not counted for a repeated call or a refused payable, nor a phone for a refused push', async () => {
    const owner = await newOwner();
    const job = await world.payable('post_job', owner);
    // 990 waits for a person: the prompt stays open.
    const calls = Array.from({ length: 8 }, () => world.pay(job, '0711345990'));
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    const missing = { ...job, body: { purpose: 'post_job' as const, job_id: 999_999 } };
    for (let n = 0; n < 8; n += 1) {
      expect((await world.pay(missing, newPhone())).status).toBe(404);
    }
    // 913: M-Pesa refuses the push, so that no phone gets a prompt.
    expect(await ask(owner, '0711345913')).toMatchObject({ status: 502 });
    expect(await ask(owner, '0722345913')).toMatchObject({ status: 502 });
    await askTimes(2, owner, newPhone);
    expect(await ask(owner, ownPhone(owner))).toMatchObject({
      status: 429,
      error: expect.stringContaining('5 M-Pesa messages in ten minutes'),
    });
  });
});

describe('a phone', () => {
  test('gets 5 prompts a day from other people, and 10 in all, so that its owner can pay', async () => {
    const owner = await newOwner();
    const phone = ownPhone(owner);
    const [one, two] = [await newOwner(), await newOwner()];
    await askTimes(3, one, () => phone);
    await askTimes(2, two, () => phone);
    const text =
      'Other people sent 5 M-Pesa messages to this phone in one day. Use another phone, or try again in 24 hours.';
    expect(await ask(two, phone)).toMatchObject({ status: 429, error: text });
    expect(await ask(await newOwner(), phone)).toMatchObject({ status: 429, error: text });

    await askTimes(5, owner, () => phone);
    world.harness.advance(10 * MINUTE_MS);
    expect(await ask(owner, phone)).toMatchObject({
      status: 429,
      error:
        'This phone got 10 M-Pesa messages in one day. Use another phone, or try again in 24 hours.',
    });
    world.harness.advance(DAY_MS);
    await askTimes(1, two, () => phone);
  });
});

/** M-Pesa takes every push. */
const gateway = (): Gateway => {
  let sent = 0;
  return {
    push: () => {
      const id = `${process.pid}-${Math.random()}-${(sent += 1)}`;
      const ids = { merchantRequestId: id, checkoutRequestId: id };
      return Promise.resolve({ kind: 'accepted', ...ids, raw: null });
    },
    query: () => Promise.resolve({ kind: 'pending', raw: null }),
    received: () => Promise.reject(new Error('no question here')),
  };
};

test('three servers on one database count together: of 12 calls at once 5 get a prompt', async () => {
  const owner = await newOwner();
  const jobs = await Promise.all(
    Array.from({ length: 12 }, () => world.payable('post_job', owner)),
  );
  const servers = [1, 2, 3].map(() => createPayments(world.harness.ctx, gateway(), QUICK));
  const results = await Promise.allSettled(
    jobs.map(({ account, body }, index) =>
      servers[index % servers.length]!.request(account, {
        purpose: 'post_job',
        phone: account.phoneNumber,
        jobId: body.job_id ?? 0,
        adId: null,
      }),
    ),
  );
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(7);
  for (const error of refused) {
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ statusCode: 429 });
  }
});

const config = () => world.harness.ctx.config;

describe('the limits', () => {
  test('are multiplied by RATE_LIMIT_FACTOR', async () => {
    const { account } = await newOwner();
    expect(limitsFor(account, { ...config(), rateLimitFactor: 3 })).toEqual({
      inTenMinutes: 15,
      inOneDay: 60,
      foreignPhones: 9,
      toOnePhone: 30,
      fromOthers: 15,
    });
  });

  test('are a hundred times as wide for demo people with the simulator, and for nobody else', async () => {
    const { account } = await newOwner();
    const demo = { ...account, phoneNumber: DEMO.clientPhone };
    const { mpesa } = config();
    const limitOf = (who: typeof account, seedDemo: boolean, mode: 'simulator' | 'daraja') =>
      limitsFor(who, { ...config(), seedDemo, mpesa: { ...mpesa, mode } }).inTenMinutes;
    expect(limitOf(demo, true, 'simulator')).toBe(500);
    expect(limitOf(demo, false, 'simulator')).toBe(5);
    expect(limitOf(demo, true, 'daraja')).toBe(5);
    expect(limitOf(account, true, 'simulator')).toBe(5);
    expect(limitOf({ ...demo, role: 'fundi' }, true, 'simulator')).toBe(5);
  });
});
