import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { Icon } from '../../components/Icon.tsx';
import { FilterableList, type ListStatus } from '../../components/list/FilterableList.tsx';
import { restOf, RestNote, type Rest } from '../../components/list/ListNotes.tsx';
import { fitsOf, FitTag, type Fit } from '../../components/list/Fit.tsx';
import { Marked } from '../../components/list/Marked.tsx';
import { TradeCloth } from '../../components/list/FundiTile.tsx';
import { listTitle } from '../../components/looks.ts';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { formatDate, parseDate } from '../../contract/dates.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import * as STATE from '../../contract/messages/state.ts';
import { jobPreview } from '../../contract/rules.ts';
import type { Job } from '../../contract/schemas.ts';
import { statusOf } from '../../lib/api/errors.ts';
import { errorText } from '../../lib/api/errorText.ts';
import { jobsQuery, myFundiQuery } from '../../lib/api/queries.ts';
import type { ListShape } from '../../lib/list/filters.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { useFilteredList, type FilteredList } from '../../lib/list/useFilteredList.ts';
import { jobTitle } from '../../lib/names.ts';
import { jobIconOf } from '../../lib/trades.ts';
import { useSession } from '../../lib/session/session.ts';
import { pathTo } from '../../paths.ts';
import { JobsDenied, type DeniedState } from './JobsDenied.tsx';

type FilterKey = 'location' | 'title';

const noJobs: Job[] = [];

const shape: ListShape<Job, FilterKey> = {
  keys: ['location', 'title'],
  placeKey: 'location',
  filters: {
    location: { text: (job) => job.location },
    title: { text: (job) => job.title },
  },
  searched: [
    { text: (job) => job.title, as: 'trade' },
    { text: (job) => job.location, as: 'place' },
    { text: (job) => job.description, as: 'trade' },
  ],
  name: (job) => job.title,
  orders: { newest: (job) => parseDate(job.created_at) ?? 0 },
};

/** The states of the jobs list (spec §4). */
type JobListState =
  DeniedState | { status: ListStatus; list: FilteredList<Job, FilterKey>; rest: Rest | null };

/** The active jobs, filtered as the address says, or why they are not shown (spec §4, §6). */
function useJobList(): JobListState {
  const { token } = useSession();
  const query = useQuery({ ...jobsQuery(), enabled: token !== null });
  const { data, error, refetch } = query;
  const list = useFilteredList(data?.items ?? noJobs, shape);

  if (token === null) return { status: 'unauthenticated' };
  const status = statusOf(error);
  if (status === 401 || status === 403) return { status: 'unsubscribed' };
  const rest = restOf(query);
  if (data) return { status: data.isWhole || rest ? 'loaded' : 'begun', list, rest };
  if (!error) return { status: 'loading', list, rest };
  return {
    status: 'error',
    text: errorText(error, FAILURE.jobsOther),
    retry: () => void refetch(),
  };
}

/** Usual height of a card, in rem: one with little to say is lower. */
const JOB_CARD_REM = 9;

interface JobCardProps {
  job: Job;
  marks?: Marks | undefined;
  /** How it fits the fundi who looks, once that is known. */
  fit?: Fit | undefined;
}

function Face({ job, marks, fit }: JobCardProps) {
  const posted = formatDate(job.created_at);
  return (
    <>
      <div className="flex items-center gap-3 tiny:flex-col tiny:items-start">
        <TradeCloth trade={jobIconOf(job)} className="size-10 rounded-xl" />
        <h3
          dir="auto"
          className="line-clamp-2 leading-[1.375rem] sm:text-lg sm:leading-[1.375rem] font-bold text-wrap wrap-anywhere group-hover:underline"
        >
          <Marked text={jobTitle(job)} marks={marks} />
        </h3>
      </div>
      <p
        dir="auto"
        className="mt-1 mb-2 text-[0.9375rem] leading-[1.25rem] text-muted wrap-anywhere"
      >
        <Marked text={jobPreview(job.description)} marks={marks} />
      </p>
      <div className="mt-auto flex items-center justify-between gap-x-3 narrow:flex-wrap text-sm">
        <p className="flex min-w-0 items-center gap-1.5 font-medium">
          <Icon name="pin" className="size-4 text-brand" />
          <span dir="auto" className="truncate">
            <Marked text={job.location ?? FALLBACK.jobLocation} marks={marks} />
          </span>
          {/* It comes after the card, and has room in its row. */}
          {fit && <FitTag {...fit} />}
        </p>
        {posted && (
          <p className="flex shrink-0 items-center gap-1.5 text-muted">
            <Icon name="calendar" className="size-4" />
            <span className="sr-only">Posted </span>
            <span>{posted}</span>
          </p>
        )}
      </div>
    </>
  );
}

const look =
  'group relative flex h-full flex-col rounded-2xl border border-line bg-surface p-3 raised';

/** A job in the list (spec §2); a press anywhere on the card opens its page. */
function JobCard(props: JobCardProps) {
  const { job } = props;
  if (job.id === '') {
    return (
      <div className={look}>
        <Face {...props} />
      </div>
    );
  }
  return (
    <Link to={pathTo('jobDetail', { id: job.id })} className={`${look} hover:border-brand`}>
      <Face {...props} />
    </Link>
  );
}

const selects = [
  { key: 'location', label: 'Filter by Location' },
  { key: 'title', label: 'Filter by Title' },
] as const;

/** Draws the card of a job, with how it fits the fundi who looks: the profile is read when the jobs are `shown`. */
function useRenderJob(shown: boolean) {
  const { userType } = useSession();
  const { data: account } = useQuery({
    ...myFundiQuery(),
    enabled: shown && userType === 'fundi',
  });
  return useMemo(() => {
    const fit = account && fitsOf(account);
    return (job: Job, marks?: Marks) => <JobCard job={job} marks={marks} fit={fit?.(job)} />;
  }, [account]);
}
const renderAds = (isTall: boolean) => <AdBanner isTall={isTall} />;
const noJob = (wanted: string) => `No ${wanted} job`;

/** The filters and the cards, or why they are not shown: all that a filter, a key or a new list changes. */
function Jobs() {
  const state = useJobList();
  const renderJob = useRenderJob('list' in state && state.status !== 'loading');
  const { pathname, search } = useLocation();
  if (!('list' in state))
    return (
      <>
        <JobsDenied state={state} from={pathname + search} />
        <AdBanner />
      </>
    );
  const { status, list, rest } = state;
  return (
    <FilterableList
      list={list}
      search="Title, place or description"
      selects={selects}
      status={status}
      nouns={['job', 'jobs']}
      loadingText={STATE.jobsLoading}
      emptyText={STATE.jobsEmpty}
      none={noJob}
      note={<RestNote rest={rest} />}
      renderAds={renderAds}
      rowRem={JOB_CARD_REM}
      renderItem={renderJob}
    />
  );
}

/** Browse jobs (spec §2, §4). */
export function JobList() {
  return (
    <SidebarLayout>
      <div className="space-y-2 sm:space-y-4">
        <PageTitle title="Find a Job Near You" className={listTitle} />
        <Jobs />
      </div>
    </SidebarLayout>
  );
}
