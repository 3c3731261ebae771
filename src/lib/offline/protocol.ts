/** The messages and names that the app and its service worker share. */
import { DAY_MS } from '../../contract/time.ts';

/** Header of a cached copy: when it was cached, in ms since 1970. */
export const CACHED_AT = 'x-cached-at';

export const ANSWER_CACHE = 'public-answers';
export const MAX_AGE_MS = 30 * DAY_MS;

export interface ToWorker {
  /** The person wants the new version now. The old version of the app sends it: never rename it. */
  kind: 'take-over';
}

export interface ToApp {
  /** An answer came after the app got its cached copy; the next call gets it at once. */
  kind: 'refreshed';
}
