/** The tables of people: accounts, and what they sign in with. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgEnum, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';

export const roleEnum = pgEnum('role', ['fundi', 'client']);

export const accountFieldEnum = pgEnum('account_field', ['phone_number', 'id_number', 'password']);

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    role: roleEnum().notNull(),
    name: text().notNull(),
    phoneNumber: text().notNull(),
    /** In the form of `normaliseIdNumber`. */
    idNumber: text().notNull(),
    passwordHash: text().notNull(),
    createdAt: createdAt(),
    /** When its owner changed the profile last. */
    changedAt: moment(),
    location: text(),
    skills: text(),
    rateNote: text(),
    isAvailable: boolean().notNull().default(true),
    showContact: boolean().notNull().default(true),
    trialEnds: moment(),
    subscriptionEnd: moment(),
    roleNote: text(),
    /** Since when an operator has blocked the account; null for all others. */
    blockedAt: moment(),
  },
  (t) => [
    // The phone comes first, because a reset searches by the phone.
    unique('accounts_phone_role').on(t.phoneNumber, t.role),
    index('accounts_listing').on(t.role, t.createdAt),
    // Every list leaves out blocked accounts.
    index('accounts_blocked')
      .on(t.id)
      .where(sql`${t.blockedAt} is not null`),
    // Operators look for an ID number, and registration for that of a blocked account.
    index('accounts_id_number').on(t.idNumber),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, so that nobody can sign in with a leaked table. */
    tokenHash: text().primaryKey(),
    accountId: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** At most an hour behind the last call. */
    lastSeenAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    index('sessions_account').on(t.accountId),
    // What has ended is deleted every hour.
    index('sessions_expires').on(t.expiresAt),
    index('sessions_last_seen').on(t.lastSeenAt),
  ],
);

/**
 * Every change of what an account is recovered by: what was changed, when and by which session. The
 * former phone and ID number still reset the password for some time (`identity.ts`).
 */
export const accountChanges = pgTable(
  'account_changes',
  {
    id: id(),
    accountId: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    at: createdAt(),
    field: accountFieldEnum().notNull(),
    /** The value until then; null for a password. */
    former: text(),
    /** The name of the session that made the change; null for a reset, which has none. */
    session: text(),
    /** Until when the former value still resets the password; null where it was never trusted. */
    resetsUntil: moment(),
    /** When a reset with the former value has made the change void. */
    undoneAt: moment(),
  },
  (t) => [
    index('account_changes_account').on(t.accountId, t.at),
    index('account_changes_former').on(t.field, t.former),
  ],
);

/** The codes that operators have given to people who lost their phone or ID number. */
export const resetCodes = pgTable('reset_codes', {
  /** An account has one code at most; a new one ends the former. */
  accountId: integer()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Hashed as a password is, so that a leaked table resets nothing. */
  codeHash: text().notNull(),
  expiresAt: moment().notNull(),
});

/** The ID numbers that have had their free trial; a row stays when the account goes. */
export const trials = pgTable('trials', {
  /** A hash of the ID number (`trials.ts`). */
  idNumberHash: text().primaryKey(),
  startedAt: createdAt(),
});

/** A person's account, with all its columns. */
export type Account = typeof accounts.$inferSelect;
