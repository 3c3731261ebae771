import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { root } from './root.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const children = new Set();
/** @type {NodeJS.Signals | undefined} */
let stoppedBy;
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM'];
/** A server needs some time to finish its answers. */
const KILL_AFTER_MS = 10_000;

/**
 * Starts `node ...args`, or another command, in the repository's folder. A signal to this process ends its children too,
 * and then this process ends.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { command?: string }} [options]
 */
export function startNode(args, { command = process.execPath, ...options } = {}) {
  if (children.size === 0) for (const signal of SIGNALS) process.on(signal, stopAll);
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  children.add(child);
  child.on('close', () => {
    children.delete(child);
    if (children.size > 0) return;
    if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
    for (const signal of SIGNALS) process.off(signal, stopAll);
  });
  return child;
}

/**
 * Ends every child. A second signal changes nothing: a terminal and npm both send one.
 * @param {NodeJS.Signals} signal
 */
export function stopAll(signal) {
  if (stoppedBy) return;
  stoppedBy = signal;
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, KILL_AFTER_MS).unref();
}

/**
 * Runs `node ...args` to its end. Returns its exit code, and its output when `quiet`.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv | undefined, command?: string, shell?: boolean,
 *   quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runNode(args, { quiet = false, ...options } = {}) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = startNode(args, { ...options, stdio });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output };
}
