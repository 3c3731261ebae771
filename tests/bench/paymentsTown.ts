/** The people and things of the payment bench, and its dice. */
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import { createSession } from '../../server/auth.ts';
import type { Config } from '../../server/config.ts';
import type { Db } from '../../server/db.ts';
import { BEHAVIOURS } from '../../server/mpesa/behaviours.ts';
import { promptTexts } from '../../server/payments/payables.ts';
import type { Payable } from '../../server/payments/payables.ts';
import { DEFAULT_TIMINGS } from '../../server/payments/schedule.ts';
import type { PaymentTimings } from '../../server/payments/schedule.ts';
import { accounts, ads, jobs } from '../../server/schema.ts';

/** How long the simulator waits before it answers, in ms; its "late" is fifteen times as much. */
export const SIMULATOR_DELAY_MS = 120;

/** A prompt's life is longer than the simulator's "late", as in the field. */
export const HURRIED: PaymentTimings = {
  ...DEFAULT_TIMINGS,
  promptLifetimeMs: 4000,
  pushPatienceMs: 4000,
  firstQueryMs: 400,
  queryMinMs: 150,
  queryMaxMs: 600,
  claimMs: 3000,
  giveUpMs: 12_000,
  tickMs: 50,
  statusPatienceMs: 200,
};

export interface Thing {
  purpose: PaymentPurpose;
  token: string;
  /** Of the job, the ad or the fundi. */
  id: number;
  /** As on the prompt. */
  reference: string;
}

export interface Dice {
  next(): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Equal seeds roll equally. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  };
}

const SUFFIXES = BEHAVIOURS.map(({ suffix }) => suffix);

/** A phone number: every third one is ordinary, the others have a will of their own. */
export function rollPhone(dice: Dice): string {
  const start = dice.pick(['07', '01']);
  const middle = String(Math.floor(dice.next() * 100_000)).padStart(5, '0');
  const suffix = dice.chance(1 / 3) ? String(Math.floor(dice.next() * 900)) : dice.pick(SUFFIXES);
  return `${start}${middle}${suffix.padStart(3, '0')}`;
}

const NOBODY = { jobId: null, adId: null, accountId: null };
const referenceOf = (payable: Partial<Payable> & Pick<Payable, 'purpose'>) =>
  promptTexts({ ...NOBODY, ...payable }).reference;

/** Stores `count` things to pay for, each with an account that is signed in. */
export async function fillTown(db: Db, config: Config, count: number): Promise<Thing[]> {
  const ctx = { db, config, now: () => new Date(), log: console as never };
  const things: Thing[] = [];
  for (let index = 0; index < count; index += 1) {
    const purpose = (['post_job', 'post_ad', 'subscription'] as const)[index % 3] ?? 'post_job';
    const [account] = await db
      .insert(accounts)
      .values({
        role: purpose === 'subscription' ? 'fundi' : 'client',
        name: `Payer ${index}`,
        phoneNumber: `07${String(index).padStart(8, '0')}`,
        idNumber: String(index),
        passwordHash: '',
      })
      .returning();
    const clientId = account?.id ?? 0;
    const token = await createSession(ctx, clientId);
    if (purpose === 'post_job') {
      const values = { clientId, title: 'Job', description: 'Work', location: 'Juja' };
      const [row] = await db.insert(jobs).values(values).returning();
      things.push({
        purpose,
        token,
        id: row?.id ?? 0,
        reference: referenceOf({ purpose, jobId: row?.id ?? 0 }),
      });
    } else if (purpose === 'post_ad') {
      const values = { clientId, title: 'Ad', description: 'Buy' };
      const [row] = await db.insert(ads).values(values).returning();
      things.push({
        purpose,
        token,
        id: row?.id ?? 0,
        reference: referenceOf({ purpose, adId: row?.id ?? 0 }),
      });
    } else {
      things.push({
        purpose,
        token,
        id: clientId,
        reference: referenceOf({ purpose, accountId: clientId }),
      });
    }
  }
  return things;
}
