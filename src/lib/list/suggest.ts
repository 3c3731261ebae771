/** What a person may be about to type: trades and places that the list has. */
import { filterOptions, foldText } from '../../contract/rules.ts';
import { plainWords, WORD } from '../../contract/trades.ts';
import type { Entries, Entry } from './entries.ts';
import { match } from './match.ts';
import { readPhrase, tradesBegunBy } from './phrase.ts';

const MOST = 5;

export interface Suggestion {
  kind: 'trade' | 'place';
  name: string;
  count: number;
  phrase: string;
}

const plainOf = (text: string) => plainWords(text).join(' ');
const carriesNothing = (words: string) => readPhrase(words, () => false).length === 0;

/** The trades that begin with `tail`, each with how many of those who are found have it. */
function tradesAfter(head: string, tail: string, found: readonly Entry[]): Suggestion[] {
  // "Fundi wa" before the name of a trade carries nothing.
  const before = carriesNothing(head) ? '' : `${head} `;
  return tradesBegunBy(tail).map((trade) => ({
    kind: 'trade',
    name: trade.name,
    count: found.filter(({ trades }) => trades.has(trade)).length,
    phrase: before + trade.name,
  }));
}

/** The places with a word that begins with `tail`. Each counts all whom its name finds: "Juja" those of "Highpoint, Juja" too. */
function placesAfter<T>(
  head: string,
  tail: string,
  found: readonly Entry<T>[],
  placeOf: (item: T) => string | null,
): Suggestion[] {
  const begun = found.filter(({ place }) => place.includes(` ${tail}`));
  const options = filterOptions(begun.map(({ item }) => placeOf(item)));
  return options
    .sort((a, b) => b.count - a.count)
    .map(({ value }) => ({
      kind: 'place',
      name: value,
      count: found.filter(({ place }) => place.includes(` ${plainOf(value)} `)).length,
      phrase: `${head} ${value}`.trim(),
    }));
}

/**
 * The trades and places that begin like the end of the phrase and are in the list: those whose own name
 * begins so come first, then those with most items.
 */
export function suggestionsFor<T>(
  phrase: string,
  list: Entries<T>,
  placeOf: (item: T) => string | null,
): Suggestion[] {
  // A phrase can end in a name of one or of two words.
  const ends = [...phrase.matchAll(WORD)].slice(-2).map(({ index }) => ({
    head: phrase.slice(0, index).trim(),
    tail: plainOf(phrase.slice(index)),
  }));
  const offered = new Map<string, Suggestion>();
  for (const { head, tail } of ends) {
    // A word that carries nothing, as in "near me", is whole: it begins no name.
    if (tail.length < 2 || carriesNothing(tail)) continue;
    const isPlace = list.entries.some(({ place }) => place.includes(` ${tail}`));
    if (!isPlace && tradesBegunBy(tail).length === 0) continue;
    const found = head === '' ? list.entries : match(list, head).entries;
    for (const suggestion of [
      ...tradesAfter(head, tail, found),
      ...placesAfter(head, tail, found, placeOf),
    ])
      if (suggestion.count > 0 && !offered.has(suggestion.name))
        offered.set(suggestion.name, suggestion);
  }
  const rank = ({ name }: Suggestion) =>
    Number(ends.some(({ tail }) => plainOf(name).startsWith(tail)));
  const best = [...offered.values()]
    .sort((a, b) => rank(b) - rank(a) || b.count - a.count)
    .slice(0, MOST);
  // What is typed already says how many there are beside what is narrower, but nothing alone.
  return best.some((each) => foldText(each.phrase) !== foldText(phrase)) ? best : [];
}
