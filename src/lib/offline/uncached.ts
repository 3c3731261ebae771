/** Addresses of public calls that were made before a service worker was there to cache them. */
import { tabStorage } from '../session/storage.ts';

const KEY = 'uncached';
/** Where there can be no worker, nobody takes them: the list must not grow for ever. */
const MAX = 10;

const stored = () => tabStorage.get(KEY)?.split(' ') ?? [];

/** Notes calls whose answers no service worker caches; the page may be left before one does. */
export function noteUncached(addresses: string[]): void {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) return;
  tabStorage.set(KEY, [...new Set([...addresses, ...stored()])].slice(0, MAX).join(' '));
}

/** Returns the noted addresses, the newest first, and forgets them. */
export function takeUncached(): string[] {
  const addresses = stored();
  tabStorage.remove(KEY);
  return addresses;
}
