/** Query keys and options of every read (spec §7). What is a person's own lies below `ownKey`. */
import { queryOptions, type Query } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Fundi, Id, Job } from '../../contract/schemas.ts';
import { call } from './client.ts';
import { isListed } from '../list/fundis.ts';
import { isPassing } from './errors.ts';
import { copiesInRow, keptAt } from '../offline/cachedAnswers.ts';
import { callList } from './lists.ts';
import { readAd, readClientAccount, readFundi, readFundiAccount, readJob } from './readers.ts';

/** The first part of every key whose data belongs to the signed-in person. */
export const ownKey = ['own'] as const;

/** How long an answer is taken for new, in ms. */
export const STALE_MS = 30_000;
/** When what is not new is asked for again by itself, the last one over and over; in ms. */
const AGAIN_MS = [2000, 4000, 8000, 16_000, 30_000];

/**
 * Of a public read: a kept copy is old at once, and is asked for again while there is a line. A
 * line that has just come back often fails the first call.
 */
const renewing = (name: EndpointName, id?: Id) => ({
  staleTime: () => (keptAt(name, id) === null ? STALE_MS : 0),
  refetchInterval: ({ state: { data, error } }: Pick<Query, 'state'>) => {
    const isOld = keptAt(name, id) !== null || (error !== null && isPassing(error));
    if (data === undefined || !isOld || !navigator.onLine) return false;
    return AGAIN_MS.at(Math.min(copiesInRow(name, id), AGAIN_MS.length) - 1);
  },
});

/** Comparing thousands of items one by one takes longer than showing the few in sight anew. */
const longList = { structuralSharing: false } as const;

/** The public ads (spec §4). */
export const adsQuery = () =>
  queryOptions({
    queryKey: ['ads'],
    queryFn: ({ signal }) => callList('listAds', readAd, { signal }),
    ...renewing('listAds'),
  });

/** All fundis the API lists; only available ones are kept (spec §7). */
export const fundisQuery = () =>
  queryOptions({
    queryKey: ['fundis'],
    queryFn: ({ signal, client, queryKey }) =>
      callList('listFundis', readFundi, {
        signal,
        known: client.getQueryData<Fundi[]>(queryKey),
        isWanted: isListed,
      }),
    ...longList,
    ...renewing('listFundis'),
  });

/** One fundi (spec §2). */
export const fundiQuery = (id: Id) =>
  queryOptions({
    queryKey: ['fundis', String(id)],
    queryFn: async ({ signal }) => readFundi(await call('getFundi', { params: { id }, signal })),
    ...renewing('getFundi', id),
  });

/** The jobs open to this person; only active ones are kept (spec §7). */
export const jobsQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'jobs'],
    queryFn: ({ signal, client, queryKey }) =>
      callList('listJobs', readJob, {
        signal,
        known: client.getQueryData<Job[]>(queryKey),
        isWanted: (job) => job.is_active,
      }),
    ...longList,
  });

/** One job (spec §2). */
export const jobQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownKey, 'jobs', String(id)],
    queryFn: async ({ signal }) => readJob(await call('getJob', { params: { id }, signal })),
  });

/** One job as a form is filled with it: always fresh, and never read anew below what is typed. */
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
    queryFn: ({ signal }) => callList('listMyJobs', readJob, { signal }),
  });

/** The client's own ads (spec §7). */
export const myAdsQuery = () =>
  queryOptions({
    queryKey: [...ownKey, 'my-ads'],
    queryFn: ({ signal }) => callList('listMyAds', readAd, { signal }),
  });

/** One ad (spec §7). */
export const adQuery = (id: Id) =>
  queryOptions({
    queryKey: [...ownKey, 'ads', String(id)],
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
