/** How many prompts an account may send and a phone may get. */
import { TransactionRollbackError } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { HttpError } from '../../server/calls/refusal.ts';
import { DEMO } from '../../server/config.ts';
import type { Config } from '../../server/config.ts';
import type { Db } from '../../server/db/db.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { checkPromptLimits, limitsFor } from '../../server/payments/promptLimits.ts';
import type { Payment } from '../../server/payments/store.ts';
import { startScriptedWorld } from './scriptedWorld.ts';

const world = await startScriptedWorld({ RATE_LIMIT_FACTOR: '1' });
afterAll(() => world.close());

let made = 0;
/** A phone that nobody has had a prompt on. */
const newPhone = () => `01${String((made += 1)).padStart(8, '0')}`;
const newAccount = async () => (await world.thing()).account;
const client = { role: 'client', phoneNumber: '0700000001' } as Account;
const usual = { seedDemo: false, mpesa: { mode: 'daraja' }, rateLimitFactor: 1 } as Config;
const LIMITS = limitsFor(client, usual);

/** Stores prompts of some time ago, one for each age in ms. */
async function sent(
  account: Account,
  phone: string | null,
  ages: number[],
  values: Partial<Payment> = {},
  db: Db = world.db,
) {
  const rows = ages.map((age) => ({
    publicId: `limit-${(made += 1)}`,
    purpose: 'post_job' as const,
    payable: `job:${made}`,
    amount: 100,
    callbackHash: '',
    accountId: account.id,
    state: 'paid' as const,
    createdAt: world.at(-age),
    phone,
    ...values,
  }));
  return db.insert(payments).values(rows).returning();
}

/** What an account reads that asks for a prompt now, with the seconds to wait; nothing where it may. */
async function ask(account: Account, phone = account.phoneNumber): Promise<string[]> {
  try {
    await world.db.transaction(async (tx) => {
      const [stored] = await sent(account, phone, [0], { state: 'created' }, tx);
      await checkPromptLimits(tx, account, { ...stored!, phone }, LIMITS);
      tx.rollback();
    });
  } catch (error) {
    if (error instanceof TransactionRollbackError) return [];
    if (!(error instanceof HttpError)) throw error;
    expect(error.statusCode).toBe(429);
    return [String(error.body.error), error.headers['retry-after'] ?? ''];
  }
  throw new Error('the transaction was not rolled back');
}

const minutes = (...ages: number[]) => ages.map((age) => age * MINUTE_MS);
const hours = (count: number, age = 1) => Array.from({ length: count }, () => age * HOUR_MS);

const inTen = (wait: string) =>
  `You asked for 5 M-Pesa messages in ten minutes. Please try again in ${wait}.`;

describe('an account gets', () => {
  test.each([
    ['four in ten minutes', minutes(1, 2, 3, 4), []],
    ['five', minutes(1, 2, 3, 4, 8.5), [inTen('2 minutes'), '90']],
    ['five, and more before them', minutes(1, 2, 3, 4, 9.5, 9.9), [inTen('a minute'), '30']],
    ['five, the first just now', minutes(0, 0, 0, 0, 0), [inTen('10 minutes'), '600']],
    ['five, the first ten minutes ago', minutes(1, 2, 3, 4, 10), []],
  ])('%s', async (_, ages, refusal) => {
    const [account, other] = [await newAccount(), await newAccount()];
    await sent(account, account.phoneNumber, ages);
    // Neither others nor money that came without a prompt are counted.
    await sent(other, other.phoneNumber, minutes(1, 2, 3, 4));
    await sent(account, null, minutes(1, 2, 3, 4));
    expect(await ask(account)).toEqual(refusal);
  });

  test.each([
    ['nineteen in a day', hours(19), []],
    ['twenty in a day', [...hours(19), 19 * HOUR_MS], ['5 hours', '18000']],
    ['twenty, the first 23 hours ago', [...hours(19), 23 * HOUR_MS], ['60 minutes', '3600']],
    ['twenty, the first just within the day', [...hours(19), DAY_MS - 1], ['a minute', '1']],
    ['twenty, the first at this time yesterday', [...hours(19), DAY_MS], []],
  ])('%s', async (_, ages, [wait, seconds]) => {
    const account = await newAccount();
    for (const age of ages) await sent(account, newPhone(), [age], { state: 'failed' });
    const text = `You asked for 20 M-Pesa messages in one day. Please try again in ${wait}.`;
    expect(await ask(account)).toEqual(wait === undefined ? [] : [text, seconds]);
  });

  test('prompts to its own phone, to three others a day, and to these again', async () => {
    const account = await newAccount();
    const others = [newPhone(), newPhone(), newPhone()];
    await sent(account, account.phoneNumber, hours(1));
    for (const [at, phone] of others.entries()) await sent(account, phone, hours(2, 2 + at));
    // M-Pesa refused these: no phone got a prompt.
    await sent(account, newPhone(), hours(1), { state: 'failed' });
    expect(await ask(account, newPhone())).toEqual([
      'You can send M-Pesa messages to 3 phones a day beside your own. Use your own phone, or try again in 20 hours.',
      '72000',
    ]);
    for (const phone of [account.phoneNumber, ...others])
      expect(await ask(account, phone)).toEqual([]);
    world.wait(20 * HOUR_MS);
    expect(await ask(account, newPhone())).toEqual([]);
    await sent(account, newPhone(), hours(1), { state: 'failed', promptedAt: world.at(-HOUR_MS) });
    expect(await ask(account, newPhone())).toHaveLength(2);
  });
});

test('a phone gets five prompts a day from other people and ten in all, so that its owner can pay', async () => {
  const [owner, one, two] = [await newAccount(), await newAccount(), await newAccount()];
  const phone = owner.phoneNumber;
  await sent(one, phone, hours(4, 3));
  await sent(one, phone, hours(9), { state: 'failed' });
  await sent(two, phone, hours(3, 24));
  expect(await ask(two, phone)).toEqual([]);
  await sent(two, phone, hours(1, 5));
  const text =
    'Other people sent 5 M-Pesa messages to this phone in one day. Use another phone, or try again in 19 hours.';
  for (const other of [one, two, await newAccount()]) {
    expect(await ask(other, phone)).toEqual([text, String(19 * 3600)]);
  }
  await sent(owner, phone, [...hours(3, 2), HOUR_MS]);
  expect(await ask(owner)).toEqual([]);
  await sent(owner, phone, hours(1));
  expect(await ask(owner)).toEqual([
    'This phone got 10 M-Pesa messages in one day. Use another phone, or try again in 19 hours.',
    String(19 * 3600),
  ]);
});

test('three servers on one database count together: of 12 calls at once 5 get a prompt', async () => {
  const account = await newAccount();
  const servers = [1, 2, 3].map(() => world.server());
  const things = [];
  for (let n = 0; n < 12; n += 1) things.push(await world.thing('post_job', account));
  const calls = things.map((thing, at) => world.press(thing, account.phoneNumber, servers[at % 3]));
  const ends = await Promise.allSettled(calls);
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  expect(refused.map((error) => (error instanceof HttpError ? error.statusCode : error))).toEqual(
    Array.from({ length: 7 }, () => 429),
  );
});

test('the limits are multiplied by RATE_LIMIT_FACTOR', () => {
  expect(limitsFor(client, { ...usual, rateLimitFactor: 3 })).toEqual({
    inTenMinutes: 15,
    inOneDay: 60,
    foreignPhones: 9,
    toOnePhone: 30,
    fromOthers: 15,
  });
});

const demoClient = { phoneNumber: DEMO.clientPhone };
test.each([
  ['a demo client', demoClient, true, 'simulator', 500],
  ['a demo fundi', { role: 'fundi', phoneNumber: DEMO.fundiPhone }, true, 'simulator', 500],
  ['without the demo', demoClient, false, 'simulator', 5],
  ['with real M-Pesa', demoClient, true, 'daraja', 5],
  ['somebody else', {}, true, 'simulator', 5],
  ["a fundi with the client's phone", { ...demoClient, role: 'fundi' }, true, 'simulator', 5],
] as const)(
  '%s: %j may send, with the demo %s and M-Pesa %s, %i',
  (_, who, seedDemo, mode, most) => {
    const config = { ...usual, seedDemo, mpesa: { ...usual.mpesa, mode } };
    expect(limitsFor({ ...client, ...who }, config).inTenMinutes).toBe(most);
  },
);
