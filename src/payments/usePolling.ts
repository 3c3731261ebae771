import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { onReturn } from '../lib/onReturn.ts';
import { WAKE_MS } from '../lib/waits.ts';
import { checkStatus } from './ask.ts';
import type { Payable } from './attempt.ts';
import { changeAttempt, findAttempt } from './store.ts';
import type { Step } from './view.ts';
import { purposes } from './words.ts';

interface PollingOptions {
  /** The same at each render. */
  payable: Payable;
  /** What the page shows. */
  step: Step;
  /** When the next check is due, in ms, or null. */
  dueAt: number | null;
  /** The screen itself has just read what the API knows; else it is asked when the page is opened. */
  isKnown: boolean;
}

/**
 * Checks the status of a payment when a check is due (spec §9), when the page is opened, and when the
 * person or the network comes back. Returns `hurry`, which checks at once; only those that are due while
 * a payment is waited for are counted.
 */
export function usePolling({ payable, step, dueAt, isKnown }: PollingOptions) {
  const client = useQueryClient();
  /** The attempt for which the person has come back, or says that the PIN is entered. */
  const [hurried, setHurried] = useState<number | null>(null);
  const { everyMs } = purposes[payable.purpose].polling;
  const counted = step === 'waiting' || step === 'menu' ? 1 : 0;
  const isEnded = step === 'sending' || step === 'paid';

  const check = useCallback(
    async (counted: 0 | 1) => {
      const { pressedAt: attempt, checks } = findAttempt(payable);
      const at = Date.now();
      await checkStatus(payable, client);
      changeAttempt(payable, { type: 'checked', attempt, checks: checks + counted, at });
    },
    [client, payable],
  );
  const hurry = useCallback(() => {
    const { pressedAt, sentAt, checkedAt } = findAttempt(payable);
    setHurried(pressedAt);
    const since = Date.now() - Math.max(sentAt, checkedAt);
    if (since < 0 || since >= WAKE_MS) void check(0);
  }, [check, payable]);

  useEffect(() => {
    if (!isKnown) void check(0);
  }, [check, isKnown]);
  useEffect(() => (isEnded ? undefined : onReturn(hurry)), [hurry, isEnded]);
  useEffect(() => {
    if (dueAt === null) return undefined;
    // A clock that was set back must not stop the checks.
    const delayMs = Math.min(everyMs, Math.max(0, dueAt - Date.now()));
    const timer = setTimeout(() => void check(counted), delayMs);
    return () => clearTimeout(timer);
  }, [check, counted, dueAt, everyMs]);

  return { hurry, hurried };
}
