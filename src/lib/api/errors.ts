import type { AxiosError } from 'axios';

/** Whether axios threw this error: reads axios's own mark without loading axios. */
export function isAxiosError(error: unknown): error is AxiosError {
  return error instanceof Error && 'isAxiosError' in error && error.isAxiosError === true;
}

/** The error of a call that was refused without axios; it reads as one of axios. */
export function refusal(response: { status: number; data: unknown }): Error {
  return Object.assign(new Error(`HTTP ${response.status}`), { isAxiosError: true, response });
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

function firstText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() || null;
  if (value === null || typeof value !== 'object') return null;
  return firstText(Array.isArray(value) ? value[0] : Object.values(value)[0]);
}

/**
 * The text for a failed call, in the order of spec §8: the body's `error`, else the body's first
 * value (the first item when it is a list), else `fallback`. A body that is not a JSON object, such
 * as a proxy's HTML page, has no text.
 */
export function errorText(error: unknown, fallback: string): string {
  const body = bodyOf(error);
  if (body === null || typeof body !== 'object') return fallback;
  return firstText((body as { error?: unknown }).error) ?? firstText(body) ?? fallback;
}

/** The texts of an error body by field, to show each one at its field. */
export function fieldErrors(error: unknown): Record<string, string> {
  const body = bodyOf(error);
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return {};
  const texts: Record<string, string> = {};
  for (const [field, value] of Object.entries(body)) {
    const text = firstText(value);
    if (text !== null) texts[field] = text;
  }
  return texts;
}
