/** How the town goes, as the operator reads it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { readCounts } from '../../server/desk/readCounts.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { ads, jobs } from '../../server/db/schema/listings.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';
import { accountRow, paymentRow } from './rows.ts';

const NOW = new Date('2026-11-22T09:00:00Z');
const day = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60 * 1000);
/** The first and the last second of yesterday in Nairobi. */
const YESTERDAY = [new Date('2026-11-20T21:00:00Z'), new Date('2026-11-21T20:59:59Z')] as const;

const payment = (id: number, values: Partial<typeof payments.$inferInsert>) =>
  paymentRow(id, { state: 'paid', ...values });

const database = await freshDatabase(process.env.DATABASE_URL);
afterAll(() => database.close());
let counts: Awaited<ReturnType<typeof readCounts>>;
beforeAll(async () => {
  const { db } = database;
  let made = 0;
  const person = (role: 'fundi' | 'client', values: Partial<typeof accounts.$inferInsert>) => {
    made += 1;
    const phoneNumber = `07${String(made).padStart(8, '0')}`;
    return accountRow({ role, phoneNumber, createdAt: day(-100), ...values });
  };
  await db.insert(accounts).values([
    person('client', { createdAt: YESTERDAY[0] }),
    // Of two ends the trial counts until it is over.
    person('fundi', { trialEnds: day(3), subscriptionEnd: day(2), createdAt: YESTERDAY[1] }),
    person('fundi', { trialEnds: day(-60), subscriptionEnd: day(20) }),
    person('fundi', { trialEnds: day(-60), subscriptionEnd: day(6) }),
    person('fundi', { trialEnds: day(-40), subscriptionEnd: day(-2) }),
    person('fundi', { trialEnds: day(-40) }),
    person('fundi', { trialEnds: day(-60), subscriptionEnd: day(20), blockedAt: day(-1) }),
    person('client', { blockedAt: day(-1) }),
  ]);
  const job = { clientId: 1, title: 'Roof', description: 'Two rooms', location: 'Juja' };
  const on = { ...job, isActive: true, paidAt: day(-1) };
  await db.insert(jobs).values([
    { ...on, createdAt: YESTERDAY[0] },
    { ...job, createdAt: YESTERDAY[1] },
    { ...on, createdAt: NOW, takenDown: 'No.' },
    { ...on, createdAt: day(-50), clientId: 8 },
  ]);
  const ad = { clientId: 1, title: 'Paint', description: 'All colours' };
  await db.insert(ads).values([
    { ...ad, createdAt: NOW, expiresAt: day(30) },
    { ...ad, createdAt: day(-50), expiresAt: day(-20) },
  ]);
  await db.insert(payments).values([
    payment(1, { receivedAt: YESTERDAY[0] }),
    payment(2, {
      receivedAt: YESTERDAY[1],
      purpose: 'post_ad',
      amount: 500,
      amountReceived: 500,
    }),
    payment(3, { receivedAt: NOW, purpose: 'subscription', amount: 200 }),
    payment(4, { receivedAt: NOW, state: 'needs_review', review: 'amount', amountReceived: 40 }),
    payment(5, { receivedAt: NOW, returnedAt: NOW }),
    payment(6, { state: 'cancelled' }),
  ]);
  const desk = { config: loadConfig({}), db, now: () => NOW };
  counts = await readCounts({ days: 3 }, desk);
});

it('counts fundis who are listed, end soon and have ended, and the jobs and ads that are shown', () => {
  const listed = { listed: 3, onTrial: 1, subscribed: 2, leaving: 2, left: 1 };
  const all = { fundis: 6, clients: 2, blocked: 2, jobs: 1, ads: 1 };
  expect(counts.now).toEqual({ ...all, ...listed });
});

it('counts by the days of Nairobi, oldest first, without money that was sent back', () => {
  const none = { fundis: 0, clients: 0, jobs_posted: 0, jobs_paid: 0, ads_posted: 0, ads_paid: 0 };
  const yesterday = { ...none, fundis: 1, clients: 1, jobs_posted: 2, jobs_paid: 1, ads_paid: 1 };
  expect(counts.days).toEqual([
    { day: '2026-11-20', ...none, months_paid: 0, ksh: 0 },
    { day: '2026-11-21', ...yesterday, months_paid: 0, ksh: 600 },
    { day: '2026-11-22', ...none, jobs_posted: 1, ads_posted: 1, months_paid: 1, ksh: 200 },
  ]);
});
