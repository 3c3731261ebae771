/** Query keys and options of every read (spec §7). Private data has keys that start with `ownKey`. */
import { queryOptions, type Query } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Fundi, Id, Job } from '../../contract/schemas.ts';
import { call } from './client.ts';
import { isTemporary, lostAnswer } from './errors.ts';
import { copiesInARow, cachedAt } from '../offline/cachedAnswers.ts';
import { readList } from './cutLists.ts';
import { readAd, readClientAccount, readFundi, readFundiAccount, readJob } from './readers.ts';

/** The start of every key whose data belongs to the signed-in person. */
export const ownKey = ['own'] as const;

/** How long an answer counts as new, in ms. */
export const STALE_MS = 30_000;
/** The pauses before an old answer is fetched again, in ms; the last one repeats. */
const REFETCH_MS = [2000, 4000, 8000, 16_000, 30_000];

/**
 * Options of a public read. A cached copy is stale at once, and is fetched again while there is a
 * network. A failed call is repeated too: the first one often fails when the network has just come
 * back.
 */
const refetchCopies = (name: EndpointName, id?: Id) => ({
  staleTime: () => (cachedAt(name, id) === null ? STALE_MS : 0),
  refetchInterval: ({ state: { data, error } }: Pick<Query, 'state'>) => {
    const isOld = cachedAt(name, id) !== null || (error !== null && isTemporary(error));
    if (data === undefined || !isOld || !navigator.onLine) return false;
    return REFETCH_MS.at(Math.min(copiesInARow(name, id), REFETCH_MS.length) - 1);
  },
});

/** Comparing thousands of items takes longer than rendering the few in sight again. */
const longList = { structuralSharing: false } as const;

/** The public ads (spec §4). */
export const adsQuery = () =>
  queryOptions({
    queryKey: ['ads'],
    queryFn: (context) => readList(context, 'listAds', readAd),
    ...refetchCopies('listAds'),
  });

/** The available fundis (spec §7). */
export const fundisQuery = () =>
  queryOptions({
    queryKey: ['fundis'],
    queryFn: (context) =>
      readList(context, 'listFundis', readFundi, {
        known: context.client.getQueryData<Fundi[]>(context.queryKey),
        listed: 'is_available',
        inParts: true,
      }),
    ...longList,
    ...refetchCopies('listFundis'),
  });

/**
 * Returns `item`, unless the answer named nothing: `{}`, a list or a text is no answer, as if none had come.
 */
function named<T extends Fundi | Job>(item: T, name: string | null): T {
  if (item.id === '' && !name) throw lostAnswer();
  return item;
}

/** One fundi (spec §2). */
export const fundiQuery = (id: Id) =>
  queryOptions({
    queryKey: ['fundis', String(id)],
    queryFn: async ({ signal }) => {
      const fundi = readFundi(await call('getFundi', { params: { id }, signal }));
      return named(fundi, fundi.name);
    },
    ...refetchCopies('getFundi', id),
  });

/** The active jobs that this person may see (spec §7). */
export const jobsQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'jobs'],
    queryFn: (context) =>
      readList(context, 'listJobs', readJob, {
        known: context.client.getQueryData<Job[]>(context.queryKey),
        listed: 'is_active',
        inParts: true,
      }),
    ...longList,
  });

/** One job (spec §2). */
export const jobQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownKey, 'jobs', String(id)],
    queryFn: async ({ signal }) => {
      const job = readJob(await call('getJob', { params: { id }, signal }));
      return named(job, job.title);
    },
  });

/** One job for its form: always fetched, and not fetched again while somebody types. */
export const editedJobQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownKey, 'edited-job', String(id)],
    queryFn: async ({ signal }) => readJob(await call('getJob', { params: { id }, signal })),
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

/** The start of the keys of single ads. */
export const ownAdsKey = [...ownKey, 'ads'] as const;

/** One ad (spec §7). */
export const adQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownAdsKey, String(id)],
    queryFn: async ({ signal }) => readAd(await call('getAd', { params: { id }, signal })),
  });

/** The fundi's own account (spec §7). */
export const myFundiQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'fundi'],
    queryFn: async ({ signal }) => readFundiAccount(await call('getMyFundi', { signal })),
  });

/** The client's own account (spec §7). */
export const myClientQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'client'],
    queryFn: async ({ signal }) => readClientAccount(await call('getMyClient', { signal })),
  });
