/** Query keys and options of every read (spec §7). Private data has keys that start with `ownKey`. */
import { queryOptions, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Fundi, Id, Job } from '../../contract/schemas.ts';
import { COPY_MS, STALE_MS } from '../waits.ts';
import { read } from './client.ts';
import { readOwnFundi } from './clock.ts';
import { ApiError, isTemporary } from './errors.ts';
import { ageOf, readList, type Copied, type List } from './lists.ts';
import { readAd, readClientAccount, readFundi, readJob } from './readers.ts';

/** The start of every key whose data belongs to the signed-in person. */
export const ownKey = ['own'] as const;

/** The start of every key of a public read, which the worker may answer. */
export const publicKey = ['public'] as const;

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

/** The public ads (spec §4). */
export const adsQuery = () =>
  queryOptions({
    queryKey: [...publicKey, 'ads'],
    queryFn: (context) => readList(context, 'listAds', readAd),
    ...refetchCopies,
  });

/** The available fundis (spec §7). */
export const fundisQuery = () =>
  queryOptions({
    queryKey: [...publicKey, 'fundis'],
    queryFn: (context) => readList(context, 'listFundis', readFundi, 'is_available'),
    ...refetchCopies,
  });

/**
 * Returns `item`, unless the answer named nothing: `{}`, a list or a text is no answer, as if none had come.
 */
function named<T extends Fundi | Job>(item: T, name: string | null): T {
  if (item.id === '' && !name) throw new ApiError('broken');
  return item;
}

type FundiPage = Fundi & Copied;

/** One fundi (spec §2). */
export const fundiQuery = (id: Id) =>
  queryOptions({
    queryKey: [...publicKey, 'fundis', String(id)],
    queryFn: async (context): Promise<FundiPage> => {
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
    queryFn: (context) => readList(context, 'listJobs', readJob, 'is_active'),
  });

/** One job (spec §2). */
export const jobQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownKey, 'jobs', String(id)],
    queryFn: reading(
      (answer) => {
        const job = readJob(answer);
        return named(job, job.title);
      },
      'getJob',
      id,
    ),
  });

/** One job for its form: always fetched, and not fetched again while somebody types. */
export const editedJobQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownKey, 'edited-job', String(id)],
    queryFn: reading(readJob, 'getJob', id),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The client's own jobs (spec §7). */
export const myJobsQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'my-jobs'],
    queryFn: (context) => readList(context, 'listMyJobs', readJob),
  });

/** The client's own ads (spec §7). */
export const myAdsQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'my-ads'],
    queryFn: (context) => readList(context, 'listMyAds', readAd),
  });

export const ownAdsKey = [...ownKey, 'ads'] as const;

/** One ad (spec §7). */
export const adQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownAdsKey, String(id)],
    queryFn: reading(readAd, 'getAd', id),
  });

/** The fundi's own account (spec §7). */
export const myFundiQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'fundi'],
    queryFn: reading(readOwnFundi, 'getMyFundi'),
  });

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
