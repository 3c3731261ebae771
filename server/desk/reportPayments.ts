/** The report of the payments for a person: what needs a decision, what is open, and the newest of all else. */
import { and, asc, eq, inArray, isNotNull, isNull, not } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { accounts } from '../db/schema/people.ts';
import { payments } from '../db/schema/payments.ts';
import { localTime } from '../process/nairobi.ts';
import { quoted } from './terminal.ts';
import { readWaiting } from './books/readTotals.ts';
import { decisionsFor } from './closeReview.ts';
import type { Decision } from './closeReview.ts';
import { outageLine, partOutages } from './closeOutage.ts';
import { buttonTo, linkTo, tableOr } from './operation.ts';
import type { Block } from './operation.ts';
import { newestPayments } from './readPayment.ts';
import { decisionLink, payableLink, paymentLink, paymentTable } from './rows/links.ts';
import { OPEN_STATES } from '../payments/machine.ts';
import type { ReviewCause } from '../payments/machine.ts';
import type { Payment } from '../payments/store.ts';

/** A payment that a person must look at, and the account that asked for it; null when the account is deleted. */
interface Review extends Payment {
  review: ReviewCause;
  payer: { name: string; phoneNumber: string } | null;
}

interface Reviews {
  total: number;
  /** The oldest. */
  rows: Review[];
}

/** Why a payment waits, and what to do about it. */
export const ADVICE: Record<ReviewCause, string> = {
  amount:
    'what came is not the fee: compare with the M-Pesa statement, send it back or let it count',
  deleted: 'paid for something that was deleted: send it back',
  paid_twice: 'paid for already: send it back',
  unanswered: 'M-Pesa never reported a result: look for it in the M-Pesa statement',
};

const MOST_SHOWN = 500;
const NEWEST_SHOWN = 50;

/** The payments that wait for a person, the oldest first. */
export async function readReviews(db: Db): Promise<Reviews> {
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
  return { total: await db.$count(payments, isInReview), rows };
}

/** Reads what waits, what is open, and the newest others: a busy town has more than a server should hold in memory. */
export async function paymentReport(db: Db) {
  const isOpen = inArray(payments.state, [...OPEN_STATES]);
  return {
    review: await readReviews(db),
    waiting: await readWaiting(db),
    open: {
      total: await db.$count(payments, isOpen),
      rows: await newestPayments(db, isOpen, MOST_SHOWN),
    },
    newest: await newestPayments(db, and(not(isOpen), isNull(payments.review)), NEWEST_SHOWN),
  };
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
export function reviewParts({ rows }: Reviews): Block[][] {
  const { outages, single } = partOutages(rows);
  return [...outages.map(outageBlocks), ...single.map(reviewBlocks)];
}

/** How many are not shown. */
const moreLines = ({ total, rows }: { total: number; rows: readonly unknown[] }): Block[] =>
  total > rows.length ? [`and ${total - rows.length} more`] : [];

type PaymentReport = Awaited<ReturnType<typeof paymentReport>>;

export function reportBlocks({ review, waiting, open, newest }: PaymentReport): Block[] {
  const { unmatched, unmatchedKsh } = waiting;
  const ksh = `Ksh ${unmatchedKsh.toLocaleString('en-KE')}`;
  return [
    { heading: `To be reviewed: ${review.total}` },
    ...reviewParts(review).flat(),
    ...moreLines(review),
    { heading: `Sums that match nothing: ${unmatched}, ${ksh}` },
    ...(unmatched > 0 ? [{ actions: [linkTo('See them', 'payments unmatched')] }] : []),
    { heading: `Open: ${open.total}` },
    ...tableOr(paymentTable(open.rows), ''),
    ...moreLines(open),
    { heading: 'The newest others' },
    ...tableOr(paymentTable(newest), 'None.'),
    { actions: [linkTo('Register Pay Bill', 'payments register')] },
  ];
}
