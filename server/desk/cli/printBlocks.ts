/** Answers of the desk as lines for a terminal. */
import Table from 'cli-table3';
import { renderUnicodeCompact } from 'uqr';
import { cleanCell } from '../csv.ts';
import { isNone } from '../operation.ts';
import type { Block, Cell, Table as BlockTable } from '../operation.ts';

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

function shown(cell: Cell): string {
  const text = cleanCell(cell);
  return typeof text === 'number' ? text.toLocaleString('en-KE') : (text ?? '-');
}

export function tableLines({ columns, rows }: BlockTable): string[] {
  const isRight = (at: number) => rows.some((row) => typeof row[at] === 'number');
  const table = new Table({
    head: columns,
    chars: NO_LINES,
    style: PLAIN,
    colAligns: columns.map((_, at) => (isRight(at) ? 'right' : 'left')),
  });
  table.push(...rows.map((row) => row.map((cell) => shown(cell))));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

function blockLines(block: Block): string[] {
  if (typeof block === 'string') return [block];
  if ('heading' in block) return ['', block.heading];
  if ('columns' in block) return tableLines(block);
  if ('facts' in block) {
    const known = block.facts.filter(([, value]) => !isNone(value));
    const widest = Math.max(...known.map(([name]) => name.length));
    return known.map(([name, value]) => `  ${name.padEnd(widest)}  ${shown(value)}`);
  }
  if ('qr' in block) return renderUnicodeCompact(block.qr).split('\n');
  return 'hint' in block ? [`  npm run admin -- ${block.hint}`] : [];
}

export function linesOf(blocks: readonly Block[]): string[] {
  const lines = blocks.flatMap(blockLines);
  return lines[0] === '' ? lines.slice(1) : lines;
}
