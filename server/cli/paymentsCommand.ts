/** Reads the command line of `npm run payments`. */
import { parseArgs } from 'node:util';
import { DECISIONS } from '../payments/close.ts';
import type { Closing } from '../payments/close.ts';
import { UsageError } from './command.ts';

const NOTE_MAX = 500;
const USAGE = `Usage: npm run payments -- close <payment id> ${DECISIONS.join('|')} --note "text"`;

/** The review to close, or null for the report. Throws a `UsageError`. */
export function readCommand(args: string[]): Closing | null {
  if (args.length === 0) return null;
  const { positionals, note } = parse(args);
  const [verb, id, word, ...rest] = positionals;
  const decision = DECISIONS.find((name) => name === word);
  const isId = /^\d{1,9}$/.test(id ?? '');
  if (verb !== 'close' || !isId || decision === undefined || rest.length > 0) {
    throw new UsageError(USAGE);
  }
  if (note === '') throw new UsageError(`Say why with --note "text". ${USAGE}`);
  if (note.length > NOTE_MAX)
    throw new UsageError(`The note may have at most ${NOTE_MAX} characters.`);
  return { paymentId: Number(id), decision, note };
}

function parse(args: string[]): { positionals: string[]; note: string } {
  try {
    const options = { note: { type: 'string', default: '' } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    return { positionals, note: values.note.trim() };
  } catch (error) {
    throw new UsageError(USAGE, { cause: error });
  }
}
