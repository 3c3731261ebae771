/** `npm run admin -- counts`: how the town goes. */
import { Option } from 'commander';
import { operate } from '../operate.ts';
import { COUNTED } from '../readCounts.ts';
import type { CountName, Day, Standing } from '../readCounts.ts';
import type { AddCommands } from './command.ts';
import { readMost } from './adminWords.ts';
import { csvLines, tableLines } from './formatTable.ts';

const USUAL_DAYS = 14;
const BAR_MAX = 40;

const words = (name: string) => name.replaceAll('_', ' ');

function standingLines(now: Standing): string[] {
  return [
    `Fundis: ${now.fundis}; listed ${now.listed} (on trial ${now.onTrial}, subscribed ${now.subscribed}), blocked ${now.blocked}`,
    `  leaving within 7 days ${now.leaving}, left within the last 30 days ${now.left}`,
    `Clients: ${now.clients}. Shown: jobs ${now.jobs}, ads ${now.ads}`,
  ];
}

/** A bar for each day, the longest as wide as `BAR_MAX`. */
export function chartLines(days: Day[], name: CountName): string[] {
  const most = Math.max(1, ...days.map((day) => day[name]));
  return days.map((row) => {
    const bar = '#'.repeat(Math.round((row[name] / most) * BAR_MAX));
    return `${row.day}  ${bar} ${row[name].toLocaleString('en-KE')}`;
  });
}

interface Options {
  days: number;
  chart: CountName;
  csv?: true;
}

export const addCounts: AddCommands = (admin, does) => {
  admin
    .command('counts')
    .description(
      'fundis listed, on trial, subscribed, leaving; jobs and ads posted and paid, by day',
    )
    .option('--days <number>', 'how many days, with today', readMost, USUAL_DAYS)
    .addOption(new Option('--chart <what>', 'what the chart shows').choices(COUNTED).default('ksh'))
    .option('--csv', 'the days as CSV')
    .action(({ days, chart, csv }: Options) =>
      does(async (config) => {
        const counts = await operate(config, 'readCounts', { days });
        const rows = counts.days.map((row) => [row.day, ...COUNTED.map((name) => row[name])]);
        if (csv) return csvLines(['day', ...COUNTED], rows);
        return [
          ...standingLines(counts.now),
          '',
          ...tableLines(['Day (Nairobi)', ...COUNTED.map(words)], rows),
          '',
          `${words(chart)} by day`,
          ...chartLines(counts.days, chart),
        ];
      }),
    );
};
