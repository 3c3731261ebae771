/** Tables of the desk as CSV for a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import { printable } from './terminal.ts';
import type { Cell, Table } from './operation.ts';

/** A cell as one line without control characters. A link is shown as its command, or else as its text. */
export function cleanCell(cell: Cell): string | number | null {
  if (cell === null || typeof cell === 'number') return cell;
  const text = typeof cell === 'string' ? cell : (cell.command ?? cell.text);
  return printable(text.replace(/\s+/g, ' ')).trim();
}

/**
 * CSV with a line of column names. A cell that a spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvText({ columns, rows }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(cleanCell))];
  return stringify(cells, { escape_formulas: true });
}

export const csvLines = (table: Table): string[] => csvText(table).trimEnd().split('\n');
