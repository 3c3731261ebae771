import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { RestNote } from '../../components/list/ListNotes.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { parseDate } from '../../contract/dates.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Ad, ClientAccount, Job } from '../../contract/schemas.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { restOf, type List, type Rest } from '../../lib/api/lists.ts';
import { myAdsQuery, myClientQuery, myJobsQuery } from '../../lib/api/queries.ts';
import { pathTo } from '../../paths.ts';
import { nameOf, type Payable } from '../../payments/attempt.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { saysPayment } from '../../payments/payment.ts';
import { AccountCard } from './AccountCard.tsx';
import { JobRow } from './JobRow.tsx';
import { adTitle } from './own.ts';

type ClientDashboardState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | {
      status: 'loaded';
      client: ClientAccount;
      jobs: List<Job>;
      ads: List<Ad>;
      /** Where a page of the jobs or of the ads was lost. */
      rests: (Rest | null)[];
      /** What to do when the ads did not come, as an ad blocker refuses them; else null. */
      lostAds: { isBusy: boolean; retry: () => void } | null;
    };

const noAds: List<Ad> = { items: [], isWhole: false, cachedAt: null };

/** The client's account, jobs and ads (spec §2). */
function useClientDashboard(): ClientDashboardState {
  const client = useQuery(myClientQuery());
  const jobs = useQuery(myJobsQuery());
  const ads = useQuery(myAdsQuery());

  const queries = [client, jobs];
  const isFailed = queries.some((query) => query.isLoadingError);
  useLoadFailureToast(isFailed, FAILURE.clientDashboard);

  let state: ClientDashboardState = { status: 'loading' };
  if (client.data && jobs.data && ads.isFetched) {
    const lostAds = ads.data ? null : { isBusy: ads.isFetching, retry: () => void ads.refetch() };
    state = {
      status: 'loaded',
      client: client.data,
      jobs: jobs.data,
      ads: ads.data ?? noAds,
      rests: [restOf(jobs), restOf(ads)],
      lostAds,
    };
  } else if (isFailed) {
    const retry = () => {
      for (const query of queries) if (query.isLoadingError) void query.refetch();
    };
    state = { status: 'failed', retry };
  }
  return state;
}

interface CountCardProps {
  label: string;
  /** Null while it is not known. */
  count: number | null;
  icon: IconName;
  to: string;
  action: string;
}

/** How many jobs or ads the client has, with a link to them. */
function CountCard({ label, count, icon, to, action }: CountCardProps) {
  return (
    <Link
      to={to}
      className="group flex min-h-36 min-w-0 flex-col rounded-2xl border border-line bg-surface p-4 raised hover:border-brand sm:p-5"
    >
      <p className="flex items-center gap-2 font-semibold text-muted">
        <Icon name={icon} />
        <span>{label}</span>
      </p>
      <p className="mt-1 text-4xl font-extrabold tabular-nums">{count ?? '–'}</p>
      <p className="mt-auto inline-flex items-center gap-1.5 text-sm font-semibold text-brand group-hover:underline">
        <span>{action}</span>
        <Icon name="next" className="hidden size-4 sm:block" />
      </p>
    </Link>
  );
}

/** An ad on the dashboard that waits for its client: it is not paid for, or taken down. */
function AdRow({ ad }: { ad: Ad }) {
  const title = adTitle(ad);
  return (
    <li className="space-y-3 px-4 py-3 sm:px-5">
      <h3 dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
        {`Ad: ${title}`}
      </h3>
      {ad.taken_down ? (
        <TakenDown what="ad" reason={ad.taken_down} />
      ) : (
        <NotPaid purpose="post_ad" item={ad} title={title} />
      )}
    </li>
  );
}

/** Not paid for, or taken down. A toggle that the API has not answered yet changes nothing here. */
function isJobWaiting({ is_active, is_paid, taken_down }: Job): boolean {
  return Boolean(taken_down) || is_paid === false || (!is_active && !is_paid);
}

/** Not paid for, or taken down, at `now` in ms; an ad that ran to its end waits for nothing. */
function isAdWaiting({ is_active, expires_at, taken_down }: Ad, now: number): boolean {
  return Boolean(taken_down) || (!is_active && (parseDate(expires_at) ?? Infinity) > now);
}

function Rows({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl font-bold">
        {title}
      </h2>
      <ul className="divide-y divide-line rounded-2xl border border-line bg-surface raised">
        {children}
      </ul>
    </section>
  );
}

const row = (job: Job, index: number) => <JobRow key={job.id || index} job={job} />;

/** How many items a list has; null until all of it has come. */
const countOf = ({ items, isWhole }: List<unknown>) => (isWhole ? items.length : null);

/**
 * The client's dashboard (spec §2): what to do, then what waits for the client, the other jobs with
 * their toggles, the counts, and the account.
 */
export function ClientDashboard() {
  const state = useClientDashboard();
  const [openedAt] = useState(Date.now);
  const loaded = state.status === 'loaded' ? state : null;
  const { items: jobs = [] } = loaded?.jobs ?? {};
  const { items: ads = [] } = loaded?.ads ?? {};
  const waitingJobs = jobs.filter(isJobWaiting);
  const waitingAds = ads.filter((ad) => isAdWaiting(ad, openedAt));
  const otherJobs = jobs.filter((job) => !isJobWaiting(job));
  const told = new Set([
    ...waitingJobs.filter(saysPayment).map(({ id }) => nameOf({ purpose: 'post_job', id })),
    ...waitingAds.filter(saysPayment).map(({ id }) => nameOf({ purpose: 'post_ad', id })),
  ]);
  const isTold = (payable: Payable) => state.status === 'loading' || told.has(nameOf(payable));
  return (
    <SidebarLayout>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle title="Dashboard" />
        <ButtonLink to={pathTo('addJob')} icon="plus">
          Post a job
        </ButtonLink>
      </div>
      <PaymentNotices isTold={isTold} />
      {state.status === 'loading' && (
        <Loading text="Loading your dashboard..." boxes={['h-64', 'h-36', 'h-64']} />
      )}
      {state.status === 'failed' && (
        <LoadFailed text={FAILURE.clientDashboard} onRetry={state.retry} />
      )}
      {loaded && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0 space-y-6">
            {waitingJobs.length + waitingAds.length > 0 && (
              <Rows id="dashboard-waiting" title="Waiting for you">
                {waitingJobs.map(row)}
                {waitingAds.map((ad, index) => (
                  <AdRow key={ad.id || index} ad={ad} />
                ))}
              </Rows>
            )}
            {otherJobs.length > 0 && (
              <Rows id="dashboard-jobs" title="Your jobs">
                {otherJobs.map(row)}
              </Rows>
            )}
            {loaded.rests.map((rest, index) => (
              <RestNote key={index} rest={rest} />
            ))}
            {loaded.lostAds && (
              <Notice tone="warning" role="status">
                <p>{FAILURE.myAds}</p>
                <Button look="quiet" busy={loaded.lostAds.isBusy} onClick={loaded.lostAds.retry}>
                  Try again
                </Button>
              </Notice>
            )}
            {loaded.jobs.isWhole && jobs.length === 0 && (
              <StateBox text="You have not posted a job yet. Say what you need done, and fundis near you will call." />
            )}
          </div>
          <div className="min-w-0 space-y-6">
            <div className="grid grid-cols-2 gap-3 sm:gap-4">
              <CountCard
                label="Jobs"
                count={countOf(loaded.jobs)}
                icon="briefcase"
                to={pathTo('myJobs')}
                action="Manage jobs"
              />
              <CountCard
                label="Ads"
                count={countOf(loaded.ads)}
                icon="megaphone"
                to={pathTo('myAds')}
                action="Manage ads"
              />
            </div>
            <AccountCard client={loaded.client} />
          </div>
        </div>
      )}
    </SidebarLayout>
  );
}
