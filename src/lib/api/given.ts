/** What our server has put into the page, as the first answer of the API. */
import type { QueryClient } from '@tanstack/react-query';
import type { Fundi } from '../../contract/schemas.ts';
import type { List } from './lists.ts';
import { STALE_MS } from '../waits.ts';
import { fundiQuery } from './queries.ts';
import { readFundi } from './readers.ts';

/** The first fundis of the directory, for as long as the list has not come. */
export function givenFundis(): List<Fundi> | undefined {
  const items = globalThis.firstPage?.given?.fundis?.map(readFundi);
  return items && { items, isWhole: false, cachedAt: null };
}

/**
 * Stores the fundi of the page, and returns whether there is one. It is fetched again as soon as a
 * screen needs it, because the page may be an old copy of the browser's.
 */
export function seedGiven(client: QueryClient, id: string): boolean {
  const fundi = globalThis.firstPage?.given?.fundi;
  if (!fundi) return false;
  const updatedAt = Date.now() - STALE_MS;
  const page = { ...readFundi(fundi), cachedAt: null };
  client.setQueryData(fundiQuery(id).queryKey, page, { updatedAt });
  return true;
}
