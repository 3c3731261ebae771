import { isAxiosError, statusOf } from './errors.ts';

/**
 * Notes in the browser's console what a person is not told of in detail (spec §8, "logged"). Only
 * status and message: the error itself carries the token.
 */
export function logFailure(what: string, error: unknown) {
  const reason = isAxiosError(error) ? (statusOf(error) ?? error.code) : error;
  // The one place where the app writes to the console.
  // oxlint-disable-next-line no-console
  console.warn(`${what} could not be loaded:`, reason);
}
