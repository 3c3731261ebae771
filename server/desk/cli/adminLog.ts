/** `npm run admin -- log`: what operators have changed. */
import { localTime } from '../../process/nairobi.ts';
import { operate } from '../operate.ts';
import type { AddCommands } from './command.ts';
import { readMost } from './adminWords.ts';
import { csvLines, tableLines } from './formatTable.ts';

const COLUMNS = ['When (Nairobi)', 'Who', 'What', 'To what', 'Why'];
const USUAL = 50;

export const addLog: AddCommands = (admin, does) => {
  admin
    .command('log')
    .description('what operators have changed: who, when and why; the newest first')
    .option('--of <what>', 'only what was done to it, for instance "payment 12"')
    .option('--most <number>', 'how many lines', readMost, USUAL)
    .option('--csv', 'as CSV')
    .action(({ of, most, csv }: { of?: string; most: number; csv?: true }) =>
      does(async (config) => {
        const log = await operate(config, 'log', { most, subject: of ?? null });
        const rows = log.map(({ at, who, action, subject, reason }) => {
          return [localTime(new Date(at)), who, action, subject, reason];
        });
        if (csv) return csvLines(COLUMNS, rows);
        return rows.length === 0 ? ['Nothing is written down.'] : tableLines(COLUMNS, rows);
      }),
    );
};
