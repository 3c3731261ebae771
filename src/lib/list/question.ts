/** What a phrase asks of a list: trades, places, names, and words of its texts. */
import { distance } from 'fastest-levenshtein';
import { foldText } from '../../contract/rules.ts';
import { plainWord, type Trade } from '../../contract/trades.ts';
import type { Entries, Entry, TextKind } from './entries.ts';
import { isTown, readPhrase, tradesNamed, tradeWords, type Part } from './phrase.ts';

/** How many letters may be wrong in a word: none in a short one, two in a long one. */
const mostWrong = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** How many letters two words have in common before the first one that differs. */
function commonStart(one: string, other: string): number {
  let letters = 0;
  while (letters < one.length && one[letters] === other[letters]) letters += 1;
  return letters;
}

/**
 * The words of these lists that `word` may be a spelling mistake of: those with the fewest wrong letters, and of these
 * the ones that begin most like it, as people seldom mistake how a word begins.
 */
function closest(word: string, ...lists: readonly Iterable<string>[]): string[] {
  let most = mostWrong(word);
  if (most === 0) return [];
  let found = new Set<string>();
  for (const known of lists.flatMap((list) => [...list])) {
    if (known.length < 3 || Math.abs(known.length - word.length) > most) continue;
    const wrong = distance(word, known);
    if (wrong > most) continue;
    if (wrong < most) {
      most = wrong;
      found = new Set();
    }
    found.add(known);
  }
  const starts = [...found].map((known) => commonStart(word, known));
  const longest = Math.max(...starts);
  return [...found].filter((_, at) => starts[at] === longest);
}

/** What to look for in the texts of an item, and the points that it gives. */
export interface Clue {
  in: TextKind | 'letters';
  text: string;
  points: number;
}

/** What one part of a phrase says. Of several clues, one is enough. */
interface Meaning {
  /** The trades that it names; words that are only begun or typed wrong count half. */
  trades?: readonly Trade[];
  isNear?: boolean;
  /** What else may be there in the place of these trades. */
  instead?: Clue[];
  place?: Clue[];
  /** What must be there too: a name, or a word that is in the list without naming a trade. */
  needed?: Clue[];
  corrected?: readonly string[];
  /** Nothing in the list and no trade is like it. */
  isUnknown?: boolean;
}

export interface Question {
  /** The words as they were typed. An item that has all of them is found in any case. */
  typed: readonly string[];
  /** Those of them that carry something. */
  words: readonly string[];
  /** The trades that are meant, the most likely first, each with its share of the parts that name that one. */
  trades: ReadonlyMap<Trade, number>;
  instead: readonly Clue[];
  /** Of these places, one is enough. */
  places: readonly Clue[][];
  /** Each of these must be there. */
  needed: readonly Clue[][];
  place: string;
  isUnknown: boolean;
  corrected: readonly string[];
}

/** Of whole words, one after the other. */
const wordClue = (kind: TextKind, words: string): Clue => ({
  in: kind,
  text: ` ${words} `,
  points: 3,
});
const startClue = (kind: TextKind, letters: string): Clue => ({
  in: kind,
  text: ` ${letters}`,
  points: 2,
});
const lettersClue = (letters: string): Clue => ({ in: 'letters', text: letters, points: 1 });

const kinds = ['place', 'name', 'trade'] as const;

export const hasClue = (entry: Entry, { in: kind, text }: Clue) => entry[kind].includes(text);

function meaningReader({ entries, words }: Entries, namesTrade: boolean) {
  const isThere = (...clues: Clue[]) =>
    clues.some((clue) => entries.some((entry) => hasClue(entry, clue)));

  function placeMeaning({ plain }: Part): Meaning {
    if (isThere(wordClue('place', plain))) return { place: [wordClue('place', plain)] };
    if (isThere(startClue('place', plain))) return { place: [startClue('place', plain)] };
    const corrected = closest(plain, words.place);
    return { place: corrected.map((word) => wordClue('place', word)), corrected };
  }

  /** A word that nobody has: perhaps a spelling mistake. */
  function wrongWordMeaning({ plain }: Part): Meaning {
    if (/\d/.test(plain)) return { isUnknown: true };
    const known = (namesTrade ? (['place'] as const) : kinds).map((kind) => words[kind]);
    const corrected = closest(plain, tradeWords, ...known);
    const trades = corrected.flatMap(tradesNamed);
    const clues = corrected.flatMap((word) => kinds.map((kind) => wordClue(kind, word)));
    if (trades.length > 0)
      return { trades, isNear: true, corrected, instead: namesTrade ? [] : clues };
    if (!isThere(...clues)) return { isUnknown: true };
    const isPlace = corrected.some((word) => isThere(wordClue('place', word)));
    return isPlace ? { place: clues, corrected } : { needed: clues, corrected };
  }

  /** A word that is begun, wrong, or in the list without naming a trade. */
  function wordMeaning(part: Part): Meaning {
    const { text, plain, isAfterPlaceWord } = part;
    if (isThere(wordClue('place', plain))) return placeMeaning(part);
    if (isThere(wordClue('name', plain)))
      return {
        needed: [wordClue('name', plain), startClue('place', text), startClue('trade', text)],
      };
    if (isAfterPlaceWord || isTown(plain)) return placeMeaning(part);
    if (namesTrade && text.length > 2) {
      if (isThere(startClue('place', text))) return placeMeaning(part);
      if (isThere(startClue('name', text))) return { needed: [startClue('name', text)] };
    }
    const anywhere = [...kinds.map((kind) => startClue(kind, text)), lettersClue(text)];
    const begun = text.length < 3 ? [] : tradeWords.filter((known) => known.startsWith(text));
    if (begun.length > 0)
      return {
        trades: begun.flatMap(tradesNamed),
        isNear: true,
        instead: namesTrade ? [] : anywhere,
      };
    if (!namesTrade && isThere(...anywhere)) return { needed: anywhere };
    return wrongWordMeaning(part);
  }

  return (part: Part): Meaning => {
    if (part.kind === 'trade') return { trades: part.trades };
    if (part.kind === 'place') return placeMeaning(part);
    return part.kind === 'general' ? { needed: [lettersClue(part.text)] } : wordMeaning(part);
  };
}

/** A trade is meant that is named by this share of the parts that name the most frequent one. */
const MEANT = 0.6;

/** The trades that are meant, the most likely first: those that most parts of the phrase name, or nearly as many. */
function meantBy(meanings: readonly Meaning[]): Map<Trade, number> {
  const counts = new Map<Trade, number>();
  for (const { trades = [], isNear } of meanings) {
    for (const trade of new Set(trades))
      counts.set(trade, (counts.get(trade) ?? 0) + (isNear ? 0.5 : 1));
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const most = sorted[0]?.[1] ?? 0;
  return new Map(
    sorted
      .map(([trade, count]) => [trade, count / most] as const)
      .filter(([, share]) => share >= MEANT),
  );
}

/** What `phrase` asks of a list. */
export function readQuestion(phrase: string, list: Entries): Question {
  const isPlace = (plain: string) =>
    list.entries.some((entry) => hasClue(entry, wordClue('place', plain)));
  const parts = readPhrase(phrase, isPlace);
  const meaningOf = meaningReader(
    list,
    parts.some(({ kind }) => kind === 'trade'),
  );
  // "Repair" counts only where nothing else is asked for.
  const telling = parts.filter(({ kind }) => kind !== 'general');
  const counted = telling.length > 0 ? telling : parts;
  const meanings = counted.map(meaningOf);
  const trades = meantBy(meanings);
  return {
    typed: foldText(phrase).split(' ').filter(Boolean),
    words: parts.flatMap(({ text }) => text.split(' ')),
    trades,
    instead: meanings.flatMap(({ instead = [] }) => instead),
    places: meanings.flatMap(({ place }) => (place ? [place] : [])),
    needed: meanings.flatMap(({ needed }) => (needed ? [needed] : [])),
    place: counted.flatMap(({ text }, at) => (meanings[at]?.place ? [text] : [])).join(' '),
    isUnknown:
      !/[\p{L}\p{N}]/u.test(phrase) ||
      (trades.size === 0 && meanings.some(({ isUnknown }) => isUnknown)),
    corrected: meanings.flatMap(({ corrected = [] }) => corrected).map(plainWord),
  };
}
