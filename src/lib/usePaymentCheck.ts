import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, type Dispatch, type SetStateAction } from 'react';
import { statusOf } from './errors.ts';
import type { PaymentPhase } from './paymentPhase.ts';
import { askPayment, type PaymentAnswer } from './paymentStatus.ts';
import { findPayment, isOwnFailure, removePayment, updatePayment } from './pendingPayment.ts';
import type { Payable } from './pendingPayment.ts';
import { checkWithin } from './poll.ts';
import { adsQuery, ownKey } from './queries.ts';

/** What one question came to; `denied`: there is no such thing, or it is someone else's. */
export type CheckResult = PaymentAnswer['status'] | 'denied' | 'unreachable';

/** Returns what moves to the phase of a final answer; false when the answer is not final. */
export function useSettle(thing: Payable, setPhase: Dispatch<SetStateAction<PaymentPhase>>) {
  const client = useQueryClient();
  return useCallback(
    (answer: PaymentAnswer): boolean => {
      const payment = findPayment(thing);
      if (answer.status === 'paid') {
        setPhase((current) =>
          current.step === 'paid' ? current : { step: 'paid', isNew: payment !== null },
        );
        void client.invalidateQueries({ queryKey: ownKey, refetchType: 'none' });
        void client.invalidateQueries({ queryKey: adsQuery().queryKey, refetchType: 'none' });
        // Unseen it is not said yet: the next screen says it (`LatePaymentNotice`).
        if (document.visibilityState === 'visible') removePayment(thing);
        return true;
      }
      if (answer.status === 'failed' && isOwnFailure(payment)) {
        setPhase({ step: 'failed', reason: answer.reason });
        updatePayment(payment, { outcome: 'failed', reason: answer.reason });
        return true;
      }
      return false;
    },
    [client, setPhase, thing],
  );
}

/** One question beside the polling; while one is under way there is no second. */
export function usePaymentCheck(thing: Payable, settle: (answer: PaymentAnswer) => boolean) {
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
    const ask = async (): Promise<CheckResult> => {
      try {
        const answer = await checkWithin((cut) => askPayment(thing, client, cut), signal);
        if (signal.aborted) return 'unreachable';
        settle(answer);
        return answer.status;
      } catch (error) {
        const status = statusOf(error);
        return status === 403 || status === 404 ? 'denied' : 'unreachable';
      }
    };
    const asked = ask();
    underWay.current = asked;
    const result = await asked;
    if (underWay.current === asked) underWay.current = null;
    return result;
  }, [client, settle, thing]);

  return {
    checkOnce,
    /** Waits for the question under way, if any. */
    checkUnderWay: useCallback(() => underWay.current, []),
    /** Whether the screen is still shown. */
    isShown: useCallback(() => !life.current.signal.aborted, []),
  };
}
