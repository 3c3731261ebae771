/** The cells of a statement, as portals and spreadsheets write them. Pure. */
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
