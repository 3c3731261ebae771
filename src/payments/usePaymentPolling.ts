import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type Dispatch, type SetStateAction } from 'react';
import { bookAnswer, isFinal } from './bookAnswer.ts';
import { afterNoAnswer, lastCheckAt, latePhase, type PaymentPhase } from './paymentPhase.ts';
import type { Payable } from './paymentRecord.ts';
import type { PaymentRules } from './paymentRules.ts';
import { askPayment, type PaymentAnswer } from './paymentStatus.ts';
import { findPayment, updatePayment } from './pendingPayment.ts';
import { poll } from './poll.ts';
import { onWake } from './wake.ts';

interface PollingOptions {
  thing: Payable;
  rules: PaymentRules;
  /** The attempt to follow, by the moment of its press; null for none. */
  attempt: number | null;
  /** It was neither pressed nor found here a moment ago: ask at once. */
  isResumed: (attempt: number) => boolean;
  settle: (answer: PaymentAnswer) => void;
  setPhase: Dispatch<SetStateAction<PaymentPhase>>;
}

/**
 * Polls while an attempt is followed, with the checks that are left, and stops when the screen is
 * left. Returns what asks at once.
 */
export function usePaymentPolling(options: PollingOptions): () => void {
  const { thing, rules, attempt, isResumed, settle, setPhase } = options;
  const client = useQueryClient();
  const wake = useRef<() => void>(() => undefined);

  useEffect(() => {
    const payment = attempt === null ? null : findPayment(thing);
    if (attempt === null || !payment) return undefined;
    const stop = new AbortController();

    const change = (changes: { endsAt?: number; isConfirming?: boolean }) =>
      setPhase((current) => (current.step === 'waiting' ? { ...current, ...changes } : current));
    const late = (text: string) => latePhase(findPayment(thing) ?? payment, text);
    const ask = async (signal: AbortSignal) => {
      const wasOpen = findPayment(thing)?.outcome === 'open';
      const answer = await askPayment(thing, client, signal);
      const kept = findPayment(thing);
      // Once another tab has settled it, whatever is answered to a later question says how.
      if (isFinal(answer, kept) || !wasOpen) return answer;
      if (kept?.outcome === 'open') bookAnswer(thing, answer);
      return null;
    };
    const follow = async () => {
      try {
        const answer = await poll(ask, {
          everyMs: rules.everyMs,
          maxChecks: rules.maxChecks,
          usedChecks: payment.checks,
          checkFirst: isResumed(attempt),
          signal: stop.signal,
          onWake: (listener) => {
            wake.current = () => {
              change({ isConfirming: true });
              listener();
            };
            return onWake(wake.current);
          },
          onCheck: (count) => {
            const stored = findPayment(thing)?.checks ?? 0;
            updatePayment(payment, { checks: Math.max(stored, count) });
            change({ endsAt: lastCheckAt(count, rules, Date.now()) });
          },
        });
        if (answer === 'timeout') setPhase(late(rules.timeout));
        else if (answer !== 'aborted') settle(answer);
      } catch {
        setPhase(afterNoAnswer(late(rules.lastCheckFailed)));
      }
    };

    void follow();
    return () => {
      stop.abort();
      wake.current = () => undefined;
    };
  }, [attempt, client, isResumed, rules, setPhase, settle, thing]);

  return () => wake.current();
}
