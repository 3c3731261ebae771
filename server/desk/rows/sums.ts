/** The rows of the sums of Pay Bill, and of M-Pesa's statement. */
import * as z from 'zod';
import { signingSecret } from '../../calls/signing.ts';
import { createDaraja } from '../../mpesa/daraja.ts';
import { sumsAddresses } from '../../payments/offerPayBill.ts';
import { quoted } from '../terminal.ts';
import type { Desk } from '../desk.ts';
import { by, line, receipt } from '../fields.ts';
import { command, field, operation } from '../operation.ts';
import type { Question } from '../operation.ts';
import { OperatorError } from '../operatorError.ts';
import { record } from '../operatorLog.ts';
import type { By } from '../operatorLog.ts';
import { bookStatement, compareStatement } from '../statement/bookStatement.ts';
import { statementRow } from '../statement/readStatement.ts';
import { findTargets } from '../sums/findTargets.ts';
import { describeSum, giveSum, noTarget, readTarget, returnSum } from '../sums/giveOrReturnSum.ts';
import { OWN_RECEIPT, payableText, targetText } from '../words.ts';
import { readWaitingSums, sumBlocks, sumTable } from './waitingSums.ts';

/** What is asked before a sum is given: to what, and what speaks against it. Throws an `OperatorError`. */
async function questionOfGiving(code: string, to: string, desk: Desk): Promise<Question> {
  const change = `Give ${await describeSum(desk.db, code)}`;
  const target = await readTarget(desk.db, to);
  if (target === null) {
    const { found, isCut } = await findTargets(to, desk);
    if (found.length === 0) throw noTarget(to);
    throw new OperatorError(
      `${quoted(to)} may be ${found.map(({ text }) => text).join('; or ')}${isCut ? '; or another' : ''}. Say which.`,
      {
        choices: {
          field: 'to',
          isCut,
          options: found.map(({ key, text }) => ({ value: targetText(key), text })),
        },
      },
    );
  }
  const { rows, targets } = await readWaitingSums(desk.db, code);
  const sum = rows.find(({ receipt: own }) => own === code);
  const more = (sum?.amount ?? 0) - target.price;
  const maybe = sum?.maybe ?? [];
  const named = sum?.payable ? [payableText(sum.payable)] : [];
  const likely = maybe.length > 0 ? maybe.flatMap((key) => targets[key]?.text ?? []) : named;
  return {
    change,
    about: [`To ${target.text}`],
    careful: [
      ...(more > 0 ? [`It is Ksh ${more} more than the price.`] : []),
      ...(likely.length > 0 && !maybe.includes(target.key)
        ? [`It looks as if it was sent for ${likely.join(', or for ')}.`]
        : []),
    ],
  };
}

/** The addresses are secrets, so no answer names them. Throws an `OperatorError` when they are not taken. */
async function registerSums({ by }: { by: By }, desk: Desk): Promise<string[]> {
  const { config, db, now } = desk;
  const { hasPayBill, shortcode, callbackBaseUrl, baseUrl } = config.mpesa;
  if (!hasPayBill) throw new OperatorError('MPESA_C2B is off: set it to on first.');
  const addresses = sumsAddresses({ config, secret: await signingSecret(db) });
  const refused = await createDaraja(config.mpesa)
    .register(addresses)
    .catch((cause: Error) => {
      throw new OperatorError(`M-Pesa cannot be reached at ${baseUrl}: ${cause.message}.`, {
        cause,
      });
    });
  if (refused !== null) {
    throw new OperatorError(
      `M-Pesa did not take the addresses for ${shortcode}: ${refused}. In production it takes them once; ` +
        'to change them, or to be given the right to, write to apisupport@safaricom.co.ke.',
    );
  }
  await record(db, { at: now(), by, action: 'told M-Pesa where to report', subject: 'sums' });
  return [
    `M-Pesa reports what comes to ${shortcode} at ${callbackBaseUrl} from now on.`,
    'To try it, send one payment from the M-Pesa menu: payments unmatched, or what it pays for, shows it.',
  ];
}

const receiptField = field(receipt, { usage: '<receipt>', label: 'Receipt of the sum' });

const about = async ({ receipt: code }: Record<string, unknown>, { db }: Desk) =>
  await describeSum(db, String(code));

const HINTS = [
  'payments give RECEIPT --to job:7 --reason "..." gives one to what it was meant for;',
  'payments return RECEIPT --receipt RFD41AB --reason "..." once you have sent it back.',
];
/** Of a sum of another amount than was asked for, where M-Pesa said "paid" and named none. */
const HINT_OF_UNNAMED =
  'payments receipt 12 RECEIPT --reason "..." books one as the money of payment 12.';

export const sumRows = {
  unmatchedSums: command({
    right: 'look',
    words: 'payments unmatched',
    title: 'Sums that match nothing',
    help: 'money that came from the M-Pesa menu and pays for nothing yet',
    hasSheet: true,
    input: z.strictObject({}),
    run: async (_input, { db }) => {
      const waiting = await readWaitingSums(db);
      const { total, rows } = waiting;
      const sheet = sumTable(rows);
      if (total === 0) return ['No sum is unmatched.', { sheet }];
      const isUnnamed = rows.some(({ unnamed }) => unnamed !== null);
      const hints = isUnnamed ? [...HINTS, HINT_OF_UNNAMED] : HINTS;
      return [
        ...sumBlocks(waiting),
        ...(total > rows.length ? [`and ${total - rows.length} more`] : []),
        '',
        ...hints.map((hint) => ({ hint })),
        { sheet },
      ];
    },
  }),

  giveSum: command({
    right: 'money',
    words: 'payments give',
    title: 'Give a sum',
    help: 'gives an unmatched sum to what it was meant for',
    isTried: true,
    about,
    input: z.strictObject({
      receipt: receiptField,
      to: field(line, {
        usage: '--to <code or id>',
        label: 'To: a title, a name, a phone, an account code, or job 7',
        help: 'job 7, ad 3, fundi 5, or an account code; a title, a name or a phone finds what it may be',
      }),
      by,
    }),
    question: ({ receipt: code, to }, desk) => questionOfGiving(code, to, desk),
    run: giveSum,
  }),

  returnSum: command({
    right: 'money',
    words: 'payments return',
    title: 'A sum was sent back',
    help: 'writes down that you have sent an unmatched sum back',
    isTried: true,
    about,
    input: z.strictObject({
      receipt: receiptField,
      returnReceipt: field(receipt, {
        usage: '--receipt <receipt>',
        label: 'Receipt of the money you sent',
        help: "M-Pesa's receipt of the money you sent",
      }),
      by,
    }),
    question: async ({ receipt: code, returnReceipt }, { db }) => ({
      change: `Write down as sent back, by ${returnReceipt}, ${await describeSum(db, code)}`,
      about: [],
      careful: returnReceipt === code ? [OWN_RECEIPT] : [],
    }),
    run: returnSum,
  }),

  registerSums: command({
    right: 'all',
    words: 'payments register',
    title: 'Register Pay Bill',
    help: 'tells M-Pesa where to report sums from the menu (Pay Bill); once for a paybill',
    input: z.strictObject({ by }),
    question: (_input, { config }) => {
      const { shortcode, callbackBaseUrl, baseUrl } = config.mpesa;
      return {
        change: `Let M-Pesa (${baseUrl}) report at ${callbackBaseUrl} what comes to ${shortcode}`,
        about: ['In production it takes this once: a change must be asked of Safaricom.'],
      };
    },
    run: registerSums,
  }),

  // The statement is a file: the command line and the page read it, and ask with its rows.
  compareStatement: operation({
    right: 'look',
    input: z.strictObject({ rows: z.array(statementRow) }),
    run: compareStatement,
  }),

  bookStatement: operation({
    right: 'money',
    input: z.strictObject({ rows: z.array(statementRow), by }),
    run: bookStatement,
  }),
} as const;
