/** The sums of Pay Bill that wait for a person: what they may be for, and what may be done about each. */
import { FEES } from '../../../src/contract/constants.ts';
import { localTime } from '../../process/nairobi.ts';
import type { Desk } from '../desk.ts';
import { buttonTo, linkTo } from '../operation.ts';
import type { Block, Cell, Table } from '../operation.ts';
import { CAUSE_TEXTS, readTarget } from '../sums/giveOrReturnSum.ts';
import type { Target } from '../sums/giveOrReturnSum.ts';
import { unmatchedSums } from '../sums/readUnmatchedSums.ts';
import type { UnmatchedSumRow } from '../sums/readUnmatchedSums.ts';
import { payableText, targetText } from '../words.ts';

/** Of so many sums is read what they may be for. */
const MOST_DESCRIBED = 50;

/** What the sums may be for, by key. */
type Targets = Record<string, Target>;

/** The sums that wait, or those with this receipt or this text in the account that was typed; and what they may be for. */
export async function readWaitingSums(desk: Desk, only?: string) {
  const waiting = await unmatchedSums(desk);
  const text = only?.toUpperCase();
  const rows = waiting.rows.filter(
    ({ receipt: code, typed }) =>
      text === undefined || code === text || typed.toUpperCase().includes(text),
  );
  const targets: Targets = {};
  const keys = rows.slice(0, MOST_DESCRIBED).flatMap(({ maybe }) => maybe);
  for (const key of new Set(keys)) {
    // It may have been deleted meanwhile.
    const target = await readTarget(desk.db, key);
    if (target !== null) targets[key] = target;
  }
  return { total: waiting.total, rows, targets };
}

type WaitingSums = Awaited<ReturnType<typeof readWaitingSums>>;

const COLUMNS = ['Receipt', 'Sent (Nairobi)', 'Ksh', 'Account typed', 'Payer', 'Why', 'Maybe for'];

function cellsOf({
  receipt: code,
  at,
  amount,
  typed,
  payer,
  cause,
  maybe,
  unnamed,
}: UnmatchedSumRow): Cell[] {
  const known = unnamed === null ? [] : [`the money of payment ${unnamed}`];
  const forWhat = [...known, ...maybe.map(payableText)].join(', ');
  const time = localTime(at);
  return [code, time, amount, typed, payer, CAUSE_TEXTS[cause], forWhat];
}

/** In Ksh, by what the key says: `job:7`. */
function priceOf(key: string): number {
  if (key.startsWith('job:')) return FEES.post_job;
  return key.startsWith('ad:') ? FEES.post_ad : FEES.subscription;
}

/** What may be done about a sum; what is usually right comes first, as a button. */
function actionsOf({ receipt: code, amount, maybe, unnamed }: UnmatchedSumRow) {
  const isEnough = (key: string) => priceOf(key) <= (amount ?? 0);
  const enough = maybe.filter(isEnough);
  // Of several nobody knows which is right; what is too little for all goes back.
  const give = enough.length === 1 ? buttonTo : linkTo;
  const back = maybe.length > 0 && enough.length === 0 && unnamed === null ? buttonTo : linkTo;
  const sum = { receipt: code };
  return [
    ...(unnamed === null
      ? []
      : [
          buttonTo(`Book for payment ${unnamed}`, 'payments receipt', {
            paymentId: unnamed,
            ...sum,
          }),
        ]),
    ...enough.map((to) =>
      give(`Give to ${payableText(to)}`, 'payments give', { ...sum, to: targetText(to) }),
    ),
    linkTo(enough.length > 0 ? 'Give to something else' : 'Give it', 'payments give', sum),
    back('I sent it back', 'payments return', sum),
  ];
}

function factsOf(row: UnmatchedSumRow, targets: Targets): [string, Cell][] {
  const maybe = row.maybe.map((key): [string, Cell] => [
    'Maybe for',
    targets[key]?.text ?? payableText(key),
  ]);
  const others = cellsOf({ ...row, maybe: [] }).map((cell, at): [string, Cell] => [
    COLUMNS[at] ?? '',
    cell,
  ]);
  return [...others.filter(([, cell]) => cell !== ''), ...maybe];
}

/** Each sum that waits, with what may be done about it. */
export const sumBlocks = ({ rows, targets }: WaitingSums): Block[] =>
  rows.flatMap((row): Block[] => [{ facts: factsOf(row, targets) }, { actions: actionsOf(row) }]);

/** The sums for a spreadsheet. */
export const sumTable = (rows: readonly UnmatchedSumRow[]): Table => ({
  columns: COLUMNS,
  rows: rows.map(cellsOf),
});
