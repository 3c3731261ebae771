import { useState, type ReactNode } from 'react';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { RestNote } from '../../components/list/RestNote.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Job } from '../../contract/schemas.ts';
import type { List } from '../../lib/api/lists.ts';
import { pathTo } from '../../paths.ts';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { nameOf, type Payable } from '../../payments/attempt.ts';
import { AccountCard } from './AccountCard.tsx';
import { AdRow } from './AdRow.tsx';
import { CountCard } from './CountCard.tsx';
import { JobRow } from './JobRow.tsx';
import { useClientDashboard } from './useClientDashboard.ts';
import { saysPayment } from '../../payments/payment.ts';
import { isAdWaiting, isJobWaiting } from './waiting.ts';

function Loading() {
  return (
    <div className="space-y-6">
      <p role="status" className="sr-only">
        Loading your dashboard...
      </p>
      <Skeleton className="h-64" />
      <div className="grid grid-cols-2 gap-3 sm:gap-4">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="h-64" />
    </div>
  );
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
      {state.status === 'loading' && <Loading />}
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
