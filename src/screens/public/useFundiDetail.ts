import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Fundi } from '../../contract/schemas.ts';
import { isTemporary } from '../../lib/api/errors.ts';
import { type Age, type List, useAge } from '../../lib/api/lists.ts';
import { fundiQuery, fundisQuery, myFundiQuery } from '../../lib/api/queries.ts';
import { useSession } from '../../lib/session/session.ts';

/** A fundi's page (spec §2). */
export type FundiDetailState =
  | { status: 'loading' }
  /** Logged, and shown as not found (spec §8); `retry` is set when another try may help. */
  | { status: 'failed'; retry: (() => void) | null }
  /** `age` is set when the page must say how old it is: it did not come from the network now. */
  | { status: 'loaded'; fundi: Fundi; age: Age | null };

/** What the directory knows of a fundi, which is as old as the directory. */
function inList(list: List<Fundi> | undefined, id: string) {
  const fundi = list?.items.find((item) => String(item.id) === id);
  return list && fundi && { ...fundi, cachedAt: list.cachedAt };
}

/**
 * One fundi. Who comes from a directory in memory sees what that knows of the fundi until the answer
 * comes, or if none comes.
 */
export function useFundiDetail(id: string): FundiDetailState {
  const client = useQueryClient();
  // As it was when the page was opened: a list that comes later changes nothing.
  const listed = useMemo(() => {
    const list = client.getQueryState(fundisQuery().queryKey);
    return { fundi: inList(list?.data, id), at: list?.dataUpdatedAt ?? 0 };
  }, [client, id]);
  const query = useQuery(fundiQuery(id));
  const { data = listed.fundi, error, refetch } = query;
  const age = useAge({ data, error, dataUpdatedAt: query.data ? query.dataUpdatedAt : listed.at });
  if (error && !isTemporary(error)) return { status: 'failed', retry: null };
  if (data) return { status: 'loaded', fundi: data, age };
  if (!error) return { status: 'loading' };
  return { status: 'failed', retry: () => void refetch() };
}

/** Whether a fundi looks at their own page. The account has no id: the phone tells, or else name and place. */
export function useIsOwn(fundi: Fundi | null): boolean {
  const { userType } = useSession();
  const { data: own } = useQuery({ ...myFundiQuery(), enabled: userType === 'fundi' });
  if (!own || !fundi) return false;
  return fundi.phone_number
    ? fundi.phone_number === own.phone_number
    : fundi.name === own.name && fundi.location === own.location;
}
