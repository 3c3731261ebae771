type FailureKind =
  /** The API answered: `status` and `body` have what it said. */
  | 'answered'
  /** The API has not got the call: a script did not load, or a hotspot sent its own page. */
  | 'unsent'
  /** The network failed, or a blocker refused the call. The API may have got it. */
  | 'network'
  | 'timeout'
  /** The answer was cut off, or is none that the call has. */
  | 'broken';

interface Details {
  status?: number;
  body?: unknown;
  retryAfter?: unknown;
  cause?: unknown;
}

/** The error of a failed call. Any other error is a fault of the app itself. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly body: unknown;
  readonly retryAfter: unknown;

  constructor(kind: FailureKind, { status, body, retryAfter, cause }: Details = {}) {
    const reason = cause instanceof Error ? cause.message : kind;
    super(status === undefined ? reason : `HTTP ${status}`);
    this.kind = kind;
    this.status = status ?? null;
    this.body = body ?? null;
    this.retryAfter = retryAfter;
  }
}

/** The HTTP status of a failed call, or null when no answer came. */
export const statusOf = (error: unknown): number | null =>
  error instanceof ApiError ? error.status : null;

/** The body that came with a failed call, or null when there was none. */
export const bodyOf = (error: unknown): unknown => (error instanceof ApiError ? error.body : null);

/** Whether the call failed because no answer came. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.kind !== 'answered';

/** Whether the network or the server failed, so that the same GET may succeed later. */
export const isTemporary = (error: unknown): boolean =>
  isUnanswered(error) || (statusOf(error) ?? 0) >= 500;

/** Whether a write that failed may have been done all the same: its answer was lost, or a proxy did not wait for it. */
export const mayBeDone = (error: unknown): boolean => isTemporary(error) && navigator.onLine;

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
  const given = error instanceof ApiError ? error.retryAfter : null;
  if (typeof given !== 'string') return null;
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : null;
}
