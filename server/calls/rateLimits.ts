/**
 * The rate limits of calls. RATE_LIMIT_FACTOR multiplies the counts. Safe against races because a count and
 * its check are one step: one statement on the row of the count, or one in the memory of this process.
 */
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { HttpError, tooMany } from './refusal.ts';
import type { Counters } from './counters.ts';

/**
 * A limit is taken where its call is handled: those of logins, resets and registrations in `people/entry.ts`.
 *
 * One network may be a cybercafé, or the mast of a whole town: a carrier gives thousands of phones one address. So
 * `...Network` counts what fails, and where it counts what succeeds it only stops a flood. What comes with a token
 * is counted by account. Of logins and resets by phone the failed ones count, too: few from one network, more from
 * all. A device that has signed in before has its own count, and no other one stops it.
 *
 * So that strangers who guess do not lock an owner out who comes on a new device, a part of what all networks may try is
 * for the `...First` of each: where three networks have used up the rest, the owner's still has its one try.
 */
const LIMITS = {
  loginNetwork: { most: 150, windowMs: 15 * MINUTE_MS },
  loginPhoneNetwork: { most: 10, windowMs: 15 * MINUTE_MS },
  loginPhone: { most: 15, windowMs: 15 * MINUTE_MS },
  loginNetworkFirst: { most: 1, windowMs: 15 * MINUTE_MS },
  loginPhoneFirst: { most: 10, windowMs: 15 * MINUTE_MS },
  loginDevice: { most: 10, windowMs: 15 * MINUTE_MS },
  /** Logins of one phone from one network, right ones too: each costs a hash. */
  loginOne: { most: 300, windowMs: 15 * MINUTE_MS },
  resetNetwork: { most: 40, windowMs: 15 * MINUTE_MS },
  resetPhoneNetwork: { most: 5, windowMs: 15 * MINUTE_MS },
  resetPhone: { most: 15, windowMs: DAY_MS },
  resetNetworkFirst: { most: 1, windowMs: DAY_MS },
  resetPhoneFirst: { most: 15, windowMs: DAY_MS },
  resetDevice: { most: 5, windowMs: 15 * MINUTE_MS },
  /** A flood of invented people: more than register in any hall. */
  registrationNetwork: { most: 240, windowMs: 10 * MINUTE_MS },
  registrationRefusedNetwork: { most: 15, windowMs: 15 * MINUTE_MS },
  /** Sign-ins at the desk, right ones are given back: an operator's name, and a network. */
  deskName: { most: 5, windowMs: 15 * MINUTE_MS },
  deskNetwork: { most: 5, windowMs: 15 * MINUTE_MS },
  /** Share pictures that have to be drawn. Services that preview links call from few networks. */
  shareNetwork: { most: 200, windowMs: 10 * MINUTE_MS },
  /** Every call of a signed-in person. */
  account: { most: 600, windowMs: 5 * MINUTE_MS },
  /** Pictures sent by one account. */
  upload: { most: 20, windowMs: HOUR_MS },
  /** New phones and ID numbers of one account, because a refusal shows that a phone is registered. */
  identityChange: { most: 3, windowMs: DAY_MS },
} as const;

export type LimitName = keyof typeof LIMITS;

/** One use of a limit, counted by a phone, a network or an account. */
export interface Try {
  limit: LimitName;
  by: string;
}

export type Limits = ReturnType<typeof createLimits>;

/** A hash, so that the key does not show the phone or the address and is never long. */
function keyOf({ limit, by }: Try): string {
  const digest = createHash('sha256').update(by).digest('base64url').slice(0, 22);
  return `${limit} ${digest}`;
}

export function createLimits(counters: Counters, factor: number) {
  /** Takes the tries off their counts, for instance after a right password. */
  async function giveBack(tries: Try[]): Promise<void> {
    for (const one of tries) {
      await counters.takeBack(keyOf(one));
    }
  }

  /** Counts the tries in order. Throws 429 at the first one above its limit, and then counts none of them. */
  async function take(tries: Try[]): Promise<void> {
    for (const [at, one] of tries.entries()) {
      const { most, windowMs } = LIMITS[one.limit];
      const { count, waitMs } = await counters.add({ key: keyOf(one), windowMs });
      if (count <= most * factor) continue;
      await giveBack(tries.slice(0, at + 1));
      throw tooMany(waitMs, (wait) => `Too many attempts. Please try again in ${wait}.`);
    }
  }

  /** Takes the first of these whose limits allow it, and returns it. Throws the 429 of the last. */
  async function takeOneOf([first = [], ...others]: Try[][]): Promise<Try[]> {
    try {
      await take(first);
      return first;
    } catch (error) {
      if (others.length === 0 || !(error instanceof HttpError)) throw error;
      return await takeOneOf(others);
    }
  }

  return { take, takeOneOf, giveBack };
}
