/** Questions on the terminal. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

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
