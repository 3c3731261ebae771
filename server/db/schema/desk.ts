/** The tables of the desk: operators, what they did, and what is reported of the machine. */
import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';

/** What operators have changed (`npm run admin`): who, when and why. Never changed or deleted. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: id(),
    at: createdAt(),
    /** The operator's name; while no operator is named, the user of the system. */
    who: text().notNull(),
    /** What was done, for instance `closed as returned`. */
    action: text().notNull(),
    /** To what, by its kind and id, for instance `payment 12`: no name, which an erasure would miss. */
    subject: text().notNull(),
    reason: text().notNull(),
  },
  (t) => [index('operator_log_subject').on(t.subject)],
);

/** What an operator may do (`operators.ts` says what each means); each of them may look. */
export const RIGHTS = ['look', 'moderate', 'money', 'all'] as const;

/** Who may use the desk. While there is nobody, the user of the system may do everything. */
export const operators = pgTable(
  'operators',
  {
    /** As the log has it. */
    name: text().primaryKey(),
    /** SHA-256 of the operator's secret, so that nobody acts with a leaked table. */
    secretHash: text().notNull(),
    rights: text({ enum: RIGHTS }).array().notNull(),
    /** The key of the second factor, in base32: it must be read to judge six digits. Null for whom 0.1.0 has named. */
    factor: text(),
    /** The newest half minute whose digits were taken, so that nobody uses them twice. */
    factorStep: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [unique('operators_secret').on(t.secretHash)],
);

/** Operators who are signed in at the desk's page (`/desk`). */
export const deskSessions = pgTable('desk_sessions', {
  tokenHash: text().primaryKey(),
  /** The operator's name; the demo town's own operator is not in `operators`. */
  operator: text().notNull(),
  createdAt: createdAt(),
  seenAt: moment().notNull(),
  /** When the six digits were given last. */
  factorAt: moment().notNull(),
});

/** When something last worked and last failed: a backup, for instance. What calls for help is read from it. */
export const marks = pgTable('marks', {
  name: text().primaryKey(),
  goodAt: moment(),
  badAt: moment(),
});

/** What was reported of a cause for a notice, so that a restart or a second server does not report it again. */
export const notices = pgTable('notices', {
  cause: text().primaryKey(),
  /** When it was last reported that the cause is there. */
  toldAt: moment(),
  /** Whether that was reported, and its end was not. */
  isOpen: boolean().notNull().default(false),
  /** Until when one server reports it and no other does. */
  claimedUntil: moment(),
});
