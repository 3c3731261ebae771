// Imported, this ends its process, as SIGTERM does, once the parent is gone: a killed npm, test
// runner or terminal tells its children nothing.
import { readFileSync } from 'node:fs';

const parent = process.ppid;
/** npm runs a script through a shell, and a shell outlives a killed npm. */
const npm = process.env.npm_lifecycle_event && isShell(parent) ? parentOf(parent) : undefined;

const watch = setInterval(() => {
  if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500).unref();

/** The process that started `pid`, where the system shows it. @param {number} pid */
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
