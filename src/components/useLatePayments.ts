import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askPayment } from '../lib/paymentStatus.ts';
import {
  claimPayments,
  hasUnclaimed,
  isOwnFailure,
  myPayments,
  removePayment,
  subscribePayments,
  updatePayment,
  type PendingPayment,
} from '../lib/pendingPayment.ts';
import { adsQuery, myClientQuery, myFundiQuery, ownKey } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { onWake } from '../lib/wake.ts';

/** How long an unanswered payment is pointed at: by then the API has given it up, in ms. */
const POINT_AT_MS = 15 * 60 * 1000;

const isOpen = ({ outcome, sentAt }: PendingPayment) =>
  outcome === 'open' && Date.now() - sentAt < POINT_AT_MS;

/** Takes over what an ended session of the same person left on this device. */
function useClaim() {
  const { userType } = useSession();
  const [isNeeded] = useState(hasUnclaimed);
  const client = useQuery({ ...myClientQuery(), enabled: isNeeded && userType === 'client' });
  const fundi = useQuery({ ...myFundiQuery(), enabled: isNeeded && userType === 'fundi' });
  const id = userType === 'client' ? client.data?.id : fundi.data?.id;
  useEffect(() => {
    if (isNeeded && id !== undefined) claimPayments(`${userType}:${id}`);
  }, [isNeeded, userType, id]);
}

interface LatePayments {
  /** Payments that have come since they were last looked at. */
  arrived: PendingPayment[];
  /** Payments of which nothing final is known yet. */
  waiting: PendingPayment[];
  dismiss: (payment: PendingPayment) => void;
}

/**
 * Asks once on each visit, and on each return to the page, what became of the payments that wait
 * on this device (readings, spec §4). Makes no call when none does.
 */
export function useLatePayments(): LatePayments {
  const queryClient = useQueryClient();
  const [arrived, setArrived] = useState<PendingPayment[]>([]);
  const [waiting, setWaiting] = useState(() => myPayments().filter(isOpen));
  useClaim();

  useEffect(() => {
    let stop = new AbortController();
    const askAll = () => {
      stop.abort();
      stop = new AbortController();
      for (const payment of myPayments()) void askOne(payment, stop.signal);
    };
    const askOne = async (payment: PendingPayment, signal: AbortSignal) => {
      try {
        const answer = await askPayment(payment, queryClient, signal);
        if (signal.aborted) return;
        if (answer.status === 'paid') {
          setArrived((others) => [...others, payment]);
          removePayment(payment);
          void queryClient.invalidateQueries({ queryKey: ownKey });
          void queryClient.invalidateQueries({ queryKey: adsQuery().queryKey });
        } else if (answer.status === 'failed' && isOwnFailure(payment)) {
          updatePayment(payment, { outcome: 'failed', reason: answer.reason });
        }
      } catch {
        // Not a result: the next visit asks again.
      }
    };

    let known = new Set(myPayments().map(({ pressedAt }) => pressedAt));
    const stopListening = subscribePayments(() => {
      const mine = myPayments();
      setWaiting(mine.filter(isOpen));
      const hasNew = mine.some(({ pressedAt }) => !known.has(pressedAt));
      known = new Set(mine.map(({ pressedAt }) => pressedAt));
      if (hasNew) askAll();
    });
    const stopWaking = onWake(askAll);
    askAll();
    return () => {
      stop.abort();
      stopListening();
      stopWaking();
    };
  }, [queryClient]);

  return {
    arrived,
    waiting,
    dismiss: (payment) =>
      setArrived((others) => others.filter(({ pressedAt }) => pressedAt !== payment.pressedAt)),
  };
}
