/**
 * The one lock: the kernel's, on a file that this process has open. It ends with its process, however that ends,
 * and holds between containers on one volume, where ids of processes say nothing. Node has no call for it; SQLite,
 * which is a part of Node, locks its files in this way on every system.
 */
import { accessSync, constants, truncateSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from './folders.ts';
import { OneLineError } from './oneLine.ts';

/** Another process uses the folder. */
export class LockError extends OneLineError {
  override name = 'LockError';
}

const LOOK_AGAIN_MS = 50;
/** SQLite's numbers: somebody has the lock; the file has another program's content. */
const BUSY = 5;
const FOREIGN = 26;

/** What is locked, so that no lock is collected as garbage. */
const held = new Set<DatabaseSync>();

const numberOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? error.errcode : undefined;

function lockNow(file: string): () => void {
  const database = new DatabaseSync(file);
  try {
    // Of a file that may only be read, SQLite gives everybody the lock.
    accessSync(file, constants.W_OK);
    // In memory: else a second file is made, which a killed process leaves.
    database.exec('pragma journal_mode = memory; begin exclusive');
    held.add(database);
    return () => {
      if (held.delete(database)) database.close();
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Locks `file`, and returns the function that unlocks it, or null while another holder has it, also one in this
 * process. The file is empty and stays: to delete it would let two processes hold two files of one name. A process
 * that has the lock must not open the file otherwise: closing it again would unlock it.
 */
function tryLock(file: string): (() => void) | null {
  makeFolder(path.dirname(file));
  try {
    return lockNow(file);
  } catch (error) {
    if (numberOf(error) === BUSY) return null;
    if (numberOf(error) !== FOREIGN) throw error;
  }
  // Another program has written there.
  truncateSync(file);
  return tryLock(file);
}

/** Waits for the lock of `file`, and returns what unlocks it; calls `onWait` once if somebody else has it. */
export async function waitForLock(file: string, onWait?: () => void): Promise<() => void> {
  for (let isFirst = true; ; isFirst = false) {
    const unlock = tryLock(file);
    if (unlock) return unlock;
    if (isFirst) onWait?.();
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Locks `folder` by the file `<folder>.lock`; throws a `LockError` where another process uses the folder. */
export function lockFolder(folder: string): () => void {
  const unlock = tryLock(`${folder}.lock`);
  if (unlock) return unlock;
  throw new LockError(
    `The folder ${folder} is in use by another process, here or in another container.`,
  );
}
