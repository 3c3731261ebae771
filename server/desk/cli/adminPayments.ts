/** `npm run admin -- payments`: what waits for a person, and the money that came. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { localDay, periodOf } from '../../process/nairobi.ts';
import type { Period } from '../../process/nairobi.ts';
import { operate } from '../operate.ts';
import { DECISIONS } from '../closeReview.ts';
import type { Decision } from '../closeReview.ts';
import type { AddCommands } from './command.ts';
import { asChange, byOf, confirm } from './adminChange.ts';
import type { ChangeOptions } from './adminChange.ts';
import { readAmount, readId, readReceipt } from './adminWords.ts';
import { addCompare } from './adminCompare.ts';
import { addSums } from './adminSums.ts';
import { takingsCsv, takingsLines, takingsSummary } from './takingsTable.ts';

interface NamedPeriod extends Period {
  name: string;
}

interface ReceiptOptions {
  amount?: number;
}

interface RefundOptions {
  receipt: string;
  end?: true;
}

function readPeriod(name: string): NamedPeriod {
  const period = periodOf(name);
  if (period !== null) return { name, ...period };
  throw new InvalidArgumentError('Write a day as 2026-11-22 or a month as 2026-11.');
}

export const addPayments: AddCommands = (admin, does, now) => {
  const payments = admin
    .command('payments')
    .helpCommand(false)
    .description('what waits for a person, closing a review, refunds, and the money that came');

  payments
    .command('list', { isDefault: true })
    .description('open payments, the last paid ones, and all that a person must look at')
    .action(() => does((config) => operate(config, 'paymentReport', null)));

  asChange(
    payments
      .command('close')
      .description('ends the review of a payment')
      .addArgument(new Argument('<payment id>').argParser(readId))
      .addArgument(new Argument('<decision>').choices(DECISIONS))
      .addHelpText(
        'after',
        '\nreturned: the money was sent back. activate: it counts, and what it was paid for is given.' +
          '\nnothing: no money ever came.',
      ),
  ).action((paymentId: number, decision: Decision, options: ChangeOptions) =>
    does(async (config) => {
      const payment = await operate(config, 'aboutPayment', paymentId);
      await confirm(options, `Close as ${decision} ${payment}`);
      return await operate(config, 'closeReview', { paymentId, decision, by: byOf(options) });
    }),
  );

  asChange(
    payments
      .command('outage')
      .description('ends the reviews of one outage of M-Pesa for which no money came')
      .addArgument(new Argument('<payment id>', 'one of them').argParser(readId)),
  ).action((paymentId: number, options: ChangeOptions) =>
    does(async (config) => {
      const outage = await operate(config, 'aboutOutage', paymentId);
      await confirm(options, `Close as nothing: ${outage}`, [
        'Compare the statement first: what it has is booked, and waits here no longer.',
      ]);
      return await operate(config, 'closeOutage', { paymentId, by: byOf(options) });
    }),
  );

  asChange(
    payments
      .command('refund')
      .description('writes down that you have sent the money of a payment back')
      .addArgument(new Argument('<payment id>').argParser(readId))
      .requiredOption('--receipt <receipt>', "M-Pesa's receipt of the money you sent", readReceipt)
      .option('--end', 'end what was bought: the job, the ad, or a month of the subscription'),
  ).action((paymentId: number, { receipt, end, ...options }: ChangeOptions & RefundOptions) =>
    does(async (config) => {
      const payment = await operate(config, 'aboutPayment', paymentId);
      const then = end ? 'What it bought ends.' : 'What it bought stays; --end ends it.';
      await confirm(options, `Write down as sent back, by ${receipt}, ${payment}`, [then]);
      const refund = { paymentId, receipt, ends: end === true, by: byOf(options) };
      return await operate(config, 'refundPayment', refund);
    }),
  );

  asChange(
    payments
      .command('receipt')
      .description(
        'books money that you have found in the statement for a payment without a receipt',
      )
      .addArgument(new Argument('<payment id>').argParser(readId))
      .addArgument(new Argument('<receipt>').argParser(readReceipt))
      .addOption(
        new Option(
          '--amount <Ksh>',
          "the statement's sum, where it is not what was asked for",
        ).argParser(readAmount),
      ),
  ).action(
    (paymentId: number, receipt: string, { amount, ...options }: ChangeOptions & ReceiptOptions) =>
      does(async (config) => {
        const payment = await operate(config, 'aboutPayment', paymentId);
        const what = amount === undefined ? receipt : `${receipt}, Ksh ${amount},`;
        await confirm(options, `Book ${what} as the money of ${payment}`);
        const found = { paymentId, receipt, amount, by: byOf(options) };
        return await operate(config, 'setReceipt', found);
      }),
  );

  addCompare(payments, does, now);
  addSums(payments, does);

  payments
    .command('takings')
    .description("the money of today and of this month, to compare with M-Pesa's statement")
    .addOption(new Option('--of <day or month>', 'each payment of it').argParser(readPeriod))
    .option('--csv', 'as CSV: each payment of this month, or of --of')
    .action(({ of, csv }: { of?: NamedPeriod; csv?: true }) => {
      const today = localDay(now());
      const day = readPeriod(today);
      const month = readPeriod(today.slice(0, 7));
      does(async (config) => {
        const { from, until, name } = of ?? month;
        const input = { from: from.toISOString(), until: until.toISOString() };
        const takings = await operate(config, 'takings', input);
        if (csv) return takingsCsv(takings);
        if (of) return [...takingsSummary(name, takings), '', ...takingsLines(takings)];
        const ofToday = takings.filter(({ at }) => new Date(at) >= day.from);
        return [...takingsSummary(today, ofToday), '', ...takingsSummary(name, takings)];
      });
    });
};
