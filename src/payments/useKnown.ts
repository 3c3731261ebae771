import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ownKey } from '../lib/api/queries.ts';
import { onReturn } from '../lib/onReturn.ts';
import { findPayment } from './ask.ts';
import type { Payable } from './attempt.ts';
import { aliveUntil, nextChangeAt, type Payment } from './payment.ts';
import { changeAttempt, clearTypedPhone, subscribeAttempts } from './store.ts';

const SECOND_MS = 1000;

/** Calls `listener` on every answer that may say something about a payment; returns the way to stop. */
const subscribeAnswers = (client: QueryClient, listener: () => void) =>
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === ownKey[0]) listener();
  });

/**
 * The payments that `payablesOf` names, and the time in ms. Renders again whenever what is said of them may change,
 * and each second while a prompt can be answered. `payablesOf` must be the same at each render.
 */
export function useKnown(payablesOf: (client: QueryClient) => readonly Payable[]) {
  const client = useQueryClient();
  const read = useCallback(() => {
    const now = Date.now();
    return { now, payments: payablesOf(client).map((one) => findPayment(one, client, now)) };
  }, [client, payablesOf]);
  const [known, setKnown] = useState(read);
  const { payments, now } = known;
  useEffect(() => {
    const refresh = () => setKnown(read());
    // Another tab may have changed them since the first render.
    refresh();
    const stops = [
      subscribeAttempts(refresh),
      subscribeAnswers(client, refresh),
      onReturn(refresh),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, read]);
  const moments = payments.map((payment) =>
    aliveUntil(payment) > now ? now + SECOND_MS : nextChangeAt(payment, now),
  );
  const dueAt = Math.min(...moments);
  useEffect(() => {
    if (dueAt === Infinity) return undefined;
    const timer = setTimeout(() => setKnown(read()), dueAt - Date.now());
    return () => clearTimeout(timer);
  }, [dueAt, read]);
  useEffect(() => {
    for (const { attempt, heard } of payments) changeAttempt(attempt, { type: 'heard', ...heard });
  }, [payments]);
  return known;
}

/** One payment, and the time in ms. */
export function useKnownPayment({ purpose, id }: Payable) {
  const client = useQueryClient();
  const { payments, now } = useKnown(useCallback(() => [{ purpose, id }], [purpose, id]));
  const [payment = findPayment({ purpose, id }, client, now)] = payments;
  return { payment, now };
}

/** Stores that the news of these payments was shown, once the page is visible. */
export function useShown(payments: readonly Payment[]) {
  useEffect(() => {
    const unseen = payments.filter(({ news, attempt }) => attempt.shown?.end !== news);
    const note = () => {
      if (document.visibilityState !== 'visible') return;
      for (const { attempt, news, status } of unseen) {
        if (news === null) continue;
        changeAttempt(attempt, { type: 'shown', end: news, until: status.until });
        // There is nothing more to pay.
        if (news !== 'failed') clearTypedPhone();
      }
    };
    note();
    return unseen.length > 0 ? onReturn(note) : undefined;
  }, [payments]);
}
