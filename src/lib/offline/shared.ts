/** What the app and its service worker share: names, messages, and what both ask of the network. */
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

/** What the browser says about the network. Some browsers (Firefox, Safari) say nothing. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const connection = () => (navigator as typeof navigator & { connection?: Connection }).connection;

/** How fast the network is: "4g", "3g", "2g" or "slow-2g"; '' where the browser does not say. */
export const networkType = (): string => connection()?.effectiveType ?? '';

/** Whether the person asked the browser to save data. */
export const savesData = (): boolean => connection()?.saveData === true;

/** Whether only what was asked for should be fetched: to save data, or on a very slow network. */
export const isThrifty = (): boolean => savesData() || networkType().endsWith('2g');
