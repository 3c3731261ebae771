/** The pages of a list behind its first one, some of them asked for before their turn. */
import type { Answer } from './client.ts';
import { readPage, type Page, type Query } from './page.ts';
import { fields, number } from './values.ts';

/** How many pages are asked for at a time. */
const AT_ONCE = 4;

/** The query of the page that comes `by` pages after `next`; null where only the API knows it. */
function queryLater(next: Query, size: number, by: number): Query | null {
  const key = next.page === undefined ? 'offset' : 'page';
  const at = number(next[key]);
  return at === null ? null : { ...next, [key]: String(at + by * (key === 'page' ? 1 : size)) };
}

/**
 * Returns a function that calls `ask` for the page behind the one it is given; `read` items have come with
 * that and those before. Where the list says how many items it has, and numbers its pages, it asks for the
 * pages behind that one too. Such an answer is used in its turn, and only when nothing about it surprises:
 * people add and delete meanwhile, and a busy server refuses calls. After a surprise, each page is asked
 * for in its turn.
 */
export function followPages(ask: (query: Query) => Promise<Answer>) {
  const early = new Map<string, Promise<Answer | null>>();
  const ids = new Set<unknown>();
  let isCalm = true;

  const isNew = (item: unknown) => !ids.has(fields(item).id ?? item);
  const isExpected = ({ items, next, total }: Page, before: Page) =>
    total === before.total &&
    (next === null || items.length === before.items.length) &&
    items.every(isNew);

  async function takeEarly(query: Query, before: Page, read: number): Promise<Answer> {
    const key = JSON.stringify(query);
    const answer = await early.get(key);
    early.delete(key);
    isCalm &&= Boolean(answer) && isExpected(readPage(answer?.data, read), before);
    return isCalm && answer ? answer : await ask(query);
  }

  return (page: Page, next: Query, read: number): Promise<Answer> => {
    const { items, total } = page;
    for (const item of items) ids.add(fields(item).id ?? item);
    const isEarly = isCalm && early.has(JSON.stringify(next));
    isCalm &&= isEarly || early.size === 0;
    const turn = isEarly ? takeEarly(next, page, read) : ask(next);
    const left = isCalm && items.length > 0 ? Math.ceil((total - read) / items.length) : 0;
    for (let by = 1; by < Math.min(AT_ONCE, left); by += 1) {
      const query = queryLater(next, items.length, by);
      const key = JSON.stringify(query);
      if (!query || early.has(key)) continue;
      const asked = ask(query).catch(() => null);
      early.set(key, asked);
    }
    return turn;
  };
}
