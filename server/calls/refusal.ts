/** How a call is refused, in the contract's shape: `{"error": "…"}` or `{"field": ["…"]}`. */
import type { PaymentStatus } from '../../src/contract/schemas.ts';

export type ErrorBody =
  { error: string; payment?: PaymentStatus | undefined } | Record<string, string[]>;

/** A failure to answer with; a text becomes `{error}`. */
export class HttpError extends Error {
  override name = 'HttpError';
  statusCode: number;
  body: ErrorBody;
  headers: Record<string, string>;
  /** The account that the log names when the request itself has none. */
  accountId: number | null = null;

  constructor(statusCode: number, body: ErrorBody | string, headers: Record<string, string> = {}) {
    super(`HTTP ${statusCode}`);
    this.statusCode = statusCode;
    this.headers = headers;
    this.body = typeof body === 'string' ? { error: body } : body;
  }

  /** Names an account for the log: whose login failed, whose role was the wrong one. */
  about(accountId: number | undefined): this {
    this.accountId = accountId ?? null;
    return this;
  }

  /** The reason for the log: the text, or the names of the wrong fields, without any value that was sent. */
  get reason(): string {
    return 'error' in this.body && typeof this.body.error === 'string'
      ? this.body.error
      : `not valid: ${Object.keys(this.body).join(', ')}`;
  }
}

export function fieldError(field: string, message: string): HttpError {
  return new HttpError(400, { [field]: [message] });
}

/** The 404 of a record that is not there. */
export function notFound(what: string): HttpError {
  return new HttpError(404, `${what} not found.`);
}

/**
 * The 429 of one try too many: another one may be made after `waitMs`. `text` is given the wait in words:
 * "a minute", "7 minutes", "5 hours", never shorter than `waitMs`.
 */
export function tooMany(waitMs: number, text: (wait: string) => string): HttpError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(seconds / 3600);
  const wait = minutes === 1 ? 'a minute' : minutes <= 90 ? `${minutes} minutes` : `${hours} hours`;
  return new HttpError(429, text(wait), { 'retry-after': String(seconds) });
}

/** The text of every 503 of a server that has no room or no time. */
export const BUSY = 'The service is busy. Please try again.';
