/** How often each thing may be tried. RATE_LIMIT_FACTOR multiplies the counts. */
import { createHash } from 'node:crypto';
import { HttpError } from '../errors.ts';
import type { Counters } from './counters.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * `...Network`: calls from one network, whoever they are for; wide enough for a cybercafé. The
 * counts of logins and resets by phone hold those that failed: few from one network, many more from
 * all, so that who knows a phone does not lock its owner out. A device that has signed in before
 * has a count of its own and is not stopped by the others.
 */
const LIMITS = {
  loginNetwork: { most: 150, windowMs: 15 * MINUTE },
  loginPhoneNetwork: { most: 10, windowMs: 15 * MINUTE },
  loginPhone: { most: 100, windowMs: HOUR },
  loginDevice: { most: 10, windowMs: 15 * MINUTE },
  resetNetwork: { most: 40, windowMs: 15 * MINUTE },
  resetPhoneNetwork: { most: 5, windowMs: 15 * MINUTE },
  resetPhone: { most: 30, windowMs: DAY },
  resetDevice: { most: 5, windowMs: 15 * MINUTE },
  registrationNetwork: { most: 60, windowMs: HOUR },
  registrationPhone: { most: 6, windowMs: HOUR },
  promptNetwork: { most: 150, windowMs: 10 * MINUTE },
  /** Pictures of shared links that have to be drawn; those who preview links are few networks. */
  shareNetwork: { most: 200, windowMs: 10 * MINUTE },
  /** Every call of a signed-in person. */
  account: { most: 600, windowMs: 5 * MINUTE },
  /** Pictures sent by one account. */
  upload: { most: 20, windowMs: HOUR },
  /** New phones and new ID numbers of one account: a phone that is taken says that it exists. */
  identityChange: { most: 3, windowMs: DAY },
} as const;

export type LimitName = keyof typeof LIMITS;

/** One try at what is limited, by a phone, a network, an account. */
export interface Try {
  limit: LimitName;
  by: string;
}

export interface Limits {
  /** Counts the tries in their order. Throws 429 at the first that is one too many; none counts. */
  take(tries: Try[]): Promise<void>;
  /** Makes the tries uncounted, for instance because they were right. */
  giveBack(tries: Try[]): Promise<void>;
}

function tooMany(waitMs: number): HttpError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(seconds / 3600);
  const wait = minutes === 1 ? 'a minute' : minutes <= 90 ? `${minutes} minutes` : `${hours} hours`;
  const text = `Too many attempts. Please try again in ${wait}.`;
  return new HttpError(429, text, { 'retry-after': String(seconds) });
}

/** Says nothing of the phone or the address, and is as short for every text. */
function keyOf({ limit, by }: Try): string {
  const digest = createHash('sha256').update(by).digest('base64url').slice(0, 22);
  return `${limit} ${digest}`;
}

/** Limits that count in `counters`. */
export function createLimits(counters: Counters, factor: number): Limits {
  async function giveBack(tries: Try[]): Promise<void> {
    for (const one of tries) {
      // oxlint-disable-next-line no-await-in-loop
      await counters.takeBack(keyOf(one));
    }
  }

  return {
    take: async (tries) => {
      for (const [at, one] of tries.entries()) {
        const { most, windowMs } = LIMITS[one.limit];
        // oxlint-disable-next-line no-await-in-loop
        const { count, waitMs } = await counters.add({ key: keyOf(one), windowMs });
        if (count <= most * factor) continue;
        // oxlint-disable-next-line no-await-in-loop
        await giveBack(tries.slice(0, at + 1));
        throw tooMany(waitMs);
      }
    },
    giveBack,
  };
}
