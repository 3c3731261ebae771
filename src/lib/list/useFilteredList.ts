import { useDeferredValue, useMemo } from 'react';
import type { FilterOption } from '../../contract/rules.ts';
import { sortItems } from './order.ts';
import { filterItems, listOptions, type ListShape } from './search.ts';
import { useListFilters, type ListFilters } from './useListFilters.ts';

/** A list as the address asks for it. */
export interface FilteredList<T extends object, K extends string> extends ListFilters<K> {
  results: readonly T[];
  /** How many items there are without any filter. */
  total: number;
  options: Record<K, FilterOption[]>;
}

const none: readonly never[] = [];

/**
 * Filters, searches and sorts a list by its address. Orders and options are computed once per list,
 * and the options only after the first cards are on screen. `shape` must be a constant.
 */
export function useFilteredList<T extends object, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
): FilteredList<T, K> {
  const filters = useListFilters(shape.keys);
  const criteria = useDeferredValue(filters.criteria);
  const counted = useDeferredValue(items, none);

  const { sort } = criteria;
  const sorted = useMemo(() => sortItems(items, shape, sort), [items, shape, sort]);
  const results = useMemo(() => filterItems(sorted, shape, criteria), [sorted, shape, criteria]);
  const options = useMemo(() => listOptions(counted, shape), [counted, shape]);
  return { ...filters, results, total: items.length, options };
}
