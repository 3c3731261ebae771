/** The lists of the API, over all their pages. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { LIST_MAX_PAGES } from '../../contract/limits.ts';
import type { Id } from '../../contract/schemas.ts';
import { answerTo } from './client.ts';

/** The version that the API told of a list, where it came in one page. */
const versions = new WeakMap<readonly object[], string>();

interface ListOptions<T> {
  signal?: AbortSignal;
  /** The list as it was last: it is answered again when the API says that nothing changed. */
  known?: T[] | undefined;
  /** What of the list is kept; all of it when it is not said. */
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
 * The items of a list, bare or paginated (readings, spec §3), each id once: pages move while they
 * are read. Of a `next` address only the query is taken: the token never follows it to another host.
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
    // Those without an id are not the same for that.
    if (item.id !== '') ids.add(item.id);
    items.push(item);
  };
  const knownVersion = known && versions.get(known);
  const seen = new Set<string>();
  let query: Record<string, string> = {};
  for (let pages = 0; pages < LIST_MAX_PAGES; pages += 1) {
    // One page tells where the next one is.
    // oxlint-disable-next-line no-await-in-loop
    const { data, version } = await answerTo(name, {
      query,
      signal,
      known: pages === 0 ? knownVersion : undefined,
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
