/** The orders of a list (spec §5). Each is computed once per list, as a list may have thousands. */
import type { ListShape, Order } from './search.ts';

/** The items of a list in one order. */
export interface Sorted<T> {
  items: readonly T[];
  /** The place of each of them in the list as it came. */
  places: Uint32Array;
}

const orders = new WeakMap<readonly object[], Map<Order, Sorted<object>>>();

type Keys<T extends object> = Pick<ListShape<T, never>, 'name' | 'newness'>;

function sorted<T extends object>(items: readonly T[], keys: Keys<T>, order: Order): Sorted<T> {
  const inOrder = (keyed: { item: T; at: number }[]) => ({
    items: keyed.map(({ item }) => item),
    places: Uint32Array.from(keyed, ({ at }) => at),
  });
  if (order === 'newest') {
    const keyed = items.map((item, at) => ({ item, at, newness: keys.newness(item) }));
    return inOrder(keyed.sort((a, b) => b.newness - a.newness));
  }
  // Made here and not with the script: it takes long to make, and few people sort by name.
  const collator = new Intl.Collator('en-KE', { numeric: true, sensitivity: 'base' });
  const keyed = items.map((item, at) => ({ item, at, name: keys.name(item).trim() }));
  keyed.sort((a, b) => {
    if (a.name === '' || b.name === '') return Number(a.name === '') - Number(b.name === '');
    return collator.compare(a.name, b.name);
  });
  return inOrder(keyed);
}

/** The items in one order. Equal ones stay in the API's order; those without a name come last. */
export function sortItems<T extends object>(
  items: readonly T[],
  keys: Keys<T>,
  order: Order,
): Sorted<T> {
  const known = (orders.get(items) ?? new Map<Order, Sorted<object>>()) as Map<Order, Sorted<T>>;
  orders.set(items, known);
  const result = known.get(order) ?? sorted(items, keys, order);
  known.set(order, result);
  return result;
}
