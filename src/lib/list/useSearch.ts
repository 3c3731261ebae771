import { startTransition, useEffect, useMemo, useState } from 'react';
import type { SearchedText } from './filters.ts';
import type { Search } from './search.ts';

type Script = typeof import('./search.ts');

/**
 * The search of these items: undefined until it has come, null when its script did not come. `items` and
 * `searched` must be the same as long as the list is.
 */
export function useSearch<T extends object>(
  items: readonly T[],
  searched: readonly SearchedText<T>[],
  isWanted: boolean,
): Search<T> | null | undefined {
  const [script, setScript] = useState<Script | null>();
  useEffect(() => {
    if (!isWanted) return;
    const set = (came: Script | null) => startTransition(() => setScript(came));
    import('./search.ts').then(set, () => set(null));
  }, [isWanted]);
  return useMemo(() => script && script.searchIn(items, searched), [script, items, searched]);
}
