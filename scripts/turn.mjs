import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `work` while no other process on this machine runs work of the same `name`, and says
 * `waiting` when it must wait. A socket holds the turn, because the system closes it with its
 * process, however that ends.
 * @param {string} name
 * @param {string} waiting
 * @param {() => Promise<void>} work
 */
export async function inTurn(name, waiting, work) {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const address =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\fundi-mtaani-${digest}`
      : join(tmpdir(), `fundi-mtaani-${digest}.sock`);
  const release = await take(address, () => console.log(waiting));
  try {
    await work();
  } finally {
    release();
  }
}

/**
 * @param {string} address
 * @param {() => void} onWait
 */
async function take(address, onWait) {
  /** @type {Set<import('node:net').Socket>} */
  const waiters = new Set();
  for (let isSaid = false; ; isSaid = true) {
    const server = createServer((socket) => waiters.add(socket.on('error', () => {})));
    server.listen(address);
    try {
      await once(server, 'listening');
      return () => {
        server.close();
        // The end of its connection tells a waiter that the turn is free.
        for (const waiter of waiters) waiter.destroy();
      };
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error;
    }
    const holder = connect(address);
    try {
      await once(holder, 'connect');
      if (!isSaid) onWait();
      await once(holder, 'close');
    } catch (error) {
      if (codeOf(error) === 'EACCES') throw error;
      // Left behind by a process that was killed.
      if (codeOf(error) === 'ECONNREFUSED') rmSync(address, { force: true });
    }
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code;
}
