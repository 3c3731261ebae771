/** The report of the payments for a person: what is open, what came in, what needs a decision. */
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { formatDate } from '../../src/contract/dates.ts';
import type { Db } from '../db/db.ts';
import { accounts } from '../db/schema/people.ts';
import { payments, paymentStateEnum } from '../db/schema/payments.ts';
import { localTime } from '../process/nairobi.ts';
import { quoted } from './terminal.ts';
import { readTotal, readTotals, readWaiting, without } from './books/readTotals.ts';
import type { Total } from './books/readTotals.ts';
import { decisionsFor } from './closeReview.ts';
import type { Decision } from './closeReview.ts';
import { outageLine, partOutages } from './closeOutage.ts';
import { buttonTo, linkTo } from './operation.ts';
import type { Block, Cell } from './operation.ts';
import { newestPayments } from './readPayment.ts';
import { decisionLink, payableLink, paymentLink } from './rows/links.ts';
import { stateText } from './words.ts';
import { OPEN_STATES } from '../payments/machine.ts';
import type { ReviewCause } from '../payments/machine.ts';
import type { Payment } from '../payments/store.ts';

/** A payment that a person must look at, and the account that asked for it; null when the account is deleted. */
export interface Review extends Payment {
  review: ReviewCause;
  payer: { name: string; phoneNumber: string } | null;
}

/** Payments of a kind, newest first: the total of all, and the rows that are shown. */
interface Group<Row = Payment> {
  total: Total;
  rows: Row[];
}

type PaymentReport = Awaited<ReturnType<typeof paymentReport>>;

/** Why a payment waits, and what to do about it. */
export const ADVICE: Record<ReviewCause, string> = {
  amount:
    'what came is not the fee: compare with the M-Pesa statement, send it back or let it count',
  deleted: 'paid for something that was deleted: send it back',
  paid_twice: 'paid for already: send it back',
  unanswered: 'M-Pesa never reported a result: look for it in the M-Pesa statement',
};

const MOST_SHOWN = 500;
const UNNAMED = ' (compare each with the M-Pesa statement)';

/** The payments that wait for a person, the newest first. */
export async function readReviews(db: Db): Promise<Group<Review>> {
  const isInReview = isNotNull(payments.review);
  const payer = { name: accounts.name, phoneNumber: accounts.phoneNumber };
  const found = await db
    .select({ payment: payments, payer })
    .from(payments)
    .leftJoin(accounts, eq(accounts.id, payments.accountId))
    .where(isInReview)
    .orderBy(asc(payments.id))
    .limit(MOST_SHOWN);
  const rows = found.flatMap(({ payment, payer: who }) =>
    payment.review === null ? [] : [{ ...payment, review: payment.review, payer: who }],
  );
  return { total: await readTotal(db, isInReview), rows };
}

/**
 * Reads what waits, and the last `paidShown` paid ones and sent back ones. Of all else only totals are read: a busy town
 * has more payments than a running server should hold in memory.
 */
export async function paymentReport(db: Db, paidShown = 20) {
  const { state } = payments;
  const isOpen = inArray(state, [...OPEN_STATES]);
  const isPaid = and(eq(state, 'paid'), isNull(payments.returnedAt));
  // As the partial indexes have it.
  const isUnnamed = sql`${state} = 'paid' and ${payments.amountReceived} is null`;
  const isReturned = isNotNull(payments.returnedAt);
  const totals = await readTotals(db);
  const returned = await readTotals(db, isReturned);
  const { unmatched, unmatchedKsh } = await readWaiting(db);
  return {
    /** Prompts that may still be answered, or without any result yet. */
    open: { total: totals(...OPEN_STATES), rows: await newestPayments(db, isOpen, MOST_SHOWN) },
    paid: {
      total: without(totals('paid'), returned('paid')),
      rows: await newestPayments(db, isPaid, paidShown),
    },
    /** Money that a person sent back; it is in none of the others. */
    returned: {
      total: returned(...paymentStateEnum.enumValues),
      rows: await newestPayments(db, isReturned, paidShown),
    },
    /** Of the paid ones: only a query said so, and a query does not name the amount. */
    unnamed: {
      total: await readTotal(db, isUnnamed),
      rows: await newestPayments(db, isUnnamed, MOST_SHOWN),
    },
    /** A paid one is among them when its amount was wrong. */
    review: await readReviews(db),
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

const COLUMNS = ['Payment', 'Asked for', 'For', 'Ksh', 'Came', 'Phone', 'State', 'Receipt'];

function cellsOf(row: Payment): Cell[] {
  // An operator searches the report for a date with usual spaces.
  const date = formatDate(row.createdAt.toISOString())?.replaceAll('\u00a0', ' ') ?? '';
  return [
    paymentLink(row.id),
    date,
    payableLink(row.payable),
    row.amount,
    row.amountReceived,
    row.phone ?? 'Pay Bill',
    stateText(row),
    row.returnReceipt === null
      ? row.receipt
      : `${row.receipt ?? '-'}, sent back as ${row.returnReceipt}`,
  ];
}

/** The rows of a kind under a heading, and how many are not shown. */
function groupBlocks(heading: string, { total, rows }: Group): Block[] {
  const more = total.count - rows.length;
  return [
    { heading },
    ...(rows.length > 0 ? [{ columns: COLUMNS, rows: rows.map(cellsOf) }] : []),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

/** What is usually right: what came too little goes back, what paid for nothing too, and more than the price counts. */
function usualDecision(row: Review): Decision | null {
  const { review, amount, amountReceived } = row;
  const decisions = decisionsFor(row);
  if (review === 'unanswered') return null;
  const isEnough = amountReceived !== null && amountReceived >= amount;
  if (isEnough && decisions.includes('activate')) return 'activate';
  return decisions.includes('returned') ? 'returned' : null;
}

/** A review: who paid, what is known, and how it may be closed. */
function reviewBlocks(row: Review): Block[] {
  const { id, payer, phone } = row;
  const decisions = decisionsFor(row);
  const usual = usualDecision(row);
  return [
    {
      facts: [
        ['Payment', paymentLink(id)],
        ['For', payableLink(row.payable)],
        ['Ksh', `${row.amount} asked, ${row.amountReceived ?? 'nothing known'} came`],
        ['Since', localTime(row.createdAt)],
        [
          'Payer',
          payer ? `${quoted(payer.name)}, ${payer.phoneNumber}` : 'an account that is deleted',
        ],
        ['Prompt to', phone ?? 'none: Pay Bill'],
        ['Receipt', row.receipt],
        ['Why', ADVICE[row.review]],
      ],
    },
    { hint: `payments close ${id} ${decisions.join('|')} --reason "what was found"` },
    {
      actions: [
        ...(usual === null ? [buttonTo('Look in the statement', 'statement')] : []),
        ...decisions.map((decision) => decisionLink(id, decision, usual)),
      ],
    },
  ];
}

/** An outage in one line, with the one command that ends its reviews. */
const outageBlocks = (outage: Review[]): Block[] => [
  outageLine(outage),
  '  First compare the statement, which books what came; then end those without money.',
  { hint: 'payments compare statement.csv --yes --reason "..."' },
  { hint: `payments outage ${outage[0]?.id} --reason "not in the statement"` },
  {
    actions: [
      buttonTo('Compare a statement', 'statement'),
      linkTo('End those without money', 'payments outage', { paymentId: outage[0]?.id ?? 0 }),
    ],
  },
];

/** What waits for a person, in parts: each outage, then each review that is of none, the oldest first. */
export function reviewParts({ rows }: Group<Review>): Block[][] {
  const { outages, single } = partOutages(rows);
  return [...outages.map(outageBlocks), ...single.map(reviewBlocks)];
}

function reviewsBlocks(reviews: Group<Review>): Block[] {
  const more = reviews.total.count - reviews.rows.length;
  return [...reviewParts(reviews).flat(), ...(more > 0 ? [`and ${more} more`] : [])];
}

export function reportBlocks(report: PaymentReport): Block[] {
  const { open, paid, returned, unnamed, review, unpaid, unmatched } = report;
  const named = unnamed.total.count;
  return [
    { heading: received('To be reviewed', review.total) },
    ...reviewsBlocks(review),
    { heading: `Sums that match nothing: ${unmatched.count}, ${ksh(unmatched.ksh)}` },
    ...(unmatched.count > 0 ? [{ actions: [linkTo('See them', 'payments unmatched')] }] : []),
    ...groupBlocks(asked('Open', open.total), open),
    ...groupBlocks(received('Paid', paid.total), paid),
    ...groupBlocks(
      `Paid by a query alone, amount not named: ${named}${named > 0 ? UNNAMED : ''}`,
      unnamed,
    ),
    ...groupBlocks(received('Sent back', returned.total), returned),
    { heading: asked('Without money (cancelled, failed, expired)', unpaid) },
    { actions: [linkTo('Register Pay Bill', 'payments register')] },
  ];
}
