/** What our server has put into the page, as the first answer of the API. */
import type { QueryClient } from '@tanstack/react-query';
import type { Fundi } from '../../contract/schemas.ts';
import { fundiQuery, STALE_MS } from './queries.ts';
import { readFundi } from './readers.ts';

/** The first fundis of the directory, for as long as the list has not come. */
export function givenFundis(): Fundi[] | undefined {
  return globalThis.firstPage?.given?.fundis?.map(readFundi);
}

/**
 * Stores the fundi of the page, and returns whether there is one. It is fetched again as soon as a
 * screen needs it, because the page may be an old copy of the browser's.
 */
export function seedGiven(client: QueryClient, id: string): boolean {
  const fundi = globalThis.firstPage?.given?.fundi;
  if (!fundi) return false;
  const updatedAt = Date.now() - STALE_MS;
  client.setQueryData(fundiQuery(id).queryKey, readFundi(fundi), { updatedAt });
  return true;
}
