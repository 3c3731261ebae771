import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('load', listener);
  return () => window.removeEventListener('load', listener);
}

/** Whether the page and all that it names have been fetched; renders again when that is so. */
export function usePageLoaded(): boolean {
  return useSyncExternalStore(subscribe, () => document.readyState === 'complete');
}
