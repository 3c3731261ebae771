import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Wishes } from './search.ts';

/** How long after the last key what was typed goes into the address, in ms. */
const TYPING_PAUSE_MS = 300;

/** What is asked of a list, and the ways to change it. */
export interface ListFilters<K extends string> {
  wishes: Wishes<K>;
  isFiltered: boolean;
  /** Sets one filter or the order: a step that Back undoes. */
  choose: (key: K | 'sort', value: string) => void;
  /** Takes what stands in the search box: no step in the history. */
  type: (text: string) => void;
  /** Puts what was typed into the address at once, as the page may be left now. */
  settle: () => void;
  /** Empties filters and search box. */
  clear: () => void;
}

function read<K extends string>(params: URLSearchParams, keys: readonly K[]): Wishes<K> {
  return {
    chosen: Object.fromEntries(
      keys.map((key) => [key, params.get(key) ?? '']),
    ) as Wishes<K>['chosen'],
    q: params.get('q') ?? '',
    sort: params.get('sort') === 'name' ? 'name' : 'newest',
  };
}

/** The current address with these wishes in it; what else it carries stays. */
function written<K extends string>({ chosen, q, sort }: Wishes<K>): URLSearchParams {
  const params = new URLSearchParams(window.location.search);
  const values = { ...chosen, q: q.trim(), sort: sort === 'newest' ? '' : sort };
  for (const [key, value] of Object.entries<string>(values)) {
    if (value) params.set(key, value);
    else params.delete(key);
  }
  return params;
}

/**
 * The filters, search text and order of a list, kept in the address (readings, spec §5):
 * `?location=…&q=…&sort=name`. The screen follows at once and the address follows the screen; when
 * the address changes by itself (Back, a link), the screen follows it. `keys` must be a constant.
 */
export function useListFilters<K extends string>(keys: readonly K[]): ListFilters<K> {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const [wishes, setWishes] = useState(() => read(params, keys));
  const address = useRef(params.toString());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (params.toString() === address.current) return;
    clearTimeout(timer.current);
    address.current = params.toString();
    setWishes(read(params, keys));
  }, [params, keys]);

  const write = useCallback(
    (next: Wishes<K>, replace: boolean) => {
      clearTimeout(timer.current);
      // Back has already gone elsewhere, and that screen is still on its way.
      if (window.location.pathname !== pathname) return;
      const search = written(next);
      if (search.toString() === new URLSearchParams(window.location.search).toString()) return;
      address.current = search.toString();
      setParams(search, { replace });
    },
    [setParams, pathname],
  );

  const change = (next: Wishes<K>) => {
    setWishes(next);
    write(next, false);
  };

  return {
    wishes,
    isFiltered: wishes.q.trim() !== '' || keys.some((key) => wishes.chosen[key] !== ''),
    choose: (key, value) =>
      change(
        key === 'sort'
          ? { ...wishes, sort: value === 'name' ? 'name' : 'newest' }
          : { ...wishes, chosen: { ...wishes.chosen, [key]: value } },
      ),
    type: (text) => {
      const next = { ...wishes, q: text };
      setWishes(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(next, true), TYPING_PAUSE_MS);
    },
    settle: () => write(wishes, true),
    clear: () => change({ ...read(new URLSearchParams(), keys), sort: wishes.sort }),
  };
}
