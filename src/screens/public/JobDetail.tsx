import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { BackLink, Button, ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Icon } from '../../components/Icon.tsx';
import { TradeCloth } from '../../components/list/FundiTile.tsx';
import { JobLine, MoreLink } from '../../components/list/Line.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Invitation, SiteName } from '../../components/Site.tsx';
import { Loading, StateBox } from '../../components/States.tsx';
import { agoText, formatDate } from '../../contract/dates.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import type { Job } from '../../contract/schemas.ts';
import { isTemporary, statusOf } from '../../lib/api/errors.ts';
import { jobQuery, jobsQuery, myJobsQuery } from '../../lib/api/queries.ts';
import { jobTitle } from '../../lib/names.ts';
import { jobIconOf } from '../../lib/trades.ts';
import { useSession } from '../../lib/session/session.ts';
import { pathTo } from '../../paths.ts';
import { DetailGrid } from './Detail.tsx';
import { RegisterFirst } from './JobsDenied.tsx';
import { Poster } from './Poster.tsx';

/** The job as the client's own list has it (spec §7), and whether that is still asked. */
function useOwnJob(id: string) {
  const { userType } = useSession();
  const { data, isLoading } = useQuery({ ...myJobsQuery(), enabled: userType === 'client' });
  return { own: data?.items.find((job) => String(job.id) === id), isOwnAsked: isLoading };
}

function JobArticle({ job }: { job: Job }) {
  const [now] = useState(Date.now);
  const title = jobTitle(job);
  const posted = formatDate(job.created_at);
  const ago = agoText(job.created_at, now);
  return (
    <>
      <div className="space-y-3">
        <div className="flex items-center gap-3 tiny:flex-col tiny:items-start">
          <TradeCloth trade={jobIconOf(job)} className="size-14 rounded-2xl" />
          <PageTitle title={title}>
            <span dir="auto" title={title} className="line-clamp-4 wrap-anywhere">
              {title}
            </span>
          </PageTitle>
        </div>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted">
          <li className="flex min-w-0 items-start gap-1.5">
            <Icon name="pin" className="mt-0.5 size-5" />
            <span dir="auto" className="line-clamp-3 min-w-0 wrap-anywhere">
              {job.location ?? FALLBACK.jobLocation}
            </span>
          </li>
          {posted && (
            <li className="flex items-center gap-1.5">
              <Icon name="calendar" className="size-5" />
              <span>{`Posted ${posted}${ago === posted ? '' : `, ${ago}`}`}</span>
            </li>
          )}
        </ul>
      </div>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {job.description}
      </p>
    </>
  );
}

/** What a person needs who may not see a job: an account, or a subscription (spec §6). */
function WaysIn({ isDenied, onRetry }: { isDenied: boolean; onRetry: (() => void) | null }) {
  const { token, userType } = useSession();
  const { pathname } = useLocation();
  if (onRetry) {
    return (
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    );
  }
  if (token === null) {
    return (
      <div className="flex flex-wrap justify-center gap-3">
        <RegisterFirst from={pathname} />
      </div>
    );
  }
  if (!isDenied) return null;
  if (userType === 'client') {
    return (
      <>
        <p className="text-muted">
          You are logged in as a client. Only fundis open the jobs of others.
        </p>
        <ButtonLink look="quiet" icon="list" to={pathTo('myJobs')}>
          My jobs
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p className="text-muted">
        Only fundis who pay each month, or are in their free days, can open a job.
      </p>
      <ButtonLink look="quiet" to={pathTo('subscription')}>
        See my subscription
      </ButtonLink>
    </>
  );
}

const OTHERS_MAX = 4;

/** The jobs of `jobs` for the same trade as `job`, and then those of the same place. */
function jobsLike(job: Job, jobs: readonly Job[]): Job[] {
  const others = jobs.filter(({ id }) => String(id) !== String(job.id));
  const icon = jobIconOf(job);
  const sameTrade = others.filter((other) => jobIconOf(other) === icon);
  const samePlace = others.filter(({ location }) => location !== null && location === job.location);
  return [...new Set([...sameTrade, ...samePlace])].slice(0, OTHERS_MAX);
}

/** Reads only the list that has come already: no call is made for it. Without it a link to the jobs of the place. */
function OtherJobs({ job }: { job: Job }) {
  const [now] = useState(Date.now);
  const { data } = useQuery({ ...jobsQuery(), enabled: false });
  const { userType } = useSession();
  const others = jobsLike(job, data?.items ?? []);
  const { location } = job;
  if (others.length === 0) {
    // Only fundis read the list of jobs, and one that was read has no others.
    if (userType !== 'fundi' || data?.isWhole) return null;
    const search = location ? `?${new URLSearchParams({ location })}` : '';
    return (
      <MoreLink
        to={`${pathTo('jobList')}${search}`}
        tile={<Icon name="pin" className="size-6 text-brand" />}
        text={location ? `More jobs in ${location}` : 'More jobs'}
      />
    );
  }
  return (
    <Card>
      <h2 className="text-lg font-bold">More jobs like this</h2>
      <ul className="gap-x-6 divide-line max-lg:divide-y lg:grid lg:grid-cols-2">
        {others.map((other) => (
          <JobLine key={other.id} job={other} now={now} />
        ))}
      </ul>
    </Card>
  );
}

const Caution = () => (
  <Notice tone="warning" role="note">
    <p className="font-semibold">Be careful with money.</p>
    <p>
      <SiteName /> does not endorse advance payments. Agree on the work and the price first, and
      never pay to be given a job.
    </p>
  </Notice>
);

const JoinAsFundi = () => (
  <Invitation
    text="Do you have a skill? Get found by clients near you, and call about jobs like this one."
    action="Join as a Fundi"
  />
);

/** A job's page (spec §2). The call goes out for visitors too: the API decides. */
export function JobDetail() {
  const { id = '' } = useParams();
  // The end of a session removes the query: the render that follows asks as a visitor.
  useSession();
  const { data, error, refetch } = useQuery(jobQuery(id));
  // A refusal takes away what was shown before; a network that fails does not.
  const isRefused = error !== null && !isTemporary(error);
  const job = isRefused ? undefined : data;
  const status = statusOf(error);
  const { own, isOwnAsked } = useOwnJob(id);
  const hasContactBar = Boolean(job?.client?.phone_number) && !own && !isOwnAsked;
  return (
    <SidebarLayout hasContactBar={hasContactBar}>
      <BackLink to={pathTo('jobList')}>Back to Jobs</BackLink>
      {job && (
        <DetailGrid
          article={<JobArticle job={job} />}
          contact={<Poster job={job} own={own} isOwnAsked={isOwnAsked} />}
          caution={<Caution />}
        >
          <OtherJobs job={job} />
          <JoinAsFundi />
        </DetailGrid>
      )}
      {!job && !error && (
        <>
          <PageTitle title="Job" className="sr-only" />
          <Loading text="Loading job details..." boxes={['h-[34rem]']} />
        </>
      )}
      {!job && error && (
        <>
          <PageTitle title="Job" />
          <StateBox text={FAILURE.jobNotFound}>
            <WaysIn
              isDenied={status === 401 || status === 403}
              onRetry={isRefused ? null : () => void refetch()}
            />
          </StateBox>
          <JoinAsFundi />
        </>
      )}
    </SidebarLayout>
  );
}
