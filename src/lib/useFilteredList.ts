import { useDeferredValue, useMemo } from 'react';
import type { FilterOption } from '../contract/rules.ts';
import { filterItems, listOptions, sortItems, type ListShape } from './listSearch.ts';
import { useListFilters, type ListFilters } from './useListFilters.ts';

/** A list as it was asked for. */
export interface FilteredList<T extends object, K extends string> extends ListFilters<K> {
  results: readonly T[];
  /** How many there are without any filter. */
  total: number;
  options: Record<K, FilterOption[]>;
}

const none: readonly never[] = [];

/**
 * Filters, searches and sorts a list by its address. Sorting and options are worked out once per
 * list, and options only after the first cards are on screen. `shape` is a constant.
 */
export function useFilteredList<T extends object, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
): FilteredList<T, K> {
  const filters = useListFilters(shape.keys);
  const { sort } = filters.wishes;
  const wanted = useDeferredValue(filters.wishes);
  const counted = useDeferredValue(items, none);

  const sorted = useMemo(() => sortItems(items, shape, sort), [items, shape, sort]);
  const results = useMemo(() => filterItems(sorted, shape, wanted), [sorted, shape, wanted]);
  const options = useMemo(() => listOptions(counted, shape), [counted, shape]);
  return { ...filters, results, total: items.length, options };
}
