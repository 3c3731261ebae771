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

/** How many items name each trade, and have each text of a place. */
export interface Counts {
  trades: ReadonlyMap<Trade, number>;
  places: readonly { text: string; plain: string; count: number }[];
}

/** Counts the items of a list that have points; all of them without points. */
export function countFound(
  columns: readonly Column[],
  length: number,
  points: Uint16Array | undefined,
): Counts {
  const first = columns.find(({ as }) => as === 'trade');
  const place = columns.find(({ as }) => as === 'place');
  const named = new Uint32Array(first?.texts.length ?? 0);
  const there = new Uint32Array(place?.texts.length ?? 0);
  for (let item = 0; item < length; item += 1) {
    if (points?.[item] === 0) continue;
    const [text, where] = [first?.textAt[item] ?? 0, place?.textAt[item] ?? 0];
    named[text] = (named[text] ?? 0) + 1;
    there[where] = (there[where] ?? 0) + 1;
  }
  const trades = new Map<Trade, number>();
  for (const [text, its] of (first?.trades ?? []).entries()) {
    for (const trade of its) trades.set(trade, (trades.get(trade) ?? 0) + (named[text] ?? 0));
  }
  const places = (place?.texts ?? []).map((text, at) => ({
    text,
    plain: place?.plain[at] ?? '',
    count: there[at] ?? 0,
  }));
  return { trades, places };
}

/**
 * The trades and places that begin like the end of the phrase and are in the list: those whose own name
 * begins so come first, then those with most items. A place has those of all places that its name finds. `countsAfter` counts what the words before it find.
 */
export function suggest(
  phrase: string,
  columns: readonly Column[],
  countsAfter: (head: string) => Counts,
): Suggestion[] {
  const found = new Map<string, Suggestion>();
  const parts = splits(phrase);
  const rank = ({ name }: Suggestion) =>
    Number(parts.some(({ tail }) => plainWords(name).join(' ').startsWith(tail)));
  for (const { head, tail } of parts) {
    // A word that carries nothing, as in "near me", is whole: it begins no name.
    if (tail.length < 2 || readPhrase(tail, () => false).length === 0) continue;
    const named = TRADES.filter((trade) =>
      entriesOf(trade).some((entry) => entry.startsWith(` ${tail}`)),
    );
    const isPlace = columns.some(
      ({ as, plain }) => as === 'place' && plain.some((text) => begins(text, tail)),
    );
    if (named.length === 0 && !isPlace) continue;
    const { trades, places } = countsAfter(head);
    // "Fundi wa" before the name of a trade carries nothing.
    const said = readPhrase(head, () => false).length > 0 ? head : '';
    const add = (kind: Suggestion['kind'], name: string, count: number) => {
      if (count === 0 || found.has(name)) return;
      const before = kind === 'trade' ? said : head;
      found.set(name, { kind, name, count, phrase: [before, name].filter(Boolean).join(' ') });
    };
    for (const trade of named) add('trade', trade.name, trades.get(trade) ?? 0);
    const begun = places
      .filter(({ plain, count }) => count > 0 && begins(plain, tail))
      .sort((a, b) => b.count - a.count);
    for (const { value } of filterOptions(begun.map(({ text }) => text))) {
      const name = ` ${plainWords(value).join(' ')} `;
      const inside = places.filter(({ plain }) => plain.includes(name));
      add(
        'place',
        value,
        inside.reduce((sum, { count }) => sum + count, 0),
      );
    }
  }
  const offered = [...found.values()]
    .sort((a, b) => rank(b) - rank(a) || b.count - a.count)
    .slice(0, MOST);
  // What is typed already says how many there are beside what is narrower, but nothing alone.
  const isOther = (suggestion: Suggestion) => foldText(suggestion.phrase) !== foldText(phrase);
  return offered.some(isOther) ? offered : [];
}
