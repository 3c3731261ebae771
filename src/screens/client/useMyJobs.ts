import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FAILURE } from '../../contract/messages.ts';
import type { Job } from '../../contract/schemas.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { myJobsQuery } from '../../lib/api/queries.ts';
import { useChanged } from './useChanged.ts';
import { useJobToggle } from './useJobToggle.ts';
import { useRemoval } from './useRemoval.ts';

type MyJobsState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; jobs: Job[] };

/** The client's own jobs, their toggles and their deletion (spec §2, manage jobs). */
export function useMyJobs() {
  const queryClient = useQueryClient();
  const { data, isPending, isLoadingError, refetch } = useQuery(myJobsQuery());
  const changed = useChanged();
  const toggle = useJobToggle(FAILURE.jobStatusOnMyJobs);
  const { listRef, removal } = useRemoval<Job>({
    endpoint: 'deleteJob',
    fallback: FAILURE.jobDelete,
    done: 'Job deleted.',
    onRemoved: ({ id }) =>
      queryClient.setQueryData(myJobsQuery().queryKey, (jobs) =>
        jobs?.filter((job) => job.id !== id),
      ),
    onSettled: changed.jobs,
  });
  useLoadFailureToast(isLoadingError, FAILURE.myJobs);

  let state: MyJobsState = { status: 'failed', retry: () => void refetch() };
  if (isPending) state = { status: 'loading' };
  else if (data) state = { status: 'loaded', jobs: data };
  return { state, toggle, listRef, removal };
}
