import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Job } from '../../contract/schemas.ts';
import { myJobsQuery } from '../../lib/api/queries.ts';
import { useChanged } from './useChanged.ts';
import { useOwnList } from './useOwnList.ts';
import { useRemoval } from './useRemoval.ts';

/** The client's own jobs and their deletion (spec §2, manage jobs). */
export function useMyJobs() {
  const queryClient = useQueryClient();
  const state = useOwnList(useQuery(myJobsQuery()), FAILURE.myJobs);
  const changed = useChanged();
  const { listRef, removal } = useRemoval<Job>({
    endpoint: 'deleteJob',
    fallback: FAILURE.jobDelete,
    onRemoved: ({ id }) =>
      queryClient.setQueryData(
        myJobsQuery().queryKey,
        (jobs) => jobs && { ...jobs, items: jobs.items.filter((job) => job.id !== id) },
      ),
    onSettled: changed.jobs,
  });
  return { state, listRef, removal };
}
