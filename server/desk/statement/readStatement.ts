/** Reads the organisation's statement, as M-Pesa's portal exports it as CSV. Pure. */
import { CsvError, parse } from 'csv-parse/sync';
import { cleanTexts } from '../../http/texts.ts';
import { receiptSchema } from '../../payments/callback.ts';

/**
 * in: money that came. out: money that left, to a payer or a bank. reversal: M-Pesa took money back, or gave
 * it back. charge: what M-Pesa takes for its service; it may have the receipt of what it was taken for.
 */
export type RowKind = 'in' | 'out' | 'reversal' | 'charge';

/** A movement of money. */
export interface StatementRow {
  /** The line of the file, from 1. */
  line: number;
  receipt: string;
  kind: RowKind;
  /** Ksh, more than 0. */
  amount: number;
  /** When it was completed, ISO 8601. */
  at: string;
  /** What was typed as the account; empty where the statement has none. */
  account: string;
  /** Of a reversal: the receipt of what was reversed, where the statement names it. */
  linked: string | null;
  /** Of money that came: whether this statement has its reversal, too. */
  isTakenBack: boolean;
  details: string;
  /** Who paid or was paid, as the statement writes it: with a phone that is masked or not. */
  party: string;
}

export interface Statement {
  rows: StatementRow[];
  /** What stands in the table and cannot be read, one line each. */
  unread: string[];
}

/** The file is no statement. The message is one line. */
export class StatementError extends Error {
  override name = 'StatementError';
}

/** The names of the columns, without spaces and dots; versions of the portal differ. */
const COLUMNS = {
  receipt: ['receiptno', 'receiptnumber', 'receipt'],
  at: ['completiontime', 'initiationtime'],
  party: ['otherpartyinfo', 'otherparty'],
  details: ['details'],
  status: ['transactionstatus', 'status'],
  paidIn: ['paidin'],
  withdrawn: ['withdrawn', 'withdrawal'],
  reason: ['reasontype'],
  linked: ['linkedtransactionid'],
  account: ['acno', 'accountno', 'accountnumber'],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED = ['receipt', 'at', 'paidIn', 'withdrawn'] as const satisfies Column[];

/** Where each column stands; -1 for one that the statement does not have. */
type Places = Record<Column, number>;

const nameOf = (cell: string) => cell.toLowerCase().replace(/[^a-z]/g, '');

/** The places of the columns, or null when the record is no line of column names. */
function placesOf(record: readonly string[]): Places | null {
  const names = record.map(nameOf);
  const entries = Object.entries(COLUMNS).map(([column, known]) => {
    const places = known.map((name) => names.indexOf(name)).filter((place) => place >= 0);
    return [column, places[0] ?? -1] as const;
  });
  const places = Object.fromEntries(entries) as Places;
  return NEEDED.every((column) => places[column] >= 0) ? places : null;
}

/** Ksh without a sign: statements of some versions write what was withdrawn as negative. Null for no number. */
function amountOf(cell: string): number | null {
  const text = cell.replace(/^(?:ksh|kes)\.?/i, '').replace(/[\s-]/g, '');
  if (text === '') return 0;
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(text)
    ? Number(text.replaceAll(',', ''))
    : null;
}

/** `22-11-2026 08:40:12` or `2026-11-22 08:40:12` in Nairobi, as ISO 8601; null for no time. */
function timeOf(cell: string): string | null {
  const [, first = '', month, last = '', time = ''] =
    /^(\d{4}|\d\d)[-/](\d\d)[-/](\d{4}|\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(cell) ?? [];
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  const at = new Date(`${year}-${month}-${day}T${time.padEnd(8, ':00')}+03:00`);
  // Engines differ in what they make of 31 February.
  const isReal =
    !Number.isNaN(at.getTime()) && new Date(`${year}-${month}-${day}`).getUTCDate() === Number(day);
  return isReal ? at.toISOString() : null;
}

function kindOf(text: string, isIn: boolean): RowKind {
  if (/\brevers/i.test(text)) return 'reversal';
  if (!isIn && /\b(?:charges?|fees?|tariff|commission)\b/i.test(text)) return 'charge';
  return isIn ? 'in' : 'out';
}

const looksLikeOne = (word: string) => /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{10}$/.test(word);

/** The receipt that a reversal names: in a column of its own, or as a word of the details. */
function linkedOf(linked: string, details: string, receipt: string): string | null {
  const written = receiptSchema.safeParse(linked);
  const named = written.success ? written.data : details.split(/[^A-Za-z0-9]+/).find(looksLikeOne);
  return named === undefined || named === receipt ? null : named;
}

/** The movement in a record, null for none, or why it cannot be read. */
function readRow(
  record: readonly string[],
  places: Places,
  line: number,
): StatementRow | string | null {
  const cell = (column: Column) => String(cleanTexts(record[places[column]] ?? '')).trim();
  const status = cell('status');
  const paidIn = amountOf(cell('paidIn'));
  const withdrawn = amountOf(cell('withdrawn'));
  const written = cell('receipt');
  // A line of totals, a page's end, or what moved no money.
  if (written === '' || (paidIn === 0 && withdrawn === 0)) return null;
  if (status !== '' && !/^completed$/i.test(status)) return null;
  const at = timeOf(cell('at'));
  const receipt = receiptSchema.safeParse(written);
  if (!receipt.success || at === null || paidIn === null || withdrawn === null) {
    const isBare =
      at === null && record.filter((text) => text.trim() !== '').length < NEEDED.length;
    return isBare ? null : `line ${line}: ${record.join(', ')}`;
  }
  const details = cell('details');
  const text = `${cell('reason')} ${details}`;
  const kind = kindOf(text, paidIn > 0);
  return {
    line,
    receipt: receipt.data,
    kind,
    amount: paidIn > 0 ? paidIn : withdrawn,
    at,
    account: cell('account'),
    linked: kind === 'reversal' ? linkedOf(cell('linked'), details, receipt.data) : null,
    isTakenBack: false,
    details,
    party: cell('party'),
  };
}

/** The rows, with whether money that came was taken back. */
function withTakenBack(rows: readonly StatementRow[]): StatementRow[] {
  const reversals = rows.filter(({ kind }) => kind === 'reversal');
  const taken = new Set(reversals.map(({ linked, receipt }) => linked ?? receipt));
  return rows.map((row) => ({ ...row, isTakenBack: row.kind === 'in' && taken.has(row.receipt) }));
}

/** Excel's "Unicode text" is UTF-16. */
const decode = (bytes: Uint8Array) =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

interface Line {
  record: string[];
  info: { lines: number };
}

function parsed(text: string): Line[] {
  // Spreadsheets of some countries write semicolons or tabs: the line of column names has most of them.
  const header =
    text.split('\n').find((line) => /receipt/i.test(line) && /paid\s*in/i.test(line)) ?? '';
  const [delimiter = ','] = [',', ';', '\t'].toSorted(
    (a, b) => header.split(b).length - header.split(a).length,
  );
  try {
    return parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new StatementError(`This is no CSV: ${error.message}`, { cause: error });
  }
}

/**
 * The movements of money in a statement, in its order: columns by their names, in any order, under any
 * number of other lines. Throws a `StatementError` without a table.
 */
export function readStatement(bytes: Uint8Array): Statement {
  let places: Places | null = null;
  const statement: Statement = { rows: [], unread: [] };
  for (const { record, info } of parsed(decode(bytes))) {
    // A page may repeat the names.
    const names = placesOf(record);
    places = names ?? places;
    const row = names || !places ? null : readRow(record, places, info.lines);
    if (typeof row === 'string') statement.unread.push(row);
    else if (row !== null) statement.rows.push(row);
  }
  if (places !== null) return { ...statement, rows: withTakenBack(statement.rows) };
  throw new StatementError(
    "There is no table in it with the columns Receipt No., Completion Time, Paid In and Withdrawn: export the organisation's statement as CSV.",
  );
}
