/** What to say when a call about ads got no answer: browsers that block ads refuse such calls. */
import { ApiError } from './api/errors.ts';

export const ALLOW_ADS = 'If your browser blocks ads, allow them for this site, then try again.';

/**
 * The text of a failed call about ads, with what to try when it may have been blocked: a blocker refuses it
 * at once, on a working network. One that began to be sent, or waited in vain, was not blocked.
 */
export function adFailureText(text: string, error: unknown): string {
  const isRefused = error instanceof ApiError && error.kind === 'network' && navigator.onLine;
  return isRefused ? `${text} ${ALLOW_ADS}` : text;
}
