import type { AxiosError } from 'axios';

/** Whether axios threw this error: reads axios's own mark without loading axios. */
export function isAxiosError(error: unknown): error is AxiosError {
  return error instanceof Error && 'isAxiosError' in error && error.isAxiosError === true;
}

/** The error of a call that was refused without axios; it reads as one of axios. */
export function refusal(response: { status: number; data: unknown }): Error {
  return Object.assign(new Error(`HTTP ${response.status}`), { isAxiosError: true, response });
}

/** The error of a call that reached the API and whose answer is lost; it reads as one of axios. */
export function lostAnswer(): Error {
  return Object.assign(new Error('The answer is broken.'), { isAxiosError: true });
}

/** The HTTP status of a failed call, or null when no answer came. */
export function statusOf(error: unknown): number | null {
  return isAxiosError(error) ? (error.response?.status ?? null) : null;
}

/** The body that came with a failed call, or null when there was none. */
export function bodyOf(error: unknown): unknown {
  return isAxiosError(error) ? (error.response?.data ?? null) : null;
}

/** Whether the network or the server failed, so that the same GET may succeed later. */
export function isTemporary(error: unknown): boolean {
  // A script of the app that did not load is a network failure too.
  if (!isAxiosError(error)) return error instanceof TypeError;
  const status = statusOf(error);
  return status === null || status >= 500;
}

/**
 * Whether the API says that the token is no longer good: 401, or 403 with words about the token or
 * credentials (readings, spec §6). A lack of rights, or of a form's own token (CSRF), is another matter.
 * In the list of jobs only a 403 that names the token says it, as all others mean "unsubscribed" (§4).
 */
export function isTokenRefused(error: unknown, isJobList = false): boolean {
  const status = statusOf(error);
  if (status !== 403) return status === 401 && !isJobList;
  const said = JSON.stringify(bodyOf(error));
  const words = isJobList ? /token/i : /token|credential|authenticated|session/i;
  return words.test(said) && !/csrf/i.test(said);
}

/** How long the API asks to wait before the next try, in s; null when it does not say. */
export function retryAfter(error: unknown): number | null {
  const given = isAxiosError(error) ? (error.response?.headers?.['retry-after'] as unknown) : null;
  if (typeof given !== 'string') return null;
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : null;
}
