/** The tables of the money: payments, their steps, and the sums that M-Pesa reports. */
import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { accounts } from './people.ts';

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
const REVIEW_CAUSES = [
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
const UNMATCHED_CAUSES = [
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
    // How many payments of each state there are is read from this index alone.
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
