import { useQuery } from '@tanstack/react-query';
import type { ListStatus } from '../../components/list/FilterableList.tsx';
import { splitSkills } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import { newness } from '../../lib/list/fundis.ts';
import type { ListShape } from '../../lib/list/search.ts';
import { useCachedAt } from '../../lib/offline/cachedAnswers.ts';
import { givenFundis } from '../../lib/api/given.ts';
import { fundisQuery } from '../../lib/api/queries.ts';
import { useAge, type Age } from '../../lib/offline/useAge.ts';
import { useFilteredList, type FilteredList } from '../../lib/list/useFilteredList.ts';

type FilterKey = 'location' | 'skill';

const noFundis: Fundi[] = [];

const shape: ListShape<Fundi, FilterKey> = {
  keys: ['location', 'skill'],
  filters: {
    location: { text: (fundi) => fundi.location },
    skill: { text: (fundi) => fundi.skills, option: (skills) => splitSkills(skills)[0] },
  },
  searched: (fundi) => [fundi.name, fundi.skills, fundi.location],
  name: (fundi) => fundi.name,
  newness,
};

interface FundiListState {
  /** `failed` is logged, and shown as an empty list (spec §8). */
  status: ListStatus;
  list: FilteredList<Fundi, FilterKey>;
  /** Set when the screen must say how old the list is: it did not come from the network now. */
  age: Age | null;
  retry: () => void;
}

/** The available fundis, filtered as the address says (spec §2, §5). */
export function useFundiList(): FundiListState {
  const query = useQuery({ ...fundisQuery(), placeholderData: givenFundis });
  const { data, isPending, isPlaceholderData, refetch } = query;
  const age = useAge(query, useCachedAt('listFundis'));
  const list = useFilteredList(data ?? noFundis, shape);
  const loaded = isPlaceholderData ? 'begun' : 'loaded';
  const status = data ? loaded : isPending ? 'loading' : 'failed';
  return { status, list, age, retry: () => void refetch() };
}
