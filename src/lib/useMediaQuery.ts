import { useCallback, useSyncExternalStore } from 'react';

const noMatch = () => false;

/** Whether `query` matches now; renders again when that changes. False where there is no window. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches, noMatch);
}

const STILL = '(prefers-reduced-motion: reduce)';

/** Whether the person has asked for less motion (WCAG 2.2.2). */
export function useReducedMotion(): boolean {
  return useMediaQuery(STILL);
}
