/** Finds the items of a list that a phrase asks for, the best first. Loaded with the first search. */
import { plainWord, WORD, type Trade } from '../../contract/trades.ts';
import { readColumns, type Column } from './columns.ts';
import { cutAt, type Marks } from './marks.ts';
import { namingsIn } from './phrase.ts';
import { nearest, type Asked, type Nearest } from './nearest.ts';
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
/** A bit for each typed word: later ones of a very long phrase are not compared. */
const MOST_TYPED = 30;

export interface Found<T> {
  /** The best first; equal ones in the order of the list. */
  items: readonly T[];
  /** The trades that the phrase names, the most likely first. */
  trades: readonly Trade[];
  /** The place that it names, as it was typed; '' for none. */
  place: string;
  /** Its other words that carry something. */
  words: string;
  marks: Marks;
}

export interface Finder<T> {
  /** Finds in `sorted`, which has the items of the list in any order. */
  find: (phrase: string, sorted: readonly T[]) => Found<T>;
  /** What there is in `sorted` instead of what was asked for and not found. */
  nearest: (asked: Asked, sorted: readonly T[]) => Nearest<T>;
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

type PointsOf = (item: number) => number;

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

/** The points of an item by its place in the list; 0 for one that is not found. */
function pointsFor(wish: Wish, columns: readonly Column[], needed: Wish['needed']): PointsOf {
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
  return (item) => {
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
}

/** The items with points, most points first; equal ones stay in their order. */
function bestFirst<T extends object>(
  sorted: readonly T[],
  order: Uint32Array,
  pointsOf: PointsOf,
): T[] {
  const groups = new Map<number, T[]>();
  for (let at = 0; at < order.length; at += 1) {
    const points = Math.round(pointsOf(order[at] ?? 0));
    const item = sorted[at];
    if (points === 0 || !item) continue;
    const group = groups.get(points);
    if (group) group.push(item);
    else groups.set(points, [item]);
  }
  return [...groups].sort(([a], [b]) => b - a).flatMap(([, items]) => items);
}

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
  const { columns, places } = await readColumns(items, searched);
  const orders = new WeakMap<readonly T[], Uint32Array>();
  const orderOf = (sorted: readonly T[]) => {
    let order = orders.get(sorted);
    if (!order) {
      order = Uint32Array.from(sorted, (item) => places.get(item) ?? 0);
      orders.set(sorted, order);
    }
    return order;
  };
  const found = (wish: Wish, sorted: readonly T[], needed: Wish['needed']): Found<T> => ({
    items: bestFirst(sorted, orderOf(sorted), pointsFor(wish, columns, needed)),
    trades: [...wish.trades].sort(([, a], [, b]) => b - a).map(([trade]) => trade),
    place: wish.place,
    words: wish.words.filter((word) => !wish.place.split(' ').includes(word)).join(' '),
    marks: marksOf(wish),
  });
  const find: Finder<T>['find'] = (phrase, sorted) => {
    const wish = readWish(phrase, columns);
    const all = found(wish, sorted, wish.needed);
    // "Plumber for Rose": a name that no plumber has does not hide the plumbers.
    if (all.items.length > 0 || wish.trades.size === 0) return all;
    const needed = wish.needed.filter(({ as }) => as === 'place');
    return needed.length < wish.needed.length ? found(wish, sorted, needed) : all;
  };
  let last: { head: string; counts: Counts } | undefined;
  /** Counts what a phrase finds; somebody who types goes on with the same one. */
  const countsAfter = (head: string) => {
    if (last?.head !== head) {
      const wish = readWish(head, columns);
      const pointsOf = head === '' ? () => 1 : pointsFor(wish, columns, wish.needed);
      last = { head, counts: countFound(columns, items.length, pointsOf) };
    }
    return last.counts;
  };
  const placeOf = searched.find(({ as }) => as === 'place')?.text ?? (() => null);
  return {
    find,
    nearest: (asked, sorted) =>
      nearest(asked, {
        find: (phrase) => find(phrase, sorted),
        findAnywhere: (phrase) => {
          const wish = readWish(phrase, columns);
          const anywhere = wish.needed.filter(({ as }) => as !== 'place');
          return found(wish, sorted, anywhere);
        },
        placeOf,
      }),
    suggest: (phrase) => suggest(phrase, columns, countsAfter),
  };
}
