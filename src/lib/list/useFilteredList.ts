import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useOptimistic,
  useState,
} from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { TYPING_MS } from '../waits.ts';
import {
  countOptions,
  filterItems,
  listOptions,
  sortItems,
  withLetters,
  type ListCriteria,
  type ListShape,
  type Sort,
} from './filters.ts';
import type { Understood } from './search.ts';
import { useSearch } from './useSearch.ts';

const readSort = (value: string | null): Sort =>
  value === 'name' || value === 'newest' ? value : 'best';

/**
 * The filters, search text and order of a list. They are stored in the address (readings, spec §5):
 * `?location=…&q=…&sort=name`; only a text that is being typed stands beside it, for a moment. `keys` must be
 * a constant.
 */
function useListFilters<K extends string>(keys: readonly K[]) {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  // What was chosen is shown at once. The router's own change is a transition: on a slow phone it takes a while.
  const [shown, showAtOnce] = useOptimistic(params);
  const [typing, setTyping] = useState<{ text: string; over: string } | null>(null);
  const inAddress = shown.get('q') ?? '';
  // Back or a link changes the address under what is typed, and wins.
  const isTyping = typing?.over === inAddress || typing?.text.trim() === inAddress;
  const q = isTyping ? typing.text : inAddress;

  // The same object as long as the same is chosen: the options are counted by it, and not at each key.
  const choices = JSON.stringify(keys.map((key) => [key, shown.get(key) ?? '']));
  const chosen = useMemo(
    () => Object.fromEntries(JSON.parse(choices) as [K, string][]) as ListCriteria<K>['chosen'],
    [choices],
  );
  const sort = readSort(shown.get('sort'));
  const criteria = useMemo(() => ({ chosen, q, sort }), [chosen, q, sort]);

  /** Changes parameters of the address; '' removes one. The others stay. */
  const write = (values: Record<string, string>, replace: boolean) => {
    // Back has already changed the address; the other screen is still loading.
    if (window.location.pathname !== pathname) return;
    const before = new URLSearchParams(window.location.search);
    const next = new URLSearchParams(before);
    for (const [key, value] of Object.entries({ q: q.trim(), ...values })) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    if (next.toString() === before.toString()) return;
    startTransition(() => {
      showAtOnce(next);
      setParams(next, { replace });
    });
  };
  /** What a person chooses is a step in the history: Back undoes it. */
  const change = (values: Record<string, string>) => {
    setTyping(null);
    write(values, false);
  };
  /** Puts the search text into the address at once, because the person may leave the page. */
  const saveSearch = () => write({}, true);

  const unwritten = q.trim() === inAddress ? null : q;
  const onPause = useEffectEvent(saveSearch);
  useEffect(() => {
    if (unwritten === null) return undefined;
    const timer = setTimeout(() => onPause(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [unwritten]);

  return {
    criteria,
    isFiltered: q.trim() !== '' || keys.some((key) => criteria.chosen[key] !== ''),
    choose: (key: K | 'sort', value: string) =>
      change({ [key]: key === 'sort' && value === 'best' ? '' : value }),
    /** Sets the text of the search box as it is typed: no step in the history. */
    setSearch: (text: string) => setTyping({ text, over: inAddress }),
    chooseSearch: (text: string) => change({ q: text.trim() }),
    saveSearch,
    clear: () => change({ ...Object.fromEntries(keys.map((key) => [key, ''])), q: '' }),
  };
}

const none: readonly never[] = [];

/**
 * A list as the address asks for it: filtered, searched and sorted. Orders and options are computed once per
 * list, and the options only after the first cards are on screen. `shape` must be a constant.
 */
export function useFilteredList<T extends object, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
) {
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
  /** What needs no search: all, or a trade by its own name; else null. */
  const direct = useMemo(() => {
    const found = q === '' ? sorted : shape.ofTrade?.(sorted, q);
    return found?.length ? found : null;
  }, [q, sorted, shape]);
  const directResults = useMemo(() => direct && listed(direct), [direct, listed]);

  const [isPrepared, setPrepared] = useState(false);
  const isWanted = isPrepared || (items.length > 0 && !directResults?.length);
  const search = useSearch(sorted, shape.searched, isWanted);
  const found = useMemo(() => (q === '' ? undefined : search?.find(q)), [search, q]);
  /** Null until the search is ready. */
  const searched = useMemo(() => {
    const items = direct ?? found?.items;
    // Where its script did not come, the words count as they are typed.
    return items ?? (search === null ? withLetters(sorted, shape.searched, q) : null);
  }, [direct, found, search, sorted, shape, q]);
  const results = useMemo(
    () => directResults ?? (searched ? listed(searched) : none),
    [directResults, searched, listed],
  );

  const nearest = useMemo(() => {
    if (results.length > 0) return undefined;
    const others = shape.keys.filter((key) => key !== shape.placeKey).map((key) => chosen[key]);
    return search?.nearest({ q, place: chosen[shape.placeKey], others });
  }, [results, search, shape, q, chosen]);
  const suggestions = useMemo(() => search?.suggest(q) ?? none, [search, q]);
  const counted = useDeferredValue(items, none);
  const allOptions = useMemo(() => listOptions(counted, shape), [counted, shape]);
  const countedIn = useDeferredValue(searched ?? sorted, none);
  const options = useMemo(
    () => countOptions(allOptions, countedIn, shape, chosen),
    [allOptions, countedIn, shape, chosen],
  );
  const understood: Understood | null =
    direct && q !== '' ? { trade: q } : (found?.understood ?? null);
  return {
    ...filters,
    placeKey: shape.placeKey,
    results,
    total: items.length,
    options,
    marks: found?.marks,
    understood,
    isSearching: direct === null && search === undefined && items.length > 0,
    nearest,
    suggestions,
    /** Called when somebody is about to type. */
    prepareSearch: () => setPrepared(true),
  };
}

export type FilteredList<T extends object, K extends string> = ReturnType<
  typeof useFilteredList<T, K>
>;
