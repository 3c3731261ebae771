/** The rows of the town: what waits today, how it goes, who changed what, and the search for anything. */
import * as z from 'zod';
import { desc, eq, inArray, or } from 'drizzle-orm';
import { normalisePhone } from '../../../src/contract/rules.ts';
import type { Db } from '../../db/db.ts';
import { payments, sums } from '../../db/schema.ts';
import { payableOf } from '../../payments/match.ts';
import type { ReviewCause } from '../../payments/machine.ts';
import { keyOf } from '../../payments/payables.ts';
import { localDay, localTime, periodOf } from '../../process/nairobi.ts';
import { readTakings } from '../books/readMoney.ts';
import { outageLine, outagesOf } from '../closeOutage.ts';
import { DECISION_TEXTS, decisionsFor } from '../closeReview.ts';
import type { Decision } from '../closeReview.ts';
import type { Desk } from '../desk.ts';
import { line, maybeLine, most } from '../fields.ts';
import { findListings } from '../manageListings.ts';
import { findPeople } from '../managePeople.ts';
import { findingsIn } from '../notices/causes.ts';
import { readTown } from '../notices/watch.ts';
import { buttonTo, linkTo, operation } from '../operation.ts';
import type { Block } from '../operation.ts';
import { readLog } from '../operatorLog.ts';
import { COUNTED, readCounts } from '../readCounts.ts';
import type { Standing } from '../readCounts.ts';
import { ADVICE, readReviews } from '../reportPayments.ts';
import { listingTable } from './listings.ts';
import { payableLink, paymentLink, paymentTable } from './links.ts';
import { logTable } from './log.ts';
import { peopleTable } from './people.ts';
import { readWaitingSums, sumBlocks } from './sums.ts';

const USUAL_DAYS = 14;
const USUAL_LINES = 50;
const MOST_FOUND = 20;

const words = (name: string) => name.replaceAll('_', ' ');

const standingLines = (now: Standing) => [
  `Fundis: ${now.fundis}; listed ${now.listed} (on trial ${now.onTrial}, subscribed ${now.subscribed}), blocked ${now.blocked}`,
  `  leaving within 7 days ${now.leaving}, left within the last 30 days ${now.left}`,
  `Clients: ${now.clients}. Shown: jobs ${now.jobs}, ads ${now.ads}`,
];

/** The payments by number, receipt, phone or account code, the newest first. */
async function findPayments(text: string, db: Db) {
  const { id, payable, amount, state, createdAt, phone, receipt, returnReceipt } = payments;
  const [, number] = /^#?(\d{1,9})$/.exec(text) ?? [];
  const code = text.toUpperCase();
  const meant = await payableOf(db, text);
  const ofSums = await db
    .select({ paymentId: sums.paymentId })
    .from(sums)
    .where(eq(sums.receipt, code));
  const paid = ofSums.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId]));
  const rows = await db
    .select({ id, payable, amount, state, createdAt })
    .from(payments)
    .where(
      or(
        number === undefined ? undefined : eq(id, Number(number)),
        eq(receipt, code),
        eq(returnReceipt, code),
        eq(phone, normalisePhone(text)),
        meant === null ? undefined : eq(payable, keyOf(meant)),
        paid.length === 0 ? undefined : inArray(id, paid),
      ),
    )
    .orderBy(desc(id))
    .limit(MOST_FOUND);
  return rows.map(({ createdAt: at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** People, payments, waiting sums, jobs and ads that a text may mean. */
async function find({ text }: { text: string }, desk: Desk) {
  const listings = { text, onlyTakenDown: false, most: MOST_FOUND };
  return {
    people: (await findPeople({ text }, desk)).slice(0, MOST_FOUND),
    payments: await findPayments(text, desk.db),
    sums: await readWaitingSums(desk, text.toUpperCase()),
    jobs: await findListings({ ...listings, word: 'job' }, desk),
    ads: await findListings({ ...listings, word: 'ad' }, desk),
  };
}

function foundBlocks(found: Awaited<ReturnType<typeof find>>): Block[] {
  const { people, payments: paid, sums: waiting, jobs, ads } = found;
  const blocks: Block[] = [
    ...(people.length > 0 ? [{ heading: 'People' }, peopleTable(people)] : []),
    ...(paid.length > 0 ? [{ heading: 'Payments' }, paymentTable(paid)] : []),
    ...(waiting.rows.length > 0
      ? [{ heading: 'Sums that match nothing' }, ...sumBlocks(waiting)]
      : []),
    ...(jobs.length > 0 ? [{ heading: 'Jobs' }, listingTable('job', jobs)] : []),
    ...(ads.length > 0 ? [{ heading: 'Ads' }, listingTable('ad', ads)] : []),
  ];
  return blocks.length === 0 ? ['Nothing is found.'] : blocks;
}

interface WaitingReview {
  id: number;
  at: string;
  payable: string;
  amount: number;
  came: number | null;
  review: ReviewCause;
  decision: Decision | null;
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
      decision: usualDecision({ ...row, decisions: decisionsFor(row) }),
    })),
    unmatched: await readWaitingSums(desk),
    findings: findingsIn(world)
      .filter(({ cause, holds }) => holds === true && cause !== 'review' && cause !== 'unmatched')
      .map(({ says, todo }) => ({ says, todo })),
    backup: town.backup.goodAt?.toISOString() ?? null,
    rehearsal: town.rehearsal.goodAt?.toISOString() ?? null,
    today: ksh(takings.filter((taking) => taking.at >= since)),
    month: ksh(takings),
    counts: await readCounts({ days: USUAL_DAYS }, desk),
  };
}

const reviewBlocks = (row: WaitingReview): Block[] => [
  {
    facts: [
      ['Payment', paymentLink(row.id)],
      ['For', payableLink(row.payable)],
      ['Ksh', `${row.amount} asked, ${row.came ?? 'nothing known'} came`],
      ['Since', localTime(new Date(row.at))],
      ['Why', ADVICE[row.review]],
    ],
  },
  {
    actions: [
      row.decision === null
        ? buttonTo('Look in the statement', 'statement')
        : buttonTo(DECISION_TEXTS[row.decision], 'payments close', {
            paymentId: row.id,
            decision: row.decision,
          }),
    ],
  },
];

const lastOf = (at: string | null) => (at === null ? 'never' : localTime(new Date(at)));

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
        actions: [
          buttonTo('Compare a statement', 'statement'),
          linkTo('End those without money', 'payments outage', { paymentId: outage.paymentId }),
        ],
      },
    ]),
    ...reviews.flatMap(reviewBlocks),
    ...(unmatched.total > 0 ? [{ heading: `Sums that match nothing: ${unmatched.total}` }] : []),
    ...sumBlocks(unmatched),
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

export const townRows = {
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

  find: operation({
    right: 'look',
    input: z.strictObject({ text: line }),
    commands: [
      {
        words: 'find',
        title: 'Find',
        help: 'people, payments, jobs and ads by a phone, a name, an ID number, a receipt, a code or a title',
        fields: [{ name: 'text', usage: '<text>', label: 'Phone, name, receipt, code or title' }],
      },
    ],
    run: find,
    show: foundBlocks,
  }),

  readCounts: operation({
    right: 'look',
    input: z.strictObject({ days: most, chart: z.enum(COUNTED).default('ksh') }),
    commands: [
      {
        words: 'counts',
        title: 'Counts',
        help: 'fundis listed, on trial, subscribed, leaving; jobs and ads posted and paid, by day',
        fields: [
          {
            name: 'days',
            usage: '--days <number>',
            label: 'Days',
            help: 'how many days, with today',
            initial: USUAL_DAYS,
          },
          {
            name: 'chart',
            usage: '--chart <what>',
            label: 'Chart',
            help: 'what the chart shows',
            choices: COUNTED,
            initial: 'ksh',
          },
        ],
      },
    ],
    run: readCounts,
    show: ({ now, days }, { chart }) => [
      ...standingLines(now),
      '',
      {
        columns: ['Day (Nairobi)', ...COUNTED.map(words)],
        rows: days.map((row) => [row.day, ...COUNTED.map((name) => row[name])]),
      },
      { chart: words(chart), bars: days.map((row): [string, number] => [row.day, row[chart]]) },
    ],
    table: ({ days }) => ({
      columns: ['day', ...COUNTED],
      rows: days.map((row) => [row.day, ...COUNTED.map((name) => row[name])]),
    }),
  }),

  log: operation({
    right: 'look',
    input: z.strictObject({ most, subject: maybeLine, action: maybeLine }),
    commands: [
      {
        words: 'log',
        title: 'Log',
        help: 'what operators have changed: who, when and why; the newest first',
        fields: [
          {
            name: 'subject',
            usage: '--of <what>',
            label: 'Only what was done to, for instance: payment 12',
            help: 'only what was done to it, for instance "payment 12"',
          },
          {
            name: 'most',
            usage: '--most <number>',
            label: 'How many',
            help: 'how many lines',
            initial: USUAL_LINES,
          },
        ],
      },
    ],
    run: readLog,
    show: (log) => (log.length === 0 ? ['Nothing is written down.'] : [logTable(log)]),
    table: logTable,
  }),
} as const;
