/**
 * Unpaid jobs and ads: how many one account may have, and for how long. Safe against races by the turn of
 * the account (`db/turns.ts`).
 */
import { and, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Account } from '../db/schema/people.ts';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import { HttpError } from '../calls/refusal.ts';
import { takeTurn } from '../db/turns.ts';
import { keyOf, listing } from '../payments/payables.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import { payments } from '../db/schema/payments.ts';

/** The number of unpaid ones that an account may have; RATE_LIMIT_FACTOR multiplies it. */
const MOST = { job: 20, ad: 5 } as const;
/** Older ones are deleted. */
const STAY_DAYS = 30;
/** A prompt that has failed may still turn out to be paid, for some days at most. */
const SETTLED_DAYS = 7;

const KINDS = {
  job: { table: jobs, isUnpaid: isNull(jobs.paidAt) },
  ad: { table: ads, isUnpaid: isNull(ads.expiresAt) },
} as const;

/** What a client reads who may not add one more. */
export const tooManyUnpaid = (word: 'job' | 'ad', most: number = MOST[word]) =>
  `You have ${most} ${word}s that are not paid for. Pay for one of them or delete one first.`;

/** Within the transaction that adds one: throws 409 when the account has as many unpaid ones as it may. */
export async function refuseMoreUnpaid(
  tx: Db,
  word: 'job' | 'ad',
  { id }: Account,
  factor: number,
): Promise<void> {
  await takeTurn(tx, 'account', id);
  const { table, isUnpaid } = KINDS[word];
  const most = MOST[word] * factor;
  if ((await tx.$count(table, and(eq(table.clientId, id), isUnpaid))) < most) return;
  throw new HttpError(409, tooManyUnpaid(word, most));
}

/** Whether money may still come for it, or has come and a person looks into it. */
async function isAwaited(tx: Db, payable: string, at: Date): Promise<boolean> {
  const recent = new Date(at.getTime() - SETTLED_DAYS * DAY_MS);
  const isOpen = inArray(payments.state, ['created', 'prompted', 'unknown', 'needs_review']);
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.payable, payable), or(isOpen, gt(payments.createdAt, recent))))
    .limit(1);
  return payment !== undefined;
}

/** Deletes one with its picture, unless it was paid meanwhile or a payment may still come. */
async function clearOne(db: Db, word: 'job' | 'ad', id: number, at: Date): Promise<void> {
  const { table, isUnpaid } = KINDS[word];
  await db.transaction(async (tx) => {
    // A payment takes the same lock, so none can begin between the check and the deletion.
    const [row] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), isUnpaid))
      .for('update');
    if (!row || (await isAwaited(tx, keyOf(listing(word, id)), at))) return;
    await tx.delete(table).where(eq(table.id, id));
  });
}

/** When one that was made at `createdAt` is deleted unless it is paid for, ISO 8601. */
export function deletionOf({ createdAt }: { createdAt: Date }): string {
  return new Date(createdAt.getTime() + STAY_DAYS * DAY_MS).toISOString();
}

/** Deletes the jobs and ads, with their pictures, that have not been paid for in thirty days. */
export async function clearUnpaid({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const at = now();
  const old = new Date(at.getTime() - STAY_DAYS * DAY_MS);
  for (const word of ['job', 'ad'] as const) {
    const { table, isUnpaid } = KINDS[word];
    // All of them: what waits for money stays among them, and would fill a part for good.
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(and(isUnpaid, lt(table.createdAt, old)));
    for (const { id } of rows) {
      await clearOne(db, word, id, at);
    }
  }
}
