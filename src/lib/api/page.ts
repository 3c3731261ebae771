/** One page of a list, in the forms that APIs give it (readings, spec §7). */
import { parsedUrl } from '../../contract/rules.ts';
import { fields, number, text } from './values.ts';

export type Query = Record<string, string>;

export interface Page {
  items: unknown[];
  /** The query of the next page; null on the last one. */
  next: Query | null;
}

/** A query of this page number or offset. */
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
