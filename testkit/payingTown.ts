/** The people of the payments run, and what they pay for. */
import { createSession } from '../server/people/auth.ts';
import type { Config } from '../server/config.ts';
import type { Db } from '../server/db/db.ts';
import { promptTexts } from '../server/payments/payables.ts';
import type { Payable } from '../server/payments/payables.ts';
import { DEFAULT_TIMINGS } from '../server/payments/schedule.ts';
import type { PaymentTimings } from '../server/payments/schedule.ts';
import { accounts } from '../server/db/schema/people.ts';
import { ads, jobs } from '../server/db/schema/listings.ts';
import type { PaymentPurpose } from '../src/contract/schemas.ts';

/** How long the simulator waits before it answers, in ms; its "late" is fifteen times as long. */
export const SIMULATOR_DELAY_MS = 120;

/** Short times, so that a run takes a minute. A prompt lives longer than the simulator's "late". */
export const SHORT_TIMINGS: PaymentTimings = {
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

/** A payable, and the token of the person who may pay for it. */
export interface OwnedPayable {
  purpose: PaymentPurpose;
  token: string;
  /** The id of the job, the ad or the fundi. */
  id: number;
  /** As on the prompt. */
  reference: string;
}

const PURPOSES = ['post_job', 'post_ad', 'subscription'] as const;

type Columns = Partial<typeof jobs.$inferInsert & typeof ads.$inferInsert>;

/**
 * Stores a job or an ad of the account, not paid for unless the columns say so; its subscription needs none.
 * Returns what can be paid for.
 */
export async function insertPayable(
  db: Db,
  purpose: PaymentPurpose,
  accountId: number,
  columns: Columns = {},
): Promise<Payable> {
  const payable: Payable = { purpose, accountId, jobId: null, adId: null };
  if (purpose === 'subscription') return payable;
  const texts = { title: 'Paint a gate', description: 'Black', location: 'Juja' };
  const table = purpose === 'post_job' ? jobs : ads;
  const [row] = await db
    .insert(table)
    .values({ clientId: accountId, ...texts, ...columns })
    .returning({ id: table.id });
  return { ...payable, [purpose === 'post_job' ? 'jobId' : 'adId']: row?.id ?? 0 };
}

/** Fills an empty database with `count` payables, each with an account of its own, signed in. */
export async function fillPayables(db: Db, config: Config, count: number): Promise<OwnedPayable[]> {
  const payables: OwnedPayable[] = [];
  for (let index = 0; index < count; index += 1) {
    const purpose = PURPOSES[index % PURPOSES.length] ?? 'post_job';
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
    const accountId = account?.id ?? 0;
    const token = await createSession({ db, config, now: () => new Date() }, accountId);
    const payable = await insertPayable(db, purpose, accountId);
    const id = payable.jobId ?? payable.adId ?? accountId;
    payables.push({ purpose, token, id, reference: promptTexts(payable).reference });
  }
  return payables;
}
