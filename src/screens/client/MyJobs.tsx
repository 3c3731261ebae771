import { ButtonLink } from '../../components/Button.tsx';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { LoadingCards } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import { FAILURE } from '../../contract/messages.ts';
import { isPaymentAwaited } from '../../payments/store.ts';
import { pathTo } from '../../paths.ts';
import { MyJobCard } from './MyJobCard.tsx';
import { jobTitle } from '../../lib/names.ts';
import { RemovalDialog } from './RemovalDialog.tsx';
import { useMyJobs } from './useMyJobs.ts';

const grid = 'grid gap-4 md:grid-cols-2';

/** Manage jobs (spec §2): the client's jobs with toggle, payment, edit and delete. */
export function MyJobs() {
  const { state, toggle, listRef, removal } = useMyJobs();
  return (
    <SidebarLayout>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle title="My jobs" />
        <ButtonLink to={pathTo('addJob')} icon="plus">
          Post a job
        </ButtonLink>
      </div>
      <PaymentNotices />
      <section ref={listRef} tabIndex={-1} aria-label="Your jobs" className="outline-none">
        {state.status === 'loading' && (
          <LoadingCards
            text="Loading your jobs..."
            count={4}
            cardClassName="h-72"
            gridClassName={grid}
          />
        )}
        {state.status === 'failed' && <LoadFailed text={FAILURE.myJobs} onRetry={state.retry} />}
        {state.status === 'loaded' && state.jobs.length === 0 && (
          <StateBox text="You have not posted a job yet. Say what you need done, and fundis near you will call.">
            <ButtonLink to={pathTo('addJob')} icon="plus">
              Post your first job
            </ButtonLink>
          </StateBox>
        )}
        {state.status === 'loaded' && state.jobs.length > 0 && (
          <>
            <p className="mb-3 text-muted">
              {state.jobs.length === 1 ? '1 job' : `${state.jobs.length} jobs`}
            </p>
            <ul className={grid}>
              {state.jobs.map((job, index) => (
                <li key={job.id || index} className="min-w-0">
                  <MyJobCard
                    job={job}
                    onToggle={(isActive) => toggle(job.id, isActive)}
                    onDelete={() => removal.ask(job)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {removal.asked && (
        <RemovalDialog
          what="job"
          title={jobTitle(removal.asked)}
          isPaid={removal.asked.is_paid === true}
          isAwaited={isPaymentAwaited({ purpose: 'post_job', id: removal.asked.id })}
          isBusy={removal.isBusy}
          onConfirm={removal.confirm}
          onCancel={removal.cancel}
        />
      )}
    </SidebarLayout>
  );
}
