import { useIsFetching, useIsMutating, type Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adsQuery } from '../../lib/api/queries.ts';
import { useScreenLoading } from '../../lib/offline/loadScreen.ts';

/** What is fetched again behind its older copy makes nobody wait, and nobody waits for the ads. */
const isAwaited = ({ queryKey, state }: Query) =>
  state.data === undefined && String(queryKey) !== String(adsQuery().queryKey);

/** The bar at the top of the page (`src/index.css`) while a screen or an answer is waited for. */
export function Progress() {
  const calls = useIsFetching({ predicate: isAwaited }) + useIsMutating();
  const isScreenLoading = useScreenLoading();
  const isWaiting = calls > 0 || isScreenLoading;
  useEffect(() => {
    document.documentElement.toggleAttribute('data-waiting', isWaiting);
  }, [isWaiting]);
  return null;
}
