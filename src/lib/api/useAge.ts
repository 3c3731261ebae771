import { useOnline } from '../offline/useOnline.ts';
import { isTemporary } from './errors.ts';
import type { Copied } from './lists.ts';

/** The age of what is on screen, when the app has to show it. */
export type Age =
  /** `at` in ms since 1970; `weak`: there is a network, but no answer came. */
  | { why: 'offline' | 'weak'; at: number }
  /** It has replaced an old copy. */
  | { why: 'renewed' };

interface Loaded {
  data: (Copied & { isWhole?: boolean }) | undefined;
  error: unknown;
  /** When the data came, in ms; 0 for what the page had before it. */
  dataUpdatedAt: number;
}

/** The age to show for a public read, or null. */
export function useAge({ data, error, dataUpdatedAt }: Loaded): Age | null {
  const isOnline = useOnline();
  const at = data?.cachedAt ?? dataUpdatedAt;
  if (!data || at === 0) return null;
  // Of a list that was cut, the note says that the rest did not come.
  const isLost = isTemporary(error) && data.isWhole !== false;
  if (!isOnline || data.cachedAt !== null || isLost)
    return { why: isOnline ? 'weak' : 'offline', at };
  return data.isRenewed ? { why: 'renewed' } : null;
}
