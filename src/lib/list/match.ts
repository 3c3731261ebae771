/** Finds who a phrase asks for, and how well each of them fits. */
import { plainWord } from '../../contract/trades.ts';
import type { Entries, Entry } from './entries.ts';
import { hasClue, readQuestion, type Clue, type Question } from './question.ts';

/** What makes an item a better match, in points. */
const POINTS = {
  /** The first trade that it names is meant, or the second, or a later one. */
  trade: [120, 110],
  laterTrade: 100,
  also: 30,
  /** Each typed word that stands in the text of its trades. */
  typed: 5,
  typedAtMost: 25,
  allTyped: 30,
  clue: 10,
};

/** The points of an item for the trades that are meant; 0 without any of them. */
function tradePoints(entry: Entry, meant: Question['trades'], typed: readonly string[]): number {
  const points = [...entry.trades]
    .map((trade, at) => (meant.get(trade) ?? 0) * (POINTS.trade[at] ?? POINTS.laterTrade))
    .filter(Boolean);
  if (points.length === 0) return 0;
  const words = typed.filter((word) => entry.trade.includes(` ${word} `)).length;
  return (
    Math.max(...points) +
    (points.length - 1) * POINTS.also +
    Math.min(words * POINTS.typed, POINTS.typedAtMost)
  );
}

const cluePoints = (entry: Entry, clues: readonly Clue[]) =>
  Math.max(0, ...clues.map((clue) => (hasClue(entry, clue) ? clue.points : 0)));

/** The points of each item for a question; 0 for one that is not found. */
function pointsOf(question: Question): (entry: Entry) => number {
  const { trades, instead, places, needed } = question;
  const typed = question.words.map(plainWord).filter((word) => word.length > 1);
  const isAsked = trades.size > 0 || instead.length > 0;
  return (entry) => {
    const isTyped = question.typed.every((word) => entry.letters.includes(word));
    const plain = isTyped ? POINTS.allTyped : 0;
    if (question.isUnknown) return plain;
    const work = tradePoints(entry, trades, typed);
    const other = cluePoints(entry, instead);
    if (isAsked && work === 0 && other === 0) return plain;
    const there = places.map((clues) => cluePoints(entry, clues));
    if (there.length > 0 && !there.some(Boolean)) return plain;
    const rest = needed.map((clues) => cluePoints(entry, clues));
    if (!rest.every(Boolean)) return plain;
    const clues = [other, ...there, ...rest].reduce((sum, points) => sum + points, 0);
    return 1 + plain + work + clues * POINTS.clue;
  };
}

/** The entries with points, most points first; equal ones in the order of the list. */
export function findEntries<T>({ entries }: Entries<T>, question: Question): Entry<T>[] {
  const points = pointsOf(question);
  return entries
    .map((entry) => ({ entry, points: points(entry) }))
    .filter((it) => it.points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ entry }) => entry);
}

/** Who in a list a phrase asks for. */
export function match<T>(list: Entries<T>, phrase: string) {
  const question = readQuestion(phrase, list);
  const entries = findEntries(list, question);
  // "Plumber for Rose": a name that no plumber has does not hide the plumbers.
  if (entries.length > 0 || question.trades.size === 0 || question.needed.length === 0)
    return { entries, question };
  return { entries: findEntries(list, { ...question, needed: [] }), question };
}
