import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Ad, Job } from '../contract/schemas.ts';
import { myAdsQuery, myJobsQuery } from '../lib/api/queries.ts';
import { adReports, jobReports, type Listed } from './events.ts';
import { next } from './next.ts';
import type { Payable } from './record.ts';
import { standingOf } from './standing.ts';
import { find } from './store.ts';
import { useStored } from './useStored.ts';

/**
 * The payment of one job, ad or subscription as the device stores it and as the list or account of
 * `listedAt`, in ms, has it: the record, and what may be done about it now.
 */
export function useStanding({ purpose, id }: Payable, listed: Listed[], listedAt: number) {
  const { records, now } = useStored(useCallback(() => [find({ purpose, id })], [purpose, id]));
  const [stored = find({ purpose, id })] = records;
  // Heard here too, because the stored record follows only after the first picture of a new list.
  const record = listed.reduce(
    (known, { report }) =>
      next(known, { type: 'reported', report, at: listedAt, isListed: true }, now),
    stored,
  );
  return { record, now, standing: standingOf(record, now, listedAt) };
}

/** The same for a job or an ad of the client's own list. */
export function useItemStanding(purpose: 'post_job' | 'post_ad', item: Job | Ad) {
  const isJob = purpose === 'post_job';
  const { queryKey } = isJob ? myJobsQuery() : myAdsQuery();
  const listedAt = useQueryClient().getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  const listed = (isJob ? jobReports : adReports)([item], listedAt);
  return useStanding({ purpose, id: item.id }, listed, listedAt);
}
