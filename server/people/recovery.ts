/** Resets a password by phone and ID number, present or former, or by an operator's code. */
import { and, eq, gt, gte, inArray } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { endSessions } from './auth.ts';
import type { Account } from '../db/schema/people.ts';
import type { Db } from '../db/db.ts';
import { COLUMNS, FIELDS, isLive, isOf, isSettled } from './identity.ts';
import type { Field } from './identity.ts';
import { isThisCode } from './resetCodes.ts';
import type { ResetCode } from './resetCodes.ts';
import { accountChanges, accounts, resetCodes } from '../db/schema/people.ts';

/** The change that replaced `value`, if that still resets the password. */
async function replacedBy(tx: Db, account: Account, field: Field, value: string, at: Date) {
  const [change] = await tx
    .select({ id: accountChanges.id })
    .from(accountChanges)
    .where(
      and(
        isOf(account, field),
        eq(accountChanges.former, value),
        gt(accountChanges.resetsUntil, at),
      ),
    )
    .orderBy(accountChanges.id)
    .limit(1);
  return change?.id ?? null;
}

/** Whether `value` may reset the password, and which change has to be undone for it. */
async function standing(tx: Db, account: Account, field: Field, value: string, at: Date) {
  const isPresent = account[COLUMNS[field]] === value;
  if (isPresent && (await isSettled(tx, account, field, at))) return { kind: 'present' } as const;
  const change = await replacedBy(tx, account, field, value, at);
  if (change !== null) return { kind: 'former', change } as const;
  return { kind: isPresent ? 'tooNew' : 'wrong' } as const;
}

/** Restores a former value, and marks the changes after it as void. */
async function restore(
  tx: Db,
  account: Account,
  field: Field,
  value: string,
  from: number,
  at: Date,
) {
  await tx
    .update(accountChanges)
    .set({ undoneAt: at })
    .where(and(isOf(account, field), gte(accountChanges.id, from)));
  await tx
    .update(accounts)
    .set({ [COLUMNS[field]]: value })
    .where(eq(accounts.id, account.id));
}

/** Gives the accounts a new password, writes that down and ends their sessions. */
async function setPassword(tx: Db, ids: number[], passwordHash: string, at: Date): Promise<void> {
  await tx.update(accounts).set({ passwordHash }).where(inArray(accounts.id, ids));
  await tx
    .insert(accountChanges)
    .values(ids.map((accountId) => ({ accountId, at, field: 'password' as const })));
  await endSessions(tx, ids);
}

/** As `resetPasswords`, for the account of an operator's code, which is used up by it. */
export async function resetByCode(
  tx: Db,
  code: ResetCode,
  passwordHash: string,
  at: Date,
): Promise<'done' | 'noMatch'> {
  const used = await tx.delete(resetCodes).where(isThisCode(code)).returning();
  if (used.length === 0) return 'noMatch';
  await setPassword(tx, [code.accountId], passwordHash, at);
  return 'done';
}

/**
 * Gives a new password to the accounts of this phone and ID number, present or former, and ends
 * their sessions. Answers `tooNew` where one of the two is present but less than a day old.
 */
export async function resetPasswords(
  tx: Db,
  given: { phone_number: string; id_number: string },
  passwordHash: string,
  at: Date,
): Promise<'done' | 'tooNew' | 'noMatch'> {
  const owners = tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.phoneNumber, given.phone_number));
  const formerOwners = tx
    .select({ id: accountChanges.accountId })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.field, 'phone_number'),
        eq(accountChanges.former, given.phone_number),
        gt(accountChanges.resetsUntil, at),
        isLive,
      ),
    );
  const candidates = await tx
    .select()
    .from(accounts)
    // An "or" with a query in it would read all accounts.
    .where(inArray(accounts.id, unionAll(owners, formerOwners)))
    .for('update');
  const done: number[] = [];
  let isTooNew = false;
  for (const account of candidates) {
    const found = [];
    // One connection answers one query after the other.
    for (const field of FIELDS) {
      found.push({ field, ...(await standing(tx, account, field, given[field], at)) });
    }
    if (found.some(({ kind }) => kind === 'wrong')) continue;
    if (found.some(({ kind }) => kind === 'tooNew')) {
      isTooNew = true;
      continue;
    }
    for (const one of found) {
      if (one.kind !== 'former') continue;
      await restore(tx, account, one.field, given[one.field], one.change, at);
    }
    done.push(account.id);
  }
  if (done.length === 0) return isTooNew ? 'tooNew' : 'noMatch';
  await setPassword(tx, done, passwordHash, at);
  return 'done';
}
