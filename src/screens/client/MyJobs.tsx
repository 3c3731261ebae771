import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Notice } from '../../components/Notice.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { formatDate } from '../../contract/dates.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import type { Job } from '../../contract/schemas.ts';
import { myJobsQuery } from '../../lib/api/queries.ts';
import { jobTitle } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { useChanged } from './own.ts';
import { OwnJobHead, useJobSwitch, WhoCan } from './OwnJob.tsx';
import { OwnList } from './OwnList.tsx';

interface MyJobCardProps {
  job: Job;
  onDelete: () => void;
}

/** Why fundis do not see this job: taken down, never paid for, or switched off by its owner. */
function JobHidden({ job }: { job: Job }) {
  if (job.taken_down) return <TakenDown what="job" reason={job.taken_down} />;
  if (job.is_paid) {
    return <Notice>Paid and switched off. Switch it on to show it to fundis again.</Notice>;
  }
  return <NotPaid purpose="post_job" item={job} title={jobTitle(job)} />;
}

/** One of the client's own jobs and what can be done with it (spec §2, manage jobs). */
function MyJobCard({ job: saved, onDelete }: MyJobCardProps) {
  const control = useJobSwitch(saved, FAILURE.jobStatusOnMyJobs);
  const job = { ...saved, is_active: control.isOn };
  const title = jobTitle(job);
  const posted = formatDate(job.created_at);
  return (
    <article className="flex h-full flex-col gap-3 rounded-2xl border border-line bg-surface p-4 raised sm:p-5">
      <OwnJobHead job={job} control={control} as="h2">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          <li className="flex min-w-0 items-start gap-1.5">
            <Icon name="pin" className="mt-0.5 size-4" />
            <span dir="auto" className="line-clamp-2 wrap-anywhere">
              {job.location ?? FALLBACK.jobLocation}
            </span>
          </li>
          {posted && (
            <li className="flex items-center gap-1.5">
              <Icon name="calendar" className="size-4" />
              <span className="sr-only">Posted </span>
              <span>{posted}</span>
            </li>
          )}
        </ul>
      </OwnJobHead>
      <p dir="auto" className="line-clamp-4 whitespace-pre-line wrap-anywhere">
        {job.description}
      </p>
      {!job.is_active || job.taken_down ? <JobHidden job={job} /> : <WhoCan job={job} />}
      <div className="mt-auto flex flex-wrap gap-3 pt-1">
        <ButtonLink look="quiet" icon="edit" to={pathTo('editJob', { id: job.id })}>
          Edit <span className="sr-only">{title}</span>
        </ButtonLink>
        <Button look="quiet" icon="trash" onClick={onDelete}>
          Delete <span className="sr-only">{title}</span>
        </Button>
      </div>
    </article>
  );
}

const words = {
  title: 'My jobs',
  label: 'Your jobs',
  add: 'Post a Job',
  loading: 'Loading your jobs...',
  failed: FAILURE.myJobs,
  empty: 'You have not posted a job yet. Say what you need done, and fundis near you will call.',
  notRemoved: FAILURE.jobDelete,
};

/** Manage jobs (spec §2): the client's jobs with toggle, payment, edit and delete. */
export function MyJobs() {
  const changed = useChanged();
  return (
    <OwnList
      what="job"
      icon="briefcase"
      words={words}
      purpose="post_job"
      addPath={pathTo('addJob')}
      skeletons={{ count: 4, height: 'h-72' }}
      query={useQuery(myJobsQuery())}
      queryKey={myJobsQuery().queryKey}
      endpoint="deleteJob"
      onSettled={changed.jobs}
      titleOf={jobTitle}
      isPaid={(job) => job.is_paid === true}
      isDue={(job) => job.is_paid === false}
      renderCard={(job, onDelete) => <MyJobCard job={job} onDelete={onDelete} />}
    />
  );
}
