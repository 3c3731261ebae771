import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Fundi } from '../../contract/schemas.ts';
import { isTemporary } from '../../lib/api/errors.ts';
import { useCachedAt } from '../../lib/offline/cachedAnswers.ts';
import { fundiQuery, fundisQuery } from '../../lib/api/queries.ts';
import { useAge, type Age } from '../../lib/offline/useAge.ts';

/** A fundi's page (spec §2). */
export type FundiDetailState =
  | { status: 'loading' }
  /** Logged, and shown as not found (spec §8); `retry` is set when another try may help. */
  | { status: 'failed'; retry: (() => void) | null }
  /** `age` is set when the page must say how old it is: it did not come from the network now. */
  | { status: 'loaded'; fundi: Fundi; age: Age | null };

/**
 * One fundi. Who comes from a directory in memory sees what that knows of the fundi until the answer
 * comes, or if none comes.
 */
export function useFundiDetail(id: string): FundiDetailState {
  const client = useQueryClient();
  const cachedAt = useCachedAt('getFundi', id);
  const listCachedAt = useCachedAt('listFundis');
  // As it was when the page was opened: a list that comes later changes nothing.
  const listed = useMemo(() => {
    const list = client.getQueryState(fundisQuery().queryKey);
    return {
      fundi: list?.data?.find((fundi) => String(fundi.id) === id),
      at: list?.dataUpdatedAt ?? 0,
    };
  }, [client, id]);
  const query = useQuery(fundiQuery(id));
  const { data = listed.fundi, error, isFetching, refetch } = query;
  const isListed = query.data === undefined;
  const age = useAge(
    {
      data,
      isRefetchError: query.isError,
      isFetching,
      dataUpdatedAt: isListed ? listed.at : query.dataUpdatedAt,
    },
    isListed ? listCachedAt : cachedAt,
  );
  if (error && !isTemporary(error)) return { status: 'failed', retry: null };
  if (data) return { status: 'loaded', fundi: data, age };
  if (!error) return { status: 'loading' };
  return { status: 'failed', retry: () => void refetch() };
}
