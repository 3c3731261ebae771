import { ApiError } from './errors.ts';

/**
 * Logs a failed load to the browser's console (spec §8, "logged"): its status or why no answer came, or
 * the whole error where it is a fault of the app.
 */
export function logFailure(what: string, error: unknown) {
  const reason = error instanceof ApiError ? (error.status ?? error.message) : error;
  // The only place where the app writes to the console.
  // oxlint-disable-next-line no-console
  console.warn(`${what} could not be loaded:`, reason);
}
