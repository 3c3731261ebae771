/** What to say when a call about ads got no answer: browsers that block ads refuse such calls. */
import { statusOf } from './api/errors.ts';

export const ALLOW_ADS = 'If your browser blocks ads, allow them for this site, then try again.';

/** The text of a failed call about ads, with what to try when it got no answer on a working network. */
export function adFailureText(text: string, error: unknown): string {
  return statusOf(error) === null && navigator.onLine ? `${text} ${ALLOW_ADS}` : text;
}
