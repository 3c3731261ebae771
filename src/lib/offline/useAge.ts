import { useState } from 'react';
import { useOnline } from './useOnline.ts';

/** The age of what is on screen, when the app has to show it. */
export type Age =
  /** `at` in ms since 1970; `weak`: there is a network, but no answer came. */
  | { why: 'offline' | 'weak'; at: number }
  /** It was old and has been replaced. */
  | { why: 'refreshed' };

interface Loaded {
  data: unknown;
  /** When the data came, in ms. */
  dataUpdatedAt: number;
  isRefetchError: boolean;
  isFetching: boolean;
}

/** The age to show for a public read, or null. `cachedAt` is not null for a cached copy. */
export function useAge(loaded: Loaded, cachedAt: number | null): Age | null {
  const { data, dataUpdatedAt, isRefetchError, isFetching } = loaded;
  const isOnline = useOnline();
  /** The last old data: when it came and how old it is. */
  const [old, setOld] = useState({ cameAt: -1, at: -1 });
  const isOld = data !== undefined && (!isOnline || cachedAt !== null || isRefetchError);
  const at = isOld ? (cachedAt ?? dataUpdatedAt) : old.at;
  if (isOld && (old.cameAt !== dataUpdatedAt || old.at !== at)) {
    setOld({ cameAt: dataUpdatedAt, at });
  }
  // The network is back, and the new answer has not come yet.
  const isAwaited = isFetching && old.cameAt === dataUpdatedAt;
  if (isOld || isAwaited) return { why: isOnline ? 'weak' : 'offline', at };
  return old.at < 0 ? null : { why: 'refreshed' };
}
