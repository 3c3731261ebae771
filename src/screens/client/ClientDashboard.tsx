import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { RestNote } from '../../components/list/RestNote.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { parseDate } from '../../contract/dates.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Ad, Job } from '../../contract/schemas.ts';
import type { List } from '../../lib/api/lists.ts';
import { pathTo } from '../../paths.ts';
import { type Payable, nameOf } from '../../payments/attempt.ts';
import { NotPaid } from '../../payments/notices/NotPaid.tsx';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { saysPayment } from '../../payments/payment.ts';
import { AccountCard } from './AccountCard.tsx';
import { CountCard } from './CountCard.tsx';
import { JobRow } from './JobRow.tsx';
import { adTitle } from './adTitle.ts';
import { useClientDashboard } from './useClientDashboard.ts';

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
