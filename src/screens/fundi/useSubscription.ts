import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { SUBSCRIPTION_POLLING } from '../../contract/constants.ts';
import type { SubscriptionState } from '../../contract/dates.ts';
import * as STATE from '../../contract/messages/state.ts';
import * as VALIDATION from '../../contract/messages/validation.ts';
import { myFundiQuery } from '../../lib/api/queries.ts';
import type { OwnFundi } from '../../lib/api/readers.ts';
import { useRedirect } from '../../lib/useRedirect.ts';
import { pathTo } from '../../paths.ts';
import { SUBSCRIPTION } from '../../payments/attempt.ts';
import type { Blocked } from '../../payments/panel/PaymentPanel.tsx';
import { usePayment, type PaymentPage, type Shown } from '../../payments/usePayment.ts';
import { termOf, type Term } from './term.tsx';

type SubscriptionInfo =
  | { status: 'loading' }
  | { status: 'failed'; isAsking: boolean; retry: () => void }
  | { status: 'loaded'; fundi: OwnFundi; readAt: number };

/** The fundi's own account, read again on each visit. */
export function useSubscriptionInfo(): SubscriptionInfo {
  const query = { ...myFundiQuery(), refetchOnMount: 'always' as const };
  const { data, dataUpdatedAt, isPending, isFetching, refetch } = useQuery(query);
  if (data) return { status: 'loaded', fundi: data, readAt: dataUpdatedAt };
  if (isPending) return { status: 'loading' };
  return { status: 'failed', isAsking: isFetching, retry: () => void refetch() };
}

export interface Subscription {
  /** The spec's states (§4), the waiting one included. */
  label: SubscriptionState | typeof STATE.waitingForPayment;
  term: Term;
  payment: PaymentPage;
  /** Why a person looks into some of the money though the subscription is active, or null. */
  held: string | null;
  /** Why nothing may be paid for now, or null. */
  blocked: Blocked | null;
  pay: (phone: string) => void;
}

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
export function useSubscription(fundi: OwnFundi, readAt: number): Subscription {
  const [isRefused, setIsRefused] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const term = termOf(fundi, Math.max(openedAt, readAt));
  const payment = usePayment({ payable: SUBSCRIPTION, title: null, isKnown: true });
  const { shown } = payment;
  const { step } = shown;

  // What is said of other money is longer than the redirect waits, and no other screen says it.
  const isEnd = step === 'paid' && payment.unmatched.length === 0;
  const target = useMemo(() => (isEnd ? { to: pathTo('fundiDashboard') } : null), [isEnd]);
  useRedirect(target, SUBSCRIPTION_POLLING.redirectMs);

  const isWaiting = ['waiting', 'sending', 'menu'].includes(step);
  const why = isInProgress(shown) ? 'A payment is in progress.' : whyBlocked[term.state];
  const warning = isRefused ? VALIDATION.subscriptionBlocked : null;
  const refuse = () => setIsRefused(true);
  return {
    label: isWaiting ? STATE.waitingForPayment : term.state,
    term,
    payment: term.state === 'Inactive' ? payment : { ...payment, menu: null },
    held: shown.step === 'ready' ? shown.held : null,
    blocked: why === null ? null : { why, warning, onPress: refuse },
    pay: (phone) => {
      setIsRefused(false);
      if (term.state === 'Inactive') void payment.pay(phone);
      else refuse();
    },
  };
}
