/** What can be paid for: its price and account, whether it is paid for, and what a payment gives and a refund ends. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import {
  activate,
  endPayable,
  isAlreadyPaid,
  isGiven,
  keyOf,
  listing,
  lockPayable,
  promptTexts,
} from '../../server/payments/payables.ts';
import type { LockedPayable, Payable } from '../../server/payments/payables.ts';
import {
  extendSubscription,
  hasAccess,
  isOnTrial,
  listedFundis,
  shortenSubscription,
  trialEnd,
} from '../../server/payments/subscription.ts';
import type { Db } from '../../server/db/db.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { ads, jobs } from '../../server/db/schema/listings.ts';
import { startScriptedWorld } from './scriptedWorld.ts';
import type { Thing } from './scriptedWorld.ts';

const NOW = new Date('2026-05-10T09:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const at = (day: string | null) => (day === null ? null : new Date(`${day}T09:00:00Z`));

const job = (paidAt: Date | null) => ({ kind: 'job', row: { paidAt } }) as LockedPayable;
const ad = (expiresAt: Date | null) => ({ kind: 'ad', row: { expiresAt } }) as LockedPayable;
const fundi = (subscriptionEnd: Date | null) =>
  ({ kind: 'fundi', row: { subscriptionEnd, trialEnds: after(1) } }) as LockedPayable;

test.each([
  ['a job', job(null), false, false],
  ['a paid job', job(NOW), true, true],
  ['an ad', ad(null), false, false],
  ['an ad that runs', ad(after(1)), true, true],
  ['an ad that has ended', ad(NOW), false, false],
  ['a fundi on trial', fundi(null), false, false],
  // One more month can be bought.
  ['a subscribed fundi', fundi(after(1)), false, true],
  ['a fundi whose month has ended', fundi(NOW), false, false],
])('%s: already paid %s, given %s', (_, payable, already, given) => {
  expect([isAlreadyPaid(payable, NOW), isGiven(payable, NOW)]).toEqual([already, given]);
});

test.each([
  ['post_job', 7, 'job:7', 'YF317F7', 100, 'Job listing'],
  ['post_ad', 8, 'ad:8', 'C7PW4HK', 500, 'Advert'],
  ['subscription', 9, 'subscription:9', 'X49N1JP', 200, 'Subscription'],
] as const)('%s %i has the key, the account, the price and the word: %s %s %i %s', (...row) => {
  const [purpose, , key, reference, amount, description] = row;
  const payable = { purpose, jobId: 7, adId: 8, accountId: 9 };
  expect([keyOf(payable), promptTexts(payable)]).toEqual([key, { reference, amount, description }]);
  // M-Pesa takes no more.
  expect(description.length).toBeLessThanOrEqual(13);
});

test('the key of what was erased has no id', () => {
  const nobody = { purpose: 'subscription', accountId: null, jobId: null, adId: null } as const;
  expect([keyOf(nobody), promptTexts(nobody).reference]).toEqual(['subscription:0', '59RWXHR']);
});

test('a job or an ad alone is a payable of no particular payer', () => {
  const nobody = { accountId: null, jobId: null, adId: null };
  expect(listing('job', 7)).toEqual({ ...nobody, purpose: 'post_job', jobId: 7 });
  expect(listing('ad', 8)).toEqual({ ...nobody, purpose: 'post_ad', adId: 8 });
});

test('a trial runs for seven days, and gives access as a paid month does', () => {
  expect(trialEnd(NOW)).toEqual(after(7 * DAY_MS));
  const none = { trialEnds: null, subscriptionEnd: null };
  const rows = [none, { ...none, trialEnds: after(1) }, { ...none, subscriptionEnd: after(1) }];
  const ended = { trialEnds: NOW, subscriptionEnd: NOW };
  expect(rows.map((row) => isOnTrial(row, NOW))).toEqual([false, true, false]);
  expect([...rows, ended].map((row) => hasAccess(row, NOW))).toEqual([false, true, true, false]);
});

test.each([
  ['none', null, '2026-06-10', null],
  ['one that is over', '2026-04-15', '2026-06-10', '2026-04-15'],
  ['one of less than a month', '2026-05-30', '2026-06-30', '2026-05-10'],
  ['one of three months', '2026-08-05', '2026-09-05', '2026-07-05'],
])('on 10 May, after %s, a month is added or taken away', (_, end, longer, shorter) => {
  const row = { trialEnds: null, subscriptionEnd: at(end) };
  expect(extendSubscription(row, NOW)).toEqual(at(longer));
  expect(shortenSubscription(row, NOW)).toEqual(at(shorter));
});

const payableOf = ({ account, ...rest }: Thing): Payable => ({ ...rest, accountId: account.id });

const world = await startScriptedWorld();
afterAll(() => world.close());

const idOf = ({ jobId, adId, account }: Thing) => jobId ?? adId ?? account.id;
const lock = (thing: Thing) => lockPayable(world.db, payableOf(thing));
const made = async (purpose: Thing['purpose']) => {
  const thing = await world.thing(purpose);
  const locked = await lock(thing);
  if (!locked) throw new Error('it is not there');
  const { db } = world;
  return {
    give: (now: Date) => activate(db, locked, now),
    end: async (now: Date) => endPayable(db, (await lock(thing))!, now),
    row: async () => (await lock(thing))?.row,
  };
};

test.each(['post_job', 'post_ad', 'subscription'] as const)(
  'of %s only its own row is locked; one that is deleted is nothing, without a query',
  async (purpose) => {
    const [thing, other] = [await world.thing(purpose), await world.thing(purpose)];
    const kind = { post_job: 'job', post_ad: 'ad', subscription: 'fundi' }[purpose];
    expect(await lock(thing)).toMatchObject({ kind, row: { id: idOf(thing) } });
    const table = { post_job: jobs, post_ad: ads, subscription: accounts }[purpose];
    await world.db.delete(table).where(eq(table.id, idOf(other)));
    expect(await lock(other)).toBeNull();
    const nothing = { purpose, accountId: null, jobId: null, adId: null };
    expect(await lockPayable({} as Db, nothing)).toBeNull();
  },
);

test('a job is active once it is paid for, and unpaid again after its end', async () => {
  const other = await made('post_job');
  const { give, end, row } = await made('post_job');
  await give(NOW);
  expect(await row()).toMatchObject({ isActive: true, paidAt: NOW });
  expect(await other.row()).toMatchObject({ isActive: false, paidAt: null });
  await other.give(NOW);
  await end(NOW);
  expect(await row()).toMatchObject({ isActive: false, paidAt: null });
  expect(await other.row()).toMatchObject({ isActive: true });
});

test('an ad runs for thirty days, and its end is at once; one that is over stays so', async () => {
  const [one, over] = [await made('post_ad'), await made('post_ad')];
  await one.give(NOW);
  await over.give(after(-40 * DAY_MS));
  expect(await one.row()).toMatchObject({ expiresAt: after(30 * DAY_MS) });
  await one.end(after(DAY_MS));
  await over.end(NOW);
  expect(await one.row()).toMatchObject({ expiresAt: after(DAY_MS) });
  expect(await over.row()).toMatchObject({ expiresAt: after(-10 * DAY_MS) });
});

test('a subscription gets a month, and loses one', async () => {
  const [one, other] = [await made('subscription'), await made('subscription')];
  await other.give(NOW);
  await one.give(NOW);
  expect(await one.row()).toMatchObject({ subscriptionEnd: at('2026-06-10') });
  await one.end(after(DAY_MS));
  expect(await one.row()).toMatchObject({ subscriptionEnd: after(DAY_MS) });
  expect(await other.row()).toMatchObject({ subscriptionEnd: at('2026-06-10') });
});

test('fundis are listed who are on trial or subscribed, and not blocked', async () => {
  const { db } = world;
  const [past, soon] = [after(-1), after(1)];
  const rows: [string, Partial<Account>][] = [
    ['on trial', { trialEnds: soon }],
    ['subscribed', { trialEnds: past, subscriptionEnd: soon }],
    ['new', {}],
    ['over', { trialEnds: NOW, subscriptionEnd: NOW }],
    ['blocked', { trialEnds: soon, blockedAt: past }],
    ['a client', { role: 'client', trialEnds: soon }],
  ];
  await db.delete(accounts);
  for (const [name, values] of rows) {
    const account = { role: 'fundi', name, phoneNumber: name, idNumber: name, passwordHash: '' };
    await db.insert(accounts).values({ ...account, ...values } as typeof accounts.$inferInsert);
  }
  const listed = await db.select().from(accounts).where(listedFundis(NOW)).orderBy(accounts.id);
  expect(listed.map(({ name }) => name)).toEqual(['on trial', 'subscribed']);
});

test('a job that its owner has switched off stays paid, also after another prompt was cancelled', async () => {
  const { thing, call } = await world.prompted();
  await call();
  await world.changeJob(thing, { isActive: false });
  await world.change(thing, { state: 'cancelled' });
  const status = await world.payments.jobStatus(thing.account, thing.jobId!);
  expect(status).toMatchObject({ status: 'completed' });
});
