/** Which items of a list are wanted, and in which order (spec §5). Made for lists of thousands. */
import { filterOptions, foldText, matchesFilter, type FilterOption } from '../contract/rules.ts';

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
      /** What of it makes an option. */
      option: (item: T) => string | null | undefined;
    }
  >;
  /** What the search box looks at. */
  searched: (item: T) => readonly (string | null)[];
  name: (item: T) => string;
  /** Higher for newer ones. */
  age: (item: T) => number;
}

const collator = new Intl.Collator('en-KE', { numeric: true, sensitivity: 'base' });

/** The items in the wanted order; those alike stay in the order of the API, nameless ones go last. */
export function sortItems<T extends object>(
  items: readonly T[],
  { name, age }: Pick<ListShape<T, never>, 'name' | 'age'>,
  sort: Sort,
): readonly T[] {
  if (sort === 'newest') {
    const keyed = items.map((item) => ({ item, key: age(item) }));
    return keyed.sort((a, b) => b.key - a.key).map(({ item }) => item);
  }
  const keyed = items.map((item) => ({ item, key: name(item).trim() }));
  return keyed
    .sort((a, b) =>
      a.key === '' || b.key === ''
        ? Number(a.key === '') - Number(b.key === '')
        : collator.compare(a.key, b.key),
    )
    .map(({ item }) => item);
}

/** A test by one filter. Values repeat, so each is compared once. */
function byFilter<T>(of: (item: T) => string | null, wanted: string): (item: T) => boolean {
  const verdicts = new Map<string | null, boolean>();
  return (item) => {
    const value = of(item);
    let verdict = verdicts.get(value);
    if (verdict === undefined) {
      verdict = matchesFilter(value, wanted);
      verdicts.set(value, verdict);
    }
    return verdict;
  };
}

const searchTexts = new WeakMap<object, string>();

/** A test by the search box: every word is found in one of the texts. */
function bySearch<T extends object>(
  searched: ListShape<T, never>['searched'],
  words: readonly string[],
): (item: T) => boolean {
  return (item) => {
    let text = searchTexts.get(item);
    if (text === undefined) {
      // Words are looked for one by one, so white space may stay as it is.
      text = searched(item).join('\n').toLowerCase();
      searchTexts.set(item, text);
    }
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
    keys.map((key) => [key, filterOptions(items.map(filters[key].option))]),
  ) as Record<K, FilterOption[]>;
}
