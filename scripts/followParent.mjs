// Imported, this ends its process with SIGTERM when its parent has gone: a parent that was killed
// (npm, a test runner, a terminal) cannot stop its children.
import { readFileSync } from 'node:fs';

const parent = process.ppid;
/** npm starts a script through a shell, which lives on when npm is killed. */
const npm = process.env.npm_lifecycle_event && isShell(parent) ? parentOf(parent) : undefined;

const watch = setInterval(() => {
  if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500).unref();

/** The id of the parent of `pid`, on Linux. @param {number} pid */
function parentOf(pid) {
  return stat(pid)?.split(') ')[1]?.split(' ')[1];
}

/** @param {number} pid */
function isShell(pid) {
  return /\((ba|da)?sh\)/.test(stat(pid) ?? '');
}

/** @param {number} pid */
function stat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}
