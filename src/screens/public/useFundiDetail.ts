import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Fundi } from '../../contract/schemas.ts';
import { isPassing } from '../../lib/errors.ts';
import { fundiQuery, fundisQuery } from '../../lib/queries.ts';

/** A fundi's page (spec §2). */
export type FundiDetailState =
  | { status: 'loading' }
  /** Logged and shown as not found (spec §8); `retry` where another try may help. */
  | { status: 'failed'; retry: (() => void) | null }
  | { status: 'loaded'; fundi: Fundi };

/** One fundi; what the directory already knows of them is shown until the answer comes. */
export function useFundiDetail(id: string): FundiDetailState {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...fundiQuery(id),
    placeholderData: () =>
      client.getQueryData(fundisQuery().queryKey)?.find((fundi) => String(fundi.id) === id),
  });
  if (error && !isPassing(error)) return { status: 'failed', retry: null };
  if (data) return { status: 'loaded', fundi: data };
  if (!error) return { status: 'loading' };
  return { status: 'failed', retry: () => void refetch() };
}
