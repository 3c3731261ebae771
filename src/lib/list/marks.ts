/** Which parts of a text show why an item was found. */
import { plainWord, WORD } from '../../contract/trades.ts';
import { namingsIn } from './phrase.ts';
import type { Question } from './question.ts';

/** A text in parts, of which the second, the fourth and so on are marked. */
export type Marks = (text: string) => readonly string[];

/** `from` is inside, `to` is not. */
interface Span {
  from: number;
  to: number;
}

/** The text in parts at these spans, which may overlap. */
function cutAt(text: string, spans: readonly Span[]): string[] {
  const parts: string[] = [];
  let start = 0;
  let end = 0;
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    if (from > end || parts.length === 0) {
      if (parts.length > 0) parts.push(text.slice(start, end));
      parts.push(text.slice(end, from));
      start = from;
    }
    end = Math.max(end, to);
  }
  return parts.length === 0 ? [text] : [...parts, text.slice(start, end), text.slice(end)];
}

/** Where the letters begin a word; else where they stand first, when there are enough of them. */
function typedSpans(letters: string, words: readonly RegExpExecArray[], lower: string): Span[] {
  const starts = words.flatMap(({ 0: word, index }) => (word.startsWith(letters) ? [index] : []));
  if (starts.length === 0 && letters.length > 2) starts.push(lower.indexOf(letters));
  return starts.filter((from) => from >= 0).map((from) => ({ from, to: from + letters.length }));
}

/** Whether a skill begins there: "Plumbing" names a trade, the tank of "Water tank installation" only belongs to one. */
const beginsSkill = (text: string, at: number) => /(?:^|,\s*)$/.test(text.slice(0, at));

/** Marks the names of the trades that are meant, and the words that were typed or meant. */
export function marksOf(question: Question): Marks {
  const typed = question.words.filter((word) => word.length > 1);
  return (text) => {
    const lower = text.toLowerCase();
    // "İ" has two characters in small letters, so the places would not fit.
    if (lower.length !== text.length) return [text];
    const words = [...lower.matchAll(WORD)];
    const corrected = words.filter(({ 0: word }) => question.corrected.includes(plainWord(word)));
    return cutAt(text, [
      ...namingsIn(text).filter(
        ({ from, trades }) =>
          beginsSkill(text, from) && trades.some((trade) => question.trades.has(trade)),
      ),
      ...corrected.map(({ 0: word, index }) => ({ from: index, to: index + word.length })),
      ...typed.flatMap((letters) => typedSpans(letters, words, lower)),
    ]);
  };
}
