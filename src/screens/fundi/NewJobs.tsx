import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '../../components/Card.tsx';
import { fitsOf, FitTag, type Fit } from '../../components/list/Fit.tsx';
import { JobLine } from '../../components/list/Line.tsx';
import { linkLook } from '../../components/looks.ts';
import { Skeleton } from '../../components/States.tsx';
import { parseDate } from '../../contract/dates.ts';
import type { FundiAccount, Job } from '../../contract/schemas.ts';
import { DAY_MS } from '../../contract/time.ts';
import { jobsQuery } from '../../lib/api/queries.ts';
import { pathTo } from '../../paths.ts';

const NEW_DAYS = 7;
/** On a phone a style hides the others. */
const MOST = 3;
const MOST_WIDE = 5;

interface NewJob extends Fit {
  job: Job;
}

const postedAt = (job: Job) => parseDate(job.created_at) ?? 0;
const rank = ({ isNear, isOwnTrade }: Fit) => Number(isOwnTrade) * 2 + Number(isNear);

/** The new ones of `jobs` at `now` in ms: those of the fundi's trade and place first, then the newest. */
function newJobs(jobs: readonly Job[], account: FundiAccount, now: number): NewJob[] {
  const fit = fitsOf(account);
  return jobs
    .filter((job) => postedAt(job) > now - NEW_DAYS * DAY_MS)
    .map((job) => ({ job, ...fit(job) }))
    .sort((a, b) => rank(b) - rank(a) || postedAt(b.job) - postedAt(a.job));
}

/** "3 new jobs, 2 in Juja, 1 for your trade". */
function summary(found: readonly NewJob[], place: string | null) {
  const near = found.filter(({ isNear }) => isNear).length;
  const own = found.filter(({ isOwnTrade }) => isOwnTrade).length;
  return [
    `${found.length} new ${found.length === 1 ? 'job' : 'jobs'}`,
    near > 0 && `${near} in\u00a0${place}`,
    own > 0 && `${own} for your trade`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What a listed fundi looks for first: the new jobs, those of the own trade and place marked. */
export function NewJobs({ account }: { account: FundiAccount }) {
  const [now] = useState(() => Date.now());
  const { data, isPending } = useQuery(jobsQuery());
  const jobs = data?.items;
  const found = useMemo(() => newJobs(jobs ?? [], account, now), [jobs, account, now]);
  // As high as the card with its lines, on a phone with one or two of heading: the switch below it must not move away
  // from a finger.
  if (isPending) return <Skeleton className="h-86 sm:h-80 xl:h-112" />;
  if (!jobs) return null;
  return (
    <Card className="space-y-1">
      <h2 className="text-lg font-bold wrap-anywhere">
        {found.length === 0 ? 'No new jobs this week' : summary(found, account.location)}
      </h2>
      <ul className="divide-y divide-line max-xl:[&>:nth-child(n+4)]:hidden">
        {found.slice(0, MOST_WIDE).map(({ job, ...fit }) => (
          <JobLine key={job.id} job={job} now={now}>
            <FitTag {...fit} />
          </JobLine>
        ))}
      </ul>
      <Link to={pathTo('jobList')} className={`${linkLook} -mb-2`}>
        {jobs.length > MOST ? `See all ${jobs.length} jobs` : 'See all jobs'}
      </Link>
    </Card>
  );
}
