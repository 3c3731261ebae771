/** Resets a password by phone and ID number, present or former. */
import { and, eq, gt, gte, inArray, or } from 'drizzle-orm';
import { endSessions } from './auth.ts';
import type { Account } from './auth.ts';
import type { Db } from './db.ts';
import { COLUMNS, FIELDS, isLive, isOf, isSettled } from './identity.ts';
import type { Field } from './identity.ts';
import { accountChanges, accounts } from './schema.ts';

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

/** Whether `value` may reset the password, and from which change on it has to stand again. */
async function standing(tx: Db, account: Account, field: Field, value: string, at: Date) {
  const isPresent = account[COLUMNS[field]] === value;
  if (isPresent && (await isSettled(tx, account, field, at))) return { kind: 'present' } as const;
  const change = await replacedBy(tx, account, field, value, at);
  if (change !== null) return { kind: 'former', change } as const;
  return { kind: isPresent ? 'tooNew' : 'wrong' } as const;
}

/** Makes a former value stand again, and what came after it void. */
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
    .where(or(eq(accounts.phoneNumber, given.phone_number), inArray(accounts.id, formerOwners)))
    .for('update');
  const done: number[] = [];
  let isTooNew = false;
  for (const account of candidates) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await Promise.all(
      FIELDS.map(async (field) => ({
        field,
        ...(await standing(tx, account, field, given[field], at)),
      })),
    );
    if (found.some(({ kind }) => kind === 'wrong')) continue;
    if (found.some(({ kind }) => kind === 'tooNew')) {
      isTooNew = true;
      continue;
    }
    for (const one of found) {
      if (one.kind !== 'former') continue;
      // oxlint-disable-next-line no-await-in-loop
      await restore(tx, account, one.field, given[one.field], one.change, at);
    }
    done.push(account.id);
  }
  if (done.length === 0) return isTooNew ? 'tooNew' : 'noMatch';
  await tx.update(accounts).set({ passwordHash }).where(inArray(accounts.id, done));
  await tx
    .insert(accountChanges)
    .values(done.map((accountId) => ({ accountId, at, field: 'password' as const })));
  await endSessions(tx, done);
  return 'done';
}
