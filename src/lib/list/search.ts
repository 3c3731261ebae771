/** Filters and searches a list (spec §5), which may have thousands of items. */
import { filterOptions, foldText, matchesFilter, type FilterOption } from '../../contract/rules.ts';

/** The order of a list. */
export type Order = 'newest' | 'name';
/** What a person may choose: `best` is the best match first while something is typed, else the newest. */
export type Sort = 'best' | Order;

/** What a person asks of a list. */
export interface ListCriteria<K extends string> {
  /** The chosen option of each filter, or ''. */
  chosen: Record<K, string>;
  /** The text in the search box. */
  q: string;
  sort: Sort;
}

/** A text of an item, and what its words are. */
export interface SearchedText<T> {
  text: (item: T) => string | null;
  as: 'name' | 'trade' | 'place';
}

/** How a kind of item is filtered, searched and sorted. It must be a constant outside components. */
export interface ListShape<T extends object, K extends string> {
  /** The names of the filters, as they are in the address. */
  keys: readonly K[];
  /** The one of them that filters by place. */
  placeKey: K;
  filters: Record<
    K,
    {
      /** The text in which the filter looks for the chosen option. */
      text: (item: T) => string | null;
      /** The option that this text makes; the whole text by default. */
      option?: (text: string) => string | undefined;
    }
  >;
  /** The texts in which the search box looks, the one that says most first. */
  searched: readonly SearchedText<T>[];
  /** The items of the trade that a phrase is the name of, the best first; null for any other phrase. */
  ofTrade?: (items: readonly T[], phrase: string) => readonly T[] | null;
  name: (item: T) => string;
  /** Higher for newer items. */
  newness: (item: T) => number;
}

/** A function that calls `of` once per value: the values of a long list repeat. */
function once<V, R>(of: (value: V) => R): (value: V) => R {
  const results = new Map<V, R>();
  return (value) => {
    let result = results.get(value);
    if (result === undefined) {
      result = of(value);
      results.set(value, result);
    }
    return result;
  };
}

function filterTest<T>(text: (item: T) => string | null, chosen: string): (item: T) => boolean {
  const isMatch = once((value: string | null) => matchesFilter(value, chosen));
  return (item) => isMatch(text(item));
}

const searchTexts = new WeakMap<object, string>();

function searchText<T extends object>(item: T, searched: ListShape<T, never>['searched']): string {
  let text = searchTexts.get(item);
  if (text === undefined) {
    text = searched
      .map((part) => part.text(item))
      .join('\n')
      .toLowerCase();
    searchTexts.set(item, text);
  }
  return text;
}

/** The test of the search box: an item must contain every word, each in any of its texts. */
function searchTest<T extends object>(
  searched: ListShape<T, never>['searched'],
  words: readonly string[],
): (item: T) => boolean {
  return (item) => {
    const text = searchText(item, searched);
    return words.every((word) => text.includes(word));
  };
}

/** The items that match all filters and the search box, in their order. */
export function filterItems<T extends object, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
  { chosen, q }: Pick<ListCriteria<K>, 'chosen' | 'q'>,
): readonly T[] {
  const tests: ((item: T) => boolean)[] = [];
  for (const key of shape.keys) {
    if (chosen[key].trim()) tests.push(filterTest(shape.filters[key].text, chosen[key]));
  }
  const words = foldText(q).split(' ').filter(Boolean);
  if (words.length > 0) tests.push(searchTest(shape.searched, words));
  return tests.length === 0 ? items : items.filter((item) => tests.every((test) => test(item)));
}

/** The options of every filter with their counts (spec §5). */
export function listOptions<T extends object, K extends string>(
  items: readonly T[],
  { keys, filters }: ListShape<T, K>,
): Record<K, FilterOption[]> {
  return Object.fromEntries(
    keys.map((key) => {
      const { text, option = (value) => value } = filters[key];
      const optionOf = once((value: string | null) => value && option(value));
      return [key, filterOptions(items.map((item) => optionOf(text(item))))];
    }),
  ) as Record<K, FilterOption[]>;
}
