/** Structured logs on stdout that hold no token, password or ID number. */
import { pino } from 'pino';
import type { DestinationStream, Logger, SerializedError } from 'pino';
import { DrizzleQueryError } from 'drizzle-orm';

const SECRET_KEYS = ['authorization', 'password', 'new_password', 'id_number', 'token'];
/** Long random parts of an address are secrets, for instance a payment's callback. */
const SECRET_SEGMENT = /(?<=\/)[\w-]{24,}(?=\/|\?|$)/g;

/** `url` without its query and its secret parts. */
export function loggedUrl(url: string): string {
  return url.replace(/\?.*$/, '').replace(SECRET_SEGMENT, '[secret]');
}

/** An error without what a driver adds of the rows: a failed query names its parameters. */
function loggedError(error: Error): SerializedError {
  const isQuery = error instanceof DrizzleQueryError;
  const message = isQuery ? `Failed query: ${error.query}` : error.message;
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const serialized = { type: error.name, message, stack: [message, ...stack].join('\n') };
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: loggedError(error.cause) } : {};
  return { ...serialized, ...code, ...cause } as SerializedError;
}

/**
 * The fields that may be logged: texts, numbers, booleans and errors. Anything with fields of its own, such as a
 * body, may hold a secret. A search through all of them took longer than the rest of a log entry.
 */
const flat = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value === null || typeof value !== 'object' || value instanceof Error,
    ),
  );

/** The logger of the server; `destination` is stdout unless a test listens. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: SECRET_KEYS, censor: '[redacted]' },
    formatters: { log: flat },
    serializers: { err: (error: unknown) => (error instanceof Error ? loggedError(error) : error) },
  };
  return destination ? pino(options, destination) : pino(options);
}
