import type { AxiosError } from 'axios';

/** axios's own mark, read without fetching axios. */
export function isAxiosError(error: unknown): error is AxiosError {
  return error instanceof Error && 'isAxiosError' in error && error.isAxiosError === true;
}

/** The HTTP status of a failed call, or null when no answer came. */
export function statusOf(error: unknown): number | null {
  return isAxiosError(error) ? (error.response?.status ?? null) : null;
}

/** The body of a failed call's answer; null when none came. */
export function bodyOf(error: unknown): unknown {
  return isAxiosError(error) ? (error.response?.data ?? null) : null;
}

/** A failure of the line or the server, where the same GET may yet succeed. */
export function isPassing(error: unknown): boolean {
  // A script of ours that could not be fetched is the line's failure too.
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
 * What a person is told of a failed call, in the order of spec §8: the body's `error`, else the
 * first value of the body (of a list its first item), else `fallback`. Only JSON objects count: a
 * proxy's HTML page is not a message.
 */
export function errorText(error: unknown, fallback: string): string {
  const body = bodyOf(error);
  if (body === null || typeof body !== 'object') return fallback;
  return firstText((body as { error?: unknown }).error) ?? firstText(body) ?? fallback;
}

/** The texts of an error body by field, for showing them at the fields they speak of. */
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
