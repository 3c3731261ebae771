/** Commands of the desk that change something: why, by whom, and a yes before it is done. */
import { userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { line } from '../fields.ts';
import type { By } from '../operatorLog.ts';
import { printLines } from '../../process/terminal.ts';
import { ask } from './ask.ts';
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

/** A text of one line, such as a reason. */
export function readLine(word: string): string {
  const read = line.safeParse(word);
  if (read.success) return read.data;
  throw new InvalidArgumentError(read.error.issues[0]?.message ?? '');
}

/** What the command line says of a change. */
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
export async function confirm(change: string, about: string[]): Promise<void> {
  const lines = [`${change}?`, ...about.map((line) => `  ${line}`)];
  if (!process.stdin.isTTY) {
    throw new UsageError([...lines, 'Add --yes to do it without being asked.'].join('\n'));
  }
  printLines(lines, console.log);
  const answer = await ask('Type yes: ');
  if (answer.trim() !== 'yes') throw new UsageError('Nothing was changed.');
}
