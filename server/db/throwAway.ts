/** The folder of DATA_DIR in which a backup is restored to be thrown away: a whole town, not encrypted. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../process/folders.ts';
import { LockError, lockFolder } from '../process/lock.ts';

const folderIn = (dataDir: string) => path.join(dataDir, 'rehearsal');

/**
 * Gives `work` an empty folder of DATA_DIR, which the server may write to as well, and removes it with all
 * that is in it: afterwards, when the process is asked to end, and when one before was killed.
 */
export async function inThrowAway<T>(
  dataDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = folderIn(dataDir);
  const unlock = lockFolder(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const end = () => {
    remove();
    unlock();
    process.exit(1);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    remove();
    makeFolder(folder);
    return await work(folder);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    remove();
    unlock();
  }
}

/** Removes what a rehearsal that was killed has left; does nothing while one runs. */
export function clearThrowAway(dataDir: string): void {
  const folder = folderIn(dataDir);
  if (!existsSync(folder)) return;
  try {
    const unlock = lockFolder(folder);
    rmSync(folder, { recursive: true, force: true });
    unlock();
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
  }
}
