/** Until when a fundi is listed, in words. */
import {
  daysLeft,
  formatDate,
  formatDay,
  subscriptionEnd,
  subscriptionState,
  type SubscriptionState,
} from '../../contract/dates.ts';
import type { FundiAccount } from '../../contract/schemas.ts';

export interface Term {
  state: SubscriptionState;
  /** The date of the end: "Free until 29 Nov". */
  until: string;
  /** The whole days until then (spec §4): "5 days left". */
  left: string;
}

const NO_END = 'We do not know the end date.';

function untilText(state: SubscriptionState, end: string | null): string {
  if (state === 'Trial') return `Free until ${formatDay(end)}`;
  const date = formatDate(end);
  if (date === null) return NO_END;
  return state === 'Active' ? `Paid until ${date}` : `Ended on ${date}`;
}

/** The trial or subscription of a fundi at `now`, in ms; of one that has ended, when that was. */
export function termOf(fundi: FundiAccount, now: number): Term {
  const state = subscriptionState(fundi, now);
  const end = subscriptionEnd(fundi, now);
  const days = daysLeft(end, now);
  const left = `${days} ${days === 1 ? 'day' : 'days'} left`;
  const isLast = days === 0 && state !== 'Inactive';
  // The last 24 hours may reach into tomorrow.
  const isToday = formatDay(end) === formatDay(new Date(now).toISOString());
  const ends = isToday ? 'ends today' : 'ends tomorrow';
  return { state, until: untilText(state, end), left: isLast ? `${left}, ${ends}` : left };
}
