import { Link } from 'react-router-dom';
import { Avatar } from '../../components/Avatar.tsx';
import { Badge } from '../../components/Badge.tsx';
import { ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { LoadFailed } from '../../components/StateBox.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import * as FAILURE from '../../contract/messages/failure.ts';
import { pathTo } from '../../paths.ts';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { AvailabilityCard } from './AvailabilityCard.tsx';
import { DashboardNotices } from './DashboardNotices.tsx';
import { NewJobs } from './NewJobs.tsx';
import { ProfileCards } from './ProfileCards.tsx';
import { TermText } from './TermText.tsx';
import type { Term } from './term.ts';
import { type Dashboard, useFundiDashboard } from './useFundiDashboard.ts';

const tones = { Trial: 'brand', Active: 'success', Inactive: 'danger' } as const;

/** Subscription badge, expiry and days left (spec §2, §4). */
function SubscriptionCard({ term }: { term: Term }) {
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">Subscription</h2>
        <Badge tone={tones[term.state]}>{term.state}</Badge>
      </div>
      <TermText {...term} />
      <Link
        to={pathTo('subscription')}
        className="inline-flex min-h-11 items-center self-start font-semibold text-brand underline underline-offset-4 hover:text-brand-strong"
      >
        View subscription
      </Link>
    </Card>
  );
}

const topGrid = 'grid gap-4 md:grid-cols-2';

function Loaded(dashboard: Dashboard) {
  const { account, term } = dashboard;
  const isListed = term.state !== 'Inactive';
  return (
    <div className="space-y-6">
      <div className="flex items-center gap-3">
        <Avatar name={account.name} />
        <p dir="auto" className="line-clamp-2 text-lg narrow:line-clamp-4 wrap-anywhere">
          Karibu, <strong translate="no">{account.name || 'fundi'}</strong>
        </p>
      </div>
      <DashboardNotices {...dashboard} />
      {isListed && <NewJobs account={account} />}
      <div className={topGrid}>
        <SubscriptionCard term={term} />
        <AvailabilityCard account={account} isListed={isListed} />
      </div>
      <section aria-labelledby="profile-heading" className="space-y-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="profile-heading" className="text-xl font-bold">
            Your profile
          </h2>
          <ButtonLink look="quiet" icon="edit" to={pathTo('fundiProfile')}>
            Edit
          </ButtonLink>
        </div>
        <ProfileCards account={account} />
        {isListed && account.id !== '' && (
          <ButtonLink look="plain" className="-ml-4" to={pathTo('fundiDetail', { id: account.id })}>
            See your page as clients do
          </ButtonLink>
        )}
      </section>
    </div>
  );
}

/** The fundi's dashboard (spec §2). */
export function FundiDashboard() {
  const state = useFundiDashboard();
  return (
    <SidebarLayout>
      <PageTitle title="Fundi dashboard" />
      {/* The notice of a missing subscription says what is under way. */}
      <PaymentNotices
        isTold={() =>
          state.status === 'loading' ||
          (state.status === 'loaded' && state.term.state === 'Inactive')
        }
      />
      {state.status === 'loading' && (
        <Loading text="Loading your dashboard..." boxes={['h-96', 'h-44', 'h-72']} />
      )}
      {state.status === 'failed' && (
        <LoadFailed text={FAILURE.fundiDashboard} onRetry={state.retry} />
      )}
      {state.status === 'loaded' && <Loaded {...state} />}
    </SidebarLayout>
  );
}
