/**
 * What an account is recovered by: its phone and its ID number. Who holds a stolen token can change
 * both. So every change is written down and ends all other sessions, a former value still resets the
 * password for a month, and a new one does not for a day (`recovery.ts`).
 */
import { and, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm';
import { DAY_MS } from '../../src/contract/time.ts';
import { endSessions, sessionName } from './auth.ts';
import type { Account } from '../db/schema/people.ts';
import type { Caller } from '../calls/route.ts';
import type { Db } from '../db/db.ts';
import { isUniqueViolation } from '../db/faults.ts';
import { fieldError } from '../calls/refusal.ts';
import { accountChanges, accounts } from '../db/schema/people.ts';

/** How long a former value still resets the password. */
const FORMER_RESETS_MS = 30 * DAY_MS;
/** How long a new value does not reset it yet. */
const NEW_WAITS_MS = DAY_MS;

/** The column of each of them. */
export const COLUMNS = { phone_number: 'phoneNumber', id_number: 'idNumber' } as const;
export type Field = keyof typeof COLUMNS;
export const FIELDS = Object.keys(COLUMNS) as Field[];

/** A new phone, a new ID number, or the same as before. */
export type Identity = Partial<Pick<Account, 'phoneNumber' | 'idNumber'>>;

/** What a blocked person reads; `what` is blocked. */
export const blockedText = (what: string, supportPhone: string) =>
  `${what} is blocked. Please call ${supportPhone}.`;

/** Whether a blocked account, of either role, has this ID number. */
export async function isOfBlocked(db: Db, idNumber: string): Promise<boolean> {
  const isSame = eq(accounts.idNumber, idNumber);
  return (await db.$count(accounts, and(isNotNull(accounts.blockedAt), isSame))) > 0;
}

/** Which of the values differ from those of the account. */
export function changedFields(account: Account, identity: Identity): Field[] {
  return FIELDS.filter((field) => {
    const value = identity[COLUMNS[field]];
    return value !== undefined && value !== account[COLUMNS[field]];
  });
}

/** The changes that no reset has made void. */
export const isLive = isNull(accountChanges.undoneAt);
/** The changes of one field of one account that are not void. */
export const isOf = (account: Account, field: Field) =>
  and(eq(accountChanges.accountId, account.id), eq(accountChanges.field, field), isLive);

/** Whether the account's present value has been there long enough to be trusted. */
export async function isSettled(
  tx: Db,
  account: Account,
  field: Field,
  at: Date,
): Promise<boolean> {
  const [last] = await tx
    .select({ at: accountChanges.at })
    .from(accountChanges)
    .where(isOf(account, field))
    .orderBy(desc(accountChanges.id))
    .limit(1);
  return !last || at.getTime() - last.at.getTime() >= NEW_WAITS_MS;
}

/** What a person reads whose phone somebody else has. */
export const PHONE_TAKEN = 'This phone number is already registered.';

/**
 * Runs a write; a phone that somebody of the same role has taken at the same moment becomes a 400 at
 * its field. Every other such phone is refused before: PostgreSQL logs a broken rule with the phone.
 */
export async function withUniquePhone<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fieldError('phone_number', PHONE_TAKEN);
  }
}

/** Whether an account of this role, other than the one named, has this phone. */
export async function isPhoneTaken(
  db: Db,
  phone: string,
  { role, id = 0 }: Pick<Account, 'role'> & Partial<Pick<Account, 'id'>>,
): Promise<boolean> {
  const hasPhone = and(eq(accounts.phoneNumber, phone), eq(accounts.role, role));
  return (await db.$count(accounts, and(hasPhone, ne(accounts.id, id)))) > 0;
}

/** Throws a 400 for a phone that somebody of the same role has, or gave up less than a month ago. */
export async function refuseTakenPhone(
  db: Db,
  phone: string,
  owner: Pick<Account, 'role'> & Partial<Pick<Account, 'id'>>,
  at: Date,
): Promise<void> {
  if (await isPhoneTaken(db, phone, owner)) throw fieldError('phone_number', PHONE_TAKEN);
  const [taken] = await db
    .select({ id: accounts.id })
    .from(accountChanges)
    .innerJoin(accounts, eq(accounts.id, accountChanges.accountId))
    .where(
      and(
        eq(accountChanges.field, 'phone_number'),
        eq(accountChanges.former, phone),
        gt(accountChanges.resetsUntil, at),
        isLive,
        eq(accounts.role, owner.role),
        owner.id === undefined ? undefined : ne(accounts.id, owner.id),
      ),
    )
    .limit(1);
  if (taken) throw fieldError('phone_number', PHONE_TAKEN);
}

/**
 * Within the transaction that changes the account: writes down which of the values are new and ends
 * the sessions of all other devices.
 */
export async function recordIdentity(
  tx: Db,
  { account: { id }, tokenHash }: Caller,
  identity: Identity,
  at: Date,
): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update');
  if (!account) return;
  const changed = changedFields(account, identity);
  for (const field of changed) {
    const isTrusted = await isSettled(tx, account, field, at);
    const resetsUntil = isTrusted ? new Date(at.getTime() + FORMER_RESETS_MS) : null;
    const former = account[COLUMNS[field]];
    const session = sessionName(tokenHash);
    await tx
      .insert(accountChanges)
      .values({ accountId: id, at, field, former, resetsUntil, session });
  }
  if (changed.length > 0) await endSessions(tx, [id], tokenHash);
}
