/** What a phrase asks of a list: trades, places, names, and words of its texts. */
import { foldText } from '../../contract/rules.ts';
import { plainWord, type Trade } from '../../contract/trades.ts';
import { closest } from './closest.ts';
import type { Entries, Entry, TextKind } from './entries.ts';
import { isTown, readPhrase, tradesNamed, tradeWords, type Part } from './phrase.ts';

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
  /** Words that stand for one that was typed wrong. */
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
  /** The place as it was typed; '' for none. */
  place: string;
  /** Whether something is asked for that nothing in the list is. */
  isUnknown: boolean;
  corrected: readonly string[];
}

/** The clue of a whole word, or of some one after the other. */
const whole = (kind: TextKind, words: string): Clue => ({
  in: kind,
  text: ` ${words} `,
  points: 3,
});
/** The clue of a word that starts so. */
const start = (kind: TextKind, letters: string): Clue => ({
  in: kind,
  text: ` ${letters}`,
  points: 2,
});
/** The clue of these letters anywhere. */
const inside = (letters: string): Clue => ({ in: 'letters', text: letters, points: 1 });

const kinds = ['place', 'name', 'trade'] as const;

export const hasClue = (entry: Entry, { in: kind, text }: Clue) => entry[kind].includes(text);

/** What each part of a phrase means for a list. */
function reader({ entries, words }: Entries, namesTrade: boolean) {
  const isThere = (...clues: Clue[]) =>
    clues.some((clue) => entries.some((entry) => hasClue(entry, clue)));

  function place({ plain }: Part): Meaning {
    if (isThere(whole('place', plain))) return { place: [whole('place', plain)] };
    if (isThere(start('place', plain))) return { place: [start('place', plain)] };
    const corrected = closest(plain, words.place);
    return { place: corrected.map((word) => whole('place', word)), corrected };
  }

  /** A word that nobody has: perhaps a spelling mistake. */
  function wrongWord({ plain }: Part): Meaning {
    if (/\d/.test(plain)) return { isUnknown: true };
    const known = (namesTrade ? (['place'] as const) : kinds).map((kind) => words[kind]);
    const corrected = closest(plain, tradeWords, ...known);
    const trades = corrected.flatMap(tradesNamed);
    const clues = corrected.flatMap((word) => kinds.map((kind) => whole(kind, word)));
    if (trades.length > 0)
      return { trades, isNear: true, corrected, instead: namesTrade ? [] : clues };
    if (!isThere(...clues)) return { isUnknown: true };
    const isPlace = corrected.some((word) => isThere(whole('place', word)));
    return isPlace ? { place: clues, corrected } : { needed: clues, corrected };
  }

  /** A word that is begun, wrong, or in the list without naming a trade. */
  function word(part: Part): Meaning {
    const { text, plain, isAfterPlaceWord } = part;
    if (isThere(whole('place', plain))) return place(part);
    if (isThere(whole('name', plain)))
      return { needed: [whole('name', plain), start('place', text), start('trade', text)] };
    if (isAfterPlaceWord || isTown(plain)) return place(part);
    if (namesTrade && text.length > 2) {
      if (isThere(start('place', text))) return place(part);
      if (isThere(start('name', text))) return { needed: [start('name', text)] };
    }
    const anywhere = [...kinds.map((kind) => start(kind, text)), inside(text)];
    const begun = text.length < 3 ? [] : tradeWords.filter((known) => known.startsWith(text));
    if (begun.length > 0)
      return {
        trades: begun.flatMap(tradesNamed),
        isNear: true,
        instead: namesTrade ? [] : anywhere,
      };
    if (!namesTrade && isThere(...anywhere)) return { needed: anywhere };
    return wrongWord(part);
  }

  return (part: Part): Meaning => {
    if (part.kind === 'trade') return { trades: part.trades };
    if (part.kind === 'place') return place(part);
    return part.kind === 'general' ? { needed: [inside(part.text)] } : word(part);
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
    list.entries.some((entry) => hasClue(entry, whole('place', plain)));
  const parts = readPhrase(phrase, isPlace);
  const meaningOf = reader(
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
