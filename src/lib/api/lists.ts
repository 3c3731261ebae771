/** Reads the lists of the API, with all their pages (readings, spec §3). */
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import { LIST_MAX_PAGES } from '../../contract/limits.ts';
import type { Id } from '../../contract/schemas.ts';
import { useOnline } from '../store.ts';
import { read } from './client.ts';
import { isTemporary } from './errors.ts';
import { fields, readPage, type Query } from './values.ts';

/** What the worker may have answered with a copy. */
export interface Copied {
  /** When the worker stored the copy, or the oldest page of it, in ms; null for what came just now. */
  cachedAt: number | null;
  /** Whether it has replaced a copy. */
  isRenewed?: boolean;
}

/** A list as far as it has come: the data of its query. */
export interface List<T> extends Copied {
  items: T[];
  /** False while more pages are read, and when one of them was lost. */
  isWhole: boolean;
}

/** The field that says whether an item is shown to others (spec §5). */
type Listed = 'is_active' | 'is_available';

/** Collects the items of the pages: each id once, as items can move to another page between two calls. */
function createCollector<T extends { id: Id }>(
  readItem: (item: unknown) => T,
  listed: (Listed & keyof T) | undefined,
) {
  const items: T[] = [];
  const silent: T[] = [];
  const ids = new Set<Id>();
  let isSaid = listed === undefined;
  const take = (given: unknown) => {
    const item = readItem(given);
    const isSilent = listed !== undefined && (fields(given)[listed] ?? null) === null;
    isSaid ||= !isSilent;
    if (ids.has(item.id) || (listed && !isSilent && !item[listed])) return;
    // Two items without an id may be different ones.
    if (item.id !== '') ids.add(item.id);
    if (isSilent) silent.push({ ...item, [listed]: true });
    else items.push(item);
  };
  return (page: unknown[]): T[] => {
    page.forEach(take);
    // Where no item says whether it is listed, the API has filtered them.
    return [...(isSaid ? items : silent)];
  };
}

/** The age of an answer for a query. */
export const ageOf = ({ client, queryKey }: QueryFunctionContext, cachedAt: number | null) => ({
  cachedAt,
  isRenewed: cachedAt === null && Boolean(client.getQueryData<Copied>(queryKey)?.cachedAt),
});

/**
 * Reads a list for a query, page by page. The pages that have come are the query's data while the next
 * one is read, and stay there when it is lost; a list that is already whole is replaced only by a whole
 * one. `listed` is the field of those that are shown.
 */
export async function readList<T extends { id: Id }>(
  context: QueryFunctionContext,
  name: EndpointName,
  readItem: (item: unknown) => T,
  listed?: Listed & keyof T,
): Promise<List<T>> {
  const { client, queryKey, signal } = context;
  const collect = createCollector(readItem, listed);
  const asked = new Set<string>();
  let query: Query = {};
  let count = 0;
  let oldest = Infinity;
  for (;;) {
    asked.add(JSON.stringify(query));
    const { data, cachedAt } = await read(context, name, { query });
    const { items, next } = readPage(data, count);
    count += items.length;
    oldest = Math.min(oldest, cachedAt ?? Infinity);
    const isWhole =
      next === null || asked.has(JSON.stringify(next)) || asked.size >= LIST_MAX_PAGES;
    const list: List<T> = {
      items: collect(items),
      isWhole,
      ...ageOf(context, oldest < Infinity ? oldest : null),
    };
    if (isWhole) return list;
    const shown = client.getQueryData<List<T>>(queryKey);
    const isMore = !shown || (!shown.isWhole && shown.items.length < list.items.length);
    if (isMore && !signal.aborted) client.setQueryData(queryKey, list);
    query = next;
  }
}

interface ListQuery {
  data: List<unknown> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** How to get the rest of a list. */
export interface Rest {
  isBusy: boolean;
  retry: () => void;
}

/** How to get the rest of a list of which a page was lost; null for any other list. */
export function restOf({ data, error, isFetching, refetch }: ListQuery): Rest | null {
  if (!data || data.isWhole || (isFetching && error === null)) return null;
  return { isBusy: isFetching, retry: () => void refetch() };
}

/** The age of what is on screen, when the app has to show it. */
export type Age =
  /** `at` in ms since 1970; `weak`: there is a network, but no answer came. */
  { why: 'offline' | 'weak'; at: number } | { why: 'renewed' };

interface Loaded {
  data: (Copied & { isWhole?: boolean }) | undefined;
  error: unknown;
  /** When the data came, in ms; 0 for what the page had before it. */
  dataUpdatedAt: number;
}

/** The age to show for a public read, or null. */
export function useAge({ data, error, dataUpdatedAt }: Loaded): Age | null {
  const isOnline = useOnline();
  const at = data?.cachedAt ?? dataUpdatedAt;
  if (!data || at === 0) return null;
  // Of a list that was cut, the note says that the rest did not come.
  const isLost = isTemporary(error) && data.isWhole !== false;
  if (!isOnline || data.cachedAt !== null || isLost)
    return { why: isOnline ? 'weak' : 'offline', at };
  return data.isRenewed ? { why: 'renewed' } : null;
}
