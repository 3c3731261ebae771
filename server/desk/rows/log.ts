/** What operators have changed, as a table, and its row. */
import * as z from 'zod';
import { localTime } from '../../process/nairobi.ts';
import { maybeLine, most } from '../fields.ts';
import { operation } from '../operation.ts';
import type { Table } from '../operation.ts';
import { readLog } from '../operatorLog.ts';
import type { LogRow } from '../operatorLog.ts';
import { subjectLink } from './links.ts';

const USUAL_LINES = 50;

/** The changes, each with a link to what it was about. */
const logTable = (log: readonly LogRow[]): Table => ({
  columns: ['When (Nairobi)', 'Who', 'What', 'To what', 'Why'],
  rows: log.map(({ at, who, action, subject, reason }) => [
    localTime(at),
    who,
    action,
    subjectLink(subject),
    reason,
  ]),
});

export const logRows = {
  log: operation({
    right: 'look',
    input: z.strictObject({ most, subject: maybeLine, action: maybeLine }),
    commands: [
      {
        words: 'log',
        title: 'Log',
        help: 'what operators have changed: who, when and why; the newest first',
        fields: [
          {
            name: 'subject',
            usage: '--of <what>',
            label: 'Only what was done to, for instance: payment 12',
            help: 'only what was done to it, for instance "payment 12"',
          },
          {
            name: 'most',
            usage: '--most <number>',
            label: 'How many',
            help: 'how many lines',
            initial: USUAL_LINES,
          },
        ],
      },
    ],
    // A word alone is the receipt of a sum.
    run: ({ most: lines, subject, action }, desk) => {
      const isReceipt = subject !== undefined && !subject.includes(' ');
      const named = isReceipt ? `sum ${subject.toUpperCase()}` : subject;
      return readLog({ most: lines, subject: named, action }, desk);
    },
    show: (log) => (log.length === 0 ? ['Nothing is written down.'] : [logTable(log)]),
    table: logTable,
  }),
} as const;
