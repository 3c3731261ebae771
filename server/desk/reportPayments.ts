/** The report of the payments for a person: what is open, what came in, what needs a decision. */
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { formatDate } from '../../src/contract/dates.ts';
import type { Db } from '../db/db.ts';
import { accounts, payments, paymentStateEnum } from '../db/schema.ts';
import { quoted } from '../process/terminal.ts';
import { readTotal, readTotals, readWaiting, without } from './books/readTotals.ts';
import type { Total } from './books/readTotals.ts';
import { decisionsFor } from './closeReview.ts';
import { outageLine, outagesOf } from './closeOutage.ts';
import { OPEN_STATES } from '../payments/machine.ts';
import type { ReviewCause } from '../payments/machine.ts';
import type { Payment } from '../payments/store.ts';

/** A payment, and the account that asked for it; null when the account is deleted. */
export interface ReportRow extends Payment {
  payer: { name: string; phoneNumber: string } | null;
}

/** Payments of a kind, newest first: the total of all, and the rows that are shown. */
interface Group<Row = ReportRow> {
  total: Total;
  rows: Row[];
}

export interface PaymentReport {
  /** Prompts that may still be answered, or without any result yet. */
  open: Group;
  paid: Group;
  /** Of the paid ones: only a query said so, and a query does not name the amount. */
  unnamed: Group;
  /** Money that a person sent back; it is in none of the others. */
  returned: Group;
  /** All that a person must look at; a paid one is among them when its amount was wrong. */
  review: Group<ReportRow & { review: ReviewCause }>;
  /** Cancelled, failed and expired ones: no money. */
  unpaid: Total;
  /** Sums of Pay Bill that match nothing, and their Ksh. */
  unmatched: { count: number; ksh: number };
}

const ADVICE: Record<ReviewCause, string> = {
  amount: 'what came is not the fee: compare with the M-Pesa statement, send it back or activate',
  deleted: 'paid for something that was deleted: send it back',
  paid_twice: 'paid for already: send it back',
  unanswered: 'M-Pesa never reported a result: look for it in the M-Pesa statement',
};

/** Rows of one kind that are printed. */
const MOST_SHOWN = 500;
const UNNAMED = ' (compare each with the M-Pesa statement)';

/** The newest `most` payments that fit. */
async function newest(db: Db, where: SQL, most: number): Promise<ReportRow[]> {
  const payer = { name: accounts.name, phoneNumber: accounts.phoneNumber };
  const found = await db
    .select({ payment: payments, payer })
    .from(payments)
    .leftJoin(accounts, eq(accounts.id, payments.accountId))
    .where(where)
    .orderBy(desc(payments.id))
    .limit(most);
  return found.map((row) => ({ ...row.payment, payer: row.payer }));
}

/**
 * Reads what waits, and the last `paidShown` paid ones and sent back ones. Of all else only totals are read: a busy town
 * has more payments than a running server should hold in memory.
 */
export async function paymentReport(db: Db, paidShown = 20): Promise<PaymentReport> {
  const { state } = payments;
  const isOpen = inArray(state, [...OPEN_STATES]);
  const isPaid = and(eq(state, 'paid'), isNull(payments.returnedAt)) ?? sql`true`;
  // As the partial indexes have it.
  const isUnnamed = sql`${state} = 'paid' and ${payments.amountReceived} is null`;
  const isInReview = isNotNull(payments.review);
  const isReturned = isNotNull(payments.returnedAt);
  const totals = await readTotals(db);
  const returned = await readTotals(db, isReturned);
  const { unmatched, unmatchedKsh } = await readWaiting(db);
  const reviews = await newest(db, isInReview, MOST_SHOWN);
  return {
    open: { total: totals(...OPEN_STATES), rows: await newest(db, isOpen, MOST_SHOWN) },
    paid: {
      total: without(totals('paid'), returned('paid')),
      rows: await newest(db, isPaid, paidShown),
    },
    returned: {
      total: returned(...paymentStateEnum.enumValues),
      rows: await newest(db, isReturned, paidShown),
    },
    unnamed: {
      total: await readTotal(db, isUnnamed),
      rows: await newest(db, isUnnamed, MOST_SHOWN),
    },
    review: {
      total: await readTotal(db, isInReview),
      rows: reviews.flatMap((row) => (row.review === null ? [] : { ...row, review: row.review })),
    },
    unpaid: without(totals('cancelled', 'failed', 'expired'), returned('failed')),
    unmatched: { count: unmatched, ksh: unmatchedKsh },
  };
}

const ksh = (amount: number) => `Ksh ${amount.toLocaleString('en-KE')}`;

const asked = (title: string, total: Total) =>
  `${title}: ${total.count}, ${ksh(total.asked)} asked`;

/** Only a callback names an amount: what a query settled is counted apart. */
function received(title: string, total: Total): string {
  const others = total.count - total.named;
  const known = `${ksh(total.received)} received by ${total.named}`;
  const unknown = others === 0 ? '' : `, amount unknown for ${others}`;
  return `${asked(title, total)}, ${known}${unknown}`;
}

/** The rows as lines, and how many are not shown. */
function lines<Row>({ total, rows }: Group<Row>, show: (row: Row) => string | string[]): string[] {
  const more = total.count - rows.length;
  return [...rows.flatMap(show), ...(more > 0 ? [`  and ${more} more`] : [])];
}

function rowLine(row: ReportRow): string {
  // An operator searches the report for a date with usual spaces.
  const date = formatDate(row.createdAt.toISOString())?.replaceAll('\u00a0', ' ') ?? '';
  const came = row.amountReceived === null ? '-' : `Ksh ${row.amountReceived}`;
  const fields = [
    `#${row.id}`.padEnd(7),
    date.padEnd(12),
    row.payable.padEnd(18),
    `Ksh ${row.amount}`.padStart(8),
    came.padStart(8),
    (row.phone ?? 'Pay Bill').padEnd(10),
    row.state.padEnd(12),
    row.returnReceipt === null
      ? (row.receipt ?? '-')
      : `${row.receipt ?? '-'}, sent back as ${row.returnReceipt}`,
  ];
  return `  ${fields.join('  ')}`.trimEnd();
}

function reviewLines(row: PaymentReport['review']['rows'][number]): string[] {
  const { id, review, payer, phone, receipt, checkoutRequestId } = row;
  const who = payer ? `${quoted(payer.name)}, ${payer.phoneNumber}` : 'an account that is deleted';
  const facts = [
    `payer ${who}`,
    phone === null ? 'no prompt: Pay Bill' : `prompt to ${phone}`,
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

/** The reviews: those of an outage in one line, with the one command that ends them. */
function reviewsLines({ total, rows }: PaymentReport['review']): string[] {
  const outages = outagesOf(rows);
  const single = rows.filter((row) => !outages.flat().includes(row));
  const indent = ' '.repeat(11);
  return [
    ...outages.flatMap((outage) => [
      `  ${outageLine(outage)}`,
      `${indent}first: npm run admin -- payments compare statement.csv --yes --reason "..." books what came`,
      `${indent}then: npm run admin -- payments outage ${outage[0]?.id} --reason "not in the statement" ends those without money`,
    ]),
    ...lines(
      { total: { ...total, count: total.count - rows.length + single.length }, rows: single },
      reviewLines,
    ),
  ];
}

/** The report as lines for a terminal. */
export function reportLines(report: PaymentReport): string[] {
  const { open, paid, returned, unnamed, review, unpaid, unmatched } = report;
  const named = unnamed.total.count;
  return [
    'Columns: id, date, what for, asked, received, phone of the prompt, state, receipt',
    '',
    asked('Open', open.total),
    ...lines(open, rowLine),
    '',
    received('Paid', paid.total),
    ...lines(paid, rowLine),
    '',
    `Paid by a query alone, amount not named: ${named}${named > 0 ? UNNAMED : ''}`,
    ...lines(unnamed, rowLine),
    '',
    received('Sent back', returned.total),
    ...lines(returned, rowLine),
    '',
    received('To be reviewed', review.total),
    ...reviewsLines(review),
    '',
    `Sums that match nothing: ${unmatched.count}, ${ksh(unmatched.ksh)}`,
    ...(unmatched.count > 0 ? ['  npm run admin -- payments unmatched'] : []),
    '',
    asked('Without money (cancelled, failed, expired)', unpaid),
  ];
}
