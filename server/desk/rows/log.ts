/** What operators have changed, as a table. */
import { localTime } from '../../process/nairobi.ts';
import type { Table } from '../operation.ts';
import type { LogRow } from '../operatorLog.ts';

export const logTable = (log: readonly LogRow[]): Table => ({
  columns: ['When (Nairobi)', 'Who', 'What', 'To what', 'Why'],
  rows: log.map(({ at, who, action, subject, reason }) => [
    localTime(new Date(at)),
    who,
    action,
    subject,
    reason,
  ]),
});
