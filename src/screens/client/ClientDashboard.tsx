import { ButtonLink } from '../../components/Button.tsx';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { FAILURE } from '../../contract/messages.ts';
import type { Ad } from '../../contract/schemas.ts';
import { pathTo } from '../../paths.ts';
import { AccountCard } from './AccountCard.tsx';
import { adTitle } from './adTitle.ts';
import { CountCard } from './CountCard.tsx';
import { JobRow } from './JobRow.tsx';
import { useClientDashboard } from './useClientDashboard.ts';

function Loading() {
  return (
    <div className="space-y-6">
      <p role="status" className="sr-only">
        Loading your dashboard...
      </p>
      <div className="grid grid-cols-2 gap-3 sm:gap-4">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  );
}

/** The ads that the operator has taken down; the others are in My ads. */
function TakenDownAds({ ads }: { ads: Ad[] }) {
  return ads.map(
    (ad, index) =>
      ad.taken_down && (
        <section key={ad.id || index} className="space-y-3">
          <h2 dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
            {adTitle(ad)}
          </h2>
          <TakenDown what="ad" reason={ad.taken_down} />
        </section>
      ),
  );
}

/** The client's dashboard (spec §2): counts, account, and the jobs with their toggles. */
export function ClientDashboard() {
  const { state, toggle } = useClientDashboard();
  return (
    <SidebarLayout>
      <PageTitle title="Dashboard" />
      <PaymentNotices />
      {state.status === 'loading' && <Loading />}
      {state.status === 'failed' && (
        <LoadFailed text={FAILURE.clientDashboard} onRetry={state.retry} />
      )}
      {state.status === 'loaded' && (
        <>
          <div className="grid grid-cols-2 gap-3 sm:gap-4">
            <CountCard
              label="Jobs"
              count={state.jobs.length}
              icon="briefcase"
              to={pathTo('myJobs')}
              action="Manage jobs"
            />
            <CountCard
              label="Ads"
              count={state.ads.length}
              icon="megaphone"
              to={pathTo('myAds')}
              action="Manage ads"
            />
          </div>
          <TakenDownAds ads={state.ads} />
          <AccountCard client={state.client} />
          <section aria-labelledby="dashboard-jobs">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h2 id="dashboard-jobs" className="text-xl font-bold">
                Your jobs
              </h2>
              <ButtonLink to={pathTo('addJob')} icon="plus">
                Post a job
              </ButtonLink>
            </div>
            {state.jobs.length === 0 ? (
              <StateBox text="You have not posted a job yet. Say what you need done, and fundis near you will call." />
            ) : (
              <ul className="divide-y divide-line rounded-2xl border border-line bg-surface raised">
                {state.jobs.map((job, index) => (
                  <JobRow
                    key={job.id || index}
                    job={job}
                    onToggle={(isActive) => toggle(job.id, isActive)}
                  />
                ))}
              </ul>
            )}
          </section>
        </>
      )}
    </SidebarLayout>
  );
}
