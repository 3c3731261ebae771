/** Which moment decides who has paid: the API's, not the phone's (readings, "dates of the device"). */
import { parseDate } from '../../contract/dates.ts';
import type { OwnFundi } from './readers.ts';

/** The deciding moment. */
export interface Decided {
  /** In ms. */
  now: number;
  /** The API contradicts the phone's date, and its own cannot be read: the moment is a guess. */
  isGuess: boolean;
}

/**
 * The moment that decides about a fundi's access, when the phone says `phoneNow`, in ms. Where the date of the
 * API's answer could not be read, what it says of the subscription decides: the phone is believed as far as it
 * agrees.
 */
export function decidingNow(
  { clockAhead, saysSubscribed, subscription_end }: OwnFundi,
  phoneNow: number,
): Decided {
  if (clockAhead !== null) return { now: phoneNow + clockAhead, isGuess: false };
  const end = parseDate(subscription_end);
  if (end === null || saysSubscribed === null || saysSubscribed === end > phoneNow) {
    return { now: phoneNow, isGuess: false };
  }
  return { now: saysSubscribed ? end - 1 : end, isGuess: true };
}
