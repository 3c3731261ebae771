/** `npm run admin -- searches`: which fundis the town lacks. */
import { operate } from '../operate.ts';
import type { Part } from './command.ts';
import { readMost } from './adminWords.ts';
import { csvLines, tableLines } from './table.ts';

const COLUMNS = ['Searched', 'Times', 'On days', 'Last'];
const USUAL = { days: 30, most: 50 };

export const addSearches: Part = (admin, does) => {
  admin
    .command('searches')
    .description('what people searched among the fundis and found nobody; the most frequent first')
    .option('--days <number>', 'how many days, with today', readMost, USUAL.days)
    .option('--most <number>', 'how many lines', readMost, USUAL.most)
    .option('--csv', 'as CSV')
    .action(({ days, most, csv }: { days: number; most: number; csv?: true }) =>
      does(async (config) => {
        const found = await operate(config, 'missedSearches', { days, most });
        const rows = found.map((row) => [row.phrase, row.times, row.days, row.last]);
        if (csv) return csvLines(COLUMNS, rows);
        return rows.length === 0 ? ['No search is counted.'] : tableLines(COLUMNS, rows);
      }),
    );
};
