import { useEffect, useState } from 'react';
import { ApiError, isTokenRefused } from './errors.ts';
import { errorText } from './errorText.ts';
import { getSession } from '../session/session.ts';
import { takeBackError, toastError, useToasts } from '../toast.ts';

/**
 * Shows a toast for a write that failed, with the server's text or `fallback` (spec §8), and returns
 * that text. For an expired session there is none: the login screen that follows says it.
 */
export function reportFailure(error: unknown, fallback: string): string | null {
  if (isTokenRefused(error) && getSession().ended === 'expired') return null;
  const text = errorText(error, fallback);
  toastError(text);
  return text;
}

function createFailureToast() {
  let said: string | null = null;
  return {
    say: (text: string) => {
      said = text;
      toastError(text);
    },
    report: (error: unknown, fallback: string) => (said = reportFailure(error, fallback)),
    takeBack: () => {
      if (said !== null) takeBackError(said);
      said = null;
    },
  };
}

/**
 * The toasts of one form or toggle: `say` shows a failure, `report` is `reportFailure`, and `takeBack`
 * removes what was said last, because the person tries again.
 */
export function useFailureToast() {
  const [toasts] = useState(createFailureToast);
  useToasts();
  return toasts;
}

/** Shows a toast for a failed load, once per failure. */
export function useLoadFailureToast(isFailed: boolean, text: string) {
  useToasts();
  useEffect(() => {
    if (isFailed) toastError(text);
  }, [isFailed, text]);
}

/** What to try when a call about ads got no answer: browsers that block ads refuse such calls. */
export const ALLOW_ADS = 'If your browser blocks ads, allow them for this site, then try again.';

/**
 * The text of a failed call about ads, with what to try when it may have been blocked: a blocker refuses it
 * at once, on a working network. One that began to be sent, or waited in vain, was not blocked.
 */
export function adFailureText(text: string, error: unknown): string {
  const isRefused = error instanceof ApiError && error.kind === 'network' && navigator.onLine;
  return isRefused ? `${text} ${ALLOW_ADS}` : text;
}
