/** One page of a list, in the forms that APIs give it (readings, spec §7). */
import { parsedUrl } from '../../contract/rules.ts';
import { fields, number, text } from './values.ts';

export interface Page {
  items: unknown[];
  /** The query of the next page; null on the last one. */
  next: Record<string, string> | null;
}

/** A query of this page number or offset. */
const queryOf = (key: 'page' | 'offset', value: number) => ({ [key]: String(value) });

/**
 * Reads a page: a bare list, one under `results`, `data`, `items` or another name, or any of these in
 * an envelope. The next page is what `next` names, else it follows from a page number or an offset;
 * `before` items have come with the pages before. Only the query of a `next` address is used, so that
 * the token never goes to another host.
 */
export function readPage(answer: unknown, before = 0): Page {
  if (Array.isArray(answer)) return { items: answer, next: null };
  const page = fields(answer);
  const inner = page.results ?? page.data ?? page.items ?? Object.values(page).find(Array.isArray);
  if (!Array.isArray(inner)) {
    return inner ? readPage(inner, before) : { items: [], next: null };
  }
  const items = inner as unknown[];
  const about = {
    ...fields(page.links),
    ...fields(page.meta),
    ...fields(page.pagination),
    ...page,
  };

  const next = text(about.next ?? about.next_page_url);
  if (next !== null) {
    if (number(next) !== null) return { items, next: queryOf('page', Number(next)) };
    const query = parsedUrl(next, 'http://next.invalid')?.searchParams;
    return { items, next: Object.fromEntries(query ?? []) };
  }
  const at = number(about.page ?? about.current_page);
  const pages = number(about.total_pages ?? about.pages ?? about.last_page);
  const offset = number(about.offset);
  const total = number(about.count ?? about.total) ?? 0;
  const isLast = items.length === 0 || before + items.length >= total;
  if (at !== null && (pages === null ? !isLast : at < pages)) {
    return { items, next: queryOf('page', at + 1) };
  }
  if (offset !== null && at === null && !isLast) {
    return { items, next: queryOf('offset', offset + items.length) };
  }
  return { items, next: null };
}
