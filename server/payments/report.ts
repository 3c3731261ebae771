/** The books of the payments for a person: what is open, what came in, what needs a decision. */
import { desc } from 'drizzle-orm';
import { formatDate } from '../../src/contract/rules.ts';
import type { Db } from '../db.ts';
import { payments } from '../schema.ts';
import { isOpen } from './machine.ts';
import type { ReviewCause } from './machine.ts';
import type { Payment } from './store.ts';

export interface PaymentReport {
  /** Prompts that may still be answered or that nobody has told us about. */
  open: Payment[];
  paid: Payment[];
  /** All that a person must look at; a paid one is among them when its amount was odd. */
  review: Payment[];
  /** Cancelled, failed and expired ones: no money. */
  unpaid: Payment[];
}

const ADVICE: Record<ReviewCause, string> = {
  amount: 'the amount told is not the fee: compare with the M-Pesa statement, refund or activate',
  thing_gone: 'paid for something that was deleted: refund',
  paid_twice: 'paid for already: refund',
  unanswered: 'M-Pesa never said what became of it: look for it in the M-Pesa statement',
};

/** Reads all payments, newest first. */
export async function paymentReport(db: Db): Promise<PaymentReport> {
  const rows = await db.select().from(payments).orderBy(desc(payments.id));
  return {
    open: rows.filter((row) => isOpen(row.state)),
    paid: rows.filter((row) => row.state === 'paid'),
    review: rows.filter((row) => row.review !== null),
    unpaid: rows.filter((row) => ['cancelled', 'failed', 'expired'].includes(row.state)),
  };
}

const sum = (rows: Payment[]) => rows.reduce((total, row) => total + row.amount, 0);

const heading = (title: string, rows: Payment[]) =>
  `${title}: ${rows.length}, Ksh ${sum(rows).toLocaleString('en-KE')}`;

function line(row: Payment): string {
  const date = formatDate(row.createdAt.toISOString()) ?? '';
  const fields = [
    `#${row.id}`.padEnd(7),
    date.padEnd(12),
    row.thing.padEnd(18),
    `Ksh ${row.amount}`.padStart(8),
    row.phone,
    row.state.padEnd(12),
    row.receipt ?? '-'.padEnd(10),
  ];
  return `  ${fields.join('  ')}`.trimEnd();
}

function reviewLines(row: Payment): string[] {
  const advice = row.review === null ? '' : ADVICE[row.review as ReviewCause];
  return [line(row), `           ${advice}; checkout ${row.checkoutRequestId ?? 'unknown'}`];
}

/** The report as lines for a terminal; paid ones are listed up to `paidShown`, newest first. */
export function reportLines(report: PaymentReport, paidShown = 20): string[] {
  const { open, paid, review, unpaid } = report;
  const more = paid.length - paidShown;
  return [
    heading('Open', open),
    ...open.map(line),
    '',
    heading('Paid', paid),
    ...paid.slice(0, paidShown).map(line),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
    heading('To be reviewed', review),
    ...review.flatMap(reviewLines),
    '',
    heading('Without money (cancelled, failed, expired)', unpaid),
  ];
}
