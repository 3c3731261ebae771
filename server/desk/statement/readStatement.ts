/**
 * Reads the organisation's statement, as M-Pesa's portals export it as CSV or as a spreadsheet has saved it:
 * the table in the file, one order of its dates, and what each row is. Pure.
 */
import * as z from 'zod';
import { receiptSchema } from '../../payments/callback.ts';
import { amountOf, readTable, textOf, unreadable } from './readTable.ts';
import { boundsOf, momentWithin, orderOf, readDate } from './readDates.ts';
import type { Bounds, Order } from './readDates.ts';
import { kindOf, linkedOf, readDetails, ROW_KINDS } from './readMovement.ts';
import type { TableEntry } from './readTable.ts';

export const statementRow = z.strictObject({
  receipt: receiptSchema,
  kind: z.enum(ROW_KINDS),
  /** Ksh. */
  amount: z.number().positive(),
  /** When it was completed. */
  at: z.iso.datetime(),
  /** What was typed as the account; empty where the statement has none. */
  account: z.string(),
  /** Of a reversal: the receipt of what was reversed, where the statement names it. */
  linked: receiptSchema.nullable(),
  /** Of money that came: whether this statement has its reversal, too. */
  isTakenBack: z.boolean(),
  details: z.string(),
  /** Who paid or was paid, as the statement writes it: with a phone that is masked or not. */
  party: z.string(),
});
export type StatementRow = z.infer<typeof statementRow>;

export interface Statement {
  rows: StatementRow[];
  /** What stands in the table and cannot be read, one line each. */
  unread: string[];
}

const SHOWN_MOST = 300;

/** Statuses of what moved no money. */
const NOT_DONE =
  /^(?:declined|cancell?ed|failed|expired|rejected|attempted|pending|initiated|(?:pending )?authori[sz]ed|in progress)$/i;

/** The movement of an entry, null for none, or why it cannot be read. */
function readEntry(
  entry: TableEntry,
  moment: (cell: string) => number | null,
): StatementRow | string | null {
  const { record, places, cell } = entry;
  const status = cell('status');
  if (NOT_DONE.test(status)) return null;
  if (!/^(?:completed)?$/i.test(status)) return `its status is ${status}`;
  if (record.slice(places.width).some((text) => textOf(text) !== ''))
    return 'it has too many cells';
  if (record.length <= Math.min(places.paidIn, places.withdrawn)) return 'it is cut off';
  const receipt = receiptSchema.safeParse(cell('receipt'));
  const at = moment(cell('at'));
  const [paidIn, withdrawn] = [amountOf(cell('paidIn')), amountOf(cell('withdrawn'))];
  if (!receipt.success) return 'its receipt';
  if (at === null) return 'its time';
  if (paidIn === null || withdrawn === null) return 'its amount';
  const details = cell('details');
  const { words, ...typed } = readDetails(details);
  const kind = kindOf(cell('reason'), words, paidIn > 0);
  const [came, left] = [Math.max(paidIn, 0), Math.max(Math.abs(withdrawn), -paidIn)];
  if (came > 0 && left > 0 && (kind !== 'sweep' || came !== left)) return 'money came and left';
  return {
    receipt: receipt.data,
    kind,
    amount: Math.max(came, left),
    at: new Date(at).toISOString(),
    account: cell('account') || typed.account,
    linked: kind === 'reversal' ? linkedOf(cell('linked'), words, receipt.data) : null,
    isTakenBack: false,
    details,
    party: cell('party') || typed.party,
  };
}

/** The rows, with whether money that came was taken back: nothing else leaves under its receipt. */
function withTakenBack(rows: readonly StatementRow[]): StatementRow[] {
  const came = new Map(rows.flatMap((row) => (row.kind === 'in' ? [[row.receipt, row]] : [])));
  const all = rows.map((row): StatementRow => {
    const isBack = row.kind === 'out' && came.get(row.receipt)?.amount === row.amount;
    return isBack ? { ...row, kind: 'reversal' } : row;
  });
  const reversals = all.filter(({ kind }) => kind === 'reversal');
  const taken = new Set(reversals.map(({ linked, receipt }) => linked ?? receipt));
  return all.map((row) => ({ ...row, isTakenBack: row.kind === 'in' && taken.has(row.receipt) }));
}

/**
 * The movements of money in a statement, in its order: columns by their names, in any order, under any
 * number of other lines. Nothing has moved after `now`, and the name of the file may have its days. Throws an
 * `OperatorError` without a table, and where its dates have two meanings.
 */
export function readStatement(
  bytes: Uint8Array,
  { now, name = '' }: { now?: Date; name?: string } = {},
): Statement {
  const { entries, texts } = readTable(bytes, name);
  const around = /\bfrom\b.*\bto\b/i.test(name) ? [...texts, name] : texts;
  const boundsFor = (order: Order) => boundsOf(around, now?.getTime() ?? Infinity, order);
  const bounds: Record<Order, Bounds> = {
    dayFirst: boundsFor('dayFirst'),
    monthFirst: boundsFor('monthFirst'),
  };
  const dates = entries.map(({ cell }) => readDate(cell('at'))).filter((date) => date !== null);
  const order = orderOf(dates, bounds);
  if (order === null) {
    throw unreadable(
      name,
      'Its dates can be read in two ways: export it again, and do not open it in a spreadsheet first.',
    );
  }
  const moment = (cell: string) => {
    const written = readDate(cell);
    return written && momentWithin(written, order, bounds[order]);
  };
  const rows: StatementRow[] = [];
  const unread: string[] = [];
  for (const entry of entries) {
    const row = readEntry(entry, moment);
    const text = entry.record.join(', ').slice(0, SHOWN_MOST);
    if (typeof row === 'string') unread.push(`line ${entry.line}: ${row}: ${text}`);
    else if (row !== null) rows.push(row);
  }
  return { rows: withTakenBack(rows), unread };
}
