/** What a search reads of a list, once: its texts as words. */
import { plainWords, type Trade } from '../../contract/trades.ts';
import { lettersOf, type SearchedText } from './filters.ts';
import { namingsIn } from './phrase.ts';

export type TextKind = SearchedText<never>['as'];

/**
 * What a search knows of an item. Its texts stand under their kind, in the words of `plainWords` with a space
 * before, between and after them: ` rose kamau `.
 */
export interface Entry<T = unknown> extends Record<TextKind, string> {
  item: T;
  letters: string;
  /** The trades that they name, in the order of the texts. */
  trades: ReadonlySet<Trade>;
}

/** The entries of a list in its order, and all words that their texts have. */
export interface Entries<T = unknown> {
  entries: readonly Entry<T>[];
  words: Record<TextKind, ReadonlySet<string>>;
}

/** Reads a list once for all searches in it. */
export function readEntries<T extends object>(
  items: readonly T[],
  searched: readonly SearchedText<T>[],
): Entries<T> {
  const words = { name: new Set<string>(), place: new Set<string>(), trade: new Set<string>() };
  // A list of thousands has few parts such as "Tiling", and each takes long to read.
  const parts = new Map<string, readonly Trade[]>();
  const tradesOf = (part: string) => {
    const trades = parts.get(part) ?? namingsIn(part).flatMap((naming) => naming.trades);
    parts.set(part, trades);
    return trades;
  };
  const entries = items.map((item) => {
    const texts = { name: ' ', place: ' ', trade: ' ' };
    const trades = new Set<Trade>();
    for (const { text, as } of searched) {
      const value = text(item) ?? '';
      const plain = plainWords(value);
      texts[as] += `${plain.join(' ')} `;
      for (const word of plain) words[as].add(word);
      if (as === 'trade') for (const trade of value.split(',').flatMap(tradesOf)) trades.add(trade);
    }
    return { item, letters: lettersOf(item, searched), ...texts, trades };
  });
  return { entries, words };
}
