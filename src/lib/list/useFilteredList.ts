import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { FilterOption } from '../../contract/rules.ts';
import { filterItems, listOptions, sortItems, withLetters, type ListShape } from './filters.ts';
import type { Marks } from './marks.ts';
import type { Nearest } from './nearest.ts';
import type { Understood } from './search.ts';
import type { Suggestion } from './suggest.ts';
import { useListFilters, type ListFilters } from './useListFilters.ts';
import { useSearch } from './useSearch.ts';

/** A list as the address asks for it. */
export interface FilteredList<T extends object, K extends string> extends ListFilters<K> {
  placeKey: K;
  /** In the order that is chosen; without a choice the best match first while something is typed. */
  results: readonly T[];
  total: number;
  options: Record<K, FilterOption[]>;
  understood: Understood | null;
  /** What shows in a text why its item was found; undefined where nothing is typed. */
  marks: Marks | undefined;
  /** Whether the search is not ready yet; there are no results until it is. */
  isSearching: boolean;
  nearest: Nearest<T> | undefined;
  /** Trades and places of the list that begin like the last word that is typed. */
  suggestions: readonly Suggestion[];
  /** Gets the search ready, because somebody is about to type. */
  prepareSearch: () => void;
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
  const { chosen, sort, q: typed } = useDeferredValue(filters.criteria);
  const q = typed.trim();
  const sorted = useMemo(() => sortItems(items, shape, sort), [items, shape, sort]);

  const listed = useCallback(
    (found: readonly T[]) => {
      const has = new Set(found);
      const inOrder = sort === 'best' ? found : sorted.filter((item) => has.has(item));
      return filterItems(inOrder, shape, chosen);
    },
    [sorted, shape, sort, chosen],
  );
  /** What is found without the search: all, or a trade by its own name. Null for what it must read. */
  const direct = useMemo(() => {
    const found = q === '' ? sorted : shape.ofTrade?.(sorted, q);
    return found?.length ? listed(found) : null;
  }, [q, sorted, shape, listed]);

  const [isPrepared, setPrepared] = useState(false);
  const isWanted = isPrepared || (items.length > 0 && !direct?.length);
  const search = useSearch(sorted, shape.searched, isWanted);
  const found = useMemo(() => (q === '' ? undefined : search?.find(q)), [search, q]);
  const results = useMemo(() => {
    if (direct) return direct;
    if (found) return listed(found.items);
    // Its script did not come: the words count as they are typed.
    return search === null ? listed(withLetters(sorted, shape.searched, q)) : none;
  }, [direct, found, search, listed, sorted, shape, q]);

  const near = useMemo(() => {
    if (results.length > 0) return undefined;
    const others = shape.keys.filter((key) => key !== shape.placeKey).map((key) => chosen[key]);
    return search?.nearest({ q, place: chosen[shape.placeKey], others });
  }, [results, search, shape, q, chosen]);
  const suggestions = useMemo(() => search?.suggest(q) ?? none, [search, q]);
  const counted = useDeferredValue(items, none);
  const options = useMemo(() => listOptions(counted, shape, chosen), [counted, shape, chosen]);
  return {
    ...filters,
    placeKey: shape.placeKey,
    results,
    total: items.length,
    options,
    marks: found?.marks,
    understood: direct && q !== '' ? { trade: q } : (found?.understood ?? null),
    isSearching: direct === null && search === undefined && items.length > 0,
    nearest: near,
    suggestions,
    prepareSearch: () => setPrepared(true),
  };
}
