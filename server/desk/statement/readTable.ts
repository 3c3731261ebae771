/** Finds the table in the file of a statement: its signs, its separators, its columns by their names, the text and the amount of a cell. Pure. */
import { CsvError, parse } from 'csv-parse/sync';
import { receiptSchema } from '../../payments/callback.ts';
import { decode } from '../../process/decode.ts';
import { cleanTexts } from '../../http/texts.ts';
import { OperatorError } from '../operatorError.ts';

/** The text of a cell: a spreadsheet may write `="SKL1AAAAA1"` or `'SKL1AAAAA1` so that it stays a text. */
export function textOf(cell: string | undefined): string {
  const text = String(cleanTexts(cell ?? ''))
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text
    .replace(/^="(.*)"$/, '$1')
    .replace(/^"(.*)"$/, '$1')
    .replace(/^['’‘`](.*?)['’‘`]?$/, '$1')
    .trim();
}

const CURRENCY = /kshs?\.?|kes\.?/gi;
/** Spaces within a number stay: `100 20` is none. */
const SPACES = /(^|[(-])\s+|\s+(?=\)|$)/g;
/** `100`, `1,100.50`; `100,50`, `1.100,50`. Not `1.100`, which is a thousand or one. */
const WITH_POINT = /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d{1,2})?$/;
const WITH_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d{1,2}$/;

/** Ksh, negative for `-100` and `(100.00)`; 0 for an empty cell. Null for what is no clear amount. */
export function amountOf(cell: string): number | null {
  const text = cell
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(CURRENCY, '')
    .replace(SPACES, '$1');
  const digits = text.replace(/^\((.*)\)$|^-(.*)$/, '$1$2');
  const sign = digits === text ? 1 : -1;
  if (digits === '') return 0;
  if (WITH_POINT.test(digits)) return sign * Number(digits.replaceAll(',', ''));
  if (!WITH_COMMA.test(digits)) return null;
  return sign * Number(digits.replaceAll('.', '').replace(',', '.'));
}

/** The names of the columns in all versions, in small letters, without a currency, spaces and signs. */
const COLUMNS = {
  receipt: ['receiptno', 'receiptnumber', 'receipt'],
  at: ['completiontime', 'completiondate', 'date', 'initiationtime'],
  party: ['otherpartyinfo', 'otherparty'],
  details: ['details', 'description'],
  status: ['transactionstatus', 'status'],
  paidIn: ['paidin'],
  withdrawn: ['withdrawn', 'withdrawal', 'withdrawals', 'paidout'],
  reason: ['reasontype', 'transactiontype'],
  linked: ['linkedtransactionid', 'linkedtransaction'],
  account: ['acno', 'accno', 'accountno', 'accountnumber', 'transactionpartydetails'],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED = ['receipt', 'at', 'paidIn', 'withdrawn'] as const satisfies Column[];

/** Where each column stands, -1 for one that the statement does not have; and how far the names reach. */
type Places = Record<Column | 'width', number>;

const nameOf = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/\(.*?\)|\b(?:kshs?|kes)\b/g, '')
    .replace(/[^a-z]/g, '');

/** The places of the columns, or null when the record is no line of column names. */
function placesOf(record: readonly string[]): Places | null {
  const names = record.map(nameOf);
  const entries = Object.entries(COLUMNS).map(([column, known]) => {
    const places = known.map((name) => names.indexOf(name)).filter((place) => place >= 0);
    return [column, places[0] ?? -1] as const;
  });
  const width = names.findLastIndex((name) => name !== '') + 1;
  const places = { ...Object.fromEntries(entries), width } as Places;
  return NEEDED.every((column) => places[column] >= 0) ? places : null;
}

/** How a workbook of Excel begins, an old and a new one. */
const SPREADSHEETS = ['d0cf11e0', '504b0304'];

export const unreadable = (name: string, why: string) =>
  new OperatorError(`${name || 'The file'} cannot be read as a statement. ${why}`);

/** A quotation mark that is open takes the rows behind it into its cell. */
const SWALLOWED = /[\r\n]["'=]*[A-Z0-9]{10}["']*[,;\t]/;

/** The records of the file. Spreadsheets of some countries write semicolons or tabs between the cells. */
function recordsOf(text: string, name: string) {
  const lines = text.split(/\r\n?|\n/);
  const delimiter = [',', ';', '\t'].find((sign) =>
    lines.some((line) => placesOf(line.split(sign)) !== null),
  );
  try {
    return parse(text, {
      delimiter: delimiter ?? ',',
      info: true,
      ltrim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(name, `This is no CSV: ${error.message}`);
  }
}

export interface TableEntry {
  /** Its line in the file, from 1. */
  line: number;
  record: string[];
  places: Places;
  /** The text in a column; empty where the statement does not have it. */
  cell: (column: Column) => string;
}

/** "Closing Balance:" and "Total", which some versions write below the table or between two. */
const LABEL = /:$|^(?:(?:sub|grand)[ -]?)?totals?$|\bbalance$/i;

const NO_TABLE =
  "There is no table in it with the columns Receipt No., Completion Time, Paid In and Withdrawn: export the organisation's statement as CSV.";

const isReceipt = (text: string) => receiptSchema.safeParse(text).success;

/** Whether a record is no movement: a line of totals or of text, or one that moved no money. */
function isAside({ record, places, cell }: TableEntry): boolean {
  const isEmpty = (column: Column) => amountOf(cell(column)) === 0;
  const isBlank = cell('receipt') === '' && cell('at') === '' && cell('status') === '';
  // A line that ends before its amounts was cut off.
  const isWhole = record.length > places.paidIn || record.length > places.withdrawn;
  const isBare = isEmpty('paidIn') && isEmpty('withdrawn');
  return (
    isBlank || LABEL.test(cell('receipt')) || (isBare && (isWhole || !isReceipt(cell('receipt'))))
  );
}

/** The table of a statement under its names, which a page may repeat, and the texts around it. Throws an `OperatorError`. */
export function readTable(bytes: Uint8Array, name: string) {
  if (SPREADSHEETS.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'))) {
    throw unreadable(name, 'This is a spreadsheet file: export CSV.');
  }
  let places: Places | null = null;
  const entries: TableEntry[] = [];
  const texts: string[] = [];
  for (const { record, info } of recordsOf(decode(bytes), name)) {
    const { lines: line } = info;
    if (record.some((cell) => SWALLOWED.test(cell))) {
      const why = `a quotation mark is open before the end of line ${line}`;
      throw unreadable(name, `This is no CSV: ${why}.`);
    }
    const names = placesOf(record);
    const known: Places | null = names ?? places;
    places = known;
    if (names !== null) continue;
    const cell = (column: Column) => textOf(record[known?.[column] ?? -1]);
    const entry = known && { line, record, places: known, cell };
    if (entry !== null && !isAside(entry)) entries.push(entry);
    else if (!isReceipt(cell('receipt'))) texts.push(record.join(' '));
  }
  if (places === null) throw unreadable(name, NO_TABLE);
  return { entries, texts };
}
