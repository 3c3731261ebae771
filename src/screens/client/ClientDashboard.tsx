import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../components/Badge.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { restOf, RestNote } from '../../components/list/ListNotes.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { LoadFailed, Loading, StateBox } from '../../components/States.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { FEES } from '../../contract/constants.ts';
import { agoText, parseDate } from '../../contract/dates.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Ad, Job } from '../../contract/schemas.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { myAdsQuery, myClientQuery, myJobsQuery, type List } from '../../lib/api/queries.ts';
import { jobTitle } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';
import { nameOf } from '../../payments/attempt.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { saysPayment } from '../../payments/payment.ts';
import { AccountCard } from './AccountCard.tsx';
import { OwnJobHead, useJobSwitch, WhoCan } from './OwnJob.tsx';
import { adTitle } from './own.ts';

interface CountCardProps {
  label: string;
  count: number | null;
  icon: IconName;
  to: string;
  action: string;
}

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

/** A job on the dashboard: title, state and toggle (spec §2). */
function JobRow({ job: saved }: { job: Job }) {
  const [now] = useState(() => Date.now());
  const control = useJobSwitch(saved, FAILURE.jobStatusOnDashboard);
  const job = { ...saved, is_active: control.isOn };
  const { taken_down: takenDown } = job;
  const posted = agoText(job.created_at, now);
  return (
    <li className="space-y-1 px-4 py-3 sm:px-5">
      <OwnJobHead job={job} control={control} as="h3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {job.is_paid && !job.is_active && !takenDown && <Badge>Paid, switched off</Badge>}
          {posted && <span>{posted}</span>}
        </div>
      </OwnJobHead>
      {job.is_active && !takenDown && <WhoCan job={job} />}
      {takenDown && <TakenDown what="job" reason={takenDown} />}
      {saysPayment(job) && <NotPaid purpose="post_job" item={job} title={jobTitle(job)} />}
    </li>
  );
}

function AdRow({ ad }: { ad: Ad }) {
  const title = adTitle(ad);
  return (
    <li className="space-y-1 px-4 py-3 sm:px-5">
      <h3 dir="auto" className="line-clamp-2 font-bold wrap-anywhere">
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

const noAds: List<Ad> = { items: [], isWhole: false, cachedAt: null };

/** How many items a list has; null until all of it has come. */
const countOf = ({ items, isWhole }: List<unknown>) => (isWhole ? items.length : null);

/** The client's dashboard (spec §2): what waits for the client, the other jobs, the counts, and the account. */
export function ClientDashboard() {
  const client = useQuery(myClientQuery());
  const jobsQuery = useQuery(myJobsQuery());
  const adsQuery = useQuery(myAdsQuery());
  const [openedAt] = useState(Date.now);
  const needed = [client, jobsQuery];
  const isFailed = needed.some((query) => query.isLoadingError);
  useLoadFailureToast(isFailed, FAILURE.clientDashboard);
  const retry = () => {
    for (const query of needed) if (query.isLoadingError) void query.refetch();
  };
  // An ad blocker may refuse the ads: the rest is shown without them.
  const jobs = client.data && adsQuery.isFetched ? jobsQuery.data : undefined;
  const ads = (jobs && adsQuery.data) ?? noAds;
  const waitingJobs = jobs?.items.filter(isJobWaiting) ?? [];
  const waitingAds = ads.items.filter((ad) => isAdWaiting(ad, openedAt));
  const waitingCount = waitingJobs.length + waitingAds.length;
  const otherJobs = jobs?.items.filter((job) => !isJobWaiting(job)) ?? [];
  const told = new Set([
    ...waitingJobs.filter(saysPayment).map(({ id }) => nameOf({ purpose: 'post_job', id })),
    ...waitingAds.filter(saysPayment).map(({ id }) => nameOf({ purpose: 'post_ad', id })),
  ]);
  const isLoading = !jobs && !isFailed;
  const isEmpty = jobs?.isWhole === true && jobs.items.length === 0;
  const add = (
    <ButtonLink look={isEmpty ? 'accent' : 'quiet'} to={pathTo('addJob')} icon="plus">
      Post a Job
    </ButtonLink>
  );
  return (
    <SidebarLayout>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <PageTitle title="Dashboard" />
        {!isEmpty && add}
      </div>
      <PaymentNotices isTold={(payable) => isLoading || told.has(nameOf(payable))} />
      {isLoading && <Loading text="Loading your dashboard..." boxes={['h-64', 'h-36', 'h-64']} />}
      {isFailed && <LoadFailed text={FAILURE.clientDashboard} onRetry={retry} />}
      {client.data && jobs && (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0 space-y-6">
            {waitingCount > 0 && (
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
            <RestNote rest={restOf(jobsQuery)} />
            <RestNote rest={restOf(adsQuery)} />
            {!adsQuery.data && (
              <Notice tone="warning" role="status">
                <p>{FAILURE.myAds}</p>
                <Button
                  look="quiet"
                  busy={adsQuery.isFetching}
                  onClick={() => void adsQuery.refetch()}
                >
                  Try again
                </Button>
              </Notice>
            )}
            {isEmpty && (
              <StateBox text="You have not posted a job yet. Say what you need done, and fundis near you will call.">
                <Icon name="briefcase" className="order-first size-10 text-brand" />
                {add}
                <p className="text-sm text-muted">{`Ksh ${FEES.post_job}, once`}</p>
              </StateBox>
            )}
          </div>
          <div className="min-w-0 space-y-6">
            <div className="grid grid-cols-2 gap-3 sm:gap-4">
              <CountCard
                label="Jobs"
                count={countOf(jobs)}
                icon="briefcase"
                to={pathTo('myJobs')}
                action="Manage jobs"
              />
              <CountCard
                label="Ads"
                count={countOf(ads)}
                icon="megaphone"
                to={pathTo('myAds')}
                action="Manage ads"
              />
            </div>
            <AccountCard client={client.data} />
          </div>
        </div>
      )}
    </SidebarLayout>
  );
}
