import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../components/Badge.tsx';
import { linkLook } from '../../components/looks.ts';
import { TakenDown } from '../../components/TakenDown.tsx';
import { agoText } from '../../contract/dates.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import { matchesFilter } from '../../contract/rules.ts';
import type { Fundi, Job } from '../../contract/schemas.ts';
import { tradesOf, type Trade } from '../../contract/trades.ts';
import { fundisQuery } from '../../lib/api/queries.ts';
import { jobTitle } from '../../lib/names.ts';
import { paths } from '../../paths.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { saysPayment } from '../../payments/payment.ts';
import { JobSwitch, OwnJobTitle, useJobSwitch } from './OwnJob.tsx';

/** How many fundis of a trade can be called, and in which place; all places where nobody is in that of the job. */
function countOf(fundis: readonly Fundi[], trade: Trade, location: string | null) {
  const able = fundis.filter(
    ({ skills, phone_number }) => phone_number && tradesOf(skills).includes(trade),
  );
  const near = able.filter((fundi) => location !== null && matchesFilter(fundi.location, location));
  return near.length > 0
    ? { count: near.length, place: location }
    : { count: able.length, place: null };
}

/** Who could do an own job: "Find fundis for Plumbing in Gachororo (9)", a link to them. From the directory. */
export function WhoCan({ job }: { job: Job }) {
  const [trade] = tradesOf(`${job.title} ${job.description}`);
  const { data } = useQuery({ ...fundisQuery(), enabled: trade !== undefined });
  if (!data || !trade) return null;
  const { count, place } = countOf(data.items, trade, job.location);
  if (count === 0) return null;
  const search = new URLSearchParams({ q: trade.name, ...(place && { location: place }) });
  return (
    <Link to={`${paths.fundiList}?${search}`} className={`${linkLook} -mb-2 text-sm`}>
      {`Find fundis for ${trade.name}${place ? ` in ${place}` : ''} (${count})`}
    </Link>
  );
}

/** A job on the dashboard: title, state and toggle (spec §2). */
export function JobRow({ job: saved }: { job: Job }) {
  const [now] = useState(() => Date.now());
  const control = useJobSwitch(saved, FAILURE.jobStatusOnDashboard);
  const job = { ...saved, is_active: control.isOn };
  const title = jobTitle(job);
  const { taken_down: takenDown } = job;
  const posted = agoText(job.created_at, now);
  return (
    <li className="space-y-3 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 narrow:flex-col narrow:items-start">
        <div className="min-w-0 flex-1 space-y-1">
          <h3 dir="auto" className="line-clamp-2 font-bold wrap-anywhere">
            <OwnJobTitle job={job} />
          </h3>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            {job.is_paid && !job.is_active && !takenDown && <Badge>Paid, switched off</Badge>}
            {posted && <span>{posted}</span>}
          </div>
          {job.is_active && !takenDown && <WhoCan job={job} />}
        </div>
        {!takenDown && <JobSwitch job={job} control={control} />}
      </div>
      {takenDown && <TakenDown what="job" reason={takenDown} />}
      {saysPayment(job) && <NotPaid purpose="post_job" item={job} title={title} />}
    </li>
  );
}
