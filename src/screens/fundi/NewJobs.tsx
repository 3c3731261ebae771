import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '../../components/Card.tsx';
import { JobLine } from '../../components/list/Line.tsx';
import { linkLook } from '../../components/looks.ts';
import { Skeleton } from '../../components/States.tsx';
import { parseDate } from '../../contract/dates.ts';
import { matchesFilter, splitSkills } from '../../contract/rules.ts';
import type { FundiAccount, Job } from '../../contract/schemas.ts';
import { DAY_MS } from '../../contract/time.ts';
import { jobsQuery } from '../../lib/api/queries.ts';
import type { SearchedText } from '../../lib/list/filters.ts';
import { useSearch } from '../../lib/list/useSearch.ts';
import { pathTo } from '../../paths.ts';

const NEW_DAYS = 7;
/** On a phone; beside the cards of a wide desktop there is room for five. */
const MOST = 3;
const MOST_WIDE = 5;

const noJobs: Job[] = [];
/** What says of a job which trade it asks for. */
const titles: SearchedText<Job>[] = [{ text: (job) => job.title, as: 'trade' }];

interface NewJob {
  job: Job;
  /** It is in the fundi's own place, and its title asks for the fundi's own trade. */
  isNear: boolean;
  isOwnTrade: boolean;
}

/** The new ones of `jobs` at `now` in ms: those of the fundi's trade and place first, then the newest. */
function newJobs(
  jobs: readonly Job[],
  own: ReadonlySet<Job>,
  { location }: Pick<FundiAccount, 'location'>,
  now: number,
): NewJob[] {
  const rank = ({ isNear, isOwnTrade }: NewJob) => Number(isOwnTrade) * 2 + Number(isNear);
  const postedAt = ({ job }: NewJob) => parseDate(job.created_at) ?? 0;
  return jobs
    .map((job) => ({
      job,
      isNear: location !== null && matchesFilter(job.location, location),
      isOwnTrade: own.has(job),
    }))
    .filter((each) => postedAt(each) > now - NEW_DAYS * DAY_MS)
    .sort((a, b) => rank(b) - rank(a) || postedAt(b) - postedAt(a));
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

const tag = 'rounded-md bg-sunken px-1.5 font-medium text-ink';

/** What a listed fundi looks for first: the new jobs, those of the own trade and place marked. */
export function NewJobs({ account }: { account: FundiAccount }) {
  const [now] = useState(() => Date.now());
  const { data, isPending } = useQuery(jobsQuery());
  const jobs = data?.items ?? noJobs;
  const search = useSearch(jobs, titles, jobs.length > 0);
  if (isPending || (jobs.length > 0 && search === undefined)) return <Skeleton className="h-72" />;
  if (!data) return null;
  // Without its script, on a weak network, all jobs are shown alike.
  const fitting = splitSkills(account.skills).flatMap((skill) => search?.find(skill).items ?? []);
  const found = newJobs(jobs, new Set(fitting), account, now);
  return (
    <Card className="space-y-1">
      <h2 className="text-lg font-bold wrap-anywhere">
        {found.length === 0 ? 'No new jobs this week' : summary(found, account.location)}
      </h2>
      <ul className="divide-y divide-line max-xl:[&>:nth-child(n+4)]:hidden">
        {found.slice(0, MOST_WIDE).map(({ job, isOwnTrade, isNear }) => (
          <JobLine key={job.id} job={job} now={now}>
            {isOwnTrade && <span className={tag}>Your trade</span>}
            {isNear && <span className={tag}>Near you</span>}
          </JobLine>
        ))}
      </ul>
      <Link to={pathTo('jobList')} className={linkLook}>
        {jobs.length > MOST ? `See all ${jobs.length} jobs` : 'See all jobs'}
      </Link>
    </Card>
  );
}
