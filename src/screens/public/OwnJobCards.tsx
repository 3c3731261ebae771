import { Link } from 'react-router-dom';
import { JobBadge } from '../../components/JobBadge.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import type { Job } from '../../contract/schemas.ts';
import { jobTitle } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { saysPayment } from '../../payments/payment.ts';

function OwnJobCard({ job }: { job: Job }) {
  const title = jobTitle(job);
  const isShown = job.is_active && !job.taken_down && job.id !== '';
  return (
    <article className="flex h-full flex-col gap-3 rounded-2xl border border-line bg-surface p-4 raised">
      <h3 dir="auto" className="line-clamp-2 text-lg font-bold wrap-anywhere">
        {isShown ? (
          <Link className="underline underline-offset-4" to={pathTo('jobDetail', { id: job.id })}>
            {title}
          </Link>
        ) : (
          <span>{title}</span>
        )}
      </h3>
      <div className="empty:hidden">
        <JobBadge job={job} />
      </div>
      {job.taken_down && <TakenDown what="job" reason={job.taken_down} />}
      {saysPayment(job) && <NotPaid purpose="post_job" item={job} title={title} />}
    </article>
  );
}

/** The client's own jobs: one that others see leads to its page, any other says why they do not. */
export function OwnJobCards({ jobs }: { jobs: Job[] }) {
  return (
    <ul className="grid items-start gap-4 md:grid-cols-2">
      {jobs.map((job, index) => (
        <li key={job.id || index} className="min-w-0">
          <OwnJobCard job={job} />
        </li>
      ))}
    </ul>
  );
}
