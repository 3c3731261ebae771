/** The row of today: what waits for a person, and how the town goes. */
import * as z from 'zod';
import { localDay, localTime, periodOf } from '../../process/nairobi.ts';
import { readTakings } from '../books/readMoney.ts';
import { outageLine, partOutages } from '../closeOutage.ts';
import { decisionsFor } from '../closeReview.ts';
import type { Decision } from '../closeReview.ts';
import type { Desk } from '../desk.ts';
import { findingsIn } from '../notices/causes.ts';
import type { TownState } from '../notices/causes.ts';
import type { Mark } from '../notices/marks.ts';
import { readTown } from '../notices/watch.ts';
import { buttonTo, command, linkTo } from '../operation.ts';
import type { Block } from '../operation.ts';
import { readCounts } from '../readCounts.ts';
import { ADVICE, readReviews } from '../reportPayments.ts';
import type { Review } from '../reportPayments.ts';
import { decisionLink, outageLink, payableLink, paymentLink } from './links.ts';
import { readWaitingSums, sumBlocks } from './waitingSums.ts';

const CHART_DAYS = 14;
/** The oldest; the others stand on their own page. */
const SUMS_SHOWN = 5;

/** What is usually right: what came too little goes back, what paid for nothing too, and more than the price counts. */
function usualDecision(row: Review): Decision | null {
  const { review, amount, amountReceived } = row;
  const decisions = decisionsFor(row);
  if (review === 'unanswered') return null;
  const isEnough = amountReceived !== null && amountReceived >= amount;
  if (isEnough && decisions.includes('activate')) return 'activate';
  return decisions.includes('returned') ? 'returned' : null;
}

function reviewBlocks(row: Review): Block[] {
  const usual = usualDecision(row);
  return [
    {
      facts: [
        ['Payment', paymentLink(row.id)],
        ['For', payableLink(row.payable)],
        ['Ksh', `${row.amount} asked, ${row.amountReceived ?? 'nothing known'} came`],
        ['Since', localTime(row.createdAt)],
        ['Why', ADVICE[row.review]],
      ],
    },
    {
      actions: [
        ...(usual === null ? [buttonTo('Look in the statement', 'statement')] : []),
        ...decisionsFor(row).map((decision) => decisionLink(row.id, decision, usual)),
      ],
    },
  ];
}

const outageBlocks = (group: Review[]): Block[] => [
  outageLine(group),
  {
    actions: [buttonTo('Compare a statement', 'statement'), outageLink(group[0]?.id ?? 0)],
  },
];

/** What waits for a person, the oldest first. */
async function waitingBlocks(desk: Desk, town: TownState): Promise<Block[]> {
  const { rows } = await readReviews(desk.db);
  const { outages, single } = partOutages(rows);
  const unmatched = await readWaitingSums(desk.db);
  const world = { town, now: desk.now(), databaseDownSince: null, bytesLeft: null };
  const findings = findingsIn(world).filter(
    ({ cause, holds }) => holds === true && cause !== 'review' && cause !== 'unmatched',
  );
  const { total } = unmatched;
  const waits = outages.length + single.length + total + findings.length;
  return [
    { heading: waits === 0 ? 'Nothing waits for you' : `Waits for you: ${waits}` },
    ...findings.flatMap(({ says, todo }): Block[] => [says, `  ${todo}`]),
    ...outages.flatMap(outageBlocks),
    ...single.toReversed().flatMap(reviewBlocks),
    ...(total > 0 ? [{ heading: `Sums that match nothing: ${total}` }] : []),
    ...sumBlocks(unmatched, SUMS_SHOWN),
    ...(total > SUMS_SHOWN
      ? [{ actions: [linkTo(`See all ${total}`, 'payments unmatched')] }]
      : []),
  ];
}

const lastOf = ({ goodAt }: Mark) => (goodAt === null ? 'never' : localTime(goodAt));

async function townBlocks(desk: Desk, town: TownState): Promise<Block[]> {
  const at = desk.now();
  const today = localDay(at);
  const month = periodOf(today.slice(0, 7)) ?? { from: at, until: at };
  const takings = (await readTakings(desk.db, month)).filter(({ fate }) => fate === 'taken');
  const ksh = (some: typeof takings) => some.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const { now, days } = await readCounts({ days: CHART_DAYS }, desk);
  return [
    { heading: 'The town' },
    {
      facts: [
        ['Ksh today', ksh(takings.filter((taking) => localDay(taking.at) === today))],
        ['Ksh this month', ksh(takings)],
        [
          'Fundis listed',
          `${now.listed} of ${now.fundis}: ${now.onTrial} on trial, ${now.subscribed} subscribed`,
        ],
        ['Leaving this week', now.leaving],
        ['Clients', now.clients],
        ['Jobs and ads shown', `${now.jobs} and ${now.ads}`],
        ['Last backup', lastOf(town.backup)],
        ['Last rehearsal', lastOf(town.rehearsal)],
      ],
    },
    { chart: 'Ksh', bars: days.map((row) => [row.day, row.ksh]) },
    { chart: 'New fundis', bars: days.map((row) => [row.day, row.fundis]) },
  ];
}

export const todayRows = {
  today: command({
    right: 'look',
    words: 'today',
    title: 'Today',
    help: 'what waits for a person, and how the town goes',
    input: z.strictObject({}),
    run: async (_input, desk) => {
      const town = await readTown(desk.db, desk.now());
      return [...(await waitingBlocks(desk, town)), ...(await townBlocks(desk, town))];
    },
  }),
} as const;
