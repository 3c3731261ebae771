/** What goes wrong with a database: it cannot be opened, a rule is broken, or it is away. */
import { inspect } from 'node:util';
import { fileErrorText } from '../process/fileErrors.ts';
import { OneLineError } from '../process/oneLine.ts';

/** The database cannot be opened. */
export class DatabaseError extends OneLineError {
  override name = 'DatabaseError';
}

function causes(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

/**
 * The reason of a failure in one line: of a query that failed, what the database says. The embedded database
 * throws objects that are no errors.
 */
export function reasonOf(error: unknown): string {
  const first = causes(error).find(({ message }) => !message.startsWith('Failed query'));
  const text = first?.message ?? inspect(error, { breakLength: Infinity });
  return fileErrorText(error) ?? text.split('\n')[0] ?? '';
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

/** Whether `error`, or what caused it, is a broken unique rule of the database. */
export function isUniqueViolation(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === '23505');
}

/**
 * Codes of a database that cannot do its work now and may do it later: the connection is lost (08), a
 * resource is used up, such as the disk (53), an operator or a time limit ended the query (57), the
 * system failed (58), two transactions stood in each other's way, a lock took too long.
 */
const AWAY = /^(?:08|53|57|58)...$|^(?:40001|40P01|55P03|25P03)$/;
/** Texts of the operating system for a database that is away. */
const UNREACHABLE =
  /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC|EDQUOT|EROFS)$/;
/** Texts of the drivers for the same; they have no code. */
const CLOSED =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Cannot use a pool after|PGlite is clos|Client has encountered a connection error)/;

/** A PostgreSQL that stops deletes its Unix socket. A missing file of another kind is no such sign. */
const isSocketGone = (error: Error) =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** Whether `error`, or what caused it, says that the database is away for the moment. */
export function isAway(error: unknown): boolean {
  return causes(error).some((cause) => {
    const code = codeOf(cause);
    return (
      AWAY.test(code) || UNREACHABLE.test(code) || isSocketGone(cause) || CLOSED.test(cause.message)
    );
  });
}

/** What an operator reads of a failure, in one line; null where only the log can explain it. */
export function lineFor(error: unknown): string | null {
  if (error instanceof OneLineError) return error.message;
  const text = fileErrorText(error);
  if (text !== null) return text;
  return isAway(error) ? 'The database is away or busy: please try again.' : null;
}
