/** Lists whose first pages came, and whose rest did not: what came is shown, with a "Try again". */
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import { GET_RETRY } from '../../contract/limits.ts';
import type { Id } from '../../contract/schemas.ts';
import { isTemporary, statusOf } from './errors.ts';
import { callList, type ListOptions } from './lists.ts';

/** The lists that are cut, as long as their query has failed. */
const cut = new Set<EndpointName>();

/**
 * Reads a list for a query. When a later page is lost at the last try, it stores those that came,
 * unless more is there from before, and the query fails: `restOf` tells the screen.
 */
export async function readList<T extends { id: Id }>(
  { client, queryKey, signal }: QueryFunctionContext,
  name: EndpointName,
  readItem: (item: unknown) => T,
  options: Pick<ListOptions<T>, 'known' | 'listed'> = {},
): Promise<T[]> {
  const onCut = (items: T[], error: unknown) => {
    const { data = [], fetchFailureCount = 0 } = client.getQueryState<T[]>(queryKey) ?? {};
    const isAskedAgain = isTemporary(error) && fetchFailureCount < GET_RETRY.times;
    const isRefused = [401, 403].includes(statusOf(error) ?? 0);
    if (signal.aborted || isAskedAgain || isRefused || data.length > items.length) return;
    client.setQueryData(queryKey, items);
    cut.add(name);
  };
  const items = await callList(name, readItem, { ...options, signal, onCut });
  cut.delete(name);
  return items;
}

/** How to get the rest of a list. */
export interface Rest {
  isBusy: boolean;
  retry: () => void;
}

interface ListQuery {
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** How to get the rest of a list of which only the first pages came; null when all of it did. */
export function restOf(query: ListQuery, name: EndpointName): Rest | null {
  if (query.error === null || !cut.has(name)) return null;
  return { isBusy: query.isFetching, retry: () => void query.refetch() };
}
