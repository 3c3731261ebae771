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
}

/** The age to tell of a public read: `keptAt` when its answer was a kept copy; null for nothing. */
export function useAge({ data, dataUpdatedAt, isRefetchError }: Loaded, keptAt: number | null) {
  const isOnline = useOnline();
  const [hasBeenOld, setHasBeenOld] = useState(false);
  const isOld = data !== undefined && (!isOnline || keptAt !== null || isRefetchError);
  if (isOld && !hasBeenOld) setHasBeenOld(true);
  const age: Age | null = isOld
    ? { why: isOnline ? 'weak' : 'offline', at: keptAt ?? dataUpdatedAt }
    : hasBeenOld
      ? { why: 'renewed' }
      : null;
  return age;
}
