import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 300;

/**
 * Runs `work` while no other process on this machine runs work of the same `name`, and prints
 * `waiting` when it has to wait. The lock is a file with the id of its process: that of a process
 * which was killed does not count.
 * @param {string} name
 * @param {string} waiting
 * @param {() => Promise<void>} work
 */
export async function withLock(name, waiting, work) {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `fundi-mtaani-${digest}.lock`);
  for (let isFirst = true; !take(file); isFirst = false) {
    if (isFirst) console.log(waiting);
    await sleep(LOOK_EVERY_MS);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
  } catch (error) {
    // The process is gone. Another user's process would be EPERM.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH')
      rmSync(file, { force: true });
  }
  return false;
}
