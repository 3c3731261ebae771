/** Commands of the desk that change something: why, by whom, and a yes before it is done. */
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { By } from '../record.ts';
import { printable } from '../../process/terminal.ts';
import { readText } from './adminWords.ts';
import { UsageError } from './command.ts';

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

/** Lets a command ask why, and who does it. */
export function asChange(command: Command, why = WHY): Command {
  return command
    .requiredOption('--reason <text>', why, readText)
    .option('--as <name>', 'who does it, where that is not the user of the system', readText)
    .option('--yes', 'do not ask before it is done');
}

/** The options of `asChange`. */
export interface Change {
  reason: string;
  as?: string;
  yes?: true;
}

/** Who changes something, and why. */
export function byOf(options: Change): By {
  return { who: options.as ?? systemUser(), reason: options.reason };
}

/**
 * Says what a change is about and asks for a yes, because an id is easily mistyped: `change` is for
 * instance "Block the client 7". Throws a `UsageError` without a yes.
 */
export async function confirm({ yes }: Change, change: string): Promise<void> {
  if (yes) return;
  const words = printable(change);
  if (!process.stdin.isTTY)
    throw new UsageError(`${words}? Add --yes to do it without being asked.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C rejects the question; Ctrl-D closes the terminal without an answer.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const asked = terminal.question(`${words}? Type yes: `).catch(() => '');
  const answer = await Promise.race([asked, closed]);
  terminal.close();
  if (answer.trim() !== 'yes') throw new UsageError('Nothing was changed.');
}
