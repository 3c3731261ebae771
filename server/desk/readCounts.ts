/** The counts of the town: who is listed now, and what was added on each day. */
import { and, count, eq, gt, gte, isNull, lt, not, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import { DAY_MS } from '../../src/contract/time.ts';
import { localDay, periodOf } from '../process/nairobi.ts';
import { accounts } from '../db/schema/people.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import { listedFundis } from '../payments/subscription.ts';
import { dayOf, readPaidByDay } from './books/readTotals.ts';
import type { Desk } from './desk.ts';

const SOON_DAYS = 7;
const LATELY_DAYS = 30;

/** What is counted by day; `ksh` is the money that came and stayed. */
export const COUNTED = [
  'fundis',
  'clients',
  'jobs_posted',
  'jobs_paid',
  'ads_posted',
  'ads_paid',
  'months_paid',
  'ksh',
] as const;
type CountName = (typeof COUNTED)[number];
/** A day in Nairobi, such as `2026-11-22`, and what it brought. */
type Day = { day: string } & Record<CountName, number>;

const end = sql`greatest(${accounts.trialEnds}, ${accounts.subscriptionEnd})`;
const isFundi = eq(accounts.role, 'fundi');
const isClient = eq(accounts.role, 'client');

async function standing({ db, now }: Pick<Desk, 'db' | 'now'>) {
  const at = now();
  const soon = new Date(at.getTime() + SOON_DAYS * DAY_MS).toISOString();
  const lately = new Date(at.getTime() - LATELY_DAYS * DAY_MS).toISOString();
  const listed = listedFundis(at);
  const onTrial = gt(accounts.trialEnds, at);
  const rowsOf = (table: PgTable, where?: SQL) => db.$count(table, where);
  const ofBlocked = sql`in (select ${accounts.id} from ${accounts} where ${accounts.blockedAt} is not null)`;
  const shown = (clientId: PgColumn, takenDown: PgColumn) =>
    and(isNull(takenDown), not(sql`${clientId} ${ofBlocked}`));
  return {
    fundis: await rowsOf(accounts, isFundi),
    listed: await rowsOf(accounts, listed),
    onTrial: await rowsOf(accounts, and(listed, onTrial)),
    subscribed: await rowsOf(accounts, and(listed, sql`${onTrial} is not true`)),
    /** Listed now, but for less than a week more if they do not pay. */
    leaving: await rowsOf(accounts, and(listed, sql`${end} <= ${soon}`)),
    /** No longer listed, for a month at most. */
    left: await rowsOf(
      accounts,
      and(isFundi, sql`${end} > ${lately}`, sql`${end} <= ${at.toISOString()}`),
    ),
    blocked: await rowsOf(accounts, gt(accounts.blockedAt, new Date(0))),
    clients: await rowsOf(accounts, isClient),
    jobs: await rowsOf(jobs, and(eq(jobs.isActive, true), shown(jobs.clientId, jobs.takenDown))),
    ads: await rowsOf(ads, and(gt(ads.expiresAt, at), shown(ads.clientId, ads.takenDown))),
  };
}

/** What is counted by when it was made: when that is, and which rows of its table. */
const MADE: [CountName, PgColumn, SQL?][] = [
  ['fundis', accounts.createdAt, isFundi],
  ['clients', accounts.createdAt, isClient],
  ['jobs_posted', jobs.createdAt],
  ['ads_posted', ads.createdAt],
];
const PAID = {
  post_job: 'jobs_paid',
  post_ad: 'ads_paid',
  subscription: 'months_paid',
} as const satisfies Record<PaymentPurpose, CountName>;

async function byDay({ db }: Pick<Desk, 'db'>, days: string[]): Promise<Day[]> {
  const none = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Record<CountName, number>;
  const found = new Map(days.map((day) => [day, { day, ...none }]));
  const from = periodOf(days[0] ?? '')?.from ?? new Date();
  const until = periodOf(days.at(-1) ?? '')?.until ?? new Date();
  const add = (day: string, name: CountName, by: number) => {
    const row = found.get(day);
    if (row) row[name] += by;
  };

  for (const [name, at, where] of MADE) {
    const rows = await db
      .select({ day: dayOf(at), n: count() })
      .from(at.table)
      .where(and(gte(at, from), lt(at, until), where))
      .groupBy(sql`1`);
    for (const { day, n } of rows) add(day, name, n);
  }
  for (const { day, purpose, payments, ksh } of await readPaidByDay(db, { from, until })) {
    add(day, PAID[purpose], payments);
    add(day, 'ksh', ksh);
  }
  return [...found.values()];
}

/** What there is now, and the last `days` days in Nairobi with today, the oldest first. */
export async function readCounts({ days }: { days: number }, desk: Desk) {
  const today = desk.now().getTime();
  const names = Array.from({ length: days }, (_, ago) =>
    localDay(today - (days - 1 - ago) * DAY_MS),
  );
  return { now: await standing(desk), days: await byDay(desk, names) };
}
