/** The distinct texts of a list: a search looks into each once, however many items have it. */
import { plainWords, type Trade } from '../../contract/trades.ts';
import { tradesIn } from './phrase.ts';
import type { SearchedText } from './search.ts';

/** One of the texts that a search looks into, over the whole list. */
export interface Column {
  as: SearchedText<never>['as'];
  /** The distinct texts, as they are. */
  texts: string[];
  /** The same in small letters. */
  lower: string[];
  /** Their words, with one space before, between and after them. */
  plain: string[];
  /** The trades that each names, in its order; empty for names and places. */
  trades: (readonly Trade[])[];
  /** Of each item in the list's order, which of the texts it has. */
  textAt: Uint32Array;
  /** The texts in which each word is. */
  words: Map<string, number[]>;
}

/** How many items are read before other work of the page has its turn. */
const SLICE = 1500;
const turn = () => new Promise((resolve) => setTimeout(resolve));

function addText(column: Column, text: string): number {
  const at = column.texts.push(text) - 1;
  const words = plainWords(text);
  column.lower.push(text.toLowerCase());
  column.plain.push(` ${words.join(' ')} `);
  column.trades.push(column.as === 'trade' ? tradesIn(text) : []);
  for (const word of new Set(words)) {
    const texts = column.words.get(word);
    if (texts) texts.push(at);
    else column.words.set(word, [at]);
  }
  return at;
}

/** Calls `work` for each place in a list, in slices, so that no long task holds up the page. */
async function inSlices(length: number, work: (at: number) => void) {
  for (let from = 0; from < length; from += SLICE) {
    const end = Math.min(from + SLICE, length);
    for (let at = from; at < end; at += 1) work(at);
    // One slice after the other.
    await turn();
  }
}

/** Reads the columns of a list. */
export async function readColumns<T extends object>(
  items: readonly T[],
  searched: readonly SearchedText<T>[],
): Promise<Column[]> {
  const readers = searched.map(({ text, as }) => {
    const column: Column = {
      as,
      texts: [],
      lower: [],
      plain: [],
      trades: [],
      textAt: new Uint32Array(items.length),
      words: new Map(),
    };
    return { text, column, known: new Map<string, number>() };
  });
  await inSlices(items.length, (at) => {
    const item = items[at] as T;
    for (const { text, column, known } of readers) {
      const value = text(item) ?? '';
      let textAt = known.get(value);
      if (textAt === undefined) {
        textAt = addText(column, value);
        known.set(value, textAt);
      }
      column.textAt[at] = textAt;
    }
  });
  return readers.map(({ column }) => column);
}
