import { Link } from 'react-router-dom';
import { Badge } from '../../components/Badge.tsx';
import { Unpaid } from '../../payments/notices/Unpaid.tsx';
import { Switch } from '../../components/Switch.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { STATE } from '../../contract/messages.ts';
import type { Job } from '../../contract/schemas.ts';
import { pathTo } from '../../paths.ts';
import { jobTitle } from '../../lib/names.ts';

function JobState({ job }: { job: Job }) {
  if (job.is_active) return <Badge tone="success">Active</Badge>;
  if (job.is_paid) return <Badge>Paid, switched off</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-x-3 pt-1">
      <Badge tone="warning">{STATE.inactive}</Badge>
      <Link
        to={pathTo('payJob', { jobId: job.id })}
        className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
      >
        Pay Now <span className="sr-only">for {jobTitle(job)}</span>
      </Link>
    </span>
  );
}

/** A job on the dashboard: title, state and toggle (spec §2). */
export function JobRow({ job, onToggle }: { job: Job; onToggle: (isActive: boolean) => void }) {
  const title = jobTitle(job);
  const heading = (
    <h3 dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
      {title}
    </h3>
  );
  if (job.taken_down) {
    return (
      <li className="space-y-3 px-4 py-3 sm:px-5">
        {heading}
        <TakenDown what="job" reason={job.taken_down} />
      </li>
    );
  }
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        {heading}
        <div className="mt-1 flex min-h-11 items-center">
          <JobState job={job} />
        </div>
        {!job.is_active && !job.is_paid && <Unpaid item={job} />}
      </div>
      <Switch
        label={`Active: ${title}`}
        showLabel={false}
        checked={job.is_active}
        onChange={onToggle}
      />
    </li>
  );
}
