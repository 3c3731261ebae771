import { useQueryClient } from '@tanstack/react-query';
import { adsQuery, jobsQuery, myAdsQuery, myJobsQuery } from '../../lib/api/queries.ts';

/** Returns what a write on a job or an ad calls: every list and detail that shows it is read anew. */
export function useChanged() {
  const queryClient = useQueryClient();
  const refresh = (...keys: (readonly unknown[])[]) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };
  return {
    jobs: () => refresh(myJobsQuery().queryKey, jobsQuery().queryKey),
    ads: () => refresh(myAdsQuery().queryKey, adsQuery().queryKey),
  };
}
