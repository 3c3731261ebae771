/** The orders of a list (spec §5), each worked out once per list. Made for lists of thousands. */
import type { ListShape, Sort } from './search.ts';

const collator = new Intl.Collator('en-KE', { numeric: true, sensitivity: 'base' });

/** Items of one step ahead: some ms on a slow phone. */
const STEP = 2000;

const orders = new WeakMap<readonly object[], Map<Sort, readonly object[]>>();

interface Keyed<T> {
  item: T;
  key: string;
}

type Keys<T extends object> = Pick<ListShape<T, never>, 'name' | 'age'>;

function withNames<T extends object>(items: readonly T[], { name }: Keys<T>): Keyed<T>[] {
  return items.map((item) => ({ item, key: name(item).trim() }));
}

/** Orders names as people do, nameless ones last. */
function compareNames(a: Keyed<unknown>, b: Keyed<unknown>): number {
  if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '');
  return collator.compare(a.key, b.key);
}

function sorted<T extends object>(items: readonly T[], keys: Keys<T>, sort: Sort): readonly T[] {
  if (sort === 'newest') {
    const keyed = items.map((item) => ({ item, key: keys.age(item) }));
    return keyed.sort((a, b) => b.key - a.key).map(({ item }) => item);
  }
  const keyed = withNames(items, keys).sort(compareNames);
  return keyed.map(({ item }) => item);
}

function known<T extends object>(items: readonly T[]): Map<Sort, readonly T[]> {
  const order = orders.get(items) ?? new Map<Sort, readonly object[]>();
  orders.set(items, order);
  return order as Map<Sort, readonly T[]>;
}

/** The items in the wanted order; those alike stay in the order of the API, nameless ones go last. */
export function sortItems<T extends object>(
  items: readonly T[],
  keys: Keys<T>,
  sort: Sort,
): readonly T[] {
  const order = known(items);
  const result = order.get(sort) ?? sorted(items, keys, sort);
  order.set(sort, result);
  return result;
}

/** Sorts a list by name ahead of need: an iterator of short steps. */
export function* sortAhead<T extends object>(
  items: readonly T[],
  keys: Keys<T>,
): Generator<undefined> {
  const order = known(items);
  let runs: Keyed<T>[][] = [];
  for (let start = 0; start < items.length && !order.has('name'); start += STEP) {
    runs.push(withNames(items.slice(start, start + STEP), keys).sort(compareNames));
    yield;
  }
  while (runs.length > 1 && !order.has('name')) {
    const longer: Keyed<T>[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      // What is sorted in two runs is merged in one go.
      longer.push(
        runs
          .slice(index, index + 2)
          .flat()
          .sort(compareNames),
      );
      yield;
    }
    runs = longer;
  }
  if (!order.has('name'))
    order.set(
      'name',
      runs.flat().map(({ item }) => item),
    );
}
