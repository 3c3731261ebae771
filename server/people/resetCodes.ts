/**
 * Codes for people who lost their phone or ID number: an operator gives one, and the reset accepts it in
 * place of the ID number, once, within a day.
 */
import { randomInt } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { normaliseIdNumber } from '../../src/contract/rules.ts';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import { PASSWORDS } from './passwords.ts';
import type { Passwords } from './passwords.ts';
import { accounts, resetCodes } from '../db/schema/people.ts';

/** Digits, which every keyboard shows first for an ID number; no ID number has so many. */
const GROUPS = 3;
const GROUP_DIGITS = 4;
const CODE = /^\d{12}$/;

export type ResetCode = typeof resetCodes.$inferSelect;

/** This very code, so that of two resets at once only one uses it. */
export const isThisCode = ({ accountId, codeHash }: ResetCode) =>
  and(eq(resetCodes.accountId, accountId), eq(resetCodes.codeHash, codeHash));

const group = () => String(randomInt(10 ** GROUP_DIGITS)).padStart(GROUP_DIGITS, '0');

/** A new code, such as `4821-0937-5562`, and what is stored of it. */
export async function newCode(): Promise<{ code: string; codeHash: string }> {
  const code = Array.from({ length: GROUPS }, group).join('-');
  return { code, codeHash: await PASSWORDS.hash(normaliseIdNumber(code)) };
}

/** Stores the code of an account; returns until when it can be used. */
export async function storeCode(
  tx: Db,
  accountId: number,
  codeHash: string,
  at: Date,
): Promise<Date> {
  const expiresAt = new Date(at.getTime() + DAY_MS);
  await tx
    .insert(resetCodes)
    .values({ accountId, codeHash, expiresAt })
    .onConflictDoUpdate({ target: resetCodes.accountId, set: { codeHash, expiresAt } });
  return expiresAt;
}

/**
 * The code of an account with this phone that was given in place of the ID number, or null. Twelve
 * digits take the time of a comparison whether there is a code or not.
 */
export async function findCode(
  { db, now, passwords }: Pick<Context, 'db' | 'now'> & { passwords: Passwords },
  given: { phone_number: string; id_number: string },
  gone?: AbortSignal,
): Promise<ResetCode | null> {
  const code = given.id_number;
  if (!CODE.test(code)) return null;
  const rows = await db
    .select({ code: resetCodes })
    .from(resetCodes)
    .innerJoin(accounts, eq(accounts.id, resetCodes.accountId))
    .where(and(eq(accounts.phoneNumber, given.phone_number), gt(resetCodes.expiresAt, now())));
  // One phone has two accounts at most: a fundi's and a client's.
  const [first, second] = rows.map((row) => row.code);
  const isFirst = await passwords.verify(code, first?.codeHash, gone);
  const isSecond = await passwords.verify(code, second?.codeHash, gone);
  if (isFirst && first) return first;
  return isSecond && second ? second : null;
}
