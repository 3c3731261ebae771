import { useSyncExternalStore } from 'react';

/** A value outside React that scripts and components share. */
export interface Store<T> {
  get: () => T;
  /** Calls every listener, unless it is the value that is there. */
  set: (next: T) => void;
  /** Returns a function that stops it. */
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
