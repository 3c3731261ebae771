/** The folder of the server's data, which nobody else on the machine may read or write. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** Every permission of those who are not the owner. */
const OF_OTHERS = 0o077;
/** The bit of /tmp: everybody may make files there. */
const SHARED = 0o1000;

/** What the server makes in its folder. */
const OURS = [
  'pglite',
  'pglite.lock',
  'operator.sock',
  'backups',
  'exports',
  'rehearsal',
  'rehearsal.lock',
  'simulator.jsonl',
  'notices.json',
  'notices.json.lock',
];

/**
 * Makes a folder, and those above it, for its owner alone. Node's own `recursive` never returns
 * where the system takes no new folder and calls it missing, as below /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, PRIVATE_FOLDER);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Removes the permissions of others from a file, or from a folder and everything in it. */
function closeToOthers(entry: string): void {
  const found = lstatSync(entry, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return;
  const isFolder = found.isDirectory();
  if (found.mode & OF_OTHERS) chmodSync(entry, isFolder ? PRIVATE_FOLDER : PRIVATE_FILE);
  if (isFolder) for (const name of readdirSync(entry)) closeToOthers(path.join(entry, name));
}

/** Whether the folder has entries and none of them is the server's. */
function isForeign(folder: string): boolean {
  const names = readdirSync(folder).filter(
    (name) => !name.startsWith('.') && name !== 'lost+found',
  );
  return names.length > 0 && !names.some((name) => OURS.includes(name));
}

/**
 * Makes `dataDir`, or mends an existing one: only the server's own user may enter it, and what the
 * server made in it has no permissions for others. Must come before anything in it is opened. Throws
 * for a folder that is not the server's own, whose permissions somebody else may need.
 */
export function makePrivate(dataDir: string): void {
  makeFolder(dataDir);
  // Windows has no such permissions.
  if (process.platform === 'win32') return;
  if (statSync(dataDir).mode & SHARED || isForeign(dataDir)) {
    throw new Error('it is used for other things too, so set DATA_DIR to a folder of its own');
  }
  chmodSync(dataDir, PRIVATE_FOLDER);
  for (const name of OURS) closeToOthers(path.join(dataDir, name));
}
