import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { root } from './root.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const children = new Set();
/** The signal this process was told to end with. @type {NodeJS.Signals | undefined} */
let stoppedBy;
/** Long enough for a server to answer what it is answering. */
const PATIENCE_MS = 10_000;

/**
 * Starts `node ...args` in the repository's folder. The child ends with this process, and a signal
 * to this process ends them both: it exits only when the last child has.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startNode(args, options = {}) {
  if (children.size === 0) for (const signal of SIGNALS) process.on(signal, stopAll);
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', ...options });
  children.add(child);
  child.on('close', () => {
    children.delete(child);
    if (children.size > 0) return;
    if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
    for (const signal of SIGNALS) process.off(signal, stopAll);
  });
  return child;
}

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM'];

/**
 * Ends every child; a second signal changes nothing, as a terminal and npm both send one.
 * @param {NodeJS.Signals} signal
 */
export function stopAll(signal) {
  if (stoppedBy) return;
  stoppedBy = signal;
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, PATIENCE_MS).unref();
}

/**
 * Runs `node ...args` to its end: its exit code, and what it printed when `quiet`.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv | undefined, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runNode(args, { env, quiet = false } = {}) {
  const child = startNode(args, { env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output };
}
