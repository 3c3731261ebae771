import { Badge } from '../../components/Badge.tsx';
import { Card } from '../../components/Card.tsx';
import { KitengeStrip } from '../../components/KitengeStrip.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { LoadFailed } from '../../components/StateBox.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { TRIAL_DAYS } from '../../contract/constants.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { OwnFundi } from '../../lib/api/readers.ts';
import { pathTo } from '../../paths.ts';
import { PaymentForm } from '../../payments/panel/PaymentForm.tsx';
import { PaymentPanel } from '../../payments/panel/PaymentPanel.tsx';
import { priceOf } from '../../payments/words.ts';
import { TermText } from './term.tsx';
import { useSubscription, useSubscriptionInfo, type Subscription } from './useSubscription.ts';

const tones = {
  Trial: 'brand',
  Active: 'success',
  Inactive: 'danger',
  [STATE.waitingForPayment]: 'warning',
} as const;

const meaning = {
  Trial: `Your free trial of ${TRIAL_DAYS} days. Clients can find you and you can see jobs.`,
  Active: 'Clients can find you and you can see jobs.',
  Inactive: 'Clients cannot find you and you cannot see jobs.',
};

/** State, expiry and days left (spec §4), drawn like a membership card. */
function StateCard({ label, term }: Subscription) {
  return (
    <section
      aria-labelledby="subscription-state"
      className="overflow-hidden rounded-2xl border border-line bg-surface raised"
    >
      <KitengeStrip />
      <div className="space-y-2 p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="subscription-state" className="text-sm font-medium text-muted">
            Your subscription
          </h2>
          <Badge tone={tones[label]}>{label}</Badge>
        </div>
        <TermText {...term} />
        <p className="text-muted">{meaning[term.state]}</p>
      </div>
    </section>
  );
}

interface UnreadProps {
  isAsking: boolean;
  retry: () => void;
}

/** The account could not be read: a press reads it again, and sends nothing before that is known. */
function Unread({ isAsking, retry }: UnreadProps) {
  return (
    <div className="space-y-4">
      <LoadFailed text={FAILURE.subscriptionInfo} onRetry={retry} />
      <Card>
        <PaymentForm
          purpose="subscription"
          phone={null}
          isSending={false}
          isHeld={isAsking}
          note="first"
          onPay={retry}
        />
      </Card>
    </div>
  );
}

interface LoadedProps {
  fundi: OwnFundi;
  readAt: number;
}

function Loaded({ fundi, readAt }: LoadedProps) {
  const subscription = useSubscription(fundi, readAt);
  const { payment } = subscription;
  const isPaid = payment.shown.step === 'paid';
  return (
    <>
      <PageTitle title={isPaid ? STATE.paymentSuccessful : 'Subscription'}>Subscription</PageTitle>
      <div className="max-w-2xl space-y-4">
        <StateCard {...subscription} />
        {subscription.held !== null && (
          <Notice tone="warning">
            <p className="font-semibold">{subscription.held}</p>
            <SupportLinks />
          </Notice>
        )}
        <section aria-labelledby="subscription-pay">
          <PaymentPanel
            purpose="subscription"
            payment={payment}
            head={
              <div className="space-y-1">
                <h2 id="subscription-pay" className="text-3xl font-bold">
                  {`${priceOf('subscription')} a month`}
                </h2>
                <p className="text-muted">
                  Clients near you find you and call you. You see every open job.
                </p>
              </div>
            }
            phone={payment.lastPhone ?? (fundi.phone_number || null)}
            blocked={subscription.blocked}
            onPay={subscription.pay}
            next={{ to: pathTo('fundiDashboard'), label: 'my dashboard' }}
          />
        </section>
      </div>
    </>
  );
}

/** The fundi's subscription: its state, a phone field and the pay action (spec §2, §4). */
export function Subscription() {
  const info = useSubscriptionInfo();
  return (
    <SidebarLayout>
      {info.status === 'loaded' ? (
        <Loaded fundi={info.fundi} readAt={info.readAt} />
      ) : (
        <PageTitle title="Subscription" />
      )}
      {info.status === 'loading' && (
        <Loading text="Loading your subscription..." boxes={['h-36', 'h-64']} />
      )}
      {info.status === 'failed' && <Unread {...info} />}
    </SidebarLayout>
  );
}
