/** The orders of a list (spec §5). Each is computed once per list, as a list may have thousands. */
import type { ListShape, Sort } from './search.ts';

const orders = new WeakMap<readonly object[], Map<Sort, readonly object[]>>();

type Keys<T extends object> = Pick<ListShape<T, never>, 'name' | 'newness'>;

function sorted<T extends object>(items: readonly T[], keys: Keys<T>, sort: Sort): readonly T[] {
  if (sort === 'newest') {
    const keyed = items.map((item) => ({ item, newness: keys.newness(item) }));
    return keyed.sort((a, b) => b.newness - a.newness).map(({ item }) => item);
  }
  // Made here and not with the script: it takes long to make, and few people sort by name.
  const collator = new Intl.Collator('en-KE', { numeric: true, sensitivity: 'base' });
  const keyed = items.map((item) => ({ item, name: keys.name(item).trim() }));
  keyed.sort((a, b) => {
    if (a.name === '' || b.name === '') return Number(a.name === '') - Number(b.name === '');
    return collator.compare(a.name, b.name);
  });
  return keyed.map(({ item }) => item);
}

/** The items in one order. Equal ones stay in the API's order; those without a name come last. */
export function sortItems<T extends object>(
  items: readonly T[],
  keys: Keys<T>,
  sort: Sort,
): readonly T[] {
  const known = (orders.get(items) ?? new Map<Sort, readonly object[]>()) as Map<
    Sort,
    readonly T[]
  >;
  orders.set(items, known);
  const order = known.get(sort) ?? sorted(items, keys, sort);
  known.set(sort, order);
  return order;
}
