import { useDeferredValue, useEffect, useMemo } from 'react';
import type { FilterOption } from '../../contract/rules.ts';
import { inIdleTime } from './idle.ts';
import { sortAhead, sortItems } from './order.ts';
import { filterItems, listOptions, readAhead, type ListShape } from './search.ts';
import { useListFilters, type ListFilters } from './useListFilters.ts';

/** A list as it was asked for. */
export interface FilteredList<T extends object, K extends string> extends ListFilters<K> {
  results: readonly T[];
  /** How many there are without any filter. */
  total: number;
  options: Record<K, FilterOption[]>;
}

/** From this length on, searching and sorting for the first time would be felt. */
const LONG = 2000;

const none: readonly never[] = [];

function* workAhead<T extends object, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
): Generator<undefined> {
  yield* readAhead(items, shape);
  yield* sortAhead(items, shape);
}

/**
 * Filters, searches and sorts a list by its address. Sorting and options are worked out once per
 * list, and options only after the first cards are on screen; of a long list what a search needs is
 * made ahead of it. `shape` is a constant.
 */
export function useFilteredList<T extends object, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
): FilteredList<T, K> {
  const filters = useListFilters(shape.keys);
  const wanted = useDeferredValue(filters.wishes);
  const counted = useDeferredValue(items, none);

  useEffect(
    () => (items.length < LONG ? undefined : inIdleTime(workAhead(items, shape))),
    [items, shape],
  );

  const { sort } = wanted;
  const sorted = useMemo(() => sortItems(items, shape, sort), [items, shape, sort]);
  const results = useMemo(() => filterItems(sorted, shape, wanted), [sorted, shape, wanted]);
  const options = useMemo(() => listOptions(counted, shape), [counted, shape]);
  return { ...filters, results, total: items.length, options };
}
