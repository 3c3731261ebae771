/** Query keys and options of every read (spec §7). Private data has keys that start with `ownKey`. */
import { queryOptions, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import { LIST_MAX_PAGES } from '../../contract/limits.ts';
import type { Fundi, Id, Job } from '../../contract/schemas.ts';
import { COPY_MS, STALE_MS } from '../waits.ts';
import { read } from './client.ts';
import { readOwnFundi } from './clock.ts';
import { ApiError, isTemporary } from './errors.ts';
import { readAd, readClientAccount, readFundi, readJob } from './readers.ts';
import { fields, readPage, type Query } from './values.ts';

/** The start of every key whose data belongs to the signed-in person. */
export const ownKey = ['own'] as const;

/** The start of every key of a public read, which the worker may answer. */
export const publicKey = ['public'] as const;

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

const ageOf = ({ client, queryKey }: QueryFunctionContext, cachedAt: number | null) => ({
  cachedAt,
  isRenewed: cachedAt === null && Boolean(client.getQueryData<Copied>(queryKey)?.cachedAt),
});

/**
 * The `queryFn` of a list (readings, spec §3). The pages that have come are its data while the next is read, and
 * stay when it is lost; only a whole list replaces a whole one. `listed` is the field of those that are shown.
 */
const listing =
  <T extends { id: Id }>(
    readItem: (item: unknown) => T,
    name: EndpointName,
    listed?: Listed & keyof T,
  ) =>
  async (context: QueryFunctionContext): Promise<List<T>> => {
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
  };

/** The `queryFn` of a record; `id` is the one in its path. */
const reading =
  <T>(
    readRecord: (answer: unknown, clockAhead: number | null) => T | Promise<T>,
    name: EndpointName,
    id?: Id,
  ) =>
  async (context: QueryFunctionContext): Promise<T> => {
    const options = id === undefined ? {} : { params: { id } };
    const { data, clockAhead } = await read(context, name, options);
    return readRecord(data, clockAhead);
  };

interface CopiedQuery {
  state: { data?: (Copied & { isWhole?: boolean }) | undefined; error: unknown };
}

/**
 * Options of a public read. A copy, and a list of which a page was lost, is old at once, and is read
 * again after a pause while there is a network. So is what a failed call has left.
 */
const refetchCopies = {
  staleTime: ({ state: { data } }: CopiedQuery) =>
    data && (data.cachedAt !== null || data.isWhole === false) ? 0 : STALE_MS,
  refetchInterval: ({ state: { data, error } }: CopiedQuery) =>
    data && navigator.onLine && (data.cachedAt !== null || isTemporary(error)) ? COPY_MS : false,
};

/** The public ads (spec §4). */
export const adsQuery = () =>
  queryOptions({
    queryKey: [...publicKey, 'ads'],
    queryFn: listing(readAd, 'listAds'),
    ...refetchCopies,
  });

/** The available fundis (spec §7). */
export const fundisQuery = () =>
  queryOptions({
    queryKey: [...publicKey, 'fundis'],
    queryFn: listing(readFundi, 'listFundis', 'is_available'),
    ...refetchCopies,
  });

/** Returns `item`. Throws when it has neither id nor name: `{}`, a list or a text is no answer. */
function named<T extends Fundi | Job>(item: T, name: string | null): T {
  if (item.id === '' && !name) throw new ApiError('broken');
  return item;
}

/** One fundi (spec §2). */
export const fundiQuery = (id: Id) =>
  queryOptions({
    queryKey: [...publicKey, 'fundis', String(id)],
    queryFn: async (context): Promise<Fundi & Copied> => {
      const { data, cachedAt } = await read(context, 'getFundi', { params: { id } });
      const fundi = readFundi(data);
      return { ...named(fundi, fundi.name), ...ageOf(context, cachedAt) };
    },
    ...refetchCopies,
  });

/** The active jobs that this person may see (spec §7). */
export const jobsQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'jobs'],
    queryFn: listing(readJob, 'listJobs', 'is_active'),
  });

function readNamedJob(answer: unknown): Job {
  const job = readJob(answer);
  return named(job, job.title);
}

/** One job (spec §2). */
export const jobQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownKey, 'jobs', String(id)],
    queryFn: reading(readNamedJob, 'getJob', id),
  });

/** One job for its form: always fetched, and not fetched again while somebody types. */
export const editedJobQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownKey, 'edited-job', String(id)],
    queryFn: reading(readNamedJob, 'getJob', id),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The client's own jobs (spec §7). */
export const myJobsQuery = () =>
  queryOptions({ queryKey: [...ownKey, 'my-jobs'], queryFn: listing(readJob, 'listMyJobs') });

/** The client's own ads (spec §7). */
export const myAdsQuery = () =>
  queryOptions({ queryKey: [...ownKey, 'my-ads'], queryFn: listing(readAd, 'listMyAds') });

export const ownAdsKey = [...ownKey, 'ads'] as const;

/** One ad (spec §7). */
export const adQuery = (id: Id) =>
  queryOptions({ queryKey: [...ownAdsKey, String(id)], queryFn: reading(readAd, 'getAd', id) });

/** The fundi's own account (spec §7). */
export const myFundiQuery = () =>
  queryOptions({ queryKey: [...ownKey, 'fundi'], queryFn: reading(readOwnFundi, 'getMyFundi') });

/** The client's own account (spec §7). */
export const myClientQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'client'],
    queryFn: reading(readClientAccount, 'getMyClient'),
  });

/** The first fundis of the directory that our server has put into the page, for as long as the list has not come. */
export function givenFundis(): List<Fundi> | undefined {
  const items = globalThis.firstPage?.given?.fundis?.map(readFundi);
  return items && { items, isWhole: false, cachedAt: null };
}

/**
 * Stores the fundi of the page, and returns whether there is one. It is fetched again as soon as a
 * screen needs it, because the page may be an old copy of the browser's.
 */
export function seedGiven(client: QueryClient, id: string): boolean {
  const fundi = globalThis.firstPage?.given?.fundi;
  if (!fundi) return false;
  const updatedAt = Date.now() - STALE_MS;
  const page = { ...readFundi(fundi), cachedAt: null };
  client.setQueryData(fundiQuery(id).queryKey, page, { updatedAt });
  return true;
}
