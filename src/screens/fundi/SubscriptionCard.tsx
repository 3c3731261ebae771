import { Link } from 'react-router-dom';
import { Badge } from '../../components/Badge.tsx';
import { Card } from '../../components/Card.tsx';
import { pathTo } from '../../paths.ts';
import type { Term } from './term.ts';
import { TermText } from './TermText.tsx';

const tones = { Trial: 'brand', Active: 'success', Inactive: 'danger' } as const;

/** Subscription badge, expiry and days left (spec §2, §4). */
export function SubscriptionCard({ term }: { term: Term }) {
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
