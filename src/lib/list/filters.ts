/** Filters and sorts a list (spec §5). */
import { filterOptions, foldText, matchesFilter, type FilterOption } from '../../contract/rules.ts';

/** The order of a list: `best` is the best match first while something is typed, else the best item. */
export type Sort = 'best' | 'newest' | 'name';

export interface ListCriteria<K extends string> {
  /** The chosen option of each filter, or ''. */
  chosen: Record<K, string>;
  q: string;
  sort: Sort;
}

/** A text of an item in which the search box looks, and what its words are. */
export interface SearchedText<T> {
  text: (item: T) => string | null;
  as: 'name' | 'trade' | 'place';
}

/** How a kind of item is filtered, searched and sorted. It must be a constant outside components. */
export interface ListShape<T extends object, K extends string> {
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
  /** Numbers that are higher for what comes first. Without `best` the newest are the best. */
  orders: { newest: (item: T) => number; best?: (item: T) => number };
}

/** The items in one order. Equal ones stay in the API's order; those without a name come last. */
export function sortItems<T extends object>(
  items: readonly T[],
  { name, orders }: Pick<ListShape<T, never>, 'name' | 'orders'>,
  sort: Sort,
): readonly T[] {
  if (sort !== 'name') {
    const pointsOf = orders[sort] ?? orders.newest;
    const judged = items.map((item) => ({ item, points: pointsOf(item) }));
    return judged.sort((a, b) => b.points - a.points).map(({ item }) => item);
  }
  // Made here and not with the script: it takes long to make, and few people sort by name.
  const collator = new Intl.Collator('en-KE', { numeric: true, sensitivity: 'base' });
  const named = items.map((item) => ({ item, name: name(item).trim() }));
  named.sort((a, b) => {
    if (a.name === '' || b.name === '') return Number(a.name === '') - Number(b.name === '');
    return collator.compare(a.name, b.name);
  });
  return named.map(({ item }) => item);
}

/** The items that match every chosen filter, in their order. */
export function filterItems<T extends object, K extends string>(
  items: readonly T[],
  { keys, filters }: ListShape<T, K>,
  chosen: ListCriteria<K>['chosen'],
): readonly T[] {
  const set = keys.filter((key) => chosen[key].trim() !== '');
  if (set.length === 0) return items;
  return items.filter((item) =>
    set.every((key) => matchesFilter(filters[key].text(item), chosen[key])),
  );
}

/** The searched texts of an item in small letters. */
export const lettersOf = <T extends object>(
  item: T,
  searched: readonly SearchedText<T>[],
): string =>
  searched
    .map(({ text }) => text(item) ?? '')
    .join('\n')
    .toLowerCase();

/** The items that have every word of the phrase as it is typed, each word in any of their texts. */
export function withLetters<T extends object>(
  items: readonly T[],
  searched: readonly SearchedText<T>[],
  phrase: string,
): readonly T[] {
  const words = foldText(phrase).split(' ');
  return items.filter((item) => {
    const letters = lettersOf(item, searched);
    return words.every((word) => letters.includes(word));
  });
}

function optionsOf<T extends object, K extends string>(
  items: readonly T[],
  { filters }: ListShape<T, K>,
  key: K,
): FilterOption[] {
  const { text, option = (value) => value } = filters[key];
  const values = items.map((item) => {
    const value = text(item);
    return value && option(value);
  });
  return filterOptions(values);
}

/** The options of a filter, and how many items are left when none of them is chosen. */
export interface CountedOptions {
  count: number;
  options: FilterOption[];
}

/** The options of every filter in the whole list (spec §5), each with its count. */
export const listOptions = <T extends object, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
) =>
  Object.fromEntries(
    shape.keys.map((key) => [key, { count: items.length, options: optionsOf(items, shape, key) }]),
  ) as Record<K, CountedOptions>;

/**
 * The options `all` of a list, each with the count of what the search has `found` and the other filters leave:
 * with "Thika" chosen, "Barber (0)" when no barber is in Thika.
 */
export function countOptions<T extends object, K extends string>(
  all: Record<K, CountedOptions>,
  found: readonly T[],
  shape: ListShape<T, K>,
  chosen: ListCriteria<K>['chosen'],
): Record<K, CountedOptions> {
  return Object.fromEntries(
    shape.keys.map((key) => {
      const left = filterItems(found, shape, { ...chosen, [key]: '' });
      if (left.length === all[key].count) return [key, all[key]];
      const counts = new Map(
        optionsOf(left, shape, key).map(({ value, count }) => [foldText(value), count]),
      );
      const options = all[key].options.map(({ value }) => ({
        value,
        count: counts.get(foldText(value)) ?? 0,
      }));
      return [key, { count: left.length, options }];
    }),
  ) as Record<K, CountedOptions>;
}
