/** What there is instead when nothing was found: the same elsewhere, others in that place, or similar work. */
import { filterOptions, matchesFilter, type FilterOption } from '../../contract/rules.ts';
import { TRADES, type Trade } from '../../contract/trades.ts';
import { TRADE_WORDS } from '../../contract/tradeWords.ts';

const MOST_PLACES = 3;
const MOST_TRADES = 3;
const MOST_ITEMS = 6;

/** What a phrase finds. */
export interface Hits<T> {
  /** The best first, if it was asked so; equal ones in the order of the list. */
  items: readonly T[];
  /** The trades that the phrase names, the most likely first. */
  trades: readonly Trade[];
  /** The place that it names, as it was typed; '' for none. */
  place: string;
  /** Its other words that carry something. */
  words: string;
}

export interface Nearest<T> {
  /** Who was searched, as in "electrician"; '' when only a place was. */
  wanted: string;
  /** The trade that was searched. */
  trade: Trade | undefined;
  /** The place in which there is nobody; '' for none. */
  place: string;
  /** The places with most of those who were searched, each with as many as its filter finds. */
  places: FilterOption[];
  /** Trades of the list that are near the one which it lacks, with their counts. */
  similar: FilterOption[];
  /** The first of those who were searched, in these places, or of the others in that place, or of similar trades. */
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
  find: (phrase: string) => Hits<T>;
  findAnywhere: (phrase: string) => Hits<T>;
  placeOf: (item: T) => string | null;
  /** How many of the list have each trade. */
  trades: ReadonlyMap<Trade, number>;
}

/** The places of most items. Of two places whose names hold each other, the wider one: its filter finds both. */
function mostPlaces(values: readonly (string | null)[]): FilterOption[] {
  const options = filterOptions(values).sort((a, b) => b.count - a.count);
  let places: FilterOption[] = [];
  for (const { value } of options) {
    if (places.length === MOST_PLACES) break;
    if (places.some((place) => matchesFilter(value, place.value))) continue;
    const inside = options.filter((option) => matchesFilter(option.value, value));
    const count = inside.reduce((sum, option) => sum + option.count, 0);
    places = [
      ...places.filter((place) => !inside.some((it) => it.value === place.value)),
      { value, count },
    ];
  }
  return places.sort((a, b) => b.count - a.count);
}

/** Trades of the list that share the icon of a trade, and who does work of many kinds. */
function similarTo(trade: Trade, trades: Ways<never>['trades']): FilterOption[] {
  // The icon of the tools is of trades that have none of their own.
  const isNear = ({ id, icon }: Trade) =>
    id === 'handyman' || (icon === trade.icon && icon !== 'tools');
  return TRADES.filter((other) => isNear(other) && trades.get(other))
    .map((other) => ({ value: other.name, count: trades.get(other) ?? 0 }))
    .slice(0, MOST_TRADES);
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
    const places = mostPlaces(elsewhere.items.map(ways.placeOf));
    const items: T[] = [];
    for (const item of elsewhere.items) {
      if (items.length === MOST_ITEMS) break;
      const its = ways.placeOf(item);
      if (places.some(({ value }) => matchesFilter(its, value))) items.push(item);
    }
    return { ...asked, places, similar: [], items };
  }
  const similar = trade ? similarTo(trade, ways.trades) : [];
  const [first] = similar;
  const instead = asked.place || first?.value;
  const items = instead ? ways.find(instead).items : [];
  return { ...asked, places: [], similar, items: items.slice(0, MOST_ITEMS) };
}
