/** `npm run admin -- payments unmatched, give, return, register`: sums of Pay Bill. */
import { Argument } from 'commander';
import type { Command } from 'commander';
import { localTime } from '../../process/nairobi.ts';
import { operate } from '../operate.ts';
import { CAUSE_TEXTS } from '../sums/giveOrReturnSum.ts';
import type { UnmatchedSumRow } from '../sums/readUnmatchedSums.ts';
import { asChange, byOf, confirm } from './adminChange.ts';
import type { ChangeOptions } from './adminChange.ts';
import { readReceipt, readText } from './adminWords.ts';
import type { CommandWork } from './command.ts';
import { csvLines, tableLines } from './formatTable.ts';

const COLUMNS = ['Receipt', 'Sent (Nairobi)', 'Ksh', 'Account typed', 'Payer', 'Why', 'Maybe for'];
const cellsOf = ({ receipt, at, amount, typed, payer, cause, maybe, unnamed }: UnmatchedSumRow) => {
  const forWhat = [...(unnamed === null ? [] : [`the money of payment ${unnamed}`]), ...maybe];
  return [
    receipt,
    localTime(new Date(at)),
    amount,
    typed,
    payer,
    CAUSE_TEXTS[cause],
    forWhat.join(', '),
  ];
};

const HOW = [
  '',
  'npm run admin -- payments give RECEIPT --to job:7 --reason "..." gives one to what it was meant for;',
  'npm run admin -- payments return RECEIPT --receipt RFD41AB --reason "..." once you have sent it back.',
];
/** For a sum of another amount than was asked for, where M-Pesa said "paid" and named none. */
const OF_PAYMENT =
  'npm run admin -- payments receipt 12 RECEIPT --reason "..." books one as the money of payment 12.';

const listUnmatched =
  (csv: true | undefined): CommandWork =>
  async (config) => {
    const { total, rows } = await operate(config, 'unmatchedSums', null);
    const cells = rows.map(cellsOf);
    if (csv) return csvLines(COLUMNS, cells);
    if (total === 0) return ['No sum is unmatched.'];
    const more = total > rows.length ? [`and ${total - rows.length} more`] : [];
    const ofPayment = rows.some(({ unnamed }) => unnamed !== null) ? [OF_PAYMENT] : [];
    return [...tableLines(COLUMNS, cells), ...more, ...HOW, ...ofPayment];
  };

const receiptArgument = () => new Argument('<receipt>').argParser(readReceipt);

/** Adds the commands to those of `payments`. */
export function addSums(payments: Command, does: (run: CommandWork) => void): void {
  payments
    .command('unmatched')
    .description('money that came from the M-Pesa menu and pays for nothing yet')
    .option('--csv', 'as CSV')
    .action(({ csv }: { csv?: true }) => does(listUnmatched(csv)));

  asChange(
    payments
      .command('give')
      .description('gives an unmatched sum to what it was meant for')
      .addArgument(receiptArgument())
      .requiredOption(
        '--to <code or id>',
        'an account code, or such as job:7, ad:3, fundi:5',
        readText,
      ),
  ).action((receipt: string, { to, ...options }: ChangeOptions & { to: string }) =>
    does(async (config) => {
      const sum = await operate(config, 'aboutSum', receipt);
      const target = await operate(config, 'aboutTarget', to);
      await confirm(options, `Give ${sum}`, [`To ${target}`]);
      return await operate(config, 'giveSum', { receipt, to, by: byOf(options) });
    }),
  );

  asChange(
    payments
      .command('register')
      .description(
        'tells M-Pesa where to report sums from the menu (Pay Bill); once for a paybill',
      ),
  ).action((options: ChangeOptions) =>
    does(async (config) => {
      const { shortcode, callbackBaseUrl, baseUrl } = config.mpesa;
      const place = `at ${callbackBaseUrl} what comes to ${shortcode}`;
      await confirm(options, `Let M-Pesa (${baseUrl}) report ${place}`, [
        'In production it takes this once: a change must be asked of Safaricom.',
      ]);
      return await operate(config, 'registerSums', { by: byOf(options) });
    }),
  );

  asChange(
    payments
      .command('return')
      .description('writes down that you have sent an unmatched sum back')
      .addArgument(receiptArgument())
      .requiredOption('--receipt <receipt>', "M-Pesa's receipt of the money you sent", readReceipt),
  ).action(
    (
      receipt: string,
      { receipt: returnReceipt, ...options }: ChangeOptions & { receipt: string },
    ) =>
      does(async (config) => {
        const sum = await operate(config, 'aboutSum', receipt);
        const own = 'It is the receipt of the sum itself: only a reversal by M-Pesa has that.';
        const about = returnReceipt === receipt ? [own] : [];
        await confirm(options, `Write down as sent back, by ${returnReceipt}, ${sum}`, about);
        return await operate(config, 'returnSum', { receipt, returnReceipt, by: byOf(options) });
      }),
  );
}
