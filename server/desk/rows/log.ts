/** What operators have changed, as a table, and its row. */
import * as z from 'zod';
import { localTime } from '../../process/nairobi.ts';
import { maybeLine, most } from '../fields.ts';
import { command, field, tableOr } from '../operation.ts';
import type { Table } from '../operation.ts';
import { readLog } from '../operatorLog.ts';
import type { LogRow } from '../operatorLog.ts';
import { subjectLink } from './links.ts';

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

/** What the log calls it: a word alone is a payment's number, the receipt of a sum, or an operator. */
function subjectsOf(typed: string): string[] {
  const name = typed.replace('#', '').trim();
  return name.includes(' ') ? [name] : [`payment ${name}`, `sum ${name}`, `operator ${name}`];
}

export const logRows = {
  log: command({
    right: 'look',
    words: 'log',
    title: 'Log',
    help: 'what operators have changed: who, when and why; the newest first',
    hasSheet: true,
    input: z.strictObject({
      subject: field(maybeLine, {
        usage: '--of <what>',
        label: 'Only what was done to, for instance: payment 12',
      }),
      most: field(most, { usage: '--most <number>', label: 'How many' }),
    }),
    run: async ({ most: lines, subject }, desk) => {
      const log = await readLog(
        { most: lines, subjects: subject === undefined ? undefined : subjectsOf(subject) },
        desk,
      );
      return tableOr(logTable(log), 'Nothing is written down.');
    },
  }),
} as const;
