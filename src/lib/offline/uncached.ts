/** Addresses of public calls that the page made before there was a service worker to cache them. */
import { tabStorage } from '../session/storage.ts';

const KEY = 'uncached';
/** A browser without workers never takes the addresses: the list must not grow for ever. */
const MAX = 10;

const stored = () => tabStorage.get(KEY)?.split(' ') ?? [];

/** Notes calls that no service worker cached. The person may leave the page before one starts. */
export function noteUncached(addresses: string[]): void {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) return;
  tabStorage.set(KEY, [...new Set([...addresses, ...stored()])].slice(0, MAX).join(' '));
}

/** Returns the noted addresses, the newest first, and removes them. */
export function takeUncached(): string[] {
  const addresses = stored();
  tabStorage.remove(KEY);
  return addresses;
}
