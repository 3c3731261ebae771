/** What changes outside React, and how components read it: stores of our own, the network, the window. */
import { useCallback, useSyncExternalStore } from 'react';

/** A value outside React that scripts and components share. */
export interface Store<T> {
  get: () => T;
  /** Calls every listener, unless it is the value that is there. */
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Makes a store. `first` gives its value when somebody asks for it first. */
export function createStore<T>(first: () => T): Store<T> {
  const listeners = new Set<() => void>();
  let held: { value: T } | undefined;
  const get = () => (held ??= { value: first() }).value;
  const set = (value: T) => {
    if (Object.is(get(), value)) return;
    held = { value };
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { get, set, subscribe };
}

/** The value of a store; renders again when it changes. */
export const useStore = <T>({ get, subscribe }: Pick<Store<T>, 'get' | 'subscribe'>): T =>
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
