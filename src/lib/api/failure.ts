import { useEffect } from 'react';
import { errorText, statusOf } from './errors.ts';
import { getSession } from '../session/session.ts';
import { toastError } from '../toast.ts';

/**
 * Tells in a toast of a write that failed, with the server's text or `fallback` (spec §8). A session
 * that ended is told of by the login that follows, not here.
 */
export function tellFailure(error: unknown, fallback: string) {
  if (statusOf(error) === 401 && getSession().ended === 'expired') return;
  void toastError(errorText(error, fallback));
}

/** Tells of a failed load in a toast, once per failure. */
export function useLoadFailureToast(isFailed: boolean, text: string) {
  useEffect(() => {
    if (isFailed) void toastError(text);
  }, [isFailed, text]);
}
