/** The rows of the sums of Pay Bill, and of M-Pesa's statement. */
import * as z from 'zod';
import { receiptSchema } from '../../payments/callback.ts';
import { localTime } from '../../process/nairobi.ts';
import type { Desk } from '../desk.ts';
import { by, line, receipt } from '../fields.ts';
import { buttonTo, linkTo, operation } from '../operation.ts';
import type { Block, Cell, Field, Table } from '../operation.ts';
import { OperatorError } from '../operatorError.ts';
import { bookStatement, compareStatement } from '../statement/bookStatement.ts';
import { ROW_KINDS } from '../statement/readMovement.ts';
import {
  CAUSE_TEXTS,
  describeSum,
  describeTarget,
  giveSum,
  returnSum,
} from '../sums/giveOrReturnSum.ts';
import { unmatchedSums } from '../sums/readUnmatchedSums.ts';
import type { UnmatchedSumRow } from '../sums/readUnmatchedSums.ts';
import { registerSums } from '../sums/registerSums.ts';

/** Of so many sums is read what they may be for. */
const MOST_DESCRIBED = 50;

/** By their keys: which job, ad or month, whose, and its price. */
type Titles = Record<string, string>;

/** The sums that wait, or the one with this receipt, and what they may be for. */
export async function readWaitingSums(desk: Desk, only?: string) {
  const waiting = await unmatchedSums({}, desk);
  const rows = waiting.rows.filter(({ receipt: code }) => only === undefined || code === only);
  const titles: Titles = {};
  const keys = rows.slice(0, MOST_DESCRIBED).flatMap(({ maybe }) => maybe);
  for (const key of new Set(keys)) {
    const described = await describeTarget(desk.db, key).catch((error: unknown) => {
      // It may have been deleted meanwhile.
      if (error instanceof OperatorError) return null;
      throw error;
    });
    if (described !== null) titles[key] = described;
  }
  return { total: waiting.total, rows, titles };
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
  const forWhat = [...(unnamed === null ? [] : [`the money of payment ${unnamed}`]), ...maybe];
  const time = localTime(new Date(at));
  return [code, time, amount, typed, payer, CAUSE_TEXTS[cause], forWhat.join(', ')];
}

/** What may be done about a sum; what it is most likely meant for comes first. */
function actionsOf({ receipt: code, maybe, unnamed }: UnmatchedSumRow) {
  // Of several nobody knows which is right.
  const give = maybe.length === 1 ? buttonTo : linkTo;
  return [
    ...(unnamed === null
      ? []
      : [
          buttonTo(`Book for payment ${unnamed}`, 'payments receipt', {
            paymentId: unnamed,
            receipt: code,
          }),
        ]),
    ...maybe.map((to) => give(`Give to ${to}`, 'payments give', { receipt: code, to })),
    linkTo('Give to something else', 'payments give', { receipt: code }),
    linkTo('Sent back', 'payments return', { receipt: code }),
  ];
}

function factsOf(row: UnmatchedSumRow, titles: Titles): [string, Cell][] {
  const maybe = row.maybe.map((key): [string, Cell] => ['Maybe for', titles[key] ?? key]);
  const others = cellsOf({ ...row, maybe: [] }).map((cell, at): [string, Cell] => [
    COLUMNS[at] ?? '',
    cell,
  ]);
  return [...others.filter(([, cell]) => cell !== ''), ...maybe];
}

/** Each sum that waits, with what may be done about it. */
export const sumBlocks = ({ rows, titles }: WaitingSums): Block[] =>
  rows.flatMap((row): Block[] => [{ facts: factsOf(row, titles) }, { actions: actionsOf(row) }]);

const tableOf = (rows: readonly UnmatchedSumRow[]): Table => ({
  columns: COLUMNS,
  rows: rows.map(cellsOf),
});

const receiptField: Field = { name: 'receipt', usage: '<receipt>', label: 'Receipt of the sum' };

const kshAmount = z.number().positive();

/** A movement of a statement, as `readStatement` gives it. */
const row = z.strictObject({
  line: z.int().positive(),
  receipt: receiptSchema,
  kind: z.enum(ROW_KINDS),
  amount: kshAmount,
  at: z.iso.datetime(),
  account: z.string(),
  linked: receiptSchema.nullable(),
  isTakenBack: z.boolean(),
  details: z.string(),
  party: z.string(),
});

export const sumRows = {
  unmatchedSums: operation({
    right: 'look',
    input: z.strictObject({}),
    commands: [
      {
        words: 'payments unmatched',
        title: 'Sums that match nothing',
        help: 'money that came from the M-Pesa menu and pays for nothing yet',
        fields: [],
      },
    ],
    run: (_input, desk) => readWaitingSums(desk),
    show: ({ total, rows, titles }) => [
      ...(total === 0 ? ['No sum is unmatched.'] : sumBlocks({ total, rows, titles })),
      ...(total > rows.length ? [`and ${total - rows.length} more`] : []),
      ...(total === 0
        ? []
        : [
            '',
            {
              hint: 'payments give RECEIPT --to job:7 --reason "..." gives one to what it was meant for;',
            },
            {
              hint: 'payments return RECEIPT --receipt RFD41AB --reason "..." once you have sent it back.',
            },
          ]),
      // A sum of another amount than was asked for, where M-Pesa said "paid" and named none.
      ...(rows.some(({ unnamed }) => unnamed !== null)
        ? [
            {
              hint: 'payments receipt 12 RECEIPT --reason "..." books one as the money of payment 12.',
            },
          ]
        : []),
    ],
    table: ({ rows }) => tableOf(rows),
  }),

  giveSum: operation({
    right: 'money',
    input: z.strictObject({ receipt, to: line, by }),
    commands: [
      {
        words: 'payments give',
        title: 'Give a sum',
        help: 'gives an unmatched sum to what it was meant for',
        fields: [
          receiptField,
          {
            name: 'to',
            usage: '--to <code or id>',
            label: 'To: job:7, ad:3, fundi:5, or the account code',
            help: 'an account code, or such as job:7, ad:3, fundi:5',
            isRequired: true,
          },
        ],
      },
    ],
    question: async ({ receipt: code, to }, { db }) => ({
      change: `Give ${await describeSum(db, code)}`,
      about: [`To ${await describeTarget(db, to)}`],
    }),
    run: giveSum,
    show: (lines) => lines,
  }),

  returnSum: operation({
    right: 'money',
    input: z.strictObject({ receipt, returnReceipt: receipt, by }),
    commands: [
      {
        words: 'payments return',
        title: 'A sum was sent back',
        help: 'writes down that you have sent an unmatched sum back',
        fields: [
          receiptField,
          {
            name: 'returnReceipt',
            usage: '--receipt <receipt>',
            label: 'Receipt of the money you sent',
            help: "M-Pesa's receipt of the money you sent",
            isRequired: true,
          },
        ],
      },
    ],
    question: async ({ receipt: code, returnReceipt }, { db }) => ({
      change: `Write down as sent back, by ${returnReceipt}, ${await describeSum(db, code)}`,
      about:
        returnReceipt === code
          ? ['It is the receipt of the sum itself: only a reversal by M-Pesa has that.']
          : [],
    }),
    run: returnSum,
    show: (lines) => lines,
  }),

  registerSums: operation({
    right: 'all',
    input: z.strictObject({ by }),
    commands: [
      {
        words: 'payments register',
        title: 'Register Pay Bill',
        help: 'tells M-Pesa where to report sums from the menu (Pay Bill); once for a paybill',
        fields: [],
      },
    ],
    question: (_input, { config }) => {
      const { shortcode, callbackBaseUrl, baseUrl } = config.mpesa;
      return {
        change: `Let M-Pesa (${baseUrl}) report at ${callbackBaseUrl} what comes to ${shortcode}`,
        about: ['In production it takes this once: a change must be asked of Safaricom.'],
      };
    },
    run: registerSums,
    show: (lines) => lines,
  }),

  // The statement is a file: the command line and the page read it, and ask with its rows.
  compareStatement: operation({
    right: 'look',
    input: z.strictObject({ rows: z.array(row) }),
    run: compareStatement,
  }),

  bookStatement: operation({
    right: 'money',
    input: z.strictObject({ rows: z.array(row), by }),
    run: bookStatement,
  }),
} as const;
