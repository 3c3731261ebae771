import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { ListStatus } from '../../components/list/FilterableList.tsx';
import { splitSkills } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import { goodness, newness } from '../../lib/list/fundis.ts';
import type { ListShape } from '../../lib/list/filters.ts';
import { fundisQuery, givenFundis } from '../../lib/api/queries.ts';
import { type Age, type Rest, restOf, useAge } from '../../lib/api/lists.ts';
import { givenTown, namedTrades, townOf, type TradeCount } from '../../lib/trades.ts';
import { fundisOfTrade } from './fundisOfTrade.ts';
import { useFilteredList, type FilteredList } from '../../lib/list/useFilteredList.ts';

type FilterKey = 'location' | 'skill';

const noFundis: Fundi[] = [];

const shape: ListShape<Fundi, FilterKey> = {
  keys: ['location', 'skill'],
  placeKey: 'location',
  filters: {
    location: { text: (fundi) => fundi.location },
    skill: { text: (fundi) => fundi.skills, option: (skills) => splitSkills(skills)[0] },
  },
  searched: [
    { text: (fundi) => fundi.skills, as: 'trade' },
    { text: (fundi) => fundi.name, as: 'name' },
    { text: (fundi) => fundi.location, as: 'place' },
  ],
  ofTrade: fundisOfTrade,
  name: (fundi) => fundi.name,
  orders: { newest: newness, best: goodness },
};

interface FundiListState {
  /** `failed` is logged, and shown as an empty list (spec §8). */
  status: ListStatus;
  list: FilteredList<Fundi, FilterKey>;
  /** The trades of the whole list; null until they are known. */
  trades: TradeCount[] | null;
  /** Set when the screen must say how old the list is: it did not come from the network now. */
  age: Age | null;
  rest: Rest | null;
  retry: () => void;
}

/** The available fundis, filtered as the address says (spec §2, §5). */
export function useFundiList(): FundiListState {
  const query = useQuery({ ...fundisQuery(), placeholderData: givenFundis });
  const { isPending, refetch } = query;
  const data = query.data?.items;
  const rest = restOf(query);
  const age = useAge(query);
  const list = useFilteredList(data ?? noFundis, shape);
  const loaded = query.data?.isWhole || rest ? 'loaded' : 'begun';
  const status = data ? loaded : isPending ? 'loading' : 'failed';
  const counted = useDeferredValue(status === 'loaded' ? data : undefined, undefined);
  const trades = useMemo(() => {
    const town = counted ? townOf(counted) : givenTown();
    return town && namedTrades(town.trades);
  }, [counted]);
  return { status, list, trades, age, rest, retry: () => void refetch() };
}
