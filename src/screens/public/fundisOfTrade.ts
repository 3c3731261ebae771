import { foldText } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import { TRADES, tradesOf } from '../../contract/trades.ts';

/**
 * The fundis of the trade that a phrase is the name of, as the links to trades give it: those whose first
 * trade it is come first, then those whose second, and else in their order. Null for any other phrase.
 */
export function fundisOfTrade<T extends Pick<Fundi, 'skills'>>(
  fundis: readonly T[],
  phrase: string,
): T[] | null {
  const trade = TRADES.find(({ name }) => foldText(name) === foldText(phrase));
  if (!trade) return null;
  const found: [T[], T[], T[]] = [[], [], []];
  for (const fundi of fundis) {
    // A fundi without the trade has the index -1, and no list.
    found[Math.min(tradesOf(fundi.skills).indexOf(trade), 2)]?.push(fundi);
  }
  return found.flat();
}
