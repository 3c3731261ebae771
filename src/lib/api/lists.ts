/** Reads the lists of the API, with all their pages. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { LIST_MAX_PAGES } from '../../contract/limits.ts';
import type { Id } from '../../contract/schemas.ts';
import { callWithVersion } from './client.ts';

/** The versions of lists that came in one page. */
const versions = new WeakMap<readonly object[], string>();

interface ListOptions<T> {
  signal?: AbortSignal;
  /** The last answer: it is returned again when the API says that nothing has changed. */
  known?: T[] | undefined;
  /** Which items to return; all of them by default. */
  isWanted?: (item: T) => boolean;
}

function pageOf(answer: unknown): { items: unknown[]; next: string | null } {
  if (Array.isArray(answer)) return { items: answer, next: null };
  const page = (answer ?? {}) as { results?: unknown; next?: unknown };
  return {
    items: Array.isArray(page.results) ? page.results : [],
    next: typeof page.next === 'string' ? page.next : null,
  };
}

/**
 * The items of a bare or paginated list (readings, spec §3). Each id comes once, as items can move to
 * another page between two calls. Only the query of a `next` address is used, so that the token never
 * goes to another host.
 */
export async function callList<T extends { id: Id }>(
  name: EndpointName,
  readItem: (item: unknown) => T,
  { signal, known, isWanted = () => true }: ListOptions<T> = {},
): Promise<T[]> {
  const items: T[] = [];
  const ids = new Set<Id>();
  const take = (item: T) => {
    if (ids.has(item.id) || !isWanted(item)) return;
    // Two items without an id may be different ones.
    if (item.id !== '') ids.add(item.id);
    items.push(item);
  };
  const knownVersion = known && versions.get(known);
  const seen = new Set<string>();
  let query: Record<string, string> = {};
  for (let pages = 0; pages < LIST_MAX_PAGES; pages += 1) {
    // Each page has the address of the next one.
    // oxlint-disable-next-line no-await-in-loop
    const { data, version } = await callWithVersion(name, {
      query,
      signal,
      knownVersion: pages === 0 ? knownVersion : undefined,
    });
    if (known && pages === 0 && version !== null && version === knownVersion) return known;
    const page = pageOf(data);
    for (const item of page.items) take(readItem(item));
    if (page.next === null && pages === 0 && version !== null) versions.set(items, version);
    if (page.next === null || seen.has(page.next)) break;
    seen.add(page.next);
    query = Object.fromEntries(new URL(page.next, 'http://next.invalid').searchParams);
  }
  return items;
}
