/** What was searched in the directory and found nobody: counted by phrase and day, without a person. */
import { and, count, desc, eq, gte, lt, max, sql, sum } from 'drizzle-orm';
import { DAY_MS } from '../../src/contract/time.ts';
import { countedPhrase } from '../../src/contract/missedSearch.ts';
import type { Context } from '../calls/context.ts';
import { takeTurn } from '../db/turns.ts';
import { localDay } from '../process/nairobi.ts';
import type { Handlers } from '../calls/route.ts';
import { missedSearches } from '../db/schema.ts';

/** How many phrases of one day are stored: a flood of invented ones fills nothing. Safe by the turn of the day. */
const MOST_A_DAY = 200;
const STORED_DAYS = 183;

const { day, phrase, times } = missedSearches;

type Clocked = Pick<Context, 'db' | 'now'>;

const daysAgo = ({ now }: Pick<Context, 'now'>, days: number) =>
  localDay(new Date(now().getTime() - days * DAY_MS));

/** Adds one to the phrase today, if it is fit to be stored and the day has room. */
async function countMissed(ctx: Clocked, typed: string): Promise<void> {
  const { db } = ctx;
  const searched = countedPhrase(typed);
  if (searched === null) return;
  const today = daysAgo(ctx, 0);
  const more = { times: sql`${times} + 1` };
  const isIt = and(eq(day, today), eq(phrase, searched));
  const known = await db.update(missedSearches).set(more).where(isIt).returning({ times });
  if (known.length > 0) return;
  await db.transaction(async (tx) => {
    await takeTurn(tx, 'searches', today);
    if ((await tx.$count(missedSearches, eq(day, today))) >= MOST_A_DAY) return;
    await tx
      .insert(missedSearches)
      .values({ day: today, phrase: searched })
      .onConflictDoUpdate({ target: [day, phrase], set: more });
  });
}

/** The handler of the call; its answer is the same whether the phrase was counted or not. */
export const missedSearchHandlers = (ctx: Clocked) =>
  ({
    reportMissedSearch: {
      limits: { network: 'missedSearchNetwork' },
      answer: async ({ body }) => {
        await countMissed(ctx, body.phrase);
      },
    },
  }) satisfies Partial<Handlers>;

/** Deletes the counts of half a year ago. */
export async function clearMissedSearches(ctx: Clocked): Promise<void> {
  await ctx.db.delete(missedSearches).where(lt(day, daysAgo(ctx, STORED_DAYS)));
}

/** A phrase in the last days: how often, on how many days, and when last (Nairobi). */
export interface MissedSearch {
  phrase: string;
  times: number;
  days: number;
  last: string;
}

/** The phrases of the last `days` days with today, the most frequent first. */
export async function readMissedSearches(
  ctx: Clocked,
  { days, most }: { days: number; most: number },
): Promise<MissedSearch[]> {
  const all = sum(times).mapWith(Number);
  return await ctx.db
    .select({ phrase, times: all, days: count(), last: sql<string>`${max(day)}::text` })
    .from(missedSearches)
    .where(gte(day, daysAgo(ctx, days - 1)))
    .groupBy(phrase)
    .orderBy(desc(all), phrase)
    .limit(most);
}
