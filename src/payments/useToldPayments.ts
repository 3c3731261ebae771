import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { parseDate } from '../contract/rules.ts';
import type { PaymentPurpose } from '../contract/schemas.ts';
import { myAdsQuery, myFundiQuery, myJobsQuery } from '../lib/api/queries.ts';
import { hasGrown } from './paymentRecord.ts';
import { forgetRead, isRead, markRead, noteUntil } from './readConcerns.ts';
import { isSameThing, type PointedPayment } from './toldPayments.ts';
import { onReturn } from './wake.ts';

/** The read that tells of the payments for a purpose. */
const toldBy = {
  post_job: myJobsQuery().queryKey,
  post_ad: myAdsQuery().queryKey,
  subscription: myFundiQuery().queryKey,
} satisfies Record<PaymentPurpose, readonly unknown[]>;

function askAgain(client: QueryClient, purposes: string) {
  for (const purpose of purposes.split(',').filter((name) => name in toldBy)) {
    const queryKey = toldBy[purpose as PaymentPurpose];
    // Two events may tell of one return.
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }
}

/** Whether a month has come on top of one that runs: only money that came late does that. */
function isSecondMonth({ until }: PointedPayment): boolean {
  if (!until) return false;
  const before = noteUntil(until);
  return hasGrown(before, until) && (parseDate(before) ?? 0) > Date.now();
}

/**
 * Follows the payments that only the API tells of, `told`, not what is `known` here:
 * asks again on arrival and on each return while a prompt is out, and calls `onPaid` once when one
 * that was pointed at is paid, or a second month has come.
 */
export function useToldPayments(
  told: PointedPayment[],
  known: PointedPayment[],
  onPaid: (payment: PointedPayment, isSecond: boolean) => void,
) {
  const client = useQueryClient();
  const others = told.filter((payment) => !known.some((one) => isSameThing(one, payment)));
  const open = others.filter(({ outcome }) => outcome === 'open');
  const purposes = [...new Set(open.map(({ purpose }) => purpose))].toSorted().join(',');
  // What a screen begins with was read on another one.
  const [kept] = useState(purposes);

  useEffect(() => askAgain(client, kept), [client, kept]);
  useEffect(() => onReturn(() => askAgain(client, purposes)), [client, purposes]);

  useEffect(() => {
    for (const payment of others) {
      const { outcome } = payment;
      if (outcome === 'open' || isRead(payment)) markRead(payment);
      else {
        // Whatever comes of the next payment is to be said, though it be the same again.
        const wasOut = isRead({ ...payment, outcome: 'open', reason: null });
        forgetRead(payment);
        if (wasOut && (outcome === 'paid' || outcome === 'closed')) onPaid(payment, false);
      }
    }
    for (const payment of told) {
      if (isSecondMonth(payment) && others.includes(payment)) onPaid(payment, true);
    }
  });
}
