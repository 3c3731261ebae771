/** Runs a script in a child process, so that odd input cannot harm the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

/** A child process that failed; `code` is its exit code, null when it was killed. */
export class ChildError extends Error {
  code: number | null;
  constructor(script: string, code: number | null) {
    super(`${path.basename(script)} ${code === null ? 'was killed' : `ended with code ${code}`}`);
    this.code = code;
  }
}

/** Starts the child without the server's settings and secrets, and below the server's priority. */
function startChild(script: string) {
  const child = spawn(process.execPath, ['--max-old-space-size=64', script], {
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The child is gone already, or the system has no priorities.
  }
  return child;
}

/**
 * Writes the bytes to the child process `script` and returns what it prints. It is killed after so
 * many seconds, and when the caller has gone. Throws a `ChildError` when it fails or prints nothing.
 */
export async function inChild(
  script: string,
  bytes: Buffer,
  { seconds, gone }: { seconds: number; gone?: AbortSignal | undefined },
): Promise<Buffer> {
  const child = startChild(script);
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, seconds * 1000);
  gone?.addEventListener('abort', kill, { once: true });
  try {
    // A child that refuses early closes its end while bytes are still being written.
    child.stdin.on('error', () => undefined).end(bytes);
    const [made, [code]] = await Promise.all([
      buffer(child.stdout),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    if (code === 0 && made.length > 0) return made;
    throw new ChildError(script, code);
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', kill);
  }
}
