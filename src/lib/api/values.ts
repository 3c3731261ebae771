/** Reads values and pages of an answer in the forms that APIs give them (readings, spec §7). None throws. */
import { isPhone, normalisePhone, parsedUrl } from '../../contract/rules.ts';
import type { Id } from '../../contract/schemas.ts';
import { apiBase } from '../config.ts';

export type Fields = Record<string, unknown>;

/** What careless code writes in the place of nothing. */
const NOTHING = ['', 'undefined', 'null', 'NaN', '[object Object]'];

/** The fields of an object; none for any other value. */
export const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};

/**
 * The fields of a record, also when an envelope such as `{status: "completed", data: {…}}` is around it: what the
 * envelope says of the call is nothing of the record.
 */
export function recordOf(answer: unknown): Fields {
  const from = fields(answer);
  const inner = fields(from.data ?? from.result);
  return Object.keys(inner).length > 0 ? inner : from;
}

/** A text or a number as a text; null where there is nothing to show. */
export function text(value: unknown): string | null {
  const given = typeof value === 'number' ? String(value) : value;
  return typeof given === 'string' && !NOTHING.includes(given.trim()) ? given : null;
}

/** A number, also one that is written as a text; null for any other value. */
export function number(value: unknown): number | null {
  const given = text(value);
  return given !== null && Number.isFinite(Number(given)) ? Number(given) : null;
}

/** Whether it is true, also as a text; 1 and "1" come from databases without booleans, such as MySQL. */
export const flag = (value: unknown): boolean => /^(?:true|1)$/i.test(String(value));

/** An id, or '' for a record without one: the app shows it but cannot open it. */
export const id = (value: unknown): Id => (typeof value === 'number' ? value : (text(value) ?? ''));

/** A phone in the local form, also when it came as 254…, +254… or as a number; else the text; null for one without a digit. */
export function phone(value: unknown): string | null {
  const given = text(value);
  if (given === null || isPhone(given)) return given;
  const local = normalisePhone(given);
  if (isPhone(local)) return local;
  return /\d/.test(given) ? given : null;
}

/** Skills in one text with commas, also when they came as a list of texts or of records. */
export function skills(value: unknown): string | null {
  if (!Array.isArray(value)) return text(value);
  const names = value.map((item) => text(item) ?? text(fields(item).name));
  return text(names.filter((name) => name !== null).join(', '));
}

/** The address of a picture; one without a host is on the API's. */
export function picture(value: unknown): string | null {
  const given = text(value);
  if (given === null) return null;
  const address = parsedUrl(given, new URL(apiBase()).origin);
  return address && /^(?:https?|data|blob):$/.test(address.protocol) ? address.href : null;
}

export type Query = Record<string, string>;

export interface Page {
  items: unknown[];
  next: Query | null;
}

const queryOf = (key: 'page' | 'offset', value: number) => ({ [key]: String(value) });

/**
 * Reads a page: a bare list, one under `results`, `data`, `items` or another name, or any of these in
 * an envelope. The next page is what `next` names, else it follows from a page number or an offset;
 * `read` items have come with the pages before. Only the query of a `next` address is used, so that
 * the token never goes to another host.
 */
export function readPage(answer: unknown, read = 0): Page {
  if (Array.isArray(answer)) return { items: answer, next: null };
  const page = fields(answer);
  const inner = page.results ?? page.data ?? page.items ?? Object.values(page).find(Array.isArray);
  if (!Array.isArray(inner)) {
    return inner ? readPage(inner, read) : { items: [], next: null };
  }
  const items = inner as unknown[];
  const about = {
    ...fields(page.links),
    ...fields(page.meta),
    ...fields(page.pagination),
    ...page,
  };

  const total = number(about.count ?? about.total) ?? 0;
  const before = (next: Query | null) => ({ items, next });
  const next = text(about.next ?? about.next_page_url);
  if (number(next) !== null) return before(queryOf('page', Number(next)));
  if (next !== null) {
    const query = parsedUrl(next, 'http://next.invalid')?.searchParams;
    return before(Object.fromEntries(query ?? []));
  }
  const at = number(about.page ?? about.current_page);
  const pages = number(about.total_pages ?? about.pages ?? about.last_page);
  const offset = number(about.offset);
  const isLast = items.length === 0 || read + items.length >= total;
  if (at !== null && (pages === null ? !isLast : at < pages)) {
    return before(queryOf('page', at + 1));
  }
  if (offset !== null && at === null && !isLast) {
    return before(queryOf('offset', offset + items.length));
  }
  return before(null);
}
