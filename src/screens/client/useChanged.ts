import { useQueryClient } from '@tanstack/react-query';
import { adsQuery, jobsQuery, myAdsQuery, myJobsQuery, ownAdsKey } from '../../lib/api/queries.ts';

/** Returns what to call after a write on a job or an ad: all lists and details are read again. */
export function useChanged() {
  const queryClient = useQueryClient();
  const refresh = (...keys: (readonly unknown[])[]) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };
  return {
    jobs: () => refresh(myJobsQuery().queryKey, jobsQuery().queryKey),
    ads: () => refresh(myAdsQuery().queryKey, adsQuery().queryKey, ownAdsKey),
  };
}
