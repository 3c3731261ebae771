/** Commands of the desk that change something: why, by whom, and a yes before it is done. */
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { By } from '../operatorLog.ts';
import { printLines } from '../../process/terminal.ts';
import { ask } from './ask.ts';
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

/** Lets a command ask why. */
export function asChange(command: Command, why = WHY): Command {
  return command
    .requiredOption('--reason <text>', why, readText)
    .option('--yes', 'do not ask before it is done');
}

/** Whether `asChange` made the command. */
export const isChange = (command: Command) =>
  command.options.some(({ long, mandatory }) => long === '--reason' && mandatory);

/** The options of `asChange`. */
export interface ChangeOptions {
  reason: string;
  yes?: true;
}

/**
 * Who changes something, and why: the user of the system, who cannot be known for sure. Where operators
 * are named, the operation puts the operator's own name in its place (`perform.ts`).
 */
export function byOf({ reason }: Pick<ChangeOptions, 'reason'>): By {
  return { who: systemUser(), reason };
}

/**
 * Says what a change is about and asks for a yes, because an id is easily mistyped: `change` is for
 * instance "Block the client 7", `about` says whom or what that is and what will happen. Throws a
 * `UsageError` without a yes.
 */
export async function confirm(
  { yes }: Pick<ChangeOptions, 'yes'>,
  change: string,
  about: string[] = [],
): Promise<void> {
  if (yes) return;
  const lines = [`${change}?`, ...about.map((line) => `  ${line}`)];
  if (!process.stdin.isTTY) {
    throw new UsageError([...lines, 'Add --yes to do it without being asked.'].join('\n'));
  }
  printLines(lines, console.log);
  const answer = await ask('Type yes: ');
  if (answer.trim() !== 'yes') throw new UsageError('Nothing was changed.');
}
