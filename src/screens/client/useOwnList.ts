import type { UseQueryResult } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import { restOf, type Rest } from '../../lib/api/cutLists.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';

/** What has become of a list of the client's own jobs or ads. */
export type OwnListState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; items: Item[]; rest: Rest | null };

/** The state of such a list; a failure also shows a toast. */
export function useOwnList<Item>(
  query: UseQueryResult<Item[]>,
  name: EndpointName,
  failure: string,
) {
  const { data, isPending, isLoadingError, refetch } = query;
  useLoadFailureToast(isLoadingError, failure);

  let state: OwnListState<Item> = { status: 'failed', retry: () => void refetch() };
  if (isPending) state = { status: 'loading' };
  else if (data) state = { status: 'loaded', items: data, rest: restOf(query, name) };
  return state;
}
