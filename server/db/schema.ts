/** The database, for PostgreSQL 15 or later and PGlite alike; migrations are generated from it. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
const moment = () => timestamp({ withTimezone: true, mode: 'date' });
/** Why an operator has taken it down, as its owner reads it; null for all others. */
const takenDown = () => text();
const createdAt = () => moment().notNull().defaultNow();
/** The drivers give a Buffer or a plain array of bytes. */
const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
});

export const roleEnum = pgEnum('role', ['fundi', 'client']);
export const purposeEnum = pgEnum('payment_purpose', ['subscription', 'post_job', 'post_ad']);
/**
 * created: stored, the push not yet answered; prompted: the phone was asked; paid, cancelled,
 * failed, expired: settled, paid for good; unknown: there is no result yet; needs_review: a person
 * must look, `review` says why.
 */
export const paymentStateEnum = pgEnum('payment_state', [
  'created',
  'prompted',
  'paid',
  'cancelled',
  'failed',
  'expired',
  'unknown',
  'needs_review',
]);

/** Why a person must look at a payment. */
export const REVIEW_CAUSES = [
  /** The amount that came is not the amount that was asked. */
  'amount',
  /** The job or ad is deleted. */
  'deleted',
  /** The job or ad was paid for already. */
  'paid_twice',
  /** Neither a callback nor a query ever gave a result. */
  'unanswered',
] as const;

/** Why a sum from the Pay Bill menu pays for nothing. */
export const UNMATCHED_CAUSES = [
  /** The account that was typed has no code and no fundi's phone in it. */
  'account',
  /** It has two different ones. */
  'accounts',
  /** It is that of a job, ad or fundi that is deleted. */
  'deleted',
  'amount',
  'taken_down',
  'paid_twice',
  /** M-Pesa has taken it back before we heard of it. */
  'reversed',
] as const;

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

/** The counts of rate limits where several servers share the database. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [index('rate_limits_ends').on(t.endsAt)],
);

/** What the servers sign with. Made by the first start, shared by all servers. */
export const serverSecrets = pgTable('server_secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
});

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    clientId: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    location: text().notNull(),
    isActive: boolean().notNull().default(false),
    paidAt: moment(),
    createdAt: createdAt(),
    takenDown: takenDown(),
  },
  (t) => [
    index('jobs_client').on(t.clientId),
    index('jobs_listing').on(t.isActive, t.createdAt),
    // For the deletion of unpaid rows.
    index('jobs_unpaid')
      .on(t.createdAt)
      .where(sql`${t.paidAt} is null`),
  ],
);

export const ads = pgTable(
  'ads',
  {
    id: id(),
    clientId: integer()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    link: text(),
    /** The name of its picture: random, the last part of the picture's address. */
    image: text(),
    expiresAt: moment(),
    createdAt: createdAt(),
    takenDown: takenDown(),
  },
  (t) => [
    index('ads_client').on(t.clientId),
    index('ads_listing').on(t.expiresAt),
    index('ads_unpaid')
      .on(t.createdAt)
      .where(sql`${t.expiresAt} is null`),
    unique('ads_image_name').on(t.image),
  ],
);

/** The pictures of the ads as WebP, one row for each size. They go with their ad. */
export const pictures = pgTable(
  'pictures',
  {
    name: text()
      .notNull()
      .references(() => ads.image, { onDelete: 'cascade' }),
    /** The longest side that this size may have, in px. */
    size: integer().notNull(),
    webp: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.size] })],
);

export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** The `checkout_id` that the app gets; random, known before the push. */
    publicId: text().notNull(),
    accountId: integer().references(() => accounts.id, { onDelete: 'set null' }),
    purpose: purposeEnum().notNull(),
    /** No foreign key: a person settles the money that came for a deleted job or ad. */
    jobId: integer(),
    adId: integer(),
    /** The key of what is paid for, for instance `job:7`; at most one open payment has it. */
    payable: text().notNull(),
    /** What was asked for, in whole Ksh. */
    amount: integer().notNull(),
    /** The amount that a callback named, in Ksh; null without such a callback. */
    amountReceived: doublePrecision(),
    /** That of the prompt; null for money that came without one. */
    phone: text(),
    state: paymentStateEnum().notNull().default('created'),
    /** SHA-256 of the secret in this payment's callback address, so that a leaked table forges no callback. */
    callbackHash: text().notNull(),
    merchantRequestId: text(),
    checkoutRequestId: text(),
    receipt: text(),
    resultCode: integer(),
    /** What the payer reads, in plain words. */
    reason: text(),
    review: text({ enum: REVIEW_CAUSES }),
    createdAt: createdAt(),
    promptedAt: moment(),
    settledAt: moment(),
    /** When it became known that money came; stays when the money is sent back. */
    receivedAt: moment(),
    /** When a person wrote down that the money was sent back; null for all others. */
    returnedAt: moment(),
    /** M-Pesa's receipt of the money that was sent back; null where nobody wrote it down. */
    returnReceipt: text(),
    /** When the reconciler may ask next; claimed by moving it ahead. */
    nextQueryAt: moment(),
    queries: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('payments_public').on(t.publicId),
    uniqueIndex('payments_checkout').on(t.checkoutRequestId),
    uniqueIndex('payments_receipt').on(t.receipt),
    uniqueIndex('payments_return_receipt').on(t.returnReceipt),
    uniqueIndex('payments_one_open')
      .on(t.payable)
      .where(sql`${t.state} in ('created', 'prompted', 'unknown')`),
    index('payments_payable').on(t.payable, t.createdAt),
    // Every second the reconciler asks what is due: few payments have a next query.
    index('payments_due')
      .on(t.nextQueryAt)
      .where(sql`${t.nextQueryAt} is not null`),
    index('payments_received').on(t.receivedAt),
    // The newest prompts, of which one should have been called back.
    index('payments_prompted').on(t.promptedAt),
    // The prompts of the last day, by who asked and by phone: what the limits count.
    index('payments_account').on(t.accountId, t.createdAt),
    index('payments_phone').on(t.phone, t.createdAt),
    // The totals of all payments are read from this index alone.
    index('payments_totals').on(t.state, t.amount, t.amountReceived),
    // What a person must look at.
    index('payments_review')
      .on(t.id)
      .where(sql`${t.review} is not null`),
    // What was sent back.
    index('payments_returned')
      .on(t.returnedAt)
      .where(sql`${t.returnedAt} is not null`),
    index('payments_unnamed')
      .on(t.id)
      .where(sql`${t.state} = 'paid' and ${t.amountReceived} is null`),
  ],
);

/** Every step of a payment with the raw answer behind it. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: id(),
    paymentId: integer()
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    at: createdAt(),
    kind: text().notNull(),
    fromState: paymentStateEnum(),
    toState: paymentStateEnum(),
    raw: jsonb(),
  },
  (t) => [index('payment_events_payment').on(t.paymentId)],
);

/**
 * The sums that M-Pesa says came to the paybill, by receipt, however they were sent: also those of
 * prompts. Stored before anything is decided about them.
 */
export const sums = pgTable(
  'sums',
  {
    id: id(),
    receipt: text().notNull(),
    /** In Ksh; null when M-Pesa named none that can be read. */
    amount: doublePrecision(),
    /** The account as it was typed. */
    typed: text().notNull(),
    /** M-Pesa's own time of it. */
    sentAt: moment(),
    receivedAt: createdAt(),
    /**
     * Who paid, as M-Pesa sends it: a name, and a phone that is masked or hashed, so that it is never
     * shown or compared as a phone. Only until the sum has found its place.
     */
    payer: text(),
    /** new: not looked at yet; matched: it belongs to `paymentId`; returned: sent back by a person. */
    state: text({ enum: ['new', 'matched', 'unmatched', 'returned'] })
      .notNull()
      .default('new'),
    /** The key of what the account means, for instance `job:7`. */
    payable: text(),
    cause: text({ enum: UNMATCHED_CAUSES }),
    paymentId: integer().references(() => payments.id),
    /** M-Pesa's receipt of the money that was sent back, and when that was written down. */
    returnReceipt: text(),
    returnedAt: moment(),
  },
  (t) => [
    uniqueIndex('sums_receipt').on(t.receipt),
    uniqueIndex('sums_return_receipt').on(t.returnReceipt),
    // Every second it is asked which are new; a person looks at those that match nothing.
    index('sums_new')
      .on(t.id)
      .where(sql`${t.state} = 'new'`),
    index('sums_unmatched')
      .on(t.id)
      .where(sql`${t.state} = 'unmatched'`),
    index('sums_payable').on(t.payable),
    index('sums_payment').on(t.paymentId),
    index('sums_received').on(t.receivedAt),
    index('sums_returned').on(t.returnedAt),
  ],
);

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

/** What an operator may do; each of them may look. */
export const RIGHTS = [
  /** Lists and counts. */
  'look',
  /** Block people, and take jobs and ads down. */
  'moderate',
  /** Close reviews, and book and return money. */
  'money',
  /** All of it, and codes, phones, erasing, copies of a person's data, and the operators themselves. */
  'all',
] as const;

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

/** What was told of a cause for a notice, so that a restart or a second server does not tell it again. */
export const notices = pgTable('notices', {
  cause: text().primaryKey(),
  /** When it was told last that the cause is there. */
  toldAt: moment(),
  /** Whether that has been told, and not yet that it is over. */
  isOpen: boolean().notNull().default(false),
  /** Until when one server tells it and no other one. */
  claimedUntil: moment(),
});

/** A person's account, with all its columns. */
export type Account = typeof accounts.$inferSelect;
