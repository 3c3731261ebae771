/** Lists whose first pages came: they are shown while the rest comes, or with a "Try again" without it. */
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import { GET_RETRY } from '../../contract/limits.ts';
import type { Id } from '../../contract/schemas.ts';
import { isTemporary, statusOf } from './errors.ts';
import { callList, type ListOptions } from './lists.ts';

/** The lists that are cut, as long as their query has failed. */
const cut = new Set<EndpointName>();

/** The lists of which more pages are being read. */
const growing = new Set<EndpointName>();

interface ReadOptions<T> extends Pick<ListOptions<T>, 'known' | 'listed'> {
  /** Whether the first pages are stored while the others come; `isGrowing` tells the screen. */
  inParts?: boolean;
}

/**
 * Reads a list for a query. When a later page is lost at the last try, it stores those that came,
 * unless more is there from before, and the query fails: `restOf` tells the screen.
 */
export async function readList<T extends { id: Id }>(
  { client, queryKey, signal }: QueryFunctionContext,
  name: EndpointName,
  readItem: (item: unknown) => T,
  { inParts = false, ...options }: ReadOptions<T> = {},
): Promise<T[]> {
  const onPart = (items: T[]) => {
    const { data = [] } = client.getQueryState<T[]>(queryKey) ?? {};
    if (signal.aborted || data.length >= items.length) return;
    growing.add(name);
    client.setQueryData(queryKey, items);
  };
  const onCut = (items: T[], error: unknown) => {
    const { data = [], fetchFailureCount = 0 } = client.getQueryState<T[]>(queryKey) ?? {};
    const isAskedAgain = isTemporary(error) && fetchFailureCount < GET_RETRY.times;
    const isRefused = [401, 403].includes(statusOf(error) ?? 0);
    if (signal.aborted || isAskedAgain) return;
    const isPart = growing.delete(name);
    if (isRefused || (data.length > items.length && !isPart)) return;
    client.setQueryData(queryKey, items);
    cut.add(name);
  };
  const items = await callList(name, readItem, {
    ...options,
    signal,
    onPart: inParts ? onPart : undefined,
    onCut,
  });
  growing.delete(name);
  cut.delete(name);
  return items;
}

/** Whether only the first pages of a list are there, and the others are being read. */
export const isGrowing = ({ isFetching }: Pick<ListQuery, 'isFetching'>, name: EndpointName) =>
  isFetching && growing.has(name);

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
