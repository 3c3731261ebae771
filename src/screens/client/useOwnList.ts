import type { UseQueryResult } from '@tanstack/react-query';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { restOf, type List, type Rest } from '../../lib/api/lists.ts';

/** What has become of a list of the client's own jobs or ads. */
export type OwnListState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; items: Item[]; isWhole: boolean; rest: Rest | null };

/** The state of such a list; a failure also shows a toast. */
export function useOwnList<Item>(query: UseQueryResult<List<Item>>, failure: string) {
  const { data, isPending, isLoadingError, refetch } = query;
  useLoadFailureToast(isLoadingError, failure);

  let state: OwnListState<Item> = { status: 'failed', retry: () => void refetch() };
  if (isPending) state = { status: 'loading' };
  else if (data) state = { status: 'loaded', ...data, rest: restOf(query) };
  return state;
}
