/** Finds the items of a list that a phrase asks for, the best first. Loaded with the first search. */
import { plainWord, WORD } from '../../contract/trades.ts';
import { readColumns, type Column } from './columns.ts';
import { cutAt, type Marks } from './marks.ts';
import { namingsIn } from './phrase.ts';
import { nearest, type Asked, type Hits, type Nearest } from './nearest.ts';
import type { Sorted } from './order.ts';
import type { SearchedText } from './search.ts';
import { countFound, suggest, type Counts, type Suggestion } from './suggest.ts';
import { readWish, type Fit, type Wish } from './wish.ts';

/** What makes an item a better match, in points. */
const POINTS = {
  trade: 100,
  also: 30,
  first: 20,
  second: 10,
  typed: 5,
  typedAtMost: 25,
  allTyped: 30,
  fit: 10,
};
/** Of more kinds of items no points are remembered: their table would take longer than the points. */
const MOST_KINDS = 2 ** 16;
/** A bit for each typed word: later ones of a very long phrase are not compared. */
const MOST_TYPED = 30;

export interface Found<T> extends Hits<T> {
  marks: Marks;
}

export interface Finder<T> {
  /** Finds in the list, which `sorted` has in any order: the best first, or in that order. */
  find: (phrase: string, sorted: Sorted<T>, isBestFirst: boolean) => Found<T>;
  /** What there is in the list instead of what was asked for and not found. */
  nearest: (asked: Asked, sorted: Sorted<T>) => Nearest<T>;
  /** Trades and places of the list that begin like the end of the phrase. */
  suggest: (phrase: string) => Suggestion[];
}

/** Which of the typed words each text of a column holds, a bit for each. */
function typedIn({ lower }: Column, words: readonly string[]): Uint32Array {
  const bits = new Uint32Array(lower.length);
  for (const [at, text] of lower.entries()) {
    for (const [bit, word] of words.entries()) {
      if (text.includes(word)) bits[at] = (bits[at] ?? 0) | (1 << bit);
    }
  }
  return bits;
}

/** The points of each text of a column for the trades that are meant; 0 without any of them. */
function tradePoints({ trades, plain }: Column, wish: Wish): Uint16Array {
  const typed = wish.words.map(plainWord).filter((word) => word.length > 1);
  return Uint16Array.from(trades, (named, at) => {
    let best = 0;
    for (const [place, trade] of named.entries()) {
      const share = wish.trades.get(trade);
      if (share === undefined) continue;
      const early = place === 0 ? POINTS.first : place === 1 ? POINTS.second : 0;
      best = Math.max(best, POINTS.trade * share + early);
    }
    if (best === 0) return 0;
    const meant = named.filter((trade) => wish.trades.has(trade)).length;
    const words = typed.filter((word) => plain[at]?.includes(` ${word} `)).length;
    return best + (meant - 1) * POINTS.also + Math.min(words * POINTS.typed, POINTS.typedAtMost);
  });
}

/** The columns in which some text fits, and how well. */
const fitsIn = (columns: readonly Column[], fit: Fit) =>
  columns.flatMap(({ textAt }, at) => {
    const how = fit[at];
    return how ? [{ textAt, how }] : [];
  });

type Fits = ReturnType<typeof fitsIn>;

function bestFit(fits: Fits, item: number): number {
  let best = 0;
  for (const { textAt, how } of fits) best = Math.max(best, how[textAt[item] ?? 0] ?? 0);
  return best;
}

/** What decides about the texts of a column: numbers for each text. */
type Numbers = ArrayLike<number>[];

/** Texts for which all numbers are equal are of one kind. Returns the kind of each text, and how many kinds. */
function kindsOf(texts: number, numbers: Numbers) {
  const kinds = new Uint32Array(texts);
  let count = 1;
  for (const of of numbers) {
    const known = new Map<number, number>();
    for (let text = 0; text < texts; text += 1) {
      const both = (of[text] ?? 0) * count + (kinds[text] ?? 0);
      let kind = known.get(both);
      if (kind === undefined) known.set(both, (kind = known.size));
      kinds[text] = kind;
    }
    count = Math.max(1, known.size);
  }
  return { kinds, count };
}

/**
 * The points of each item of the list; 0 for one that is not found. Items whose texts are of the same kinds
 * have the same points: they are computed once, as a list of thousands has few kinds.
 */
function pointsFor(wish: Wish, columns: readonly Column[], needed: Wish['needed']): Uint16Array {
  const { pointsOf, numbersOf } = judge(wish, columns, needed);
  const [{ textAt: { length } } = { textAt: new Uint32Array() }] = columns;
  const kindAt = new Uint32Array(length);
  let all = 1;
  for (const [column, { textAt, texts }] of columns.entries()) {
    const { kinds, count } = kindsOf(texts.length, numbersOf(column));
    if (count === 1) continue;
    for (let item = 0; item < length; item += 1)
      kindAt[item] = (kindAt[item] ?? 0) + all * (kinds[textAt[item] ?? 0] ?? 0);
    all *= count;
  }
  const points = new Uint16Array(length);
  const known = new Int32Array(Math.min(all, MOST_KINDS)).fill(-1);
  for (let item = 0; item < length; item += 1) {
    const kind = kindAt[item] ?? 0;
    let its = all > MOST_KINDS ? -1 : (known[kind] ?? -1);
    if (its < 0) known[kind] = its = pointsOf(item);
    points[item] = its;
  }
  return points;
}

/** How the points of an item are found, and the numbers of each column that they come from. */
function judge(wish: Wish, columns: readonly Column[], needed: Wish['needed']) {
  const typed = wish.typed.slice(0, MOST_TYPED);
  const all = 2 ** typed.length - 1;
  const looks = columns.map((column, at) => ({
    textAt: column.textAt,
    bits: typedIn(column, typed),
    // A trade in a description says less than one in a title.
    points: tradePoints(column, wish).map((points) => points / (at + 1)),
  }));
  const isAsked = wish.trades.size > 0 || wish.others.length > 0;
  const others = wish.others.map((fit) => fitsIn(columns, fit));
  const fitsOf = (isPlace: boolean) =>
    needed.filter(({ as }) => (as === 'place') === isPlace).map(({ fit }) => fitsIn(columns, fit));
  const places = fitsOf(true);
  const rest = fitsOf(false);
  const pointsOf = (item: number) => {
    let hasTyped = 0;
    let ofTrades = 0;
    for (const { textAt, bits, points } of looks) {
      const text = textAt[item] ?? 0;
      hasTyped |= bits[text] ?? 0;
      ofTrades = Math.max(ofTrades, points[text] ?? 0);
    }
    const plain = hasTyped === all ? POINTS.allTyped : 0;
    if (wish.isUnknown) return plain;
    let fit = 0;
    for (const fits of others) fit = Math.max(fit, bestFit(fits, item));
    if (isAsked && ofTrades === 0 && fit === 0) return plain;
    let ofPlaces = 0;
    for (const fits of places) ofPlaces += bestFit(fits, item);
    // Of two places, one is enough.
    if (places.length > 0 && ofPlaces === 0) return plain;
    for (const fits of rest) {
      const how = bestFit(fits, item);
      if (how === 0) return plain;
      fit += how;
    }
    return 1 + plain + ofTrades + (fit + ofPlaces) * POINTS.fit;
  };
  const asked = [...wish.others, ...needed.map(({ fit }) => fit)];
  const numbersOf = (column: number): Numbers => [
    looks[column]?.bits ?? [],
    looks[column]?.points ?? [],
    ...asked.flatMap((fit) => fit[column] ?? []),
  ];
  return { pointsOf, numbersOf };
}

/** The items with points, most points first; equal ones stay in their order. */
function bestFirst<T>({ items, places }: Sorted<T>, points: Uint16Array): T[] {
  let most = 0;
  for (let at = 0; at < points.length; at += 1) most = Math.max(most, points[at] ?? 0);
  // First how many items have so many points, then where the next of them stands.
  const next = new Uint32Array(most + 1);
  for (let at = 0; at < points.length; at += 1) {
    const its = points[at] ?? 0;
    next[its] = (next[its] ?? 0) + 1;
  }
  let count = 0;
  for (let its = most; its > 0; its -= 1) {
    const of = next[its] ?? 0;
    next[its] = count;
    count += of;
  }
  const found: T[] = [];
  found.length = count;
  for (let at = 0; at < items.length; at += 1) {
    const its = points[places[at] ?? 0] ?? 0;
    const item = items[at];
    if (its === 0 || !item) continue;
    const place = next[its] ?? 0;
    found[place] = item;
    next[its] = place + 1;
  }
  return found;
}

/** The items with points, in the order that was asked for. */
type Ranked<T> = (points: Uint16Array) => T[];

function marksOf(wish: Wish): Marks {
  const typed = wish.words.filter((word) => word.length > 1);
  const corrected = new Set(wish.corrected);
  return (text) => {
    const lower = text.toLowerCase();
    const spans = namingsIn(text).filter(({ trades }) => trades.some((it) => wish.trades.has(it)));
    const words = [...lower.matchAll(WORD)].map(({ 0: word, index }) => ({
      word,
      from: index,
      to: index + word.length,
      trades: [],
    }));
    spans.push(...words.filter(({ word }) => corrected.has(plainWord(word))));
    for (const letters of typed) {
      const starts = words.filter(({ word }) => word.startsWith(letters));
      spans.push(...starts.map(({ from }) => ({ from, to: from + letters.length, trades: [] })));
      const inside = starts.length === 0 && letters.length > 2 ? lower.indexOf(letters) : -1;
      if (inside >= 0) spans.push({ from: inside, to: inside + letters.length, trades: [] });
    }
    // A few capitals are one letter longer when they are small.
    return lower.length === text.length ? cutAt(text, spans) : [text];
  };
}

/** Reads a list and returns what finds in it. */
export async function createFinder<T extends object>(
  items: readonly T[],
  searched: readonly SearchedText<T>[],
): Promise<Finder<T>> {
  const columns = await readColumns(items, searched);
  const found = (wish: Wish, needed: Wish['needed'], ranked: Ranked<T>): Found<T> => ({
    items: ranked(pointsFor(wish, columns, needed)),
    trades: [...wish.trades].sort(([, a], [, b]) => b - a).map(([trade]) => trade),
    place: wish.place,
    words: wish.words.filter((word) => !wish.place.split(' ').includes(word)).join(' '),
    marks: marksOf(wish),
  });
  const find: Finder<T>['find'] = (phrase, sorted, isBestFirst) => {
    const wish = readWish(phrase, columns);
    const ranked: Ranked<T> = (points) =>
      bestFirst(sorted, isBestFirst ? points : points.map((its) => Math.min(its, 1)));
    const all = found(wish, wish.needed, ranked);
    // "Plumber for Rose": a name that no plumber has does not hide the plumbers.
    if (all.items.length > 0 || wish.trades.size === 0) return all;
    const needed = wish.needed.filter((need) => need.as === 'place');
    return needed.length < wish.needed.length ? found(wish, needed, ranked) : all;
  };
  let last: { head: string; counts: Counts } | undefined;
  /** Counts what a phrase finds; somebody who types goes on with the same one. */
  const countsAfter = (head: string) => {
    if (last?.head !== head) {
      const wish = readWish(head, columns);
      const points = head === '' ? undefined : pointsFor(wish, columns, wish.needed);
      last = { head, counts: countFound(columns, items.length, points) };
    }
    return last.counts;
  };
  const placeOf = searched.find(({ as }) => as === 'place')?.text ?? (() => null);
  return {
    find,
    nearest: (asked, sorted) =>
      nearest(asked, {
        find: (phrase) => find(phrase, sorted, true),
        findAnywhere: (phrase) => {
          const wish = readWish(phrase, columns);
          const anywhere = wish.needed.filter(({ as }) => as !== 'place');
          return found(wish, anywhere, (points) => bestFirst(sorted, points));
        },
        placeOf,
        trades: countsAfter('').trades,
      }),
    suggest: (phrase) => suggest(phrase, columns, countsAfter),
  };
}
