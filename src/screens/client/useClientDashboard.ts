import { useQuery } from '@tanstack/react-query';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Ad, ClientAccount, Job } from '../../contract/schemas.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { restOf, type List, type Rest } from '../../lib/api/lists.ts';
import { myAdsQuery, myClientQuery, myJobsQuery } from '../../lib/api/queries.ts';

type ClientDashboardState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | {
      status: 'loaded';
      client: ClientAccount;
      jobs: List<Job>;
      ads: List<Ad>;
      /** Where a page of the jobs or of the ads was lost. */
      rests: (Rest | null)[];
      /** What to do when the ads did not come, as an ad blocker refuses them; else null. */
      lostAds: { isBusy: boolean; retry: () => void } | null;
    };

const noAds: List<Ad> = { items: [], isWhole: false, cachedAt: null };

/** The client's account, jobs and ads (spec §2). */
export function useClientDashboard(): ClientDashboardState {
  const client = useQuery(myClientQuery());
  const jobs = useQuery(myJobsQuery());
  const ads = useQuery(myAdsQuery());

  const queries = [client, jobs];
  const isFailed = queries.some((query) => query.isLoadingError);
  useLoadFailureToast(isFailed, FAILURE.clientDashboard);

  let state: ClientDashboardState = { status: 'loading' };
  if (client.data && jobs.data && ads.isFetched) {
    const lostAds = ads.data ? null : { isBusy: ads.isFetching, retry: () => void ads.refetch() };
    state = {
      status: 'loaded',
      client: client.data,
      jobs: jobs.data,
      ads: ads.data ?? noAds,
      rests: [restOf(jobs), restOf(ads)],
      lostAds,
    };
  } else if (isFailed) {
    const retry = () => {
      for (const query of queries) if (query.isLoadingError) void query.refetch();
    };
    state = { status: 'failed', retry };
  }
  return state;
}
