/** What the app and its service worker say to each other. */

/** Header of an answer that is a kept copy: when it was fetched, in ms since 1970. */
export const KEPT_AT = 'x-kept-at';

/** The cache of the public lists. */
export const ANSWERS = 'public-answers';
/** An older copy is none, in ms. */
export const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** From the app to the worker. */
export type ToWorker =
  /** The person wants the new version now. */
  | { kind: 'take-over' }
  /** What the page fetched before there was a worker: kept now, if it may be. */
  | { kind: 'keep'; addresses: string[] };

/** From the worker to the app. */
export interface ToApp {
  /** An answer came after its kept copy had been given; the next call gets it at once. */
  kind: 'renewed';
}
