import { useState } from 'react';
import { useOnline } from './useOnline.ts';

/** How old what is shown is, where that has to be said. */
export type Age =
  /** `at` in ms since 1970; `weak` when there is a line, but no answer came over it. */
  | { why: 'offline' | 'weak'; at: number }
  /** It was old, and is new now. */
  | { why: 'renewed' };

interface Loaded {
  data: unknown;
  /** When the data came, in ms. */
  dataUpdatedAt: number;
  isRefetchError: boolean;
  isFetching: boolean;
}

/** The age to tell of a public read: `keptAt` when its answer was a kept copy; null for nothing. */
export function useAge(loaded: Loaded, keptAt: number | null): Age | null {
  const { data, dataUpdatedAt, isRefetchError, isFetching } = loaded;
  const isOnline = useOnline();
  /** What was shown when it last counted as old: when it came, and from when it is. */
  const [old, setOld] = useState({ cameAt: -1, at: -1 });
  const isOld = data !== undefined && (!isOnline || keptAt !== null || isRefetchError);
  const at = isOld ? (keptAt ?? dataUpdatedAt) : old.at;
  if (isOld && (old.cameAt !== dataUpdatedAt || old.at !== at)) {
    setOld({ cameAt: dataUpdatedAt, at });
  }
  // The line is back, and the new answer still on its way.
  const isAwaited = isFetching && old.cameAt === dataUpdatedAt;
  if (isOld || isAwaited) return { why: isOnline ? 'weak' : 'offline', at };
  return old.at < 0 ? null : { why: 'renewed' };
}
