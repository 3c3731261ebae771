/** What there is instead when nothing was found: the same elsewhere, others in that place, or similar work. */
import { filterOptions, foldText, matchesFilter, type FilterOption } from '../../contract/rules.ts';
import { TRADES, type Trade } from '../../contract/trades.ts';
import { TRADE_WORDS } from '../../contract/tradeWords.ts';
import type { Entries } from './entries.ts';
import { findEntries, match } from './match.ts';
import { readQuestion } from './question.ts';

const MOST_PLACES = 3;
const MOST_TRADES = 3;
const MOST_ITEMS = 6;

export interface Nearest<T> {
  /** Who was searched, as in "electrician"; '' when only a place was. */
  wanted: string;
  trade: Trade | undefined;
  place: string;
  /** The places with most of those who were searched, each with as many as its filter finds. */
  places: readonly FilterOption[];
  /** Trades of the list that are near the one which it lacks, with their counts. */
  similar: readonly FilterOption[];
  /** The first of those who were searched, in these places, or of the others in that place, or of similar trades. */
  items: readonly T[];
}

/** What a person asked for: a phrase, and the chosen place and other filters. */
export interface Wanted {
  q: string;
  place: string;
  others: readonly string[];
}

const withCapitals = (text: string) =>
  text.replace(
    /(^|\s)(\p{L})/gu,
    (_, space: string, letter: string) => space + letter.toUpperCase(),
  );

/** The places of most items. The filter "Thika" finds "Landless, Thika" too: only "Thika" is named, with both. */
function mostPlaces(values: readonly (string | null)[]): FilterOption[] {
  const options = filterOptions(values).map((option) => ({
    ...option,
    text: foldText(option.value),
  }));
  const isWidest = (place: (typeof options)[number]) =>
    !options.some((other) => other !== place && place.text.includes(other.text));
  const countIn = (text: string) =>
    options.reduce((sum, other) => sum + (other.text.includes(text) ? other.count : 0), 0);
  return options
    .filter(isWidest)
    .map(({ value, text }) => ({ value, count: countIn(text) }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_PLACES);
}

/** Trades of the list that share the icon of a trade, and who does work of many kinds. */
function similarTo(trade: Trade, { entries }: Entries): FilterOption[] {
  // The icon of the tools is of trades that have none of their own.
  const isNear = ({ id, icon }: Trade) =>
    id === 'handyman' || (icon === trade.icon && icon !== 'tools');
  return TRADES.filter(isNear)
    .map((other) => ({
      value: other.name,
      count: entries.filter(({ trades }) => trades.has(other)).length,
    }))
    .filter(({ count }) => count > 0)
    .slice(0, MOST_TRADES);
}

/** What there is instead of what was asked for and not found. */
export function findNearest<T>(
  { q, place, others }: Wanted,
  list: Entries<T>,
  placeOf: (item: T) => string | null,
): Nearest<T> {
  const phrase = [q, ...others].filter(Boolean).join(' ');
  const question = phrase === '' ? null : readQuestion(phrase, list);
  const [trade] = question?.trades.keys() ?? [];
  const typedPlace = question?.place ?? '';
  const words = (question?.words ?? []).filter((word) => !typedPlace.split(' ').includes(word));
  const asked = {
    wanted: trade ? TRADE_WORDS[trade.id].person : words.join(' '),
    trade,
    place: place || withCapitals(typedPlace),
  };
  const elsewhere = question ? findEntries(list, { ...question, places: [] }) : [];
  if (elsewhere.length > 0) {
    const places = mostPlaces(elsewhere.map(({ item }) => placeOf(item)));
    const isNamed = (item: T) => places.some(({ value }) => matchesFilter(placeOf(item), value));
    const items = elsewhere.map(({ item }) => item).filter(isNamed);
    return { ...asked, places, similar: [], items: items.slice(0, MOST_ITEMS) };
  }
  const similar = trade ? similarTo(trade, list) : [];
  const instead = asked.place || similar[0]?.value;
  const items = instead ? match(list, instead).entries.map(({ item }) => item) : [];
  return { ...asked, places: [], similar, items: items.slice(0, MOST_ITEMS) };
}
