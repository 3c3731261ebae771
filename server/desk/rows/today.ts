/** The row of today: what waits for a person, and how the town goes. */
import * as z from 'zod';
import type { ReviewCause } from '../../payments/machine.ts';
import { localDay, localTime, periodOf } from '../../process/nairobi.ts';
import { readTakings } from '../books/readMoney.ts';
import { outageLine, outagesOf } from '../closeOutage.ts';
import { decisionsFor } from '../closeReview.ts';
import type { Decision } from '../closeReview.ts';
import type { Desk } from '../desk.ts';
import { findingsIn } from '../notices/causes.ts';
import { readTown } from '../notices/watch.ts';
import { buttonTo, linkTo, operation } from '../operation.ts';
import type { Block } from '../operation.ts';
import { readCounts } from '../readCounts.ts';
import { ADVICE, readReviews } from '../reportPayments.ts';
import { decisionLink, outageLink, payableLink, paymentLink } from './links.ts';
import { readWaitingSums, sumBlocks } from './waitingSums.ts';

const CHART_DAYS = 14;
/** The oldest; the others stand on their own page. */
const SUMS_SHOWN = 5;

interface WaitingReview {
  id: number;
  at: string;
  payable: string;
  amount: number;
  came: number | null;
  review: ReviewCause;
  usual: Decision | null;
  decisions: Decision[];
}

/** What is usually right: what came too little goes back, what paid for nothing too, and more than the price counts. */
function usualDecision(row: {
  review: string;
  amount: number;
  amountReceived: number | null;
  decisions: readonly Decision[];
}): Decision | null {
  const { review, amount, amountReceived, decisions } = row;
  if (review === 'unanswered') return null;
  const isEnough = amountReceived !== null && amountReceived >= amount;
  if (isEnough && decisions.includes('activate')) return 'activate';
  return decisions.includes('returned') ? 'returned' : null;
}

/** What waits for a person, the oldest first, and how the town goes. */
async function readToday(_input: object, desk: Desk) {
  const { db, now } = desk;
  const at = now();
  const today = localDay(at);
  const month = periodOf(today.slice(0, 7)) ?? { from: at, until: at };
  const since = (periodOf(today)?.from ?? at).toISOString();
  const { rows } = await readReviews(db);
  const outages = outagesOf(rows);
  const single = rows.filter((row) => !outages.flat().includes(row)).toReversed();
  const takings = (await readTakings(db, month)).filter(({ fate }) => fate === 'taken');
  const ksh = (some: typeof takings) => some.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const town = await readTown(db, at);
  const world = { town, now: at, databaseDownSince: null, bytesLeft: null };
  return {
    outages: outages.map((group) => ({ line: outageLine(group), paymentId: group[0]?.id ?? 0 })),
    reviews: single.map((row): WaitingReview => ({
      id: row.id,
      at: row.createdAt.toISOString(),
      payable: row.payable,
      amount: row.amount,
      came: row.amountReceived,
      review: row.review,
      usual: usualDecision({ ...row, decisions: decisionsFor(row) }),
      decisions: decisionsFor(row),
    })),
    unmatched: await readWaitingSums(desk),
    findings: findingsIn(world)
      .filter(({ cause, holds }) => holds === true && cause !== 'review' && cause !== 'unmatched')
      .map(({ says, todo }) => ({ says, todo })),
    backup: town.backup.goodAt?.toISOString() ?? null,
    rehearsal: town.rehearsal.goodAt?.toISOString() ?? null,
    today: ksh(takings.filter((taking) => taking.at >= since)),
    month: ksh(takings),
    counts: await readCounts({ days: CHART_DAYS }, desk),
  };
}

const reviewBlocks = (row: WaitingReview): Block[] => [
  {
    facts: [
      ['Payment', paymentLink(row.id)],
      ['For', payableLink(row.payable)],
      ['Ksh', `${row.amount} asked, ${row.came ?? 'nothing known'} came`],
      ['Since', localTime(row.at)],
      ['Why', ADVICE[row.review]],
    ],
  },
  {
    actions: [
      ...(row.usual === null ? [buttonTo('Look in the statement', 'statement')] : []),
      ...row.decisions.map((decision) => decisionLink(row.id, decision, row.usual)),
    ],
  },
];

const lastOf = (at: string | null) => (at === null ? 'never' : localTime(at));

function todayBlocks(today: Awaited<ReturnType<typeof readToday>>): Block[] {
  const { outages, reviews, unmatched, findings, backup, rehearsal, counts } = today;
  const waits = outages.length + reviews.length + unmatched.total + findings.length;
  const { now } = counts;
  return [
    { heading: waits === 0 ? 'Nothing waits for you' : `Waits for you: ${waits}` },
    ...findings.flatMap(({ says, todo }): Block[] => [says, `  ${todo}`]),
    ...outages.flatMap((outage): Block[] => [
      outage.line,
      {
        actions: [buttonTo('Compare a statement', 'statement'), outageLink(outage.paymentId)],
      },
    ]),
    ...reviews.flatMap(reviewBlocks),
    ...(unmatched.total > 0 ? [{ heading: `Sums that match nothing: ${unmatched.total}` }] : []),
    ...sumBlocks({ ...unmatched, rows: unmatched.rows.slice(0, SUMS_SHOWN) }),
    ...(unmatched.total > SUMS_SHOWN
      ? [{ actions: [linkTo(`See all ${unmatched.total}`, 'payments unmatched')] }]
      : []),
    { heading: 'The town' },
    {
      facts: [
        ['Ksh today', today.today],
        ['Ksh this month', today.month],
        [
          'Fundis listed',
          `${now.listed} of ${now.fundis}: ${now.onTrial} on trial, ${now.subscribed} subscribed`,
        ],
        ['Leaving this week', now.leaving],
        ['Clients', now.clients],
        ['Jobs and ads shown', `${now.jobs} and ${now.ads}`],
        ['Last backup', lastOf(backup)],
        ['Last rehearsal', lastOf(rehearsal)],
      ],
    },
    { chart: 'Ksh', bars: counts.days.map((row): [string, number] => [row.day, row.ksh]) },
    {
      chart: 'New fundis',
      bars: counts.days.map((row): [string, number] => [row.day, row.fundis]),
    },
  ];
}

export const todayRows = {
  today: operation({
    right: 'look',
    input: z.strictObject({}),
    commands: [
      {
        words: 'today',
        title: 'Today',
        help: 'what waits for a person, and how the town goes',
        fields: [],
      },
    ],
    run: readToday,
    show: todayBlocks,
  }),
} as const;
