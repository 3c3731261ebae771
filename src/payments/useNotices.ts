import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { adsQuery, ownKey } from '../lib/api/queries.ts';
import { onReturn } from '../lib/onReturn.ts';
import { STATUS_MS } from '../lib/waits.ts';
import { askStatus, findPayment, knownPayables } from './ask.ts';
import { nameOf } from './attempt.ts';
import { noticesOf, type PaymentNotice } from './notices.ts';
import { isAskedAbout, isAwaited, isListOld, type Payment } from './payment.ts';
import { changeAttempt } from './store.ts';
import { useKnown, useShown } from './useKnown.ts';

/** Asks for the status of the payments of which `isDue` is true. */
function askAll(client: QueryClient, isDue: typeof isAskedAbout) {
  const now = Date.now();
  for (const payable of knownPayables(client)) {
    if (isDue(findPayment(payable, client, now), now)) void askStatus(payable, client);
  }
}

/** Asks on each visit and return, and every 10 s while a payment is awaited. */
function useQuestions(isAnyAwaited: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    askAll(client, isAskedAbout);
    return onReturn(() => askAll(client, isAskedAbout));
  }, [client]);
  useEffect(() => {
    if (!isAnyAwaited) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') askAll(client, isAwaited);
    }, STATUS_MS);
    return () => clearInterval(timer);
  }, [client, isAnyAwaited]);
}

/** Fetches the lists again when a payment has ended while the screen is open. */
function useFreshLists(payments: readonly Payment[], openedAt: number) {
  const client = useQueryClient();
  const ended = payments.filter((payment) => isListOld(payment, openedAt));
  const names = ended.map(({ attempt }) => nameOf(attempt)).join(' ');
  useEffect(() => {
    if (names === '') return;
    for (const queryKey of [ownKey, adsQuery().queryKey]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client, names]);
}

/** A notice with its own name and what "Got it" does. */
export type ShownNotice = PaymentNotice & {
  key: string;
  payment: Payment;
  dismiss: () => void;
};

/**
 * What the dashboards and the manage screens say about payments, in the order in which they say it
 * (readings, spec §4). Makes no call while nothing is waited for.
 */
export function useNotices(): ShownNotice[] {
  const [openedAt] = useState(() => Date.now());
  const { payments, now } = useKnown(knownPayables);
  useQuestions(payments.some((payment) => isAwaited(payment, now)));
  useFreshLists(payments, openedAt);

  const said = payments.flatMap((payment) =>
    noticesOf(payment, now, openedAt).map((notice) => {
      const { what, title } = notice;
      const dismiss = () => {
        if (what) changeAttempt(payment.attempt, { type: 'read', what });
      };
      return { ...notice, payment, dismiss, key: `${nameOf(payment.attempt)} ${title}` };
    }),
  );
  useShown(said.filter(({ what }) => what === 'news').map(({ payment }) => payment));
  const order = ['news', 'review', null];
  return said.sort((a, b) => order.indexOf(a.what) - order.indexOf(b.what));
}
