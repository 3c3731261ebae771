import { useQuery } from '@tanstack/react-query';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Job } from '../../contract/schemas.ts';
import { myJobsQuery } from '../../lib/api/queries.ts';
import { jobTitle } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';
import { MyJobCard } from './MyJobCard.tsx';
import { OwnList } from './OwnList.tsx';
import { RemovalDialog } from './RemovalDialog.tsx';
import { useChanged } from './useChanged.ts';
import { useOwnList } from './useOwnList.ts';

const words = {
  title: 'My jobs',
  label: 'Your jobs',
  nouns: ['job', 'jobs'],
  add: 'Post a job',
  addFirst: 'Post your first job',
  loading: 'Loading your jobs...',
  failed: FAILURE.myJobs,
  empty: 'You have not posted a job yet. Say what you need done, and fundis near you will call.',
} as const;

/** Manage jobs (spec §2): the client's jobs with toggle, payment, edit and delete. */
export function MyJobs() {
  const changed = useChanged();
  const { removal, ...list } = useOwnList<Job>({
    query: useQuery(myJobsQuery()),
    queryKey: myJobsQuery().queryKey,
    failures: { load: FAILURE.myJobs, removal: FAILURE.jobDelete },
    endpoint: 'deleteJob',
    onSettled: changed.jobs,
  });
  return (
    <OwnList
      {...list}
      words={words}
      purpose="post_job"
      addPath={pathTo('addJob')}
      skeletons={{ count: 4, cardClassName: 'h-72' }}
      renderCard={(job) => <MyJobCard job={job} onDelete={() => removal.ask(job)} />}
    >
      {removal.asked && (
        <RemovalDialog
          what="job"
          title={jobTitle(removal.asked)}
          isPaid={removal.asked.is_paid === true}
          payable={{ purpose: 'post_job', id: removal.asked.id }}
          isBusy={removal.isBusy}
          onConfirm={removal.confirm}
          onCancel={removal.cancel}
        />
      )}
    </OwnList>
  );
}
