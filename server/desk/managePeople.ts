/** People: found, looked at, blocked, and helped when they lost their phone or ID number. */
import { and, desc, eq, inArray, like, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { normaliseIdNumber, normalisePhone } from '../../src/contract/rules.ts';
import { endSessions } from '../people/auth.ts';
import type { Account } from '../db/schema/people.ts';
import { isMobile } from '../calls/phone.ts';
import type { Db } from '../db/db.ts';
import { isUniqueViolation } from '../db/faults.ts';
import { isPhoneTaken } from '../people/identity.ts';
import { newCode, storeCode } from '../people/resetCodes.ts';
import { accountChanges, accounts, sessions } from '../db/schema/people.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import { payments } from '../db/schema/payments.ts';
import { isOnTrial, isSubscribed } from '../payments/subscription.ts';
import type { Desk } from './desk.ts';
import { OperatorError } from './operatorError.ts';
import { readLog, record } from './operatorLog.ts';
import type { By } from './operatorLog.ts';

const MOST_FOUND = 50;

/** Marks above letters and apostrophes, which people type in many ways or not at all: "Mũthoni", "Nyong’o". */
const MARKS = "[\u0300-\u036f'`\u2018\u2019\u02bc]";
const fold = (text: string) =>
  text.normalize('NFKD').replaceAll(new RegExp(MARKS, 'g'), '').toLowerCase();

/** Whether the column has all words in it that somebody typed, in any order. */
export function contains(column: PgColumn, text: string): SQL {
  const folded = sql`lower(regexp_replace(normalize(${column}, NFKD), ${MARKS}, '', 'g'))`;
  const words = fold(text).trim().split(/\s+/);
  const each = words.map((word) => like(folded, `%${word.replace(/[\\%_]/g, '\\$&')}%`));
  return sql.join(each, sql` and `);
}

/** By what a fundi is listed, and until when; null for who is not. */
export function listedBy(
  account: Account,
  now: Date,
): { by: 'trial' | 'subscription'; until: Date } | null {
  const { trialEnds, subscriptionEnd } = account;
  const trial = isOnTrial(account, now) ? trialEnds : null;
  const paid = isSubscribed(account, now) ? subscriptionEnd : null;
  // A month that is paid during the trial lists its fundi for longer.
  if (trial !== null && (paid === null || trial > paid)) return { by: 'trial', until: trial };
  return paid && { by: 'subscription', until: paid };
}

/** How the log names an account. */
export const subjectOf = ({ role, id }: Pick<Account, 'role' | 'id'>) => `${role} ${id}`;

const missing = (id: number) => new OperatorError(`There is no account ${id}.`);

/** The account, its row locked until the transaction ends. Throws an `OperatorError` without one. */
export async function lockAccount(tx: Db, id: number): Promise<Account> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update');
  if (!account) throw missing(id);
  return account;
}

/**
 * Accounts by a phone (also one that they had before) or an ID number, and where these find nobody by a
 * part of the name; the newest first, fifty at most.
 */
export async function findPeople(
  { text }: { text: string },
  { db }: Pick<Desk, 'db'>,
): Promise<Account[]> {
  const phone = normalisePhone(text);
  const idNumber = normaliseIdNumber(text);
  const newest = async (where: SQL) =>
    await db.select().from(accounts).where(where).orderBy(desc(accounts.id)).limit(MOST_FOUND);
  // A union, so that each part goes by its own index.
  const exact = union(
    db.select({ id: accounts.id }).from(accounts).where(eq(accounts.phoneNumber, phone)),
    db.select({ id: accounts.id }).from(accounts).where(eq(accounts.idNumber, idNumber)),
    db
      .select({ id: accountChanges.accountId })
      .from(accountChanges)
      .where(and(eq(accountChanges.field, 'phone_number'), eq(accountChanges.former, phone))),
  );
  const found = await newest(inArray(accounts.id, exact));
  return found.length > 0 ? found : await newest(contains(accounts.name, text));
}

/**
 * One account, the others of the same person, what belongs to it, and who has blocked it and why. Throws an
 * `OperatorError` when there is none.
 */
export async function showPerson({ id }: { id: number }, { db }: Pick<Desk, 'db'>) {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id));
  if (!account) throw missing(id);
  const { phoneNumber, idNumber } = account;
  const isSame = or(eq(accounts.phoneNumber, phoneNumber), eq(accounts.idNumber, idNumber));
  const isBlocked = account.blockedAt !== null;
  const which = { most: 1, subjects: [subjectOf(account)], action: 'blocked' };
  const [block = null] = isBlocked ? await readLog(which, { db }) : [];
  return {
    account,
    alsoIs: await db
      .select()
      .from(accounts)
      .where(and(ne(accounts.id, id), isSame)),
    block,
    has: {
      jobs: await db.$count(jobs, eq(jobs.clientId, id)),
      ads: await db.$count(ads, eq(ads.clientId, id)),
      payments: await db.$count(payments, eq(payments.accountId, id)),
      sessions: await db.$count(sessions, eq(sessions.accountId, id)),
    },
  };
}

/** Blocks an account, or lets it in again. Payments under way are still settled. */
export async function setBlocked(
  { id, isBlocked, by }: { id: number; isBlocked: boolean; by: By },
  { config, db, now }: Desk,
): Promise<string[]> {
  return await db.transaction(async (tx: Db) => {
    const account = await lockAccount(tx, id);
    const subject = subjectOf(account);
    const word = isBlocked ? 'blocked already' : 'not blocked';
    if ((account.blockedAt !== null) === isBlocked) {
      throw new OperatorError(`The ${subject} is ${word}.`);
    }
    const at = now();
    const blockedAt = isBlocked ? at : null;
    await tx.update(accounts).set({ blockedAt }).where(eq(accounts.id, id));
    if (isBlocked) await endSessions(tx, [id]);
    await record(tx, { at, by, action: isBlocked ? 'blocked' : 'unblocked', subject });
    return isBlocked
      ? [
          `The ${subject} is blocked: signed out, listed nowhere, with its jobs and ads.`,
          `Who logs in is told to call ${config.supportPhone}.`,
        ]
      : [`The ${subject} is not blocked any more, and can log in.`];
  });
}

/** Gives an account a code that resets the password once, within a day. */
export async function giveCode(
  { id, by }: { id: number; by: By },
  { db, now }: Desk,
): Promise<{ code: string; until: Date; account: Account }> {
  // Hashing takes time: not with the row locked.
  const { code, codeHash } = await newCode();
  return await db.transaction(async (tx: Db) => {
    const account = await lockAccount(tx, id);
    const at = now();
    const until = await storeCode(tx, id, codeHash, at);
    await record(tx, { at, by, action: 'given a reset code', subject: subjectOf(account) });
    return { code, until, account };
  });
}

const taken = (cause?: unknown) =>
  new OperatorError('Another account of this role has this number.', { cause });

/**
 * Gives an account another phone number and ends its sessions: the device of who lost the phone may be
 * in other hands. The former number resets no password.
 */
export async function setPhone(
  { id, phone, by }: { id: number; phone: string; by: By },
  { db, now }: Desk,
): Promise<string[]> {
  const number = normalisePhone(phone);
  if (!isMobile(number)) {
    throw new OperatorError(`${phone} is no phone number that starts with 07 or 01.`);
  }
  const change = db.transaction(async (tx: Db) => {
    const account = await lockAccount(tx, id);
    const { phoneNumber: former } = account;
    const subject = subjectOf(account);
    if (former === number) throw new OperatorError(`The ${subject} has this number already.`);
    if (await isPhoneTaken(tx, number, account)) throw taken();
    const at = now();
    await tx.update(accounts).set({ phoneNumber: number }).where(eq(accounts.id, id));
    const field = 'phone_number' as const;
    await tx.insert(accountChanges).values({ accountId: id, at, field, former });
    await endSessions(tx, [id]);
    await record(tx, { at, by, action: 'given another phone', subject });
    return [`The ${subject} has the phone ${number} now, and must log in again.`];
  });
  return await change.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw taken(error);
  });
}
