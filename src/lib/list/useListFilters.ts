import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { TYPING_MS } from '../waits.ts';
import type { ListCriteria, Sort } from './search.ts';

/** What a person asks of a list, and the ways to change it. */
export interface ListFilters<K extends string> {
  criteria: ListCriteria<K>;
  isFiltered: boolean;
  /** Sets one filter or the order. Back undoes it. */
  choose: (key: K | 'sort', value: string) => void;
  /** Sets the text of the search box. This is not a step in the history. */
  setSearch: (text: string) => void;
  /** Sets the text of the search box to one that the person chose. Back undoes it. */
  chooseSearch: (text: string) => void;
  /** Puts the search text into the address at once, because the person may leave the page. */
  saveSearch: () => void;
  /** Clears the filters and the search box. */
  clear: () => void;
}

const readSort = (value: string | null): Sort =>
  value === 'name' || value === 'newest' ? value : 'best';

function fromParams<K extends string>(
  params: URLSearchParams,
  keys: readonly K[],
): ListCriteria<K> {
  return {
    chosen: Object.fromEntries(
      keys.map((key) => [key, params.get(key) ?? '']),
    ) as ListCriteria<K>['chosen'],
    q: params.get('q') ?? '',
    sort: readSort(params.get('sort')),
  };
}

/** The current query of the address with these criteria; its other parameters stay. */
function toParams<K extends string>({ chosen, q, sort }: ListCriteria<K>): URLSearchParams {
  const params = new URLSearchParams(window.location.search);
  const values = { ...chosen, q: q.trim(), sort: sort === 'best' ? '' : sort };
  for (const [key, value] of Object.entries<string>(values)) {
    if (value) params.set(key, value);
    else params.delete(key);
  }
  return params;
}

/**
 * The filters, search text and order of a list. They are stored in the address (readings, spec §5):
 * `?location=…&q=…&sort=name`. The screen changes at once and then the address. When the address
 * changes first (Back, a link), the screen follows. `keys` must be a constant.
 */
export function useListFilters<K extends string>(keys: readonly K[]): ListFilters<K> {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const [criteria, setWishes] = useState(() => fromParams(params, keys));
  // What was written or followed last. No state: the router has it only some renders after the write.
  const address = useRef(params.toString());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (params.toString() === address.current) return;
    clearTimeout(timer.current);
    address.current = params.toString();
    setWishes(fromParams(params, keys));
  }, [params, keys]);

  const write = useCallback(
    (next: ListCriteria<K>, replace: boolean) => {
      clearTimeout(timer.current);
      // Back has already changed the address; the other screen is still loading.
      if (window.location.pathname !== pathname) return;
      const search = toParams(next);
      if (search.toString() === new URLSearchParams(window.location.search).toString()) return;
      address.current = search.toString();
      setParams(search, { replace });
    },
    [setParams, pathname],
  );

  const change = (next: ListCriteria<K>) => {
    setWishes(next);
    write(next, false);
  };

  return {
    criteria,
    isFiltered: criteria.q.trim() !== '' || keys.some((key) => criteria.chosen[key] !== ''),
    choose: (key, value) =>
      change(
        key === 'sort'
          ? { ...criteria, sort: readSort(value) }
          : { ...criteria, chosen: { ...criteria.chosen, [key]: value } },
      ),
    setSearch: (text) => {
      const next = { ...criteria, q: text };
      setWishes(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(next, true), TYPING_MS);
    },
    chooseSearch: (text) => change({ ...criteria, q: text }),
    saveSearch: () => write(criteria, true),
    clear: () => change({ ...fromParams(new URLSearchParams(), keys), sort: criteria.sort }),
  };
}
