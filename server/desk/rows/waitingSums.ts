/** The sums of Pay Bill that wait for a person: what they may be for, and what may be done about each. */
import { FEES } from '../../../src/contract/constants.ts';
import { payableKey } from '../../../src/contract/payables.ts';
import type { Db } from '../../db/db.ts';
import { sentAtOf } from '../../payments/match.ts';
import { localTime } from '../../process/nairobi.ts';
import { buttonTo, linkTo } from '../operation.ts';
import type { Block, Cell, Table } from '../operation.ts';
import { readTarget } from '../sums/giveOrReturnSum.ts';
import type { Target } from '../sums/giveOrReturnSum.ts';
import { payerText, unmatchedSums } from '../sums/readUnmatchedSums.ts';
import type { WaitingSum } from '../sums/readUnmatchedSums.ts';
import { causeText, payableText, targetText } from '../words.ts';
import { payableLink } from './links.ts';

/** Of so many sums is read what they may be for. */
const MOST_DESCRIBED = 50;

/** Fewer letters are in half of all names. */
const NAME_LETTERS = 3;

/**
 * The sums that wait, or those with this receipt, or this text in the account that was typed or in the payer's name;
 * and what they may be for.
 */
export async function readWaitingSums(db: Db, only?: string) {
  const { total, rows: all } = await unmatchedSums(db);
  const text = only?.toUpperCase();
  const rows = all.filter(
    ({ receipt, typed, payer }) =>
      text === undefined ||
      receipt === text ||
      typed.toUpperCase().includes(text) ||
      (text.length >= NAME_LETTERS && payerText(payer).toUpperCase().includes(text)),
  );
  const targets: Record<string, Target> = {};
  const keys = rows.slice(0, MOST_DESCRIBED).flatMap(({ maybe }) => maybe);
  for (const key of new Set(keys)) {
    // It may have been deleted meanwhile.
    const target = await readTarget(db, key);
    if (target !== null) targets[key] = target;
  }
  return { total, rows, targets };
}

type WaitingSums = Awaited<ReturnType<typeof readWaitingSums>>;

/** The owner of a month is named by it. */
const isOfClient = (sum: WaitingSum): sum is WaitingSum & { owner: number } =>
  sum.owner !== null && sum.payable !== payableKey('subscription', sum.owner);

const factsOf = (sum: WaitingSum): [string, Cell][] => [
  ['Receipt', sum.receipt],
  ['Sent (Nairobi)', localTime(sentAtOf(sum))],
  ['Ksh', sum.amount],
  ['Account typed', sum.typed],
  ['Which means', sum.payable && payableLink(sum.payable)],
  ['Of', isOfClient(sum) ? linkTo(`client ${sum.owner}`, 'people show', { id: sum.owner }) : null],
  ['Payer', payerText(sum.payer)],
  ['Why', causeText(sum)],
];

const unnamedText = ({ unnamed }: WaitingSum) =>
  unnamed === null ? [] : [`the money of payment ${unnamed}`];

/** In Ksh, by what the key says: `job:7`. */
function priceOf(key: string): number {
  if (key.startsWith('job:')) return FEES.post_job;
  return key.startsWith('ad:') ? FEES.post_ad : FEES.subscription;
}

/** What may be done about a sum; what is usually right comes first, as a button. */
function actionsOf({ receipt, amount, maybe, isSure, unnamed }: WaitingSum) {
  const enough = maybe.filter((key) => priceOf(key) <= (amount ?? 0));
  // Of several, and of what was only tried, nobody knows which is right; what is too little for all goes back.
  const give = isSure && enough.length === 1 ? buttonTo : linkTo;
  const back = maybe.length > 0 && enough.length === 0 && unnamed === null ? buttonTo : linkTo;
  const sum = { receipt };
  const book = `Book for payment ${unnamed}`;
  return [
    ...(unnamed === null
      ? []
      : [buttonTo(book, 'payments receipt', { paymentId: unnamed, ...sum })]),
    ...enough.map((to) =>
      give(`Give to ${payableText(to)}`, 'payments give', { ...sum, to: targetText(to) }),
    ),
    linkTo(enough.length > 0 ? 'Give to something else' : 'Give it', 'payments give', sum),
    back('I sent it back', 'payments return', sum),
  ];
}

/** Each sum that waits, of so many, with what may be done about it. */
export const sumBlocks = ({ rows, targets }: WaitingSums, most = rows.length): Block[] =>
  rows.slice(0, most).flatMap((row): Block[] => {
    const maybe = row.maybe.map((key) => targets[key]?.text ?? payableText(key));
    const what = [...unnamedText(row), ...maybe].map((text): [string, Cell] => ['Maybe for', text]);
    return [{ facts: [...factsOf(row), ...what] }, { actions: actionsOf(row) }];
  });

export const sumTable = (rows: readonly WaitingSum[]): Table => ({
  columns: [
    'Receipt',
    'Sent (Nairobi)',
    'Ksh',
    'Account typed',
    'Which means',
    'Of',
    'Payer',
    'Why',
    'Maybe for',
  ],
  rows: rows.map((row) => [
    ...factsOf(row).map(([, value]) => value),
    [...unnamedText(row), ...row.maybe.map(payableText)].join(', '),
  ]),
});
