import { foldText } from '../contract/rules.ts';
import type { Pages } from '../contract/pages.ts';
import { plainWords, TRADES, tradesOf } from '../contract/trades.ts';
import { readPhrase } from '../lib/list/phrase.ts';

const plainOf = (place: string | null) => ` ${plainWords(place ?? '').join(' ')} `;

/**
 * The fundis of the trade that a search names, by its own name or by a word for it, and in the place of the
 * list that it names, "plumber in juja". Where nobody of the trade is there, those of all places.
 */
export const ofTrade: Pages['ofTrade'] = (listed, search) => {
  const places = new Map(listed.map(({ location }) => [location, plainOf(location)]));
  const isPlace = (words: string) =>
    [...places.values()].some((place) => place.includes(` ${words} `));
  const parts = readPhrase(search, isPlace);
  const named = TRADES.find(({ name }) => foldText(name) === foldText(search));
  const trade = named ?? parts.flatMap(({ trades }) => trades)[0];
  if (!trade) return null;
  const all = listed.filter(({ skills }) => tradesOf(skills).some(({ id }) => id === trade.id));
  const wanted = named
    ? undefined
    : parts.find(({ kind, plain }) => kind !== 'trade' && isPlace(plain));
  const words = ` ${wanted?.plain ?? ''} `;
  const there = all.filter(({ location }) => wanted && plainOf(location).includes(words));
  if (!wanted || there.length === 0) return { name: trade.name, place: null, fundis: all };
  // As the list writes it, where it does.
  const [place] = [...places].find(([, plain]) => plain === words) ?? [];
  return { name: trade.name, place: place ?? wanted.plain, fundis: there };
};
