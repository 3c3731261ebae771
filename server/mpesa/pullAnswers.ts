/**
 * Reads what Daraja answers to Pull: the sums that came to a shortcode. Versions of it write the names of
 * fields in other letters, some with spaces, and the rows as an array or as arrays within it.
 */
import { localTime } from '../process/nairobi.ts';
import type { HttpAnswer } from './darajaAnswers.ts';
import type { ReceivedResult } from './gateway.ts';

/** By their names in small letters, without spaces and signs. */
type Fields = ReadonlyMap<string, unknown>;

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) return new Map();
  const entries = Object.entries(value);
  return new Map(
    entries.map(([name, field]) => [name.toLowerCase().replace(/[^a-z]/g, ''), field]),
  );
}

/** The first of these fields that says something, as a text. */
function textOf(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields.get(name);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (text !== '') return text;
  }
  return '';
}

/** The code and the words of an answer, of M-Pesa itself or of a gateway before it. */
function saidBy({ status, body }: HttpAnswer) {
  const fields = fieldsOf(body);
  const code = textOf(fields, 'responsecode', 'responsestatus', 'errorcode');
  const fault = fieldsOf(fields.get('fault'));
  const words =
    textOf(fields, 'responsemessage', 'responsedescription', 'errormessage') ||
    textOf(fault, 'faultstring');
  const message = `${code} ${words}`.trim();
  return { code, words, message: message === '' ? `HTTP ${status}` : message };
}

/** Codes of an answer that holds. */
const GOOD = new Set(['0', '200', '1000']);
/** An answer without rows is no failure, whatever its code is. */
const NO_ROWS = /\bno (?:new )?(?:transactions?|records?|rows?|data|results?)\b/i;
/** The product is not switched on for the app, or the shortcode is not registered: asking again does not help. */
const NOT_ALLOWED =
  /not (?:yet )?(?:registered|allowed|permitted|authori[sz]ed|subscribed)|unauthori[sz]ed|forbidden|apiproduct/i;
const REFUSED = new Set([400, 401, 403, 404, 405]);
const UNREAD = 'Its list cannot be read.';

/** `YYYYMMDDHHmmss` in Nairobi of a time in any of the provider's forms; one without a zone is Nairobi's. */
function timeOf(text: string): string {
  if (/^\d{4}-.*(?:z|[+-]\d\d:?\d\d)$/i.test(text)) {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? '' : localTime(at).replace(/\D/g, '');
  }
  const dayFirst = /^(\d\d)\D(\d\d)\D(\d{4})(\D.*)$/.exec(text);
  const [, day, month, year, rest] = dayFirst ?? [];
  return (dayFirst ? `${year}${month}${day}${rest}` : text).replace(/\D/g, '').slice(0, 14);
}

/** A row in the form of a confirmation; null for one that says that money left. */
function sumOf(row: unknown): object | null {
  const fields = fieldsOf(row);
  const amount = textOf(fields, 'amount', 'transamount');
  if (/revers/i.test(textOf(fields, 'transactiontype')) || amount.startsWith('-')) return null;
  return {
    TransID: textOf(fields, 'transactionid', 'transid', 'receiptno'),
    TransTime: timeOf(textOf(fields, 'trxdate', 'transactiondate', 'transtime')),
    TransAmount: amount,
    BillRefNumber: textOf(fields, 'billreference', 'billrefnumber', 'accountreference'),
    FirstName: textOf(fields, 'sender', 'firstname'),
    MSISDN: textOf(fields, 'msisdn', 'phonenumber'),
  };
}

/** What an answer to a query means. */
export function readReceived(answer: HttpAnswer): ReceivedResult {
  const { status, body } = answer;
  const { code, words, message } = saidBy(answer);
  const given = [fieldsOf(body).get('response')].flat(Infinity);
  const rows = given.filter((row) => typeof row === 'object' && row !== null);
  const texts = given.filter((text) => ['string', 'number'].includes(typeof text) && text !== '');
  const isEmpty = rows.length === 0 && NO_ROWS.test([words, ...texts].join(' '));
  if (status === 200 && (isEmpty || GOOD.has(code) || rows.length > 0)) {
    // What is no row may be money, too.
    if (texts.length > 0 && !isEmpty) return { kind: 'noAnswer', message: UNREAD };
    const sums = rows.map(sumOf).filter((sum) => sum !== null);
    return { kind: 'page', rows: rows.length, sums };
  }
  const isRefused = REFUSED.has(status) || (status === 200 && code === '1001');
  return { kind: isRefused || NOT_ALLOWED.test(words) ? 'refused' : 'noAnswer', message };
}

/** Why M-Pesa did not take a registration for Pull, in its words; null when it did, now or before. */
export function readPullRegistered(answer: HttpAnswer): string | null {
  const { code, words, message } = saidBy(answer);
  if (/\balready\b/i.test(words)) return null;
  return answer.status === 200 && GOOD.has(code) ? null : message;
}
