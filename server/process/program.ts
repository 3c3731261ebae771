/** Runs a program that the settings name. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const SAID_MAX = 1000;
/** What it finds of the environment: none of the server's secrets. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TZ', 'SystemRoot'];

export interface ProgramOptions {
  /** What it reads on its standard input. */
  input?: string;
  /** After so many ms it is killed. */
  patienceMs: number;
  stop?: AbortSignal | undefined;
}

const ended = (code: number | null) => (code === null ? 'was killed' : `ended with code ${code}`);

/** Runs a program with its words, without a shell; throws with the reason in one line when it fails. */
export async function runProgram(
  [program = '', ...words]: string[],
  { input = '', patienceMs, stop }: ProgramOptions,
): Promise<void> {
  const kept = PASSED_ON.map((name) => [name, process.env[name]] as const);
  const env = Object.fromEntries(kept.filter(([, value]) => value !== undefined));
  // A group of its own, so that what it has started ends with it.
  const child = spawn(program, words, {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  const kill = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  const late = setTimeout(kill, patienceMs);
  stop?.addEventListener('abort', kill, { once: true });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(0, SAID_MAX)));
  // A program that does not read closes its end.
  child.stdin.on('error', () => undefined).end(input);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`it ${ended(code)}: ${said.trim() || 'it said nothing'}`);
  } finally {
    clearTimeout(late);
    stop?.removeEventListener('abort', kill);
    child.stderr.destroy();
  }
}
