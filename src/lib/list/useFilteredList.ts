import { useDeferredValue, useMemo, useState } from 'react';
import type { FilterOption } from '../../contract/rules.ts';
import type { Marks } from './marks.ts';
import type { Nearest } from './nearest.ts';
import { sortItems } from './order.ts';
import { filterItems, listOptions, type ListCriteria, type ListShape } from './search.ts';
import type { Suggestion } from './suggest.ts';
import { useFinder } from './useFinder.ts';
import { useNextRender } from './useNextRender.ts';
import { useListFilters, type ListFilters } from './useListFilters.ts';

/** A list as the address asks for it. */
export interface FilteredList<T extends object, K extends string> extends ListFilters<K> {
  /** In the order that is chosen; without a choice the best match first while something is typed. */
  results: readonly T[];
  /** How many items there are without any filter. */
  total: number;
  options: Record<K, FilterOption[]>;
  /** What shows in a text why its item was found; undefined where nothing is typed. */
  marks: Marks | undefined;
  /** Whether the search is not ready yet; there are no results until it is. */
  isSearching: boolean;
  /** What else there is when nothing was found. */
  nearest: Nearest<T> | undefined;
  /** Trades and places of the list that begin like the last word that is typed. */
  suggestions: readonly Suggestion[];
  /** Gets the search ready, because somebody is about to type. */
  prepareSearch: () => void;
}

const none: readonly never[] = [];

/**
 * The filtered items of a sorted list for a phrase that is the name of a trade, which needs no finder; null for
 * another phrase, and for a trade that nobody has. Those who only have its letters come last.
 */
function itemsOfTrade<T extends object, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
  { chosen, q, sort }: ListCriteria<K>,
): readonly T[] | null {
  const first = q === '' ? null : (shape.ofTrade?.(items, q) ?? null);
  if (!first || first.length === 0) return null;
  const has = new Set(first);
  for (const item of filterItems(items, shape, { chosen, q })) has.add(item);
  const all = sort === 'best' ? [...has] : items.filter((item) => has.has(item));
  return filterItems(all, shape, { chosen, q: '' });
}

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
  const [isPrepared, setPrepared] = useState(false);

  const { sort, chosen } = criteria;
  const q = criteria.q.trim();
  const order = sort === 'name' ? 'name' : 'newest';
  const sorted = useMemo(() => sortItems(items, shape, order), [items, shape, order]);
  const chosenOnes = useMemo(
    () => filterItems(sorted.items, shape, { chosen, q: '' }),
    [sorted, shape, chosen],
  );
  const named = useMemo(
    () => itemsOfTrade(sorted.items, shape, { chosen, q, sort }),
    [sorted, shape, chosen, q, sort],
  );
  const isDeadEnd = chosenOnes.length === 0 && items.length > 0;
  const needsFinder = q !== '' && !named?.length;
  const finder = useFinder(items, shape.searched, isPrepared || needsFinder || isDeadEnd);
  const found = useMemo(
    () => (q === '' ? undefined : finder?.find(q, sorted, sort === 'best')),
    [finder, q, sorted, sort],
  );
  const isSearching = needsFinder && finder === undefined && items.length > 0;
  const results = useMemo(() => {
    if (q === '') return chosenOnes;
    if (isSearching) return none;
    if (named) return named;
    return found
      ? filterItems(found.items, shape, { chosen, q: '' })
      : filterItems(chosenOnes, shape, { chosen, q });
  }, [q, chosenOnes, isSearching, named, found, shape, chosen]);
  const options = useMemo(() => listOptions(counted, shape), [counted, shape]);
  const isEmpty = results.length === 0;
  const near = useMemo(() => {
    if (!isEmpty || !finder) return undefined;
    const others = shape.keys.filter((key) => key !== shape.placeKey).map((key) => chosen[key]);
    return finder.nearest({ q, place: chosen[shape.placeKey], others }, sorted);
  }, [isEmpty, finder, shape, sorted, q, chosen]);
  // After the result, which they would keep waiting.
  const typed = useNextRender(q);
  const suggestions = useMemo(() => finder?.suggest(typed) ?? none, [finder, typed]);
  return {
    ...filters,
    results,
    total: items.length,
    options,
    marks: found?.marks,
    isSearching,
    nearest: near,
    suggestions,
    prepareSearch: () => setPrepared(true),
  };
}
