/** Reads single values of an answer in the forms that APIs give them (readings, spec §7). None throws. */
import { isPhone, normalisePhone, parsedUrl } from '../../contract/rules.ts';
import type { Id } from '../../contract/schemas.ts';
import { apiBase } from '../config.ts';

export type Fields = Record<string, unknown>;

/** What careless code writes in the place of nothing. */
const NOTHING = ['', 'undefined', 'null', 'NaN', '[object Object]'];

/** The fields of an object; none for any other value. */
export const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};

/** The fields of a record, also when an envelope such as `{success, data: {…}}` is around it. */
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

/** Whether it is true; 1 and "1" come from databases without booleans, such as MySQL. */
export const flag = (value: unknown): boolean => value === true || value === 1 || value === '1';

/** An id, or '' for a record without one: the app shows it but cannot open it. */
export const id = (value: unknown): Id => (typeof value === 'number' ? value : (text(value) ?? ''));

/** A phone in the local form, also when it came as 254…, +254… or as a number; else the text. */
export function phone(value: unknown): string | null {
  const given = text(value);
  if (given === null || isPhone(given)) return given;
  const local = normalisePhone(given);
  return isPhone(local) ? local : given;
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
