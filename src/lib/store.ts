/** What changes outside React, and how components read it: stores of our own, the network, the window. */
import { useCallback, useSyncExternalStore } from 'react';

/** Makes a value that scripts and components share. `first` gives it when somebody asks for it first. */
export function createStore<T>(first: () => T) {
  const listeners = new Set<() => void>();
  let held: { value: T } | undefined;
  const get = () => (held ??= { value: first() }).value;
  const set = (value: T): void => {
    if (Object.is(get(), value)) return;
    held = { value };
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { get, set, subscribe };
}

/** The value of a store; renders again when it changes. */
export const useStore = <T>({
  get,
  subscribe,
}: Pick<ReturnType<typeof createStore<T>>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(subscribe, get, get);

function subscribeNetwork(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the device has a network; renders again when that changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeNetwork,
    () => navigator.onLine,
    () => true,
  );
}

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

/** Whether the person has asked for less motion (WCAG 2.2.2). */
export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)');

function subscribeLoad(listener: () => void) {
  window.addEventListener('load', listener);
  return () => window.removeEventListener('load', listener);
}

/** Whether the page and all files it names have been fetched; renders again when they have. */
export const usePageLoaded = (): boolean =>
  useSyncExternalStore(
    subscribeLoad,
    () => document.readyState === 'complete',
    () => false,
  );
