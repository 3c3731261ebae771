/** The comparison of M-Pesa's statement with the books, for a terminal and for a spreadsheet. */
import { localTime } from '../../process/nairobi.ts';
import type { Money } from '../books/readMoney.ts';
import { spanOf } from '../statement/compareStatement.ts';
import type { BookingOutcome, Comparison, UnknownMoney } from '../statement/compareStatement.ts';
import type { Statement, StatementRow } from '../statement/readStatement.ts';
import { linkTo } from '../operation.ts';
import type { Block, Cell, Table } from '../operation.ts';
import { causeText, payableText } from '../words.ts';

/** What would become of money, or became of it. */
export function outcomeText({ outcome, maybe }: Pick<UnknownMoney, 'outcome' | 'maybe'>): string {
  const likely = maybe.length === 0 ? '' : `; maybe that of payment ${maybe.join(' or ')}`;
  if (!outcome) return `not looked at yet: run it again${likely}`;
  const forWhat = outcome.payable === null ? '' : ` for ${payableText(outcome.payable)}`;
  if (outcome.isCertain) return `certain: pays${forWhat}`;
  return `waits${forWhat}: ${causeText({ cause: outcome.cause ?? null })}${likely}`;
}

export const bookedText = (outcome: BookingOutcome) =>
  `${outcome.receipt} ${outcome.isCertain ? `is that of payment ${outcome.payment}` : outcomeText({ outcome, maybe: [] })}`;

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

/** A line of any part: what it is about, and what is known of it. */
interface DifferenceRow {
  part: string;
  receipt: string | null;
  at: string;
  statement: number | null;
  here: number | null;
  account: string;
  note: Cell;
}

const inStatement = ({ receipt, at, amount, account }: StatementRow) => ({
  receipt,
  at,
  statement: amount,
  here: null,
  account,
});
const inBooks = (booked: Money) => ({
  receipt: booked.receipt,
  at: booked.at,
  statement: null,
  here: booked.amount,
  account: '',
});

function entriesOf(compared: Comparison): DifferenceRow[] {
  const { unknown, missing, unnamed, differs, reversed, left } = compared;
  return [
    ...unknown.map((money) => ({
      part: 'In the statement, unknown here',
      ...inStatement(money.row),
      note: outcomeText(money),
    })),
    ...missing.map(({ booked, what }) => ({
      part: 'Here, not in the statement',
      ...inBooks(booked),
      ...(what === 'sent back' && {
        receipt: booked.returnReceipt,
        at: booked.returnedAt ?? booked.at,
      }),
      note: what === 'came' ? hereOf(booked) : `sent back, ${booked.name}`,
    })),
    ...unnamed.map((booked) => ({
      part: 'Here without a receipt',
      ...inBooks(booked),
      note: {
        ...linkTo(`${hereOf(booked)}: book its receipt`, 'payments receipt', {
          paymentId: booked.paymentId ?? 0,
        }),
        command: `${hereOf(booked)}: payments receipt ${booked.paymentId} RECEIPT`,
      },
    })),
    ...differs.map(({ row, booked }) => ({
      part: 'Another sum',
      ...inStatement(row),
      here: booked.amount,
      note: hereOf(booked),
    })),
    ...reversed.map(({ row, booked }) => ({
      part: 'Reversed by M-Pesa, not written down here',
      ...inStatement(row),
      here: booked?.amount ?? null,
      note: reversedNote({ row, booked }),
    })),
    ...left.map((row) => ({
      part: 'Left the account, no refund here',
      ...inStatement(row),
      note: row.details,
    })),
  ];
}

const COLUMNS = ['Receipt', 'Time (Nairobi)', 'Statement', 'Here', 'Account', 'What it is'];
const cellsOf = ({ receipt, at, statement, here, account, note }: DifferenceRow): Cell[] => [
  receipt,
  localTime(at),
  statement,
  here,
  account,
  note,
];

const UNREAD = 'Could not be read';

/** Money that went from one own account to another: it came and left under one receipt. */
function sweptCells(rows: readonly StatementRow[]): [string, number, number][] {
  const swept = rows.filter(({ kind }) => kind === 'sweep');
  const amounts = [...new Map(swept.map(({ receipt, amount }) => [receipt, amount])).values()];
  const ksh = amounts.reduce((sum, amount) => sum + amount, 0);
  return amounts.length === 0 ? [] : [['between own accounts', amounts.length, ksh]];
}

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
  const entries = entriesOf(compared);
  const parts = [...new Set(entries.map(({ part }) => part))];
  return [
    ...first,
    ...(unread.length === 0 ? [] : ['']),
    {
      columns: [`Ksh, ${from} to ${until}`, 'movements', 'Ksh'],
      rows: [
        ['came, and agrees', agrees.came.count, agrees.came.ksh],
        ['sent back, and agrees', agrees.sentBack.count, agrees.sentBack.ksh],
        ['charges of M-Pesa', charges.count, charges.ksh],
        ...sweptCells(rows),
      ],
    },
    ...parts.flatMap((name): Block[] => {
      const own = entries.filter(({ part }) => part === name);
      return [{ heading: `${name}: ${own.length}` }, { columns: COLUMNS, rows: own.map(cellsOf) }];
    }),
    ...(entries.length + unread.length === 0 ? ['', 'The books agree with the statement.'] : []),
  ];
}

/** What cannot be read, and all that does not agree, one row each. */
export const compareTable = (compared: Comparison, unread: readonly string[] = []): Table => ({
  columns: ['part', 'receipt', 'time', 'statement', 'here', 'account', 'note'],
  rows: [
    ...unread.map((line) => [UNREAD, null, null, null, null, null, line]),
    ...entriesOf(compared).map((entry) => [entry.part, ...cellsOf(entry)]),
  ],
});
