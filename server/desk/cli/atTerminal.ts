/** The person at the terminal: who they are, their secret as an operator, why they change something, and a yes to it. */
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod';
import type { By } from '../operatorLog.ts';
import { printLines, printable } from '../terminal.ts';
import { UsageError } from './command.ts';
import { OPERATOR_SECRET } from '../../config.ts';
import { operate } from '../operate.ts';
import { UnnamedError, WRONG_SECRET } from '../operators.ts';
import type { CommandWork } from './command.ts';

/** Takes what is typed, and shows nothing of it. */
const nowhere = () => new Writable({ write: (_part, _encoding, done) => done() });

/** What is typed in answer to `question`; empty after Ctrl-C and Ctrl-D. A secret is not shown. */
export async function ask(question: string, isSecret = false): Promise<string> {
  const output = isSecret ? nowhere() : process.stdout;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // Now that the terminal shows nothing of what is typed.
  if (isSecret) process.stdout.write(question);
  // Ctrl-C rejects the question; Ctrl-D closes the terminal without an answer.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const asked = terminal.question(isSecret ? '' : question).catch(() => '');
  const answer = await Promise.race([asked, closed]);
  terminal.close();
  if (isSecret) process.stdout.write('\n');
  return answer;
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

/** Refuses a word that `schema` does not take; the operation reads it again. */
export const reader = (schema: z.core.$ZodType) => (word: string) => {
  const read = z.safeParse(schema, word);
  if (!read.success) throw new InvalidArgumentError(read.error.issues[0]?.message ?? '');
  return word;
};

/**
 * Who changes something, and why: the user of the system, who cannot be known for sure. Where operators
 * are named, the operation puts the operator's own name in its place (`perform.ts`).
 */
export const byOf = (reason: string): By => ({ who: systemUser(), reason });

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

const NOBODY =
  'No operator is named: the user of the system may do everything. To name one: operators add';

/**
 * `run` as the operator whose secret the settings have, or who types it. Says before a change who that
 * is; on stderr, so that a table stays one.
 */
export function asOperator(run: CommandWork, isChange: boolean): CommandWork {
  const attempt: CommandWork = async (config) => {
    if (isChange) {
      const operator = await operate(config, 'whoAmI', {});
      console.error(printable(operator ? `You are ${operator.name}.` : NOBODY));
    }
    return await run(config);
  };
  return async (config) => {
    try {
      return await attempt(config);
    } catch (error) {
      const mayAsk = config.operatorSecret === null && process.stdin.isTTY;
      if (!(error instanceof UnnamedError) || !mayAsk) throw error;
      const typed = await ask('Your secret as an operator (it is not shown): ', true);
      const secret = typed.trim();
      if (!OPERATOR_SECRET.test(secret)) throw new UnnamedError(WRONG_SECRET);
      return await attempt({ ...config, operatorSecret: secret });
    }
  };
}
