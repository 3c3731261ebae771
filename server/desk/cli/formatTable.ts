/** Rows as a table for a terminal, or as CSV for a spreadsheet. */
import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import { printable } from '../../process/terminal.ts';

/** Numbers are aligned to the right. */
type Cell = string | number | null;

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};
const PLAIN = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 };

/** A cell without line breaks and control characters. */
const clean = (cell: Cell) =>
  typeof cell === 'string' ? printable(cell.replace(/\s+/g, ' ')).trim() : cell;

const shown = (cell: Cell) =>
  typeof cell === 'number' ? cell.toLocaleString('en-KE') : (clean(cell) ?? '-');

/** A table without lines, the names of its columns on top. */
export function tableLines(columns: string[], rows: Cell[][]): string[] {
  const isRight = (at: number) => rows.some((row) => typeof row[at] === 'number');
  const table = new Table({
    head: columns,
    chars: NO_LINES,
    style: PLAIN,
    colAligns: columns.map((_, at) => (isRight(at) ? 'right' : 'left')),
  });
  table.push(...rows.map((row) => row.map((cell) => String(shown(cell)))));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/**
 * CSV with a line of column names. A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front.
 */
export function csvLines(columns: string[], rows: Cell[][]): string[] {
  const cells = [columns, ...rows.map((row) => row.map(clean))];
  return stringify(cells, { escape_formulas: true }).trimEnd().split('\n');
}
