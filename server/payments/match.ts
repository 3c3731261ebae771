/** Finds out what a sum that came to the paybill pays for, and settles it. */
import { and, eq } from 'drizzle-orm';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Db } from '../db/db.ts';
import { accounts } from '../db/schema/people.ts';
import { payments, sums } from '../db/schema/payments.ts';
import { readAccounts } from './accountCodes.ts';
import { isAboutMoney, isOpen } from './machine.ts';
import { isAlreadyPaid, keyOf, lockPayable, payableFor, promptTexts } from './payables.ts';
import type { LockedPayable, Payable } from './payables.ts';
import { applyLocked } from './settle.ts';
import type { Services } from './settle.ts';
import { lockPayment, newSecrets, paymentsFor } from './store.ts';
import type { Payment } from './store.ts';
import { lockSum, matchSum } from './sums.ts';
import type { Sum } from './sums.ts';

/** Why a sum pays for nothing. */
export type UnmatchedCause = NonNullable<Sum['cause']>;

/** What an account that somebody typed means; null for nothing that there ever was, and for two things at once. */
export async function payableOf(db: Db, typed: string): Promise<Payable | null> {
  const [account, ...others] = readAccounts(typed);
  if (account === undefined || others.length > 0) return null;
  if (!('phone' in account)) return payableFor(account.purpose, account.id);
  const [fundi] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.phoneNumber, account.phone), eq(accounts.role, 'fundi')));
  return fundi ? payableFor('subscription', fundi.id) : null;
}

/** A second sum for a subscription within this time is taken for the same month, paid in two ways. */
const SAME_MONTH_MS = DAY_MS;

function isPaid(payable: LockedPayable, rows: readonly Payment[], sentAt: Date, now: Date) {
  if (payable.kind !== 'fundi') return isAlreadyPaid(payable, now);
  const lately = sentAt.getTime() - SAME_MONTH_MS;
  return rows.some((row) => row.state === 'paid' && (row.receivedAt ?? now).getTime() > lately);
}

/**
 * Why money that was sent from the menu at `sentAt` cannot be taken for the payable now, or null;
 * `rows` are all its payments. `payable` is null when it is deleted.
 */
export function misfitOf(
  payable: LockedPayable | null,
  rows: readonly Payment[],
  sentAt: Date,
  now: Date,
): Exclude<UnmatchedCause, 'account' | 'accounts' | 'amount' | 'reversed'> | null {
  if (payable === null) return 'deleted';
  if (payable.kind !== 'fundi' && payable.row.takenDown !== null) return 'taken_down';
  return isPaid(payable, rows, sentAt, now) ? 'paid_twice' : null;
}

/**
 * The payment that this money settles, of those of its time and amount for its payable, newest first:
 * one whose money is known and its receipt is not; else the one whose prompt is out; else one whose
 * prompt ended without money, because M-Pesa may have been wrong about it, but none whose money went back. Whether the money is that prompt's
 * own or came from the menu makes no difference: each receipt counts once.
 */
export function candidateOf(
  rows: readonly Payment[],
  misfit: UnmatchedCause | null,
): Payment | undefined {
  const awaiting = rows.find(({ state, review }) => state === 'paid' || isAboutMoney(review));
  if (awaiting || (misfit !== null && misfit !== 'taken_down')) return awaiting;
  const open = rows.find(({ state }) => isOpen(state));
  const ended = rows.find((row) => row.promptedAt !== null && row.returnedAt === null);
  return open ?? (misfit === null ? ended : undefined);
}

/**
 * The payment whose money a person sent back before the sum was reported, without knowing its receipt: the
 * sum is that very money, and buys nothing.
 */
export const sentBackBefore = (rows: readonly Payment[], sentAt: Date) =>
  rows.find(({ returnedAt }) => returnedAt !== null && sentAt <= returnedAt);

/**
 * A payment without a prompt, stored in this transaction and locked by it. It is not open: a prompt for the same
 * payable may be out.
 */
export async function addPayment(tx: Db, payable: LockedPayable, meant: Payable, now: Date) {
  const { publicId, callbackHash } = newSecrets();
  const accountId = payable.kind === 'fundi' ? payable.row.id : payable.row.clientId;
  const { amount } = promptTexts(meant);
  const values = { ...meant, accountId, publicId, callbackHash, payable: keyOf(meant), amount };
  const [payment] = await tx
    .insert(payments)
    .values({ ...values, state: 'failed', createdAt: now })
    .returning();
  if (!payment) throw new Error('the insert of a payment returned no row');
  return payment;
}

/** What is stored of a sum beside the step of a payment; never who paid. */
const sourceOf = ({ receipt, amount, sentAt }: Sum) => ({
  event: 'sum_paid',
  raw: { receipt, amount, sentAt: sentAt?.toISOString() },
});

/** When it was sent, by M-Pesa's clock; never after it was heard of. */
export function sentAtOf({ sentAt, receivedAt }: Sum): Date {
  return sentAt === null || sentAt > receivedAt ? receivedAt : sentAt;
}

/** The payments of the time of a sum that have no receipt. */
export function withoutReceipt(
  rows: readonly Payment[],
  sum: Sum,
  { watchMs }: Services['timings'],
): Payment[] {
  const sentMs = sentAtOf(sum).getTime();
  const isOfItsTime = ({ createdAt }: Payment) => Math.abs(createdAt.getTime() - sentMs) < watchMs;
  return rows.filter((row) => row.receipt === null && isOfItsTime(row));
}

/**
 * Decides about one sum: it settles a payment, or it waits unmatched for a person. Locks as all that
 * settles does: the payable, then the payment, then the sum.
 */
async function matchOne(services: Services, seen: Sum): Promise<void> {
  const { db, now, log, timings } = services;
  const { receipt, typed, amount, receivedAt: cameAt } = seen;
  const sentAt = sentAtOf(seen);
  await db.transaction(async (tx: Db) => {
    const at = now();
    const meant = await payableOf(tx, typed);
    const payable = meant && (await lockPayable(tx, meant));
    const rows = meant ? await paymentsFor(tx, keyOf(meant)) : [];
    // A new sum has a cause only where M-Pesa has taken it back: it can be money of before, and buys nothing new.
    const misfit = seen.cause ?? (meant && misfitOf(payable, rows, sentAt, at));
    const mayBe = withoutReceipt(rows, seen, timings).filter((row) => row.amount === amount);
    const found = sentBackBefore(mayBe, sentAt) ?? candidateOf(mayBe, misfit);
    const candidate = found && (await lockPayment(tx, found.id));
    const sum = await lockSum(tx, receipt);
    if (sum?.state !== 'new') return;

    const key = meant && keyOf(meant);
    await tx.update(sums).set({ payable: key }).where(eq(sums.id, sum.id));
    const [owner] = await tx.select().from(payments).where(eq(payments.receipt, receipt));
    if (owner) {
      await matchSum(tx, receipt, owner.id);
      return;
    }
    const isPrice = meant !== null && amount === promptTexts(meant).amount;
    const isForNew = isPrice && payable !== null && misfit === null;
    const payment = candidate ?? (isForNew ? await addPayment(tx, payable, meant, at) : null);
    if (payment) {
      const evidence = { kind: 'paid', receipt, amount: payment.amount, cameAt } as const;
      const found = { payment, payable };
      const settled = await applyLocked(tx, services, found, evidence, sourceOf(sum));
      if (settled.receipt === receipt) return;
    }
    const wrong = misfit === 'deleted' || isPrice ? misfit : 'amount';
    const unknown = readAccounts(typed).length > 1 ? 'accounts' : 'account';
    const cause = seen.cause ?? (meant === null ? unknown : (wrong ?? 'paid_twice'));
    await tx.update(sums).set({ state: 'unmatched', cause }).where(eq(sums.id, sum.id));
    log.warn({ sum: sum.id, cause }, 'money came that matches nothing: it needs a person');
  });
}

/** Decides about each of these sums; returns how many stay as they are, because it failed. */
export async function matchAll(services: Services, found: readonly Sum[]): Promise<number> {
  let failed = 0;
  for (const sum of found) {
    try {
      await matchOne(services, sum);
    } catch (error) {
      services.log.error({ err: error, sum: sum.id }, 'a sum could not be matched');
      failed += 1;
    }
  }
  return failed;
}
