import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Badge } from '../../components/Badge.tsx';
import { Card } from '../../components/Card.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { LoadFailed, Loading } from '../../components/States.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { SUBSCRIPTION_POLLING, TRIAL_DAYS } from '../../contract/constants.ts';
import type { SubscriptionState } from '../../contract/dates.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import { myFundiQuery } from '../../lib/api/queries.ts';
import type { OwnFundi } from '../../lib/api/readers.ts';
import { useRedirect } from '../../lib/useRedirect.ts';
import { pathTo } from '../../paths.ts';
import { SUBSCRIPTION } from '../../payments/attempt.ts';
import { PaymentForm } from '../../payments/panel/PaymentForm.tsx';
import { PaymentPanel } from '../../payments/panel/PaymentPanel.tsx';
import { usePayment, type Shown } from '../../payments/usePayment.ts';
import { priceOf } from '../../payments/words.ts';
import { TermText, useTerm, type Term } from './term.tsx';

const whyBlocked = {
  Trial: 'Nothing to pay yet: subscribe when your free trial has ended.',
  Active: 'Nothing to pay now: renew when this month has ended.',
  Inactive: null,
} as const;

/** Whether money for it is on its way, or looked for. */
function isInProgress(shown: Shown): boolean {
  if (shown.step === 'late') return !shown.isOffered;
  return ['waiting', 'menu', 'review'].includes(shown.step);
}

/**
 * State and payment of a fundi's subscription as read at `readAt`, in ms (spec §4): polling 5 s ×
 * 12, redirect 3 s.
 */
function useSubscription(fundi: OwnFundi, readAt: number) {
  const term = useTerm(fundi, readAt);
  const page = usePayment(SUBSCRIPTION);
  const { shown } = page;
  const { step } = shown;

  // What is said of other money is longer than the redirect waits, and no other screen says it.
  const isEnd = step === 'paid' && page.unmatched.length === 0;
  const target = useMemo(() => (isEnd ? { to: pathTo('fundiDashboard') } : null), [isEnd]);
  useRedirect(target, SUBSCRIPTION_POLLING.redirectMs);

  const isWaiting = ['waiting', 'sending', 'menu'].includes(step);
  const label: SubscriptionState | typeof STATE.waitingForPayment = isWaiting
    ? STATE.waitingForPayment
    : term.state;
  return {
    label,
    term,
    page: term.state === 'Inactive' ? page : { ...page, menu: null },
    // Why a person looks into some of the money though the subscription is active.
    held: shown.step === 'ready' ? shown.held : null,
    blocked: isInProgress(shown) ? 'A payment is in progress.' : whyBlocked[term.state],
  };
}

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

interface StateCardProps {
  label: keyof typeof tones;
  term: Term;
  /** Money came that may pay for more than the term. */
  isHeld: boolean;
}

/** State, expiry and days left (spec §4). */
function StateCard({ label, term, isHeld }: StateCardProps) {
  return (
    <section
      aria-labelledby="subscription-state"
      className="space-y-2 rounded-2xl border border-line bg-surface p-4 raised sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="subscription-state" className="text-sm font-medium text-muted">
          Your subscription
        </h2>
        <Badge tone={tones[label]}>{label}</Badge>
      </div>
      <TermText {...term} />
      <p className="text-muted">
        <span>{meaning[term.state]}</span> <span>{!isHeld && term.after}</span>
      </p>
    </section>
  );
}

/** The account could not be read: a press reads it again, and sends nothing before that is known. */
function Unread({ isAsking, retry }: { isAsking: boolean; retry: () => void }) {
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

function Loaded({ fundi, readAt }: { fundi: OwnFundi; readAt: number }) {
  const subscription = useSubscription(fundi, readAt);
  const { page } = subscription;
  const isPaid = page.shown.step === 'paid';
  const isNothingDue = subscription.term.state !== 'Inactive';
  return (
    <>
      <PageTitle title={isPaid ? STATE.paymentSuccessful : 'Subscription'}>Subscription</PageTitle>
      <div className="space-y-4">
        <StateCard
          label={subscription.label}
          term={subscription.term}
          isHeld={subscription.held !== null}
        />
        {subscription.held !== null && (
          <Notice tone="warning">
            <p className="font-semibold">{subscription.held}</p>
            <SupportLinks />
          </Notice>
        )}
        <section aria-labelledby="subscription-pay">
          <PaymentPanel
            page={page}
            head={
              <div className="space-y-1">
                <h2 id="subscription-pay" className="text-3xl font-bold">
                  {`${priceOf('subscription')} a month`}
                </h2>
                {!isNothingDue && (
                  <p className="text-muted">
                    Clients near you find you and call you. You see every open job.
                  </p>
                )}
              </div>
            }
            ownPhone={fundi.phone_number}
            blocked={subscription.blocked}
            isNothingDue={isNothingDue}
            next={{ to: pathTo('fundiDashboard'), label: 'my dashboard' }}
          />
        </section>
      </div>
    </>
  );
}

/** The fundi's subscription: its state, a phone field and the pay action (spec §2, §4). */
export function Subscription() {
  const query = useQuery({ ...myFundiQuery(), refetchOnMount: 'always' });
  const { data, dataUpdatedAt, isPending, isFetching, refetch } = query;
  return (
    <SidebarLayout isNarrow>
      {data ? <Loaded fundi={data} readAt={dataUpdatedAt} /> : <PageTitle title="Subscription" />}
      {isPending && <Loading text="Loading your subscription..." boxes={['h-36', 'h-64']} />}
      {!data && !isPending && <Unread isAsking={isFetching} retry={() => void refetch()} />}
    </SidebarLayout>
  );
}
