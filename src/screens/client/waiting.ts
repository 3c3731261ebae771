/** Which jobs and ads wait for something that their client has to do. */
import { parseDate } from '../../contract/dates.ts';
import type { Ad, Job } from '../../contract/schemas.ts';

/** Not paid for, or taken down. A toggle that the API has not answered yet changes nothing here. */
export function isJobWaiting({ is_active, is_paid, taken_down }: Job): boolean {
  return Boolean(taken_down) || is_paid === false || (!is_active && !is_paid);
}

/** Not paid for, or taken down, at `now` in ms; an ad that ran to its end waits for nothing. */
export function isAdWaiting({ is_active, expires_at, taken_down }: Ad, now: number): boolean {
  return Boolean(taken_down) || (!is_active && (parseDate(expires_at) ?? Infinity) > now);
}
