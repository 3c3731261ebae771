/** The comparison of M-Pesa's statement with the books, for a terminal and for a spreadsheet. */
import { localTime } from '../../process/nairobi.ts';
import type { Money } from '../books/readMoney.ts';
import { spanOf } from '../statement/compareStatement.ts';
import type { BookingOutcome, Comparison, UnknownMoney } from '../statement/compareStatement.ts';
import type { Statement, StatementRow } from '../statement/readStatement.ts';
import { linkTo } from '../operation.ts';
import type { Block, Cell, Table } from '../operation.ts';
import { causeText, payableText } from '../words.ts';

/** Whether the money is that of a payment for sure. */
export const isCertain = ({ outcome }: UnknownMoney) =>
  outcome !== undefined && outcome.paymentId !== null;

/** What would become of money, or became of it. */
export function outcomeText({ outcome, maybe }: Pick<UnknownMoney, 'outcome' | 'maybe'>): string {
  const likely = maybe.length === 0 ? '' : `; maybe that of payment ${maybe.join(' or ')}`;
  if (!outcome) return `not looked at yet: run it again${likely}`;
  const { paymentId, payable, cause, wentBackAt } = outcome;
  const forWhat = payable === null ? '' : ` for ${payableText(payable)}`;
  if (paymentId === null) return `waits${forWhat}: ${causeText({ cause })}${likely}`;
  return `certain: ${wentBackAt === null ? 'pays' : 'was sent back,'}${forWhat}`;
}

/** What was booked, one line each. */
export const bookedLines = (booked: readonly BookingOutcome[]) => [
  `Booked: ${booked.length}`,
  ...booked.map((outcome) => {
    const { receipt, paymentId, wentBackAt } = outcome;
    const back = wentBackAt === null ? '' : ', which was sent back';
    if (paymentId !== null) return `${receipt} is that of payment ${paymentId}${back}`;
    return `${receipt} ${outcomeText({ outcome, maybe: [] })}`;
  }),
];

const hereOf = ({ name, payable, fate }: Money) =>
  [name, payable === null ? '' : `for ${payableText(payable)}`, `(${fate})`]
    .filter(Boolean)
    .join(' ');

/** How a person writes down that M-Pesa took money back. */
function reversedNote({ row, booked }: Comparison['reversed'][number]): Cell {
  if (booked === null) return `of ${row.linked ?? 'an unknown receipt'}, unknown here`;
  if (row.amount !== booked.amount) return `${hereOf(booked)}: only a part`;
  if (booked.returnReceipt !== null) {
    return `${hereOf(booked)}: a second time, after ${booked.returnReceipt}: ask M-Pesa`;
  }
  const [word = '', id = ''] = booked.name.split(' ');
  const text = `${hereOf(booked)}: write it down as sent back`;
  const receipts = `--receipt ${row.receipt}`;
  if (word === 'sum') {
    const input = { receipt: booked.receipt ?? '', returnReceipt: row.receipt };
    const command = `${hereOf(booked)}: payments return ${booked.receipt} ${receipts}`;
    return { ...linkTo(text, 'payments return', input), command };
  }
  const end = booked.fate === 'taken' ? ', with --end if what it bought ends' : '';
  const command = `${hereOf(booked)}: payments refund ${id} ${receipts}${end}`;
  const input = { paymentId: id, receipt: row.receipt };
  return { ...linkTo(text, 'payments refund', input), command };
}

const inStatement = (row: StatementRow, here: number | null, note: Cell): Cell[] => [
  row.receipt,
  localTime(row.at),
  row.amount,
  here,
  row.account,
  note,
];
const inBooks = (receipt: string | null, at: string, ksh: number | null, note: Cell): Cell[] => [
  receipt,
  localTime(at),
  null,
  ksh,
  '',
  note,
];

function receiptNote(booked: Money): Cell {
  const { paymentId } = booked;
  const input = { paymentId: paymentId ?? 0 };
  return {
    ...linkTo(`${hereOf(booked)}: book its receipt`, 'payments receipt', input),
    command: `${hereOf(booked)}: payments receipt ${paymentId} RECEIPT`,
  };
}

const missingCells = ({ booked, what }: Comparison['missing'][number]): Cell[] =>
  what === 'came'
    ? inBooks(booked.receipt, booked.at, booked.amount, hereOf(booked))
    : inBooks(
        booked.returnReceipt,
        booked.returnedAt ?? booked.at,
        booked.amount,
        `sent back, ${booked.name}`,
      );

/** What does not agree, by its parts. */
function partsOf(compared: Comparison): [name: string, rows: Cell[][]][] {
  const { unknown, missing, unnamed, differs, reversed, left } = compared;
  const parts: [string, Cell[][]][] = [
    [
      'In the statement, unknown here',
      unknown.map((money) => inStatement(money.row, null, outcomeText(money))),
    ],
    ['Here, not in the statement', missing.map(missingCells)],
    [
      'Here without a receipt',
      unnamed.map((it) => inBooks(null, it.at, it.amount, receiptNote(it))),
    ],
    [
      'Another sum',
      differs.map(({ row, booked }) => inStatement(row, booked.amount, hereOf(booked))),
    ],
    [
      'Reversed by M-Pesa, not written down here',
      reversed.map((it) => inStatement(it.row, it.booked?.amount ?? null, reversedNote(it))),
    ],
    ['Left the account, no refund here', left.map((row) => inStatement(row, null, row.details))],
  ];
  return parts.filter(([, rows]) => rows.length > 0);
}

const COLUMNS = ['Receipt', 'Time (Nairobi)', 'Statement', 'Here', 'Account', 'What it is'];
const UNREAD = 'Could not be read';

/** What cannot be read, then what agrees in numbers, and a table for each part that does not. */
export function compareBlocks({ rows, unread }: Statement, compared: Comparison): Block[] {
  const { agrees, charges } = compared;
  const period = spanOf(rows);
  const first: Block[] =
    unread.length === 0 ? [] : [{ heading: `${UNREAD}: ${unread.length}` }, ...unread];
  if (period === null) {
    return unread.length === 0 ? ['No money has moved in this statement.'] : first;
  }
  const [from, until] = [period.from, period.until].map((at) => localTime(at));
  const parts = partsOf(compared);
  return [
    ...first,
    ...(unread.length === 0 ? [] : ['']),
    {
      columns: [`Ksh, ${from} to ${until}`, 'movements', 'Ksh'],
      rows: [
        ['came, and agrees', agrees.came.count, agrees.came.ksh],
        ['sent back, and agrees', agrees.sentBack.count, agrees.sentBack.ksh],
        ['charges of M-Pesa', charges.count, charges.ksh],
      ],
    },
    ...parts.flatMap(([name, own]): Block[] => [
      { heading: `${name}: ${own.length}` },
      { columns: COLUMNS, rows: own },
    ]),
    ...(parts.length + unread.length === 0 ? ['', 'The books agree with the statement.'] : []),
  ];
}

/** What cannot be read, and all that does not agree, one row each. */
export const compareTable = (compared: Comparison, unread: readonly string[] = []): Table => ({
  columns: ['part', 'receipt', 'time', 'statement', 'here', 'account', 'note'],
  rows: [
    ...unread.map((line) => [UNREAD, null, null, null, null, null, line]),
    ...partsOf(compared).flatMap(([name, own]) => own.map((cells) => [name, ...cells])),
  ],
});
