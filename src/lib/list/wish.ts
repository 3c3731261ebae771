/** What a phrase asks of a list: trades, places, names, and words of its texts. */
import { foldText } from '../../contract/rules.ts';
import { plainWord, type Trade } from '../../contract/trades.ts';
import { closest } from './closest.ts';
import type { Column } from './columns.ts';
import { isTown, readPhrase, tradesNamed, tradeWords, type Part } from './phrase.ts';

/** How well each text of each column fits a word: 0 for not at all. */
export type Fit = (Uint8Array | undefined)[];

const WHOLE = 3;
const START = 2;
const INSIDE = 1;

/** A trade that gets less than this share of the best one's votes is not meant. */
const MEANT = 0.6;
/** The vote of a word that is not (yet) the name of a trade, but near it. */
const NEAR_VOTE = 0.5;

export interface Wish {
  /** The words as they were typed. An item that has all of them is found in any case. */
  typed: string[];
  /** Those of them that carry something. */
  words: string[];
  /** The trades that are meant, with their share of the best one's votes. */
  trades: ReadonlyMap<Trade, number>;
  /** What may be there in the place of a trade: words that are only begun. */
  others: Fit[];
  /** Each of these must fit. */
  needed: { fit: Fit; as: 'place' | 'name' | 'text' }[];
  /** The place as it was typed; '' for none. */
  place: string;
  /** Whether something is asked for that nothing in the list is. */
  isUnknown: boolean;
  /** Words that stand for those that were typed wrong. */
  corrected: string[];
}

/** The list's columns, and questions about their words. */
function lookInto(columns: readonly Column[]) {
  const fitOf = (fits: (column: Column) => Iterable<readonly [number, number]>): Fit =>
    columns.map((column) => {
      let fit: Uint8Array | undefined;
      for (const [text, how] of fits(column)) {
        fit ??= new Uint8Array(column.texts.length);
        fit[text] = Math.max(fit[text] ?? 0, how);
      }
      return fit;
    });
  type As = Column['as'];
  const isOf = (column: Column, as: readonly As[]) => as.includes(column.as);
  return {
    /** The texts with one of these words. */
    whole: (words: readonly string[], ...as: As[]): Fit =>
      fitOf((column) =>
        isOf(column, as)
          ? words.flatMap((word) =>
              (column.words.get(word) ?? []).map((at) => [at, WHOLE] as const),
            )
          : [],
      ),
    /** The texts with these words one after the other. */
    inRow: (words: string, ...as: As[]): Fit =>
      fitOf(function* texts(column) {
        if (!isOf(column, as)) return;
        for (const [at, text] of column.plain.entries()) {
          if (text.includes(` ${words} `)) yield [at, WHOLE] as const;
        }
      }),
    /** The texts in which a word starts so. */
    start: (letters: string, ...as: As[]): Fit =>
      fitOf(function* texts(column) {
        if (!isOf(column, as)) return;
        for (const [at, text] of column.plain.entries()) {
          if (text.includes(` ${letters}`)) yield [at, START] as const;
        }
      }),
    /** The texts that hold these letters anywhere. */
    inside: (letters: string): Fit =>
      fitOf(function* texts(column) {
        for (const [at, text] of column.lower.entries()) {
          if (text.includes(letters)) yield [at, INSIDE] as const;
        }
      }),
    words: (...as: As[]) =>
      columns.filter((column) => isOf(column, as)).flatMap((column) => [...column.words.keys()]),
  };
}

const isFit = (fit: Fit) => fit.some(Boolean);

/** The better fit of two for each text. */
const either = (one: Fit, other: Fit): Fit =>
  one.map((fit, column) => {
    const second = other[column];
    return fit && second ? fit.map((how, at) => Math.max(how, second[at] ?? 0)) : (fit ?? second);
  });

/** What `phrase` asks of a list. */
export function readWish(phrase: string, columns: readonly Column[]): Wish {
  const look = lookInto(columns);
  const isPlace = (plain: string) => isFit(look.inRow(plain, 'place'));
  const parts = readPhrase(phrase, isPlace);
  const namesTrade = parts.some(({ kind }) => kind === 'trade');
  const votes = new Map<Trade, number>();
  const vote = (trades: readonly Trade[], weight: number) => {
    for (const trade of new Set(trades)) votes.set(trade, (votes.get(trade) ?? 0) + weight);
  };
  const places: string[] = [];
  const wish = {
    typed: foldText(phrase).split(' ').filter(Boolean),
    words: parts.flatMap(({ text }) => text.split(' ')),
    others: [] as Fit[],
    needed: [] as Wish['needed'],
    isUnknown: !/[\p{L}\p{N}]/u.test(phrase),
    corrected: [] as string[],
  };
  const need = (fit: Fit, as: 'place' | 'name' | 'text') => wish.needed.push({ fit, as });
  const unknownWords: string[] = [];

  function placeWord({ text, plain }: Part) {
    places.push(text);
    const whole = look.inRow(plain, 'place');
    const started = isFit(whole) ? whole : look.start(plain, 'place');
    if (isFit(started)) return need(started, 'place');
    const near = closest(plain, look.words('place'));
    wish.corrected.push(...near);
    return need(look.whole(near, 'place'), 'place');
  }

  /** A word that is started, wrong, or in the list without being a trade. */
  function otherWord(part: Part) {
    const { text, plain } = part;
    const named = look.whole([plain], 'name');
    if (isFit(look.whole([plain], 'place'))) return placeWord(part);
    if (isFit(named)) return need(either(named, look.start(text, 'place', 'trade')), 'name');
    if (part.isAfterPlaceWord || isTown(plain)) return placeWord(part);
    const trades =
      text.length < 3
        ? []
        : tradeWords.filter((word) => word.startsWith(text)).flatMap(tradesNamed);
    const started = look.start(
      text,
      ...(namesTrade ? (['place', 'name'] as const) : (['place', 'name', 'trade'] as const)),
    );
    if (namesTrade && text.length > 2 && isFit(started)) {
      const inPlaces = look.start(text, 'place');
      return isFit(inPlaces) ? placeWord(part) : need(started, 'name');
    }
    if (trades.length > 0) {
      vote(trades, NEAR_VOTE);
      if (!namesTrade) wish.others.push(either(started, look.inside(text)));
      return undefined;
    }
    const inside = namesTrade ? started : look.inside(text);
    if (!namesTrade && isFit(inside)) return need(either(started, inside), 'text');
    return wrongWord(part);
  }

  /** A word that nobody has: perhaps a spelling mistake. */
  function wrongWord(part: Part) {
    const { plain } = part;
    if (/\d/.test(plain)) return void unknownWords.push(plain);
    const listed = namesTrade ? look.words('place') : look.words('place', 'name', 'trade');
    const near = closest(plain, new Set([...tradeWords, ...listed]));
    wish.corrected.push(...near);
    const trades = near.flatMap(tradesNamed);
    const fit = look.whole(near, 'place', 'name', 'trade');
    if (trades.length > 0) {
      vote(trades, NEAR_VOTE);
      if (!namesTrade) wish.others.push(fit);
    } else if (isFit(fit)) {
      if (isFit(look.whole(near, 'place'))) places.push(part.text);
      need(fit, isFit(look.whole(near, 'place')) ? 'place' : 'text');
    } else unknownWords.push(plain);
    return undefined;
  }

  for (const part of parts) {
    if (part.kind === 'trade') vote(part.trades, part.length);
    else if (part.kind === 'place') placeWord(part);
    else if (part.kind === 'word') otherWord(part);
  }
  const hasMore = votes.size > 0 || wish.needed.length > 0 || unknownWords.length > 0;
  for (const { kind, text } of parts) {
    if (kind === 'general' && !hasMore) need(look.inside(text), 'text');
  }
  const best = Math.max(0, ...votes.values());
  const meant = [...votes].filter(([, votesOf]) => votesOf >= best * MEANT);
  return {
    ...wish,
    trades: new Map(meant.map(([trade, votesOf]) => [trade, votesOf / best])),
    place: places.join(' '),
    isUnknown: wish.isUnknown || (votes.size === 0 && unknownWords.length > 0),
    corrected: wish.corrected.map(plainWord),
  };
}
