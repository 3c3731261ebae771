/** The report of the payments for a person: what is open, what came in, what needs a decision. */
import { desc, eq } from 'drizzle-orm';
import { formatDate } from '../../src/contract/rules.ts';
import type { Db } from '../db.ts';
import { accounts, payments } from '../schema.ts';
import { quoted } from '../terminal.ts';
import { decisionsFor } from './close.ts';
import { isOpen } from './machine.ts';
import type { ReviewCause } from './machine.ts';
import type { Payment } from './store.ts';

/** A payment, and the account that asked for it; null when the account is deleted. */
export interface ReportRow extends Payment {
  payer: { name: string; phoneNumber: string } | null;
}

export interface PaymentReport {
  /** Prompts that may still be answered, or without any result yet. */
  open: ReportRow[];
  paid: ReportRow[];
  /** Of the paid ones: only a query said so, and a query does not name the amount. */
  unnamed: ReportRow[];
  /** All that a person must look at; a paid one is among them when its amount was wrong. */
  review: (ReportRow & { review: ReviewCause })[];
  /** Cancelled, failed and expired ones: no money. */
  unpaid: ReportRow[];
}

const ADVICE: Record<ReviewCause, string> = {
  amount: 'what came is not the fee: compare with the M-Pesa statement, send it back or activate',
  deleted: 'paid for something that was deleted: send it back',
  paid_twice: 'paid for already: send it back',
  unanswered: 'M-Pesa never reported a result: look for it in the M-Pesa statement',
};

const UNNAMED = ' (compare each with the M-Pesa statement)';

/** Reads all payments, newest first. */
export async function paymentReport(db: Db): Promise<PaymentReport> {
  const payer = { name: accounts.name, phoneNumber: accounts.phoneNumber };
  const found = await db
    .select({ payment: payments, payer })
    .from(payments)
    .leftJoin(accounts, eq(accounts.id, payments.accountId))
    .orderBy(desc(payments.id));
  const rows = found.map(({ payment, payer }) => ({ ...payment, payer }));
  return {
    open: rows.filter((row) => isOpen(row.state)),
    paid: rows.filter((row) => row.state === 'paid'),
    unnamed: rows.filter((row) => row.state === 'paid' && row.amountReceived === null),
    review: rows.flatMap((row) => (row.review === null ? [] : { ...row, review: row.review })),
    unpaid: rows.filter((row) => ['cancelled', 'failed', 'expired'].includes(row.state)),
  };
}

const ksh = (amounts: number[]) =>
  `Ksh ${amounts.reduce((total, amount) => total + amount, 0).toLocaleString('en-KE')}`;

const asked = (title: string, rows: ReportRow[]) =>
  `${title}: ${rows.length}, ${ksh(rows.map(({ amount }) => amount))} asked`;

/** Only a callback names an amount: what a query settled is counted apart. */
function received(title: string, rows: ReportRow[]): string {
  const named = rows.map((row) => row.amountReceived).filter((amount) => amount !== null);
  const others = rows.length - named.length;
  const known = `${ksh(named)} received by ${named.length}`;
  const unknown = others === 0 ? '' : `, amount unknown for ${others}`;
  return `${asked(title, rows)}, ${known}${unknown}`;
}

function rowLine(row: ReportRow): string {
  const date = formatDate(row.createdAt.toISOString()) ?? '';
  const came = row.amountReceived === null ? '-' : `Ksh ${row.amountReceived}`;
  const fields = [
    `#${row.id}`.padEnd(7),
    date.padEnd(12),
    row.payable.padEnd(18),
    `Ksh ${row.amount}`.padStart(8),
    came.padStart(8),
    row.phone,
    row.state.padEnd(12),
    row.receipt ?? '-',
  ];
  return `  ${fields.join('  ')}`.trimEnd();
}

function reviewLines(row: PaymentReport['review'][number]): string[] {
  const { id, review, payer, phone, receipt, checkoutRequestId } = row;
  const who = payer ? `${quoted(payer.name)}, ${payer.phoneNumber}` : 'an account that is deleted';
  const facts = [
    `payer ${who}`,
    `prompt to ${phone}`,
    `receipt ${receipt ?? 'unknown'}`,
    `checkout ${checkoutRequestId ?? 'unknown'}`,
  ];
  const indent = ' '.repeat(11);
  return [
    rowLine(row),
    `${indent}${ADVICE[review]}`,
    `${indent}${facts.join('; ')}`,
    `${indent}npm run admin -- payments close ${id} ${decisionsFor(row).join('|')} --reason "what was found"`,
  ];
}

/** The report as lines for a terminal; paid ones are listed up to `paidShown`, newest first. */
export function reportLines(report: PaymentReport, paidShown = 20): string[] {
  const { open, paid, unnamed, review, unpaid } = report;
  const more = paid.length - paidShown;
  return [
    'Columns: id, date, what for, asked, received, phone of the prompt, state, receipt',
    '',
    asked('Open', open),
    ...open.map(rowLine),
    '',
    received('Paid', paid),
    ...paid.slice(0, paidShown).map(rowLine),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
    `Paid by a query alone, amount not named: ${unnamed.length}${unnamed.length > 0 ? UNNAMED : ''}`,
    ...unnamed.map(rowLine),
    '',
    received('To be reviewed', review),
    ...review.flatMap(reviewLines),
    '',
    asked('Without money (cancelled, failed, expired)', unpaid),
  ];
}
