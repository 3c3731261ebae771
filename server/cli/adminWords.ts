/** Words that several commands of the desk take. */
import { userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { By } from '../operator/record.ts';
import { cleanTexts } from '../texts.ts';

const TEXT_MAX = 500;

/** An id; one with more digits than the database has is refused. */
export function readId(word: string): number {
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word);
  throw new InvalidArgumentError('An id is a whole number.');
}

/** A number of rows. */
export function readMost(word: string): number {
  if (/^[1-9]\d{0,4}$/.test(word)) return Number(word);
  throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
}

function readText(word: string): string {
  const text = String(cleanTexts(word)).trim();
  if (text === '') throw new InvalidArgumentError('It is empty.');
  if (text.length <= TEXT_MAX) return text;
  throw new InvalidArgumentError(`It may have at most ${TEXT_MAX} characters.`);
}

/** The user of this process; with sudo the user who called it. */
function systemUser(): string {
  const { SUDO_USER } = process.env;
  if (SUDO_USER) return SUDO_USER;
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

const WHY = 'why; it is written down (see: log), so name nobody';

/** Lets a command that changes something ask why, and who does it. */
export function asChange(command: Command, why = WHY): Command {
  return command
    .requiredOption('--reason <text>', why, readText)
    .option('--as <name>', 'who does it, where that is not the user of the system', readText);
}

/** The options of `asChange`. */
export interface Change {
  reason: string;
  as?: string;
}

/** Who changes something, and why. */
export function byOf(options: Change): By {
  return { who: options.as ?? systemUser(), reason: options.reason };
}
