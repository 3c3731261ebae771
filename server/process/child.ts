/** Runs a child process: a script of ours, so that odd input cannot harm the server, or a program of the settings. */
import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

interface ChildOptions {
  input: Buffer | string;
  /** After so many ms it is killed, and when `stop` says so. */
  patienceMs: number;
  stop?: AbortSignal | undefined;
}

type Code = number | null;
const ended = (code: Code) => (code === null ? 'was killed' : `ended with code ${code}`);

/** Of the environment what is in `names`: none of the server's settings and secrets. */
function environment(names: string[]): Record<string, string> {
  const kept = names.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(
    kept.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Starts a program without a shell; what `read` makes of it. It ends with all that it has started. */
async function withChild<T>(
  [program = '', ...words]: string[],
  { input, patienceMs, stop, env, stdio }: ChildOptions & { env: string[]; stdio: StdioOptions },
  read: (child: ChildProcess) => Promise<T>,
): Promise<T> {
  const child = spawn(program, words, { env: environment(env), stdio, detached: true });
  const kill = () => {
    try {
      process.kill(-(child.pid ?? NaN), 'SIGKILL');
    } catch {
      // Windows has no groups; or it is gone already.
      child.kill('SIGKILL');
    }
  };
  const late = setTimeout(kill, patienceMs);
  stop?.addEventListener('abort', kill, { once: true });
  // One that does not read closes its end.
  child.stdin?.on('error', () => undefined).end(input);
  try {
    return await read(child);
  } finally {
    clearTimeout(late);
    stop?.removeEventListener('abort', kill);
  }
}

/** A script that failed; `code` is its exit code, null when it was killed. */
export class ChildError extends Error {
  code: Code;
  constructor(script: string, code: Code) {
    super(`${path.basename(script)} ${ended(code)}`);
    this.code = code;
  }
}

/**
 * What the script `script` prints, below the server's priority and with little memory. Throws a `ChildError` when
 * it fails or prints nothing.
 */
export async function runScript(script: string, options: ChildOptions): Promise<Buffer> {
  const words = [process.execPath, '--max-old-space-size=64', script];
  const how = {
    ...options,
    env: ['SystemRoot'],
    stdio: ['pipe', 'pipe', 'ignore'] as StdioOptions,
  };
  return await withChild(words, how, async (child) => {
    try {
      setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The child is gone already, or the system has no priorities.
    }
    const [made, [code]] = await Promise.all([
      buffer(child.stdout as Readable),
      once(child, 'close') as Promise<[Code]>,
    ]);
    if (code === 0 && made.length > 0) return made;
    throw new ChildError(script, code);
  });
}

const SAID_MAX = 1000;
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TZ', 'SystemRoot'];

/** Runs a program with its words; throws with the reason in one line when it fails. */
export async function runProgram(words: string[], options: ChildOptions): Promise<void> {
  const how = { ...options, env: PASSED_ON, stdio: ['pipe', 'ignore', 'pipe'] as StdioOptions };
  await withChild(words, how, async (child) => {
    const errors = child.stderr as Readable;
    let said = '';
    errors.on('data', (part: Buffer) => (said = (said + part.toString()).slice(0, SAID_MAX)));
    try {
      // Not "close": what it has left behind may hold its streams.
      const [code] = (await once(child, 'exit')) as [Code];
      if (code !== 0) throw new Error(`it ${ended(code)}: ${said.trim() || 'it said nothing'}`);
    } finally {
      errors.destroy();
    }
  });
}
