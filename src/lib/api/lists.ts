/** Reads the lists of the API, with all their pages. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { LIST_MAX_PAGES } from '../../contract/limits.ts';
import type { Id } from '../../contract/schemas.ts';
import { callWithVersion } from './client.ts';
import { followPages } from './followPages.ts';
import { readPage, type Query } from './page.ts';
import { fields } from './values.ts';

/** The versions of lists that came in one page. */
const versions = new WeakMap<readonly object[], string>();

/** The field that says whether an item is shown to others (spec §5). */
type Listed = 'is_active' | 'is_available';

export interface ListOptions<T> {
  signal?: AbortSignal;
  /** The last answer: it is returned again when the API says that nothing has changed. */
  known?: T[] | undefined;
  /** Only the items in which this field is true, or all when the API has left it out everywhere. */
  listed?: (Listed & keyof T) | undefined;
  /** Called with what has come so far, when more pages follow. */
  onPart?: ((items: T[]) => void) | undefined;
  /** Called before it throws, when pages have come and a later one did not. */
  onCut?: (items: T[], error: unknown) => void;
}

/**
 * The items of a list in all its pages (readings, spec §3). Each id comes once, as items can move to
 * another page between two calls. A list in which no item says whether it is `listed` was filtered by
 * the API.
 */
export async function callList<T extends { id: Id }>(
  name: EndpointName,
  readItem: (item: unknown) => T,
  { signal, known, listed, onPart, onCut }: ListOptions<T> = {},
): Promise<T[]> {
  const items: T[] = [];
  const silent: T[] = [];
  const ids = new Set<Id>();
  let isSaid = false;
  const take = (given: unknown) => {
    const item = readItem(given);
    const isSilent = listed !== undefined && (fields(given)[listed] ?? null) === null;
    if (!isSilent) isSaid = true;
    if (ids.has(item.id) || (listed && !isSilent && !item[listed])) return;
    // Two items without an id may be different ones.
    if (item.id !== '') ids.add(item.id);
    if (isSilent) silent.push({ ...item, [listed]: true });
    else items.push(item);
  };
  const knownVersion = known && versions.get(known);
  const ask = (query: Query) => callWithVersion(name, { query, signal });
  const follow = followPages(ask);
  const seen = new Set<string>();
  let asked = callWithVersion(name, { query: {}, signal, knownVersion });
  for (let pages = 0, read = 0; ; pages += 1) {
    // Each page says where the next one is.
    const { data, version } = await asked.catch((error: unknown) => {
      if (pages > 0) onCut?.(isSaid ? items : silent, error);
      throw error;
    });
    if (known && pages === 0 && version !== null && version === knownVersion) return known;
    const page = readPage(data, read);
    read += page.items.length;
    for (const item of page.items) take(item);
    const all = isSaid ? items : silent;
    const key = JSON.stringify(page.next);
    if (page.next === null || seen.has(key) || pages + 1 >= LIST_MAX_PAGES) {
      if (pages === 0 && version !== null) versions.set(all, version);
      return all;
    }
    seen.add(key);
    asked = follow(page, page.next, read);
    onPart?.([...all]);
  }
}
