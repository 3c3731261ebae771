import { Badge } from '../../components/Badge.tsx';
import { Card } from '../../components/Card.tsx';
import { pathTo } from '../../paths.ts';
import { Link } from 'react-router-dom';
import type { Dashboard } from './useFundiDashboard.ts';

const tones = { Trial: 'brand', Active: 'success', Inactive: 'danger' } as const;

function endText({ subscription, ends }: Dashboard): string {
  if (ends === null) return 'No end date is known.';
  if (subscription === 'Inactive') return `Ended on ${ends}`;
  return subscription === 'Trial' ? `Your free trial ends on ${ends}` : `Paid until ${ends}`;
}

/** Subscription badge, expiry and days left (spec §2, §4). */
export function SubscriptionCard(dashboard: Dashboard) {
  const { subscription, daysLeft } = dashboard;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">Subscription</h2>
        <Badge tone={tones[subscription]}>{subscription}</Badge>
      </div>
      <p>
        <span className="text-4xl font-extrabold tracking-tight tabular-nums">{daysLeft}</span>{' '}
        <span className="text-muted">{daysLeft === 1 ? 'day left' : 'days left'}</span>
      </p>
      <p className="text-muted">{endText(dashboard)}</p>
      <Link
        to={pathTo('subscription')}
        className="inline-flex min-h-11 items-center self-start font-semibold text-brand underline underline-offset-4 hover:text-brand-strong"
      >
        View subscription
      </Link>
    </Card>
  );
}
