import { useQueryClient } from '@tanstack/react-query';
import type { Ad } from '../../contract/schemas.ts';
import { adsQuery, jobsQuery, myAdsQuery, myJobsQuery, ownAdsKey } from '../../lib/api/queries.ts';

/** The ad's title, or the fallback when it is missing (readings, spec §3). */
export function adTitle({ title }: Pick<Ad, 'title'>): string {
  return title || 'Untitled ad';
}

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
