/** What there is instead when nothing was found: the same elsewhere, or others in that place. */
import { filterOptions, type FilterOption } from '../../contract/rules.ts';
import type { Trade } from '../../contract/trades.ts';
import { TRADE_WORDS } from '../../contract/tradeWords.ts';
import type { Found } from './finder.ts';

const MOST_PLACES = 3;
const MOST_ITEMS = 6;

export interface Nearest<T> {
  /** Who was searched, as in "electrician"; '' when only a place was. */
  wanted: string;
  /** The trade that was searched. */
  trade: Trade | undefined;
  /** The place in which there is nobody; '' for none. */
  place: string;
  /** The places with most of those who were searched. */
  places: FilterOption[];
  /** The first of those who were searched, elsewhere, or else of the others in that place. */
  items: readonly T[];
}

/** What a person asked for: a phrase, and the chosen place and other filters. */
export interface Asked {
  q: string;
  place: string;
  others: readonly string[];
}

const withCapitals = (text: string) =>
  text.replace(
    /(^|\s)(\p{L})/gu,
    (_, space: string, letter: string) => space + letter.toUpperCase(),
  );

interface Ways<T> {
  find: (phrase: string) => Found<T>;
  findAnywhere: (phrase: string) => Found<T>;
  placeOf: (item: T) => string | null;
}

/** What there is instead of what was asked for and not found. */
export function nearest<T>({ q, place, others }: Asked, ways: Ways<T>): Nearest<T> {
  const phrase = [q, ...others].filter(Boolean).join(' ');
  const elsewhere = phrase ? ways.findAnywhere(phrase) : undefined;
  const [trade] = elsewhere?.trades ?? [];
  const asked = {
    wanted: trade ? TRADE_WORDS[trade.id].person : (elsewhere?.words ?? ''),
    trade,
    place: place || withCapitals(elsewhere?.place ?? ''),
  };
  if (elsewhere && elsewhere.items.length > 0) {
    const places = filterOptions(elsewhere.items.map(ways.placeOf))
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_PLACES);
    return { ...asked, places, items: elsewhere.items.slice(0, MOST_ITEMS) };
  }
  const there = asked.place ? ways.find(asked.place).items : [];
  return { ...asked, places: [], items: there.slice(0, MOST_ITEMS) };
}
