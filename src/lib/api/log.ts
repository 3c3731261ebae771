import { isAxiosError, statusOf } from './errors.ts';

/**
 * Logs a failed load to the browser's console (spec §8, "logged"). It logs only status and message,
 * because the error object contains the token.
 */
export function logFailure(what: string, error: unknown) {
  const reason = isAxiosError(error) ? (statusOf(error) ?? error.code) : error;
  // The only place where the app writes to the console.
  // oxlint-disable-next-line no-console
  console.warn(`${what} could not be loaded:`, reason);
}
