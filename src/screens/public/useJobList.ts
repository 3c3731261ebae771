import { useQuery } from '@tanstack/react-query';
import * as FAILURE from '../../contract/messages/failure.ts';
import { parseDate } from '../../contract/dates.ts';
import type { Job } from '../../contract/schemas.ts';
import { statusOf } from '../../lib/api/errors.ts';
import { errorText } from '../../lib/api/errorText.ts';
import { restOf, type Rest } from '../../lib/api/lists.ts';
import type { ListShape } from '../../lib/list/filters.ts';
import { jobsQuery } from '../../lib/api/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { useFilteredList, type FilteredList } from '../../lib/list/useFilteredList.ts';

type FilterKey = 'location' | 'title';

const noJobs: Job[] = [];

const shape: ListShape<Job, FilterKey> = {
  keys: ['location', 'title'],
  placeKey: 'location',
  filters: {
    location: { text: (job) => job.location },
    title: { text: (job) => job.title },
  },
  searched: [
    { text: (job) => job.title, as: 'trade' },
    { text: (job) => job.location, as: 'place' },
    { text: (job) => job.description, as: 'trade' },
  ],
  name: (job) => job.title,
  orders: { newest: (job) => parseDate(job.created_at) ?? 0 },
};

interface Listed {
  list: FilteredList<Job, FilterKey>;
}

/** The states of the jobs list (spec §4). */
export type JobListState =
  | ({ status: 'loading' | 'begun' } & Listed)
  /** No token is stored, so no call was made. */
  | { status: 'unauthenticated' }
  /** The API answered 401 or 403. */
  | { status: 'unsubscribed' }
  | { status: 'error'; text: string; retry: () => void }
  | ({ status: 'loaded'; rest: Rest | null } & Listed);

/** The active jobs, filtered as the address says, or why they are not shown (spec §4, §6). */
export function useJobList(): JobListState {
  const { token } = useSession();
  const query = useQuery({ ...jobsQuery(), enabled: token !== null });
  const { data, error, refetch } = query;
  const list = useFilteredList(data?.items ?? noJobs, shape);

  if (token === null) return { status: 'unauthenticated' };
  const status = statusOf(error);
  if (status === 401 || status === 403) return { status: 'unsubscribed' };
  const rest = restOf(query);
  if (data)
    return data.isWhole || rest ? { status: 'loaded', list, rest } : { status: 'begun', list };
  if (!error) return { status: 'loading', list };
  return {
    status: 'error',
    text: errorText(error, FAILURE.jobsOther),
    retry: () => void refetch(),
  };
}
