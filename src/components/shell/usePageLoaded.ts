import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('load', listener);
  return () => window.removeEventListener('load', listener);
}

/** Whether the page and all files it names have been fetched; renders again when they have. */
export function usePageLoaded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.readyState === 'complete',
    () => false,
  );
}
