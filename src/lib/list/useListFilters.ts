import {
  startTransition,
  useEffect,
  useEffectEvent,
  useMemo,
  useOptimistic,
  useState,
} from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { TYPING_MS } from '../waits.ts';
import type { ListCriteria, Sort } from './filters.ts';

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
  clear: () => void;
}

const readSort = (value: string | null): Sort =>
  value === 'name' || value === 'newest' ? value : 'best';

/**
 * The filters, search text and order of a list. They are stored in the address (readings, spec §5):
 * `?location=…&q=…&sort=name`; only a text that is being typed stands beside it, for a moment. `keys` must be
 * a constant.
 */
export function useListFilters<K extends string>(keys: readonly K[]): ListFilters<K> {
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
  const change = (values: Record<string, string>) => {
    setTyping(null);
    write(values, false);
  };
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
    choose: (key, value) => change({ [key]: key === 'sort' && value === 'best' ? '' : value }),
    setSearch: (text) => setTyping({ text, over: inAddress }),
    chooseSearch: (text) => change({ q: text.trim() }),
    saveSearch,
    clear: () => change({ ...Object.fromEntries(keys.map((key) => [key, ''])), q: '' }),
  };
}
