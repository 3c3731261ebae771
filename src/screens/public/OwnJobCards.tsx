import { JobBadge } from '../../components/JobBadge.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import type { Job } from '../../contract/schemas.ts';
import { jobTitle } from '../../lib/names.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { saysPayment } from '../../payments/standing.ts';
import { JobCard } from './JobCard.tsx';

/** The client's own jobs: one that others see leads to its page, any other says why they do not. */
export function OwnJobCards({ jobs }: { jobs: Job[] }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {jobs.map((job, index) => (
        <li key={job.id || index} className="min-w-0">
          {job.is_active && !job.taken_down ? (
            <JobCard job={job} />
          ) : (
            <article className="flex h-full flex-col gap-3 rounded-2xl border border-line bg-surface p-4 raised">
              <h3 dir="auto" className="line-clamp-2 text-lg font-bold wrap-anywhere">
                {jobTitle(job)}
              </h3>
              <div className="empty:hidden">
                <JobBadge job={job} />
              </div>
              {job.taken_down && <TakenDown what="job" reason={job.taken_down} />}
              {saysPayment(job) && <NotPaid purpose="post_job" item={job} title={jobTitle(job)} />}
            </article>
          )}
        </li>
      ))}
    </ul>
  );
}
