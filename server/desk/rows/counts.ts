/** The row of the counts, by day. */
import * as z from 'zod';
import { days } from '../fields.ts';
import { command, field } from '../operation.ts';
import { COUNTED, readCounts } from '../readCounts.ts';
import type { Counts } from '../readCounts.ts';

const words = (name: string) => (name === 'ksh' ? 'Ksh' : name.replaceAll('_', ' '));

const standingLines = (now: Counts['now']) => [
  `Fundis: ${now.fundis}; listed ${now.listed} (on trial ${now.onTrial}, subscribed ${now.subscribed}), blocked ${now.blocked}`,
  `  leaving within 7 days ${now.leaving}, left within the last 30 days ${now.left}`,
  `Clients: ${now.clients}. Shown: jobs ${now.jobs}, ads ${now.ads}`,
];

export const countRows = {
  readCounts: command({
    right: 'look',
    words: 'counts',
    title: 'Counts',
    help: 'fundis listed, on trial, subscribed, leaving; jobs and ads posted and paid, by day',
    hasSheet: true,
    input: z.strictObject({
      days: field(days, {
        usage: '--days <number>',
        label: 'Days',
      }),
    }),
    run: async ({ days: number }, desk) => {
      const counts = await readCounts({ days: number }, desk);
      const rows = counts.days.map((row) => [row.day, ...COUNTED.map((name) => row[name])]);
      return [
        ...standingLines(counts.now),
        '',
        { columns: ['Day (Nairobi)', ...COUNTED.map(words)], rows },
      ];
    },
  }),
} as const;
