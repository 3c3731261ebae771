import { foldText } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import { TRADES, tradesOf } from '../../contract/trades.ts';

/**
 * The fundis of the trade that a phrase is the name of, as the links to trades give it: those whose first
 * trade it is come first, then those whose second, and else in their order. Null for any other phrase.
 */
export function ofNamedTrade<T extends Pick<Fundi, 'skills'>>(
  fundis: readonly T[],
  phrase: string,
): T[] | null {
  const trade = TRADES.find(({ name }) => foldText(name) === foldText(phrase));
  if (!trade) return null;
  const places = new Map<string | null, number>();
  const found: [T[], T[], T[]] = [[], [], []];
  for (const fundi of fundis) {
    const { skills } = fundi;
    const place = places.get(skills) ?? tradesOf(skills).indexOf(trade);
    places.set(skills, place);
    // At -1, without the trade, there is no list.
    found[Math.min(place, 2)]?.push(fundi);
  }
  return found.flat();
}
