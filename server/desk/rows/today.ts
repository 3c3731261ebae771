/** The row of today: what waits for a person, and how the town goes. */
import * as z from 'zod';
import { localDay, localTime, periodOf } from '../../process/nairobi.ts';
import { readPaidByDay } from '../books/readTotals.ts';
import type { Desk } from '../desk.ts';
import { findingsOfTown } from '../notices/causes.ts';
import type { TownState } from '../notices/causes.ts';
import type { Mark } from '../notices/marks.ts';
import { readTown } from '../notices/watch.ts';
import { command, linkTo } from '../operation.ts';
import type { Block } from '../operation.ts';
import { readCounts } from '../readCounts.ts';
import { readReviews, reviewParts } from '../reportPayments.ts';
import { readWaitingSums, sumBlocks } from './waitingSums.ts';

/** The oldest; the others stand on their own page. */
const SUMS_SHOWN = 5;

/** What waits for a person, the oldest first. */
async function waitingBlocks(desk: Desk, town: TownState): Promise<Block[]> {
  const reviews = reviewParts(await readReviews(desk.db));
  const unmatched = await readWaitingSums(desk.db);
  const findings = findingsOfTown(town, desk.now()).filter(
    ({ cause, holds }) => holds && cause !== 'review' && cause !== 'unmatched',
  );
  const { total } = unmatched;
  const waits = reviews.length + total + findings.length;
  return [
    { heading: waits === 0 ? 'Nothing waits for you' : `Waits for you: ${waits}` },
    ...findings.flatMap(({ says, todo }): Block[] => [says, `  ${todo}`]),
    ...reviews.flat(),
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
  const paid = await readPaidByDay(desk.db, month);
  const { now, days } = await readCounts({ days: 1 }, desk);
  return [
    { heading: 'The town' },
    {
      facts: [
        ['Ksh today', days.at(-1)?.ksh ?? 0],
        ['Ksh this month', paid.reduce((sum, { ksh }) => sum + ksh, 0)],
        [
          'Fundis listed',
          `${now.listed} of ${now.fundis}: ${now.onTrial} on trial, ${now.subscribed} subscribed`,
        ],
        ['Leaving this week', now.leaving],
        ['Left for a month at most', now.left],
        ['Blocked', now.blocked],
        ['Clients', now.clients],
        ['Jobs and ads shown', `${now.jobs} and ${now.ads}`],
        ['Last backup', lastOf(town.backup)],
        ['Last rehearsal', lastOf(town.rehearsal)],
      ],
    },
    { actions: [linkTo('Day by day', 'counts')] },
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
