/** Finds the table in the file of a statement: its signs, its separators, its columns by their names, the text and the amount of a cell. Pure. */
import { CsvError, parse } from 'csv-parse/sync';
import { receiptSchema } from '../../payments/callback.ts';
import { decode } from '../../process/decode.ts';
import { cleanTexts } from '../../http/texts.ts';

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

const MINUS = /[\u2010-\u2015\u2212]/g;
const CURRENCY = /kshs?\.?|kes\.?|\/[=-]$/gi;
/** `100`, `1,100.50`, `1 100.50`; `100,50`, `1.100,50`. Not `1.100`, which is a thousand or one. */
const AMOUNTS = [
  /^\d+(?:\.\d{1,2})?$/,
  /^[1-9]\d{0,2}(?:(?:,\d{2,3})*,\d{3}|(?:[ ']\d{3})+)(?:\.\d{1,2})?$/,
  /^(?:\d+|[1-9]\d{0,2}(?:[. ']\d{3})+),\d{1,2}$/,
];

/** Ksh, negative for `-100`, `(100.00)` and `100-`; 0 for an empty cell. Null for what is no clear amount. */
export function amountOf(cell: string): number | null {
  const text = cell.replace(MINUS, '-').replace(CURRENCY, '').trim();
  const [, inner] = /^\((.*)\)$/.exec(text) ?? [];
  const bare = (inner ?? text).replace(CURRENCY, '').trim();
  const digits = bare.replace(/^[+-]|-$/, '').trim();
  if (digits === '') return 0;
  const form = AMOUNTS.findIndex((amount) => amount.test(digits));
  if (form < 0) return null;
  const plain = form === 2 ? digits.replace(/[. ']/g, '').replace(',', '.') : digits;
  const ksh = Number(plain.replace(/[, ']/g, ''));
  return inner !== undefined || /^-|-$/.test(bare) ? -ksh : ksh;
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

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('hex');

interface Line {
  record: string[];
  info: { lines: number };
}

/** A quotation mark that is open takes the rows behind it into its cell. */
const SWALLOWED = /[\r\n]["'=]*[A-Z0-9]{10}["']*[,;\t|]/;

/**
 * The records of the file, or why there are none. Spreadsheets of some countries write semicolons or tabs
 * between the cells.
 */
function parsed(text: string): Line[] | string {
  const lines = text.split(/\r\n?|\n/);
  const delimiter = [',', ';', '\t', '|'].find((sign) =>
    lines.some((line) => placesOf(line.split(sign)) !== null),
  );
  try {
    const records = parse(text, {
      delimiter: delimiter ?? ',',
      info: true,
      ltrim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as Line[];
    const open = records.find(({ record }) => record.some((cell) => SWALLOWED.test(cell)));
    return open
      ? `This is no CSV: a quotation mark is open before the end of line ${open.info.lines}.`
      : records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `This is no CSV: ${error.message}`;
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

interface StatementTable {
  entries: TableEntry[];
  texts: string[];
}

/** The table of a statement under its names, which a page may repeat; or why there is none, as a sentence. */
export function readTable(bytes: Uint8Array): StatementTable | string {
  if (SPREADSHEETS.includes(startOf(bytes))) return 'This is a spreadsheet file: export CSV.';
  const lines = parsed(decode(bytes));
  if (typeof lines === 'string') return lines;
  let places: Places | null = null;
  const table: StatementTable = { entries: [], texts: [] };
  for (const { record, info } of lines) {
    const names = placesOf(record);
    const known: Places | null = names ?? places;
    places = known;
    if (names !== null) continue;
    const cell = (column: Column) => textOf(record[known?.[column] ?? -1]);
    const entry = known && { line: info.lines, record, places: known, cell };
    if (entry !== null && !isAside(entry)) table.entries.push(entry);
    else if (!isReceipt(cell('receipt'))) table.texts.push(record.join(' '));
  }
  return places === null ? NO_TABLE : table;
}
