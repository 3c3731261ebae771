/** The search of one list. Loaded when somebody is about to type, or an address has a phrase. */
import { TRADE_WORDS } from '../../contract/tradeWords.ts';
import { readEntries } from './entries.ts';
import type { SearchedText } from './filters.ts';
import { marksOf, type Marks } from './marks.ts';
import { match } from './match.ts';
import { findNearest, type Nearest, type Wanted } from './nearest.ts';
import { suggestionsFor, type Suggestion } from './suggest.ts';

/** What a phrase was understood as: a trade, and who has it, "plumber". */
export interface Understood {
  trade: string;
  person?: string;
}

export interface Search<T> {
  /** Who a phrase asks for, the best first, and what shows in their texts why. */
  find: (phrase: string) => { items: readonly T[]; marks: Marks; understood: Understood | null };
  /** What there is in the list instead of what was asked for and not found. */
  nearest: (wanted: Wanted) => Nearest<T>;
  /** Trades and places of the list that begin like the end of the phrase. */
  suggest: (phrase: string) => readonly Suggestion[];
}

/** Reads a list and returns what finds in it; equal ones are found in the order of the list. */
export function searchIn<T extends object>(
  items: readonly T[],
  searched: readonly SearchedText<T>[],
): Search<T> {
  const list = readEntries(items, searched);
  const placeOf = searched.find(({ as }) => as === 'place')?.text ?? (() => null);
  return {
    find: (phrase) => {
      const { entries, question } = match(list, phrase);
      const [trade] = question.trades.keys();
      return {
        items: entries.map(({ item }) => item),
        marks: marksOf(question),
        understood: trade ? { trade: trade.name, person: TRADE_WORDS[trade.id].person } : null,
      };
    },
    nearest: (wanted) => findNearest(wanted, list, placeOf),
    suggest: (phrase) => suggestionsFor(phrase, list, placeOf),
  };
}
