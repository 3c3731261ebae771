/** The row of the counts, by day. */
import * as z from 'zod';
import { days } from '../fields.ts';
import { operation } from '../operation.ts';
import { COUNTED, readCounts } from '../readCounts.ts';
import type { Standing } from '../readCounts.ts';

const USUAL_DAYS = 14;

const words = (name: string) => (name === 'ksh' ? 'Ksh' : name.replaceAll('_', ' '));

const standingLines = (now: Standing) => [
  `Fundis: ${now.fundis}; listed ${now.listed} (on trial ${now.onTrial}, subscribed ${now.subscribed}), blocked ${now.blocked}`,
  `  leaving within 7 days ${now.leaving}, left within the last 30 days ${now.left}`,
  `Clients: ${now.clients}. Shown: jobs ${now.jobs}, ads ${now.ads}`,
];

export const countRows = {
  readCounts: operation({
    right: 'look',
    input: z.strictObject({ days, chart: z.enum(COUNTED).default('ksh') }),
    commands: [
      {
        words: 'counts',
        title: 'Counts',
        help: 'fundis listed, on trial, subscribed, leaving; jobs and ads posted and paid, by day',
        fields: [
          {
            name: 'days',
            usage: '--days <number>',
            label: 'Days',
            help: 'how many days, with today',
            initial: USUAL_DAYS,
          },
          {
            name: 'chart',
            usage: '--chart <what>',
            label: 'Chart',
            help: 'what the chart shows',
            choices: COUNTED,
            texts: Object.fromEntries(COUNTED.map((name) => [name, words(name)])),
            initial: 'ksh',
          },
        ],
      },
    ],
    run: readCounts,
    show: ({ now, days }, { chart }) => [
      ...standingLines(now),
      '',
      {
        columns: ['Day (Nairobi)', ...COUNTED.map(words)],
        rows: days.map((row) => [row.day, ...COUNTED.map((name) => row[name])]),
      },
      { chart: words(chart), bars: days.map((row): [string, number] => [row.day, row[chart]]) },
    ],
    table: ({ days }) => ({
      columns: ['day', ...COUNTED],
      rows: days.map((row) => [row.day, ...COUNTED.map((name) => row[name])]),
    }),
  }),
} as const;
