/**
 * Erases a person who asks for it, as Kenya's Data Protection Act grants. The books of money stay,
 * without the person: purpose, amount, receipt and times.
 */
import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { OPEN_STATES } from '../payments/machine.ts';
import { accountChanges, accounts } from '../db/schema/people.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import { paymentEvents, payments, sums } from '../db/schema/payments.ts';
import type { Account } from '../db/schema/people.ts';
import type { Desk } from './desk.ts';
import { OperatorError } from './operatorError.ts';
import { lockAccount, subjectOf } from './managePeople.ts';
import { sumsOf } from './readPersonSums.ts';
import { record } from './operatorLog.ts';
import type { By } from './operatorLog.ts';

/** Replaces a phone in the stored payments, and what was typed for one. */
const ERASED = 'erased';
const PHONES = /(?<!\d)(?:\+?254|0)[17]\d{8}(?!\d)/g;

export function withoutPhones(raw: unknown): unknown {
  if (typeof raw === 'string') return raw.replace(PHONES, ERASED);
  if (typeof raw === 'number') return String(raw).replace(PHONES, '') === '' ? ERASED : raw;
  if (typeof raw !== 'object' || raw === null) return raw;
  if (Array.isArray(raw)) return raw.map(withoutPhones);
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, withoutPhones(value)]));
}

/**
 * The phones that are of no other account: the person's phone, and those that it had before. A person's
 * account of the other role keeps its phone.
 */
async function phonesOf(tx: Db, { id, phoneNumber }: Account): Promise<string[]> {
  const { accountId, field, former } = accountChanges;
  const isFormer = and(eq(accountId, id), eq(field, 'phone_number'));
  const before = await tx.select({ former }).from(accountChanges).where(isFormer);
  const all = [phoneNumber, ...before.flatMap((change) => change.former ?? [])];
  const others = await tx
    .select({ phone: accounts.phoneNumber })
    .from(accounts)
    .where(and(inArray(accounts.phoneNumber, all), ne(accounts.id, id)));
  return all.filter((phone) => !others.some((other) => other.phone === phone));
}

/** Throws while money may still come, or while money that came is in review. */
async function refuseUnsettled(tx: Db, isTheirs: SQL | undefined, subject: string): Promise<void> {
  const [payment] = await tx
    .select({ id: payments.id, review: payments.review })
    .from(payments)
    .where(and(isTheirs, or(inArray(payments.state, [...OPEN_STATES]), isNotNull(payments.review))))
    .limit(1);
  if (!payment) return;
  const { id, review } = payment;
  const what = review === null ? 'is open: wait for its end' : 'is in review: close it first';
  throw new OperatorError(`The ${subject} cannot be erased yet. Payment ${id} ${what}.`);
}

/** Clears who paid and what was typed. Throws while one of the sums waits for a person. */
async function eraseSums(tx: Db, account: Account, subject: string): Promise<void> {
  const own = await sumsOf(tx, account);
  const waiting = own.find(({ state }) => state === 'new' || state === 'unmatched');
  if (waiting) {
    throw new OperatorError(
      `The ${subject} cannot be erased yet. The sum ${waiting.receipt} is unmatched: see to it first.`,
    );
  }
  const ids = own.map(({ id }) => id);
  await tx.update(sums).set({ typed: ERASED, payer: null }).where(inArray(sums.id, ids));
}

async function erasePhones(tx: Db, isTheirs: SQL | undefined): Promise<void> {
  const theirs = await tx
    .update(payments)
    .set({ phone: sql`case when ${payments.phone} is not null then ${ERASED} end` })
    .where(isTheirs)
    .returning({ id: payments.id });
  for (const { id } of theirs) {
    const events = await tx.select().from(paymentEvents).where(eq(paymentEvents.paymentId, id));
    for (const event of events) {
      const raw = withoutPhones(event.raw);
      await tx.update(paymentEvents).set({ raw }).where(eq(paymentEvents.id, event.id));
    }
  }
}

/** Erases an account with all that belongs to it. Throws an `OperatorError` when it cannot be. */
export async function erasePerson(
  { id, by }: { id: number; by: By },
  { db, now }: Desk,
): Promise<string[]> {
  return await db.transaction(async (tx: Db) => {
    // In the order of a payment: what is paid for before who pays, so that neither waits for the other.
    await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.clientId, id)).for('update');
    await tx.select({ id: ads.id }).from(ads).where(eq(ads.clientId, id)).for('update');
    const account = await lockAccount(tx, id);
    const subject = subjectOf(account);
    // Also of others who paid with the person's phone.
    const hasPhone = inArray(payments.phone, await phonesOf(tx, account));
    const isTheirs = or(eq(payments.accountId, id), hasPhone);
    await refuseUnsettled(tx, isTheirs, subject);
    await eraseSums(tx, account, subject);
    await erasePhones(tx, isTheirs);
    // Sessions, codes, changes, jobs, ads and their pictures go with it.
    await tx.delete(accounts).where(eq(accounts.id, id));
    await record(tx, { at: now(), by, action: 'erased', subject });
    return [`The ${subject} is erased. The payments stay in the books without name and phone.`];
  });
}
