import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Fundi } from '../../contract/schemas.ts';
import { isPassing } from '../../lib/api/errors.ts';
import { useKeptAt } from '../../lib/offline/cachedAnswers.ts';
import { fundiQuery, fundisQuery } from '../../lib/api/queries.ts';
import { useAge, type Age } from '../../lib/offline/useAge.ts';
import { useOnline } from '../../lib/offline/useOnline.ts';

/** A fundi's page (spec §2). */
export type FundiDetailState =
  | { status: 'loading' }
  /** Logged and shown as not found (spec §8); `retry` where another try may help. */
  | { status: 'failed'; retry: (() => void) | null }
  /** `age` is to be told where the page did not come over the line just now. */
  | { status: 'loaded'; fundi: Fundi; age: Age | null };

/**
 * One fundi; what the directory already knows of them is shown until the answer comes, and instead
 * of it when none comes through.
 */
export function useFundiDetail(id: string): FundiDetailState {
  const client = useQueryClient();
  const isOnline = useOnline();
  const keptAt = useKeptAt('getFundi', id);
  const listKeptAt = useKeptAt('listFundis');
  const list = client.getQueryState(fundisQuery().queryKey);
  const known = list?.data?.find((fundi) => String(fundi.id) === id);
  const query = useQuery({ ...fundiQuery(id), placeholderData: () => known });
  const { error, refetch } = query;

  const isOfList = query.data === undefined || query.isPlaceholderData;
  const isCut = !isOnline || (error !== null && isPassing(error));
  const data = query.data ?? (isCut ? known : undefined);
  const age = useAge(
    {
      data,
      isRefetchError: query.isRefetchError || (isOfList && query.isError),
      isFetching: query.isFetching,
      dataUpdatedAt: isOfList ? (list?.dataUpdatedAt ?? 0) : query.dataUpdatedAt,
    },
    isOfList ? listKeptAt : keptAt,
  );
  if (error && !isPassing(error)) return { status: 'failed', retry: null };
  if (data) return { status: 'loaded', fundi: data, age };
  if (!error) return { status: 'loading' };
  return { status: 'failed', retry: () => void refetch() };
}
