/** Until when a fundi is listed, in words. */
import { useEffect, useState } from 'react';
import { FEES } from '../../contract/constants.ts';
import {
  daysLeft,
  formatDate,
  formatDay,
  parseDate,
  subscriptionEnd,
  subscriptionState,
  type SubscriptionState,
} from '../../contract/dates.ts';
import { DAY_MS } from '../../contract/time.ts';
import { decidingNow } from '../../lib/api/clock.ts';
import type { OwnFundi } from '../../lib/api/readers.ts';
import { SUBSCRIPTION } from '../../payments/attempt.ts';
import type { Payment } from '../../payments/payment.ts';
import { useKnownPayment } from '../../payments/useKnown.ts';

export interface Term {
  state: SubscriptionState;
  /** The date of the end: "Free until 29 Nov". */
  until: string;
  /** The whole days until then (spec §4): "5 days left"; where nobody knows them, why. */
  left: string;
  /** What happens then, where it is sure: "After 4 Dec 2026 you are not listed until you pay Ksh 200." */
  after: string;
}

const WRONG_DATE = 'The date of this phone is wrong.';
const NO_END = 'We do not know the end date.';

function untilText(state: SubscriptionState, end: string | null): string {
  if (state === 'Trial') return `Free until ${formatDay(end)}`;
  const date = formatDate(end);
  if (date === null) return NO_END;
  return state === 'Active' ? `Paid until ${date}` : `Ended on ${date}`;
}

/** The trial or subscription at `phoneNow`, in ms of the phone's clock, or when the last one ended. */
function termOf(fundi: OwnFundi, phoneNow: number): Term {
  const { now, isGuess } = decidingNow(fundi, phoneNow);
  const state = subscriptionState(fundi, now);
  const end = subscriptionEnd(fundi, now);
  const days = daysLeft(end, now);
  const left = `${days} ${days === 1 ? 'day' : 'days'} left`;
  const isLast = days === 0 && state !== 'Inactive';
  // The last 24 hours may reach into tomorrow.
  const isToday = formatDay(end) === formatDay(new Date(now).toISOString());
  const ends = isToday ? 'ends today' : 'ends tomorrow';
  const known = isLast ? `${left}, ${ends}` : left;
  // Of what has ended the date says all.
  const said = state === 'Inactive' && end !== null ? '' : known;
  // A trial may be followed by a month that is paid for already.
  const isSure = !isGuess && state !== 'Inactive' && !(state === 'Trial' && fundi.subscription_end);
  const date = isSure ? formatDate(end) : null;
  return {
    state,
    until: untilText(state, end),
    left: isGuess ? WRONG_DATE : said,
    after:
      date === null
        ? ''
        : `After ${date} you are not listed until you pay Ksh ${FEES.subscription}.`,
  };
}

/** Longer timers are cut off by browsers, and no screen is open for so long. */
const LONGEST_MS = DAY_MS;

/**
 * The phone's clock for `termOf`, in ms: when the screen was opened or the account read, and again when the term ends
 * while the screen is open.
 */
export function useTermClock(fundi: OwnFundi | undefined, readAt: number): number {
  const [shownAt, setShownAt] = useState(Date.now);
  const phoneNow = Math.max(shownAt, readAt);
  const { now, isGuess } = fundi ? decidingNow(fundi, phoneNow) : { now: phoneNow, isGuess: false };
  // A guess stands just before the end, or at it, however long one waits.
  const end = fundi && !isGuess ? parseDate(subscriptionEnd(fundi, now)) : null;
  const endsAt = phoneNow + Math.max(0, (end ?? 0) - now);
  useEffect(() => {
    const waitMs = endsAt - Date.now();
    if (endsAt <= phoneNow || waitMs > LONGEST_MS) return undefined;
    const timer = setTimeout(() => setShownAt(Date.now()), Math.max(0, waitMs));
    return () => clearTimeout(timer);
  }, [endsAt, phoneNow]);
  return phoneNow;
}

/** The account with the end of a subscription that was paid since it was read: another tab may have heard it. */
function withPaid(fundi: OwnFundi, { state, status: { until } }: Payment): OwnFundi {
  const isNews = state === 'paid' && until !== null && until !== fundi.subscription_end;
  if (!isNews) return fundi;
  // What an API leaves out stays open: else the phone's date would be called wrong when the month ends.
  const saysSubscribed = fundi.saysSubscribed === null ? null : true;
  return { ...fundi, subscription_end: until, saysSubscribed };
}

/** The term of the account that was read at `readAt`, in ms. */
export function useTerm(fundi: OwnFundi, readAt: number): Term;
export function useTerm(fundi: OwnFundi | undefined, readAt: number): Term | undefined;
export function useTerm(fundi: OwnFundi | undefined, readAt: number) {
  const { payment } = useKnownPayment(SUBSCRIPTION);
  const known = fundi && withPaid(fundi, payment);
  const phoneNow = useTermClock(known, readAt);
  return known && termOf(known, phoneNow);
}

/** The date first, and the days beside it (spec §2, §4). */
export function TermText({ until, left }: Pick<Term, 'until' | 'left'>) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-2xl font-bold">{until}</span>
      <span className="text-muted">{left}</span>
    </p>
  );
}
