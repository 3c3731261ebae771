/** `npm run admin -- payments compare`: M-Pesa's statement against the books. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { requireFile } from '../../process/fileErrors.ts';
import { printLines } from '../terminal.ts';
import { operate } from '../operate.ts';
import { OperatorError } from '../operatorError.ts';
import type { UnknownMoney } from '../statement/compareStatement.ts';
import { readStatement } from '../statement/readStatement.ts';
import type { Statement, StatementRow } from '../statement/readStatement.ts';
import { ask, byOf, reader } from './atTerminal.ts';
import type { CommandWork } from './command.ts';
import {
  bookedLines,
  compareBlocks,
  compareTable,
  isCertain,
  outcomeText,
} from '../rows/comparison.ts';
import { csvLines } from '../csv.ts';
import { line } from '../fields.ts';
import { linesOf } from './printBlocks.ts';

interface Options {
  csv?: true;
  yes?: true;
  reason?: string;
}

function readFile(given: string): Statement {
  const file = path.resolve(given);
  requireFile(file);
  return readStatement(readFileSync(file), { now: new Date(), name: path.basename(file) });
}

const certainOf = (unknown: readonly UnknownMoney[]): StatementRow[] =>
  unknown.filter(isCertain).map(({ row }) => row);

/** What a person on a terminal wants to have booked: all that is certain, or what they say yes to, one by one. */
export async function chooseRows(
  unknown: readonly UnknownMoney[],
  answerTo: (question: string) => Promise<string>,
): Promise<StatementRow[]> {
  const tried = unknown.filter(({ outcome }) => outcome);
  const certain = certainOf(tried);
  const answer = await answerTo(
    `Book what the statement has? Type all for the ${certain.length} that are certain, or one to be asked for each of ${tried.length}: `,
  );
  if (answer.trim() === 'all') return certain;
  if (answer.trim() !== 'one') return [];
  const wanted: StatementRow[] = [];
  for (const money of tried) {
    const { row } = money;
    const text = `Book ${row.receipt}, Ksh ${row.amount}, ${outcomeText(money)}?`;
    if ((await answerTo(`${text} Type yes: `)).trim() === 'yes') wanted.push(row);
  }
  return wanted;
}

/** Compares, shows and books; returns the lines that are left to print. */
async function compare(
  config: Config,
  statement: Statement,
  { csv, yes, reason }: Options & { reason: string },
): Promise<string[]> {
  const { rows, unread } = statement;
  const found = await operate(config, 'compareStatement', { rows });
  const lines = csv
    ? csvLines(compareTable(found, unread))
    : linesOf(compareBlocks(statement, found));
  const book = async (some: StatementRow[]) =>
    bookedLines(await operate(config, 'bookStatement', { rows: some, by: byOf(reason) }));
  const certain = certainOf(found.unknown);
  if (yes) return [...lines, '', ...(await book(certain))];
  if (csv || found.unknown.length === 0) return lines;
  if (!process.stdin.isTTY) {
    return certain.length === 0
      ? lines
      : [...lines, '', `Add --yes to book the ${certain.length} that are certain.`];
  }
  printLines([...lines, ''], console.log);
  return await book(await chooseRows(found.unknown, ask));
}

const compareFile =
  (file: string, options: Options): CommandWork =>
  async (config) => {
    const statement = readFile(file);
    const reason = options.reason ?? `in the statement ${path.basename(file)}`;
    const lines = await compare(config, statement, { ...options, reason });
    const { length } = statement.unread;
    if (length === 0) return lines;
    printLines(lines, console.log);
    const [what, them] = length === 1 ? ['1 line', 'it'] : [`${length} lines`, 'them'];
    throw new OperatorError(`${what} of ${file} could not be read: see to ${them} by hand.`);
  };

export function addCompare(payments: Command, does: (run: CommandWork) => void): void {
  payments
    .command('compare')
    .description("compares M-Pesa's statement with the books, and books what is missing here")
    .argument('<statement.csv>', 'the statement that the portal of M-Pesa exports')
    .option('--csv', 'what does not agree, as CSV')
    .option('--yes', 'book what is certain, without asking')
    .option('--reason <text>', 'why it is booked; without it the name of the file', reader(line))
    .action((file: string, options: Options) => does(compareFile(file, options)));
}
