import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { GET_RETRY } from '../../contract/limits.ts';
import { ApiError, isTemporary } from './errors.ts';
import type { ToApp } from '../offline/shared.ts';
import { getSession, subscribeSession } from '../session/session.ts';
import { STALE_MS } from '../waits.ts';
import { ownKey, publicKey } from './queries.ts';

/** Logs a failed load (spec §8, "logged"): its status, why no answer came, or the app's own error. */
function logFailure(what: string, error: unknown) {
  const reason = error instanceof ApiError ? (error.status ?? error.message) : error;
  // The only place where the app writes to the console.
  // oxlint-disable-next-line no-console
  console.warn(`${what} could not be loaded:`, reason);
}

/**
 * Makes the query client. A GET that the network or the server failed is repeated at most twice, a
 * write never. The network mode is `always`: without a network the spec's text appears at once, and
 * the call is made again when the network is back (readings, spec §8).
 */
export function createQueryClient(): QueryClient {
  // It knows only changes: a page opened without a network would not notice that it is back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => logFailure(queryKey.join('/'), error),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < GET_RETRY.times && isTemporary(error),
        retryDelay: (attempt) => GET_RETRY.delaysMs[attempt] ?? 0,
        refetchOnReconnect: true,
        staleTime: STALE_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Removes a person's cached data when the session ends or changes (readings, spec §2). */
export function clearOnSignOut(client: QueryClient): () => void {
  let { token } = getSession();
  return subscribeSession(() => {
    const { token: next } = getSession();
    if (next !== token) {
      client.removeQueries({ queryKey: ownKey });
      // A write that waits for its turn would go out with the token of the next person.
      const writes = client.getMutationCache();
      for (const write of writes.findAll({ predicate: ({ state }) => state.isPaused })) {
        writes.remove(write);
      }
    }
    token = next;
  });
}

/** Fetches again when the worker has an answer newer than its copy. Returns a function that stops it. */
export function showRefreshed(client: QueryClient): () => void {
  // There is none on plain http (except on localhost) and in old browsers.
  const sw = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  const refetch = () => client.refetchQueries({ queryKey: publicKey, type: 'active', stale: true });
  const onMessage = ({ data }: MessageEvent<ToApp | null>) => {
    // The first one only waits for a copy that is still being read: no call is made twice.
    if (data?.kind === 'refreshed') void refetch().then(refetch);
  };
  sw?.addEventListener('message', onMessage);
  return () => sw?.removeEventListener('message', onMessage);
}
