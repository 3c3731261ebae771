/** What a person may be about to type: trades and places that the list has. */
import { filterOptions, foldText } from '../../contract/rules.ts';
import { plainWords, TRADES, WORD, type Trade } from '../../contract/trades.ts';
import type { Column } from './columns.ts';
import { entriesOf, readPhrase } from './phrase.ts';

const MOST = 5;

export interface Suggestion {
  kind: 'trade' | 'place';
  /** Its name, as it is shown. */
  name: string;
  /** How many items it finds. */
  count: number;
  /** The whole phrase with it. */
  phrase: string;
}

/** The words before the last ones, and what of it may be the start of a trade's or a place's name. */
interface Split {
  head: string;
  tail: string;
}

/** A phrase can end in a name of one or of two words. */
function splits(phrase: string): Split[] {
  const words = [...phrase.matchAll(WORD)];
  return words.slice(-2).map(({ index }) => ({
    head: phrase.slice(0, index).trim(),
    tail: plainWords(phrase.slice(index)).join(' '),
  }));
}

/** Whether one of the words in `text`, which has a space before each, begins with `tail`. */
const begins = (text: string, tail: string) => text.includes(` ${tail}`);

/** How many of these items name each trade, and have each text of a place. */
function countIn(columns: readonly Column[], items: Iterable<number>) {
  const tallies = columns.map((column) => new Uint32Array(column.texts.length));
  for (const item of items) {
    for (const [at, column] of columns.entries()) {
      const text = column.textAt[item] ?? 0;
      const tally = tallies[at];
      if (tally) tally[text] = (tally[text] ?? 0) + 1;
    }
  }
  const first = columns.findIndex(({ as }) => as === 'trade');
  const trades = new Map<Trade, number>();
  for (const [text, named] of (columns[first]?.trades ?? []).entries()) {
    for (const trade of named) {
      trades.set(trade, (trades.get(trade) ?? 0) + (tallies[first]?.[text] ?? 0));
    }
  }
  const at = columns.findIndex(({ as }) => as === 'place');
  const places = (columns[at]?.texts ?? []).map((text, index) => ({
    text,
    plain: columns[at]?.plain[index] ?? '',
    count: tallies[at]?.[index] ?? 0,
  }));
  return { trades, places };
}

/**
 * The trades and places that begin like the end of the phrase and are in the list, those with most
 * items first. `itemsOf` finds the items of the words before it.
 */
export function suggest(
  phrase: string,
  columns: readonly Column[],
  itemsOf: (head: string) => Iterable<number>,
): Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const { head, tail } of splits(phrase)) {
    if (tail.length < 2) continue;
    const named = TRADES.filter((trade) => entriesOf(trade).some((entry) => begins(entry, tail)));
    const isPlace = columns.some(
      ({ as, plain }) => as === 'place' && plain.some((text) => begins(text, tail)),
    );
    if (named.length === 0 && !isPlace) continue;
    const { trades, places } = countIn(columns, itemsOf(head));
    // "Fundi wa" before the name of a trade carries nothing.
    const said = readPhrase(head, () => false).length > 0 ? head : '';
    const add = (kind: Suggestion['kind'], name: string, count: number) => {
      if (count === 0 || found.has(name)) return;
      const before = kind === 'trade' ? said : head;
      found.set(name, { kind, name, count, phrase: [before, name].filter(Boolean).join(' ') });
    };
    for (const trade of named) add('trade', trade.name, trades.get(trade) ?? 0);
    const begun = places.filter(({ plain, count }) => count > 0 && begins(plain, tail));
    const spellings = begun.flatMap(({ text, count }) => Array<string>(count).fill(text));
    for (const { value, count } of filterOptions(spellings)) add('place', value, count);
  }
  return [...found.values()]
    .filter((suggestion) => foldText(suggestion.phrase) !== foldText(phrase))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST);
}
