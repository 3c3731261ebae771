/** Which public answers were copies from the service worker's cache, and how old they are. */
import { useSyncExternalStore } from 'react';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Id } from '../../contract/schemas.ts';

/** When each copy was cached, by call, in ms since 1970. A call without an entry used the network. */
const cachedTimes = new Map<string, number>();
/** By call: how many answers in a row were copies although there was a network. */
const copies = new Map<string, number>();
const listeners = new Set<() => void>();

const keyOf = (name: EndpointName, id?: Id) => (id === undefined ? name : `${name} ${id}`);

interface Call {
  params?: Record<string, Id> | undefined;
  query?: Record<string, Id> | undefined;
}

/**
 * Notes how old an answer is. `cachedAt` is the worker's header, or null for an answer from the
 * network. A list is as old as its oldest page.
 */
export function noteCached(name: EndpointName, { params, query }: Call, cachedAt: string | null) {
  const key = keyOf(name, params?.id);
  const before = cachedTimes.get(key);
  const isFirstPage = Object.keys(query ?? {}).length === 0;
  const time = Number(cachedAt) || Infinity;
  if (isFirstPage) {
    copies.set(key, time < Infinity && navigator.onLine ? (copies.get(key) ?? 0) + 1 : 0);
  }
  const oldest = isFirstPage ? time : Math.min(time, before ?? Infinity);
  if (oldest === (before ?? Infinity)) return;
  if (oldest === Infinity) cachedTimes.delete(key);
  else cachedTimes.set(key, oldest);
  for (const listener of listeners) listener();
}

/** When the last answer to this call was cached, in ms; null when it came from the network. */
export function cachedAt(name: EndpointName, id?: Id): number | null {
  return cachedTimes.get(keyOf(name, id)) ?? null;
}

/** How many copies in a row this call got although there was a network. */
export function copiesInARow(name: EndpointName, id?: Id): number {
  return copies.get(keyOf(name, id)) ?? 0;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Like `cachedAt`, and renders again when it changes. */
export function useCachedAt(name: EndpointName, id?: Id): number | null {
  const read = () => cachedAt(name, id);
  return useSyncExternalStore(subscribe, read, read);
}
