import { foldText } from '../contract/rules.ts';
import type { Pages } from '../contract/pages.ts';
import type { Fundi } from '../contract/schemas.ts';
import { plainWords, TRADES } from '../contract/trades.ts';
import { FIRST_CARDS, isListed, newness } from '../lib/list/fundis.ts';
import { sortItems } from '../lib/list/order.ts';
import { readPhrase } from '../lib/list/phrase.ts';
import { ofNamedTrade } from '../screens/public/ofNamedTrade.ts';

const plainOf = (place: string | null) => ` ${plainWords(place ?? '').join(' ')} `;

const keys = { name: ({ name }: Fundi) => name, newness };

/**
 * The first fundis of the trade that a search names, by its own name or by a word for it, and in the place of the
 * list that it names, "plumber in juja". Where nobody of the trade is there, those of all places. In the order
 * in which the app shows those of a trade's own name.
 */
export const ofTrade: Pages['ofTrade'] = (all, search) => {
  const listed = sortItems(all, keys, 'newest').items;
  const places = new Map(listed.map(({ location }) => [location, plainOf(location)]));
  const isPlace = (words: string) =>
    [...places.values()].some((place) => place.includes(` ${words} `));
  const parts = readPhrase(search, isPlace);
  const named = TRADES.find(({ name }) => foldText(name) === foldText(search));
  const trade = named ?? parts.flatMap(({ trades }) => trades)[0];
  if (!trade) return null;
  const having = ofNamedTrade(listed.filter(isListed), trade.name) ?? [];
  const wanted = named
    ? undefined
    : parts.find(({ kind, plain }) => kind !== 'trade' && isPlace(plain));
  const words = ` ${wanted?.plain ?? ''} `;
  const there = having.filter(({ location }) => wanted && plainOf(location).includes(words));
  if (!wanted || there.length === 0)
    return { name: trade.name, place: null, fundis: having.slice(0, FIRST_CARDS) };
  // As the list writes it, where it does.
  const [place] = [...places].find(([, plain]) => plain === words) ?? [];
  return { name: trade.name, place: place ?? wanted.plain, fundis: there.slice(0, FIRST_CARDS) };
};
