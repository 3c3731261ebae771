import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { GET_RETRY } from '../../contract/limits.ts';
import { isPassing } from './errors.ts';
import { logFailure } from './log.ts';
import { clearDrafts, followOwner } from '../session/personal.ts';
import { ownKey, STALE_MS } from './queries.ts';
import { onRenewed } from '../offline/refreshed.ts';
import { getSession, subscribeSession } from '../session/session.ts';

/**
 * Makes the query client. GETs that fail by the line or the server are tried again at most twice;
 * writes never. `always`, so that a lost line gives the spec's text at once rather than an
 * endless wait, and the call is made again when the line comes back (readings, spec §8).
 */
export function createQueryClient(): QueryClient {
  // It only hears of changes: a page opened without a line would not notice the line's return.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => logFailure(queryKey.join('/'), error),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < GET_RETRY.times && isPassing(error),
        retryDelay: (attempt) => GET_RETRY.delaysMs[attempt] ?? 0,
        refetchOnReconnect: true,
        staleTime: STALE_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/**
 * Drops all that was cached for a person when the session ends or changes (readings, spec §2).
 * What was typed is dropped too when somebody else logs in, or logs out in another tab; a logout
 * in this one has forgotten it already, and after a session that ended by itself it is kept.
 */
export function forgetOnSignOut(client: QueryClient): () => void {
  let token = getSession().token;
  followOwner();
  return subscribeSession(() => {
    const { token: next } = getSession();
    if (next !== token) client.removeQueries({ queryKey: ownKey });
    if (token !== null && next !== null && next !== token) clearDrafts();
    followOwner();
    token = next;
  });
}

/** Takes up the answers that came after their kept copies had been shown; returns the way to stop. */
export function showRenewed(client: QueryClient): () => void {
  const refetch = () =>
    client.refetchQueries({
      type: 'active',
      stale: true,
      predicate: ({ queryKey }) => queryKey[0] !== ownKey[0],
    });
  // The first time only waits for a copy that is still on its way in; nothing is asked for twice.
  return onRenewed(() => void refetch().then(refetch));
}
