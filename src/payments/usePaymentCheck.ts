import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import { bookAnswer, isFinal } from './bookAnswer.ts';
import { forgetTold } from './forgetTold.ts';
import { afterAnswer, afterNoAnswer, type PaymentPhase } from './paymentPhase.ts';
import type { Payable } from './paymentRecord.ts';
import { askPayment, type PaymentAnswer } from './paymentStatus.ts';
import { findPayment } from './pendingPayment.ts';
import { checkWithin } from './poll.ts';
import { adsQuery, ownKey } from '../lib/api/queries.ts';

/** What one question came to. */
export type CheckResult = PaymentAnswer['status'] | 'unreachable';

/**
 * Returns what keeps an answer and moves to the phase that follows from it. `onFound` is told when
 * the answer brings a prompt that this device knew nothing of.
 */
export function useSettle(
  thing: Payable,
  setPhase: Dispatch<SetStateAction<PaymentPhase>>,
  onFound: () => void,
) {
  const client = useQueryClient();
  return useCallback(
    (answer: PaymentAnswer) => {
      const payment = findPayment(thing);
      // A subscription that is active is no news, unless it was being paid for.
      const isOld = thing.purpose === 'subscription' && (payment?.outcome ?? 'paid') === 'paid';
      setPhase((current) =>
        isOld && answer.status === 'paid' && current.step === 'ready'
          ? afterAnswer(current, { status: 'open' }, null)
          : afterAnswer(current, answer, payment),
      );
      if (answer.status === 'paid') {
        // Before they are marked as old, which a write into them undoes.
        forgetTold(thing, client);
        void client.invalidateQueries({ queryKey: ownKey, refetchType: 'none' });
        void client.invalidateQueries({ queryKey: adsQuery().queryKey, refetchType: 'none' });
        // Unseen it is not said yet: the next screen says it (`LatePaymentNotice`).
        if (document.visibilityState !== 'visible') return;
      }
      bookAnswer(thing, answer);
      if (answer.status === 'pending' && payment?.outcome !== 'open') onFound();
    },
    [client, onFound, setPhase, thing],
  );
}

/** One question beside the polling; while one is under way there is no second. */
export function usePaymentCheck(
  thing: Payable,
  settle: (answer: PaymentAnswer) => void,
  setPhase: Dispatch<SetStateAction<PaymentPhase>>,
) {
  const client = useQueryClient();
  const life = useRef(new AbortController());
  const underWay = useRef<Promise<CheckResult> | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    life.current = stop;
    return () => {
      stop.abort();
      underWay.current = null;
    };
  }, []);

  const checkOnce = useCallback(async (): Promise<CheckResult> => {
    if (underWay.current) return underWay.current;
    const { signal } = life.current;
    const isOpen = () => findPayment(thing)?.outcome === 'open';
    const ask = async (): Promise<CheckResult> => {
      const wasOpen = isOpen();
      try {
        const answer = await checkWithin((cut) => askPayment(thing, client, cut), signal);
        if (signal.aborted) return 'unreachable';
        // Settled meanwhile in another tab: what was not final is outdated.
        if (wasOpen && !isOpen() && !isFinal(answer, findPayment(thing))) return await ask();
        settle(answer);
        return answer.status;
      } catch {
        if (!signal.aborted) setPhase(afterNoAnswer);
        return 'unreachable';
      }
    };
    const asked = ask();
    underWay.current = asked;
    const result = await asked;
    if (underWay.current === asked) underWay.current = null;
    return result;
  }, [client, setPhase, settle, thing]);

  return {
    checkOnce,
    /** Waits for the question under way, if any. */
    checkUnderWay: useCallback(() => underWay.current, []),
    /** Whether the screen is still shown. */
    isShown: useCallback(() => !life.current.signal.aborted, []),
  };
}
