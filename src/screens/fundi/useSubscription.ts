import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { SUBSCRIPTION_POLLING } from '../../contract/constants.ts';
import * as STATE from '../../contract/messages/state.ts';
import * as VALIDATION from '../../contract/messages/validation.ts';
import type { SubscriptionState } from '../../contract/dates.ts';
import type { FundiAccount } from '../../contract/schemas.ts';
import { accountReports, SUBSCRIPTION } from '../../payments/events.ts';
import { useReports } from '../../payments/useStored.ts';
import { myFundiQuery } from '../../lib/api/queries.ts';
import { usePayment, type Payment } from '../../payments/usePayment.ts';
import { useRedirect } from '../../lib/useRedirect.ts';
import { pathTo } from '../../paths.ts';
import { termOf, type Term } from './term.ts';

type SubscriptionInfo =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; fundi: FundiAccount; readAt: number };

/** The fundi's own account, read again on each visit. */
export function useSubscriptionInfo(): SubscriptionInfo {
  const query = { ...myFundiQuery(), refetchOnMount: 'always' as const };
  const { data, dataUpdatedAt, isPending, refetch } = useQuery(query);
  if (data) return { status: 'loaded', fundi: data, readAt: dataUpdatedAt };
  return isPending ? { status: 'loading' } : { status: 'failed', retry: () => void refetch() };
}

export interface Subscription {
  /** The spec's states (§4), the waiting one included. */
  label: SubscriptionState | typeof STATE.waitingForPayment;
  term: Term;
  payment: Payment;
  /** Why a person looks into some of the money though the subscription is active, or null. */
  held: string | null;
  /** Why there is nothing to pay now, or null. */
  blocked: string | null;
  /** The blocked text, after a press that it answers (spec §5). */
  warning: string | null;
  pay: (phone: string) => void;
}

const whyBlocked = {
  Trial: 'Nothing to pay yet: subscribe when your free trial has ended.',
  Active: 'Nothing to pay now: renew when this month has ended.',
  Inactive: null,
  [STATE.waitingForPayment]: 'A payment is in progress.',
} as const;

/**
 * State and payment of a fundi's subscription as read at `readAt`, in ms (spec §4): polling 5 s ×
 * 12, redirect 3 s.
 */
export function useSubscription(fundi: FundiAccount, readAt: number): Subscription {
  const [isRefused, setIsRefused] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const term = termOf(fundi, Math.max(openedAt, readAt));
  const account = `fundi:${fundi.id}`;
  useReports({ data: fundi, dataUpdatedAt: readAt }, accountReports);
  const payment = usePayment({ payable: SUBSCRIPTION, title: null, account, isKnown: true });
  const { shown } = payment;
  const { step } = shown;

  // What is said of other money is longer than the redirect waits, and no other screen says it.
  const isEnd = step === 'paid' && payment.unmatched.length === 0;
  const target = useMemo(() => (isEnd ? { to: pathTo('fundiDashboard') } : null), [isEnd]);
  useRedirect(target, SUBSCRIPTION_POLLING.redirectMs);

  const isWaiting = ['waiting', 'sending', 'menu'].includes(step);
  const isBlocked = isWaiting || term.state !== 'Inactive';
  const label = isWaiting ? STATE.waitingForPayment : term.state;
  return {
    label,
    term,
    payment: term.state === 'Inactive' ? payment : { ...payment, menu: null },
    held: shown.step === 'ready' ? shown.held : null,
    blocked: isBlocked ? whyBlocked[label] : null,
    warning: isRefused && isBlocked ? VALIDATION.subscriptionBlocked : null,
    pay: (phone) => {
      setIsRefused(isBlocked);
      if (!isBlocked) void payment.pay(phone);
    },
  };
}
