/** Which items of a list are wanted (spec §5). Made for lists of thousands. */
import { filterOptions, foldText, matchesFilter, type FilterOption } from '../../contract/rules.ts';

export type Sort = 'newest' | 'name';

/** What is asked of a list: its filters, the search box and the order. */
export interface Wishes<K extends string> {
  chosen: Record<K, string>;
  q: string;
  sort: Sort;
}

/** How a kind of item is filtered, searched and sorted. Make it once, outside of components. */
export interface ListShape<T extends object, K extends string> {
  /** The names of the filters, as they stand in the address. */
  keys: readonly K[];
  filters: Record<
    K,
    {
      /** What the filter looks at. */
      matches: (item: T) => string | null;
      /** What of that makes an option; all of it when it is not said. */
      option?: (value: string) => string | undefined;
    }
  >;
  /** What the search box looks at. */
  searched: (item: T) => readonly (string | null)[];
  name: (item: T) => string;
  /** Higher for newer ones. */
  age: (item: T) => number;
}

/** `of`, worked out once per value: those of a long list repeat. */
function once<V, R>(of: (value: V) => R): (value: V) => R {
  const known = new Map<V, R>();
  return (value) => {
    let result = known.get(value);
    if (result === undefined) {
      result = of(value);
      known.set(value, result);
    }
    return result;
  };
}

/** A test by one filter. */
function byFilter<T>(of: (item: T) => string | null, wanted: string): (item: T) => boolean {
  const isMatch = once((value: string | null) => matchesFilter(value, wanted));
  return (item) => isMatch(of(item));
}

const searchTexts = new WeakMap<object, string>();

/** What of an item is searched, in lower case. Words are looked for one by one. */
function searchText<T extends object>(item: T, searched: ListShape<T, never>['searched']): string {
  let text = searchTexts.get(item);
  if (text === undefined) {
    text = searched(item).join('\n').toLowerCase();
    searchTexts.set(item, text);
  }
  return text;
}

/** A test by the search box: every word is found in one of the texts. */
function bySearch<T extends object>(
  searched: ListShape<T, never>['searched'],
  words: readonly string[],
): (item: T) => boolean {
  return (item) => {
    const text = searchText(item, searched);
    return words.every((word) => text.includes(word));
  };
}

/** The items that match all wishes, in the order in which they came. */
export function filterItems<T extends object, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
  { chosen, q }: Pick<Wishes<K>, 'chosen' | 'q'>,
): readonly T[] {
  const tests: ((item: T) => boolean)[] = [];
  for (const key of shape.keys) {
    if (chosen[key].trim()) tests.push(byFilter(shape.filters[key].matches, chosen[key]));
  }
  const words = foldText(q).split(' ').filter(Boolean);
  if (words.length > 0) tests.push(bySearch(shape.searched, words));
  return tests.length === 0 ? items : items.filter((item) => tests.every((test) => test(item)));
}

/** The options of every filter with their counts (spec §5). */
export function listOptions<T extends object, K extends string>(
  items: readonly T[],
  { keys, filters }: ListShape<T, K>,
): Record<K, FilterOption[]> {
  return Object.fromEntries(
    keys.map((key) => {
      const { matches, option = (value) => value } = filters[key];
      const optionOf = once((value: string | null) => value && option(value));
      return [key, filterOptions(items.map((item) => optionOf(matches(item))))];
    }),
  ) as Record<K, FilterOption[]>;
}
