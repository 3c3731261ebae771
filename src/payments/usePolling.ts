import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { after, CHECK_MS, WAKE_MS } from '../lib/waits.ts';
import { askAbout } from './ask.ts';
import { purposes } from './purposes.ts';
import type { Payable } from './record.ts';
import { dispatch, find } from './store.ts';
import { onWake } from './wake.ts';

interface PollingOptions {
  payable: Payable;
  /** The attempt that is waited for, or null. */
  attempt: number | null;
  /**
   * When the next check is due, in ms: the record counts those of the attempt (spec §9). One that comes
   * after them, when the prompt can no longer be paid, is not counted.
   */
  dueAt: number | null;
  /** It was stored before the page was opened, and may have been paid since. */
  isResumed: boolean;
}

/**
 * Checks the status of an attempt when a check is due, and at once when the person or the network
 * comes back. Returns `hurry`, which checks at once; such a check is not counted.
 */
export function usePolling({ payable, attempt, dueAt, isResumed }: PollingOptions) {
  const client = useQueryClient();
  const [confirming, setConfirming] = useState<number | null>(null);
  const { everyMs } = purposes[payable.purpose].polling;

  const check = useCallback(
    async (counted: 0 | 1) => {
      const { pressedAt, checks } = find(payable);
      const at = Date.now();
      const isAnswered = await Promise.race([askAbout(payable, client), after(CHECK_MS)]);
      if (isAnswered === undefined) dispatch(payable, { type: 'unanswered' });
      const used = { attempt: pressedAt, checks: checks + counted };
      dispatch(payable, { type: 'checked', ...used, at });
    },
    [client, payable],
  );
  const hurry = useCallback(() => {
    const { pressedAt, sentAt, checkedAt } = find(payable);
    setConfirming(pressedAt);
    const since = Date.now() - Math.max(sentAt, checkedAt);
    if (since < 0 || since >= WAKE_MS) void check(0);
  }, [check, payable]);

  useEffect(() => {
    if (dueAt === null) return undefined;
    // A clock that was set back must not stop the checks.
    const delayMs = Math.min(everyMs, Math.max(0, dueAt - Date.now()));
    const timer = setTimeout(() => void check(attempt === null ? 0 : 1), delayMs);
    return () => clearTimeout(timer);
  }, [attempt, check, dueAt, everyMs]);
  useEffect(() => {
    if (isResumed) void check(0);
  }, [check, isResumed]);
  useEffect(() => (attempt === null ? undefined : onWake(hurry)), [attempt, hurry]);

  return { hurry, isConfirming: confirming !== null && confirming === attempt };
}
