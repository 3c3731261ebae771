import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Fundi } from '../../contract/schemas.ts';
import { isTemporary, statusOf } from '../../lib/api/errors.ts';
import { useCachedAt } from '../../lib/offline/cachedAnswers.ts';
import { fundiQuery, fundisQuery } from '../../lib/api/queries.ts';
import { useAge, type Age } from '../../lib/offline/useAge.ts';
import { useOnline } from '../../lib/offline/useOnline.ts';

/** A fundi's page (spec §2). */
export type FundiDetailState =
  | { status: 'loading' }
  /** Logged, and shown as not found (spec §8); `retry` is set when another try may help. */
  | { status: 'failed'; retry: (() => void) | null }
  /** `age` is set when the page must say how old it is: it did not come from the network now. */
  | { status: 'loaded'; fundi: Fundi; age: Age | null };

/**
 * One fundi. Until the answer comes, or if none comes, the page shows what the directory knows of
 * the fundi: without a network the cached copy of the list is read for that.
 */
export function useFundiDetail(id: string): FundiDetailState {
  const client = useQueryClient();
  const isOnline = useOnline();
  const cachedAt = useCachedAt('getFundi', id);
  const listCachedAt = useCachedAt('listFundis');
  const inList = (fundi: Fundi) => String(fundi.id) === id;
  const query = useQuery({
    ...fundiQuery(id),
    placeholderData: () => client.getQueryData(fundisQuery().queryKey)?.find(inList),
  });
  const { error, failureReason, refetch } = query;
  const isUnanswered = failureReason !== null && statusOf(failureReason) === null;
  const list = useQuery({ ...fundisQuery(), enabled: isUnanswered, staleTime: Infinity });
  const known = list.data?.find(inList);

  const isOfList = query.data === undefined || query.isPlaceholderData;
  const isCut = !isOnline || (error !== null && isTemporary(error));
  const data = query.data ?? (isCut ? known : undefined);
  const age = useAge(
    {
      data,
      isRefetchError: query.isRefetchError || (isOfList && query.isError),
      isFetching: query.isFetching,
      dataUpdatedAt: isOfList ? list.dataUpdatedAt : query.dataUpdatedAt,
    },
    isOfList ? listCachedAt : cachedAt,
  );
  if (error && !isTemporary(error)) return { status: 'failed', retry: null };
  if (data) return { status: 'loaded', fundi: data, age };
  if (!error || list.isFetching) return { status: 'loading' };
  return { status: 'failed', retry: () => void refetch() };
}
