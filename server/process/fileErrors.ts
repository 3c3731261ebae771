/** Files, folders and programs that a person names and that cannot be used: what was tried, why not, what to do. */
import { accessSync, constants, statSync } from 'node:fs';

/** By the call of the system that failed. */
const TRIED: Record<string, string> = {
  mkdir: 'made',
  scandir: 'listed',
  opendir: 'listed',
  unlink: 'deleted',
  rm: 'deleted',
  rmdir: 'deleted',
  rename: 'renamed',
  chmod: 'closed to others',
};
const MISSING = 'it is not there. Look at the name.';
const FORBIDDEN = "this user may not. Name another place, or run it as the server's user.";

const WHY: Record<string, string> = {
  ENOENT: MISSING,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EISDIR: 'it is a folder. Name a file.',
  ENOTDIR: 'it, or what it is in, is a file. Name a folder.',
  EEXIST: 'it is there already. Name another one.',
  ENOTEMPTY: 'it is not empty. Name another one.',
  ENOSPC: 'the disk is full. Make room on it.',
  EDQUOT: 'the disk is full. Make room on it.',
  EROFS: 'its disk takes no changes. Name a place on another one.',
  ENAMETOOLONG: 'its name is too long. Name another one.',
};

const isFault = (error: unknown): error is NodeJS.ErrnoException & { path: string } =>
  error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string';

/** The name of a file or folder that cannot be used, and why, in one line; null for every other failure. */
export function fileErrorText(error: unknown): string | null {
  if (!isFault(error)) return null;
  const { path, syscall = '', code = '' } = error;
  const isProgram = syscall.startsWith('spawn');
  const tried = isProgram ? 'started' : (TRIED[syscall] ?? 'opened');
  // The folders above were made, or are there.
  const isRefused = syscall === 'mkdir' && code === 'ENOENT';
  const why = isRefused ? 'the system takes no folder there. Name another place.' : WHY[code];
  return `${path} cannot be ${tried}: ${why ?? `the system says ${code}.`}`;
}

/** Throws where `file` is no file that this process may read, which `fileErrorText` explains. */
export function requireFile(file: string): void {
  if (statSync(file).isDirectory()) {
    const fault = { code: 'EISDIR', syscall: 'open', path: file };
    throw Object.assign(new Error(`EISDIR: open ${file}`), fault);
  }
  accessSync(file, constants.R_OK);
}
