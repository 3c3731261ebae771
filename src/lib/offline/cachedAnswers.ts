/** Which public answers were copies that the service worker had kept, and from when they are. */
import { useSyncExternalStore } from 'react';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Id } from '../../contract/schemas.ts';

/** By call; ms since 1970. What is not in it came from the line. */
const keptTimes = new Map<string, number>();
/** How many answers in a row were copies although there was a line, by call. */
const inRow = new Map<string, number>();
const listeners = new Set<() => void>();

const keyOf = (name: EndpointName, id?: Id) => (id === undefined ? name : `${name} ${id}`);

interface Call {
  params?: Record<string, Id> | undefined;
  query?: Record<string, Id> | undefined;
}

/**
 * Notes of an answer from when it is: `keptAt` is the worker's header, null when there is none. A
 * list of several pages is as old as the oldest.
 */
export function noteKept(name: EndpointName, { params, query }: Call, keptAt: string | null) {
  const key = keyOf(name, params?.id);
  const before = keptTimes.get(key);
  const isFirstPage = Object.keys(query ?? {}).length === 0;
  const time = Number(keptAt) || Infinity;
  if (isFirstPage) {
    inRow.set(key, time < Infinity && navigator.onLine ? (inRow.get(key) ?? 0) + 1 : 0);
  }
  const oldest = isFirstPage ? time : Math.min(time, before ?? Infinity);
  if (oldest === (before ?? Infinity)) return;
  if (oldest === Infinity) keptTimes.delete(key);
  else keptTimes.set(key, oldest);
  for (const listener of listeners) listener();
}

/** When the copy was fetched that the last answer to this call was, in ms; null for a new answer. */
export function keptAt(name: EndpointName, id?: Id): number | null {
  return keptTimes.get(keyOf(name, id)) ?? null;
}

/** How many copies in a row the last answers to this call were, although there was a line. */
export function copiesInRow(name: EndpointName, id?: Id): number {
  return inRow.get(keyOf(name, id)) ?? 0;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** `keptAt`; renders again when it changes. */
export function useKeptAt(name: EndpointName, id?: Id): number | null {
  return useSyncExternalStore(subscribe, () => keptAt(name, id));
}
