/** Which moment decides who has paid: the API's, not the phone's (readings, "dates of the device"). */
import { parseDate } from '../../contract/dates.ts';
import { after, CHECK_MS } from '../waits.ts';
import { readFundiAccount, type OwnFundi } from './readers.ts';

interface Decided {
  /** In ms. */
  now: number;
  /** The API contradicts the phone's date, and its own cannot be read: the moment is a guess. */
  isGuess: boolean;
}

/**
 * The moment that decides about a fundi's access, when the phone says `phoneNow`, in ms. Where the API's date could
 * not be read, the phone is believed as far as it agrees with what the API says of the subscription.
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

/** How many ms a clock is ahead of the phone's, by the `Date` of its answer; null where that cannot be read. */
export function aheadOf(date: unknown): number | null {
  const at = typeof date === 'string' ? Date.parse(date) : NaN;
  return Number.isNaN(at) ? null : at - Date.now();
}

/** The same of the host that the app itself comes from; null when it does not answer. */
async function hostAhead(): Promise<number | null> {
  const asked = fetch('/', { method: 'HEAD', cache: 'no-store' });
  const answer = await Promise.race([asked, after(CHECK_MS)]).catch(() => undefined);
  return aheadOf(answer?.headers.get('date'));
}

/**
 * The fundi's own account, of an API whose clock is `clockAhead`. Some APIs go on to say that somebody is
 * subscribed after the end, and some phones have a wrong date: where these two contradict each other and the
 * date of the API's answer cannot be read, the clock of the app's own host decides.
 */
export async function readOwnFundi(answer: unknown, clockAhead: number | null): Promise<OwnFundi> {
  const fundi = readFundiAccount(answer, clockAhead);
  if (!decidingNow(fundi, Date.now()).isGuess) return fundi;
  return { ...fundi, clockAhead: await hostAhead() };
}
