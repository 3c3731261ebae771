/** The row of the counts, by day. */
import * as z from 'zod';
import { days } from '../fields.ts';
import { command, field } from '../operation.ts';
import { COUNTED, readCounts } from '../readCounts.ts';

const words = (name: string) => (name === 'ksh' ? 'Ksh' : name.replaceAll('_', ' '));

export const countRows = {
  readCounts: command({
    right: 'look',
    words: 'counts',
    title: 'Counts',
    help: 'who registered, what was posted and paid, and the money that stayed, by day',
    hasSheet: true,
    input: z.strictObject({
      days: field(days, {
        usage: '--days <number>',
        label: 'Days',
      }),
    }),
    run: async ({ days: number }, desk) => {
      const rows = (await readCounts({ days: number }, desk)).days;
      return [
        {
          columns: ['Day (Nairobi)', ...COUNTED.map(words)],
          rows: rows.map((row) => [row.day, ...COUNTED.map((name) => row[name])]),
        },
      ];
    },
  }),
} as const;
