import { Badge } from '../../components/Badge.tsx';
import { Switch } from '../../components/Switch.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import type { Job } from '../../contract/schemas.ts';
import { jobTitle } from '../../lib/names.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';

/** A job on the dashboard: title, state and toggle (spec §2). */
export function JobRow({ job, onToggle }: { job: Job; onToggle: (isActive: boolean) => void }) {
  const title = jobTitle(job);
  const { is_active: isActive, is_paid: isPaid, taken_down: takenDown } = job;
  return (
    <li className="space-y-3 px-4 py-3 sm:px-5">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0 space-y-1">
          <h3 dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
            {title}
          </h3>
          {!takenDown && isActive && <Badge tone="success">Active</Badge>}
          {!takenDown && !isActive && isPaid && <Badge>Paid, switched off</Badge>}
        </div>
        {!takenDown && (
          <Switch
            label={`Active: ${title}`}
            showLabel={false}
            checked={isActive}
            onChange={onToggle}
          />
        )}
      </div>
      {takenDown && <TakenDown what="job" reason={takenDown} />}
      {!takenDown && !isActive && !isPaid && (
        <NotPaid purpose="post_job" item={job} title={title} />
      )}
    </li>
  );
}
