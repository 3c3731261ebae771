/** Whether the disk of the server's data can still be written to. */
import { statfs, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OneLineError } from './oneLine.ts';

const MEGABYTE = 1024 * 1024;
/** With less room than this, in bytes, somebody should make some. */
export const SHORT_BYTES = 1024 * MEGABYTE;
const PROBE_BYTES = 4096;

/** There is less room than the server needs. */
export class DiskError extends OneLineError {
  override name = 'DiskError';
}

export async function bytesLeft(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Throws a `DiskError` when `folder` has fewer than `leastBytes` left, or takes no file. */
export async function requireRoom(folder: string, leastBytes: number): Promise<void> {
  const left = await bytesLeft(folder);
  if (left < leastBytes) {
    const [has, needs] = [left, leastBytes].map((bytes) => Math.floor(bytes / MEGABYTE));
    throw new DiskError(`The disk is full: ${has} MB are left in ${folder}, ${needs} are needed.`);
  }
  // The count does not show a quota, or a disk that became read-only.
  const probe = path.join(folder, `.probe-${process.pid}`);
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DiskError(`The disk takes no file in ${folder}: ${reason}`, { cause: error });
  } finally {
    await rm(probe, { force: true });
  }
}
