/** One process per database folder: PGlite itself takes no lock, and two processes lose rows. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../process/folders.ts';

/** Another running process uses the folder. The message is one line. */
export class LockError extends Error {
  override name = 'LockError';
}

interface Holder {
  pid: number;
  /** When the process started, where the system says so: another process may get the same pid. */
  started: string | null;
}

const held = new Set<string>();

function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function readHolder(file: string): Holder | null {
  try {
    const { pid, started } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>;
    return typeof pid === 'number' ? { pid, started: started ?? null } : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, started }: Holder, file: string): boolean {
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startTime(pid);
  return started === null || now === null || now === started;
}

/**
 * Locks `folder` with the file `<folder>.lock` and returns the function that unlocks it. Replaces
 * the lock of a process that has ended. Throws a `LockError` when a running process has the lock.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  makeFolder(path.dirname(file));
  const mine = JSON.stringify({ pid: process.pid, started: startTime(process.pid) });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      held.add(file);
      return () => {
        if (held.delete(file)) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (holder && isAlive(holder, file)) {
      throw new LockError(`The database folder ${folder} is in use by process ${holder.pid}.`);
    }
    // It is renamed before it is removed: when two processes find an old lock, only one can rename it.
    const stale = `${file}.${process.pid}.stale`;
    try {
      renameSync(file, stale);
      rmSync(stale, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new LockError(`The database folder ${folder} could not be locked.`);
}
