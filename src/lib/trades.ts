/** The trades of fundis, for their cards and for the links to them. */
import type { Town } from '../contract/pages.ts';
import { commonPlaces } from '../contract/rules.ts';
import { TRADES, tradesOf, type Trade, type TradeIcon, type TradeId } from '../contract/trades.ts';
import type { Fundi, Job } from '../contract/schemas.ts';

/** How many trades, and how many places, are offered at most. */
const OFFERED = 12;

export interface TradeCount {
  trade: Trade;
  count: number;
}

/** The icon of the first trade that skills name; a hammer for work that no trade names. */
export const tradeIconOf = (skills: string | null): TradeIcon =>
  tradesOf(skills)[0]?.icon ?? 'tools';

/** The icon of the first trade that a job's title names: a description says much else ("send me photos"). */
export const jobIconOf = ({ title }: Pick<Job, 'title'>): TradeIcon => tradeIconOf(title);

/** The trades that most fundis of a list have, the most frequent first; of equal ones in their order. */
function commonTrades(fundis: readonly Pick<Fundi, 'skills'>[]): [TradeId, number][] {
  // A list of thousands has few different skills, and each takes long to read.
  const texts = new Map<string | null, number>();
  for (const { skills } of fundis) texts.set(skills, (texts.get(skills) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [skills, times] of texts)
    for (const { id } of tradesOf(skills)) counts.set(id, (counts.get(id) ?? 0) + times);
  return TRADES.map(({ id }): [TradeId, number] => [id, counts.get(id) ?? 0])
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, OFFERED);
}

/** Those trades with their names and icons. */
export function namedTrades(trades: Town['trades']): TradeCount[] {
  return trades.flatMap(([id, count]) => {
    const trade = TRADES.find((each) => each.id === id);
    return trade ? { trade, count } : [];
  });
}

/** What is said of a list of fundis who are all available: how many, the most frequent trades and places. */
export function townOf(fundis: readonly Pick<Fundi, 'skills' | 'location'>[]): Town {
  return {
    available: fundis.length,
    trades: commonTrades(fundis),
    places: commonPlaces(
      fundis.map(({ location }) => location),
      OFFERED,
    ),
  };
}

/** The same, as our server has put it into the page; null when it has not. */
export const givenTown = (): Town | null => globalThis.firstPage?.given?.town ?? null;
