import { useState } from 'react';
import { Badge } from '../../components/Badge.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { agoText } from '../../contract/dates.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Job } from '../../contract/schemas.ts';
import { jobTitle } from '../../lib/names.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { saysPayment } from '../../payments/payment.ts';
import { JobSwitch, OwnJobTitle, useJobSwitch, WhoCan } from './OwnJob.tsx';

/** A job on the dashboard: title, state and toggle (spec §2). */
export function JobRow({ job: saved }: { job: Job }) {
  const [now] = useState(() => Date.now());
  const control = useJobSwitch(saved, FAILURE.jobStatusOnDashboard);
  const job = { ...saved, is_active: control.isOn };
  const title = jobTitle(job);
  const { taken_down: takenDown } = job;
  const posted = agoText(job.created_at, now);
  return (
    <li className="space-y-2 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 narrow:flex-col narrow:items-start">
        <div className="min-w-0 flex-1 space-y-1">
          <h3 dir="auto" className="line-clamp-2 font-bold wrap-anywhere">
            <OwnJobTitle job={job} />
          </h3>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            {job.is_paid && !job.is_active && !takenDown && <Badge>Paid, switched off</Badge>}
            {posted && <span>{posted}</span>}
          </div>
        </div>
        {!takenDown && <JobSwitch job={job} control={control} />}
      </div>
      {job.is_active && !takenDown && <WhoCan job={job} />}
      {takenDown && <TakenDown what="job" reason={takenDown} />}
      {saysPayment(job) && <NotPaid purpose="post_job" item={job} title={title} />}
    </li>
  );
}
