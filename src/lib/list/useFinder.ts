import { startTransition, useEffect, useState } from 'react';
import type { Finder } from './finder.ts';
import type { SearchedText } from './search.ts';

interface Made<T> {
  items: readonly T[];
  /** Null when its script did not come: the search then takes the words as they are typed. */
  finder: Finder<T> | null;
}

/**
 * What finds in these items, once it is wanted and its script has come; undefined before, and null
 * when the script did not come. `searched` must be a constant.
 */
export function useFinder<T extends object>(
  items: readonly T[],
  searched: readonly SearchedText<T>[],
  isWanted: boolean,
): Finder<T> | null | undefined {
  const [made, setMade] = useState<Made<T>>();
  const isMade = made?.items === items;
  useEffect(() => {
    if (!isWanted || isMade) return undefined;
    let isCurrent = true;
    const set = (finder: Finder<T> | null) => {
      if (isCurrent) startTransition(() => setMade({ items, finder }));
    };
    import('./finder.ts')
      .then(({ createFinder }) => createFinder(items, searched))
      .then(set, () => set(null));
    return () => {
      isCurrent = false;
    };
  }, [items, searched, isWanted, isMade]);
  return isMade ? made.finder : undefined;
}
