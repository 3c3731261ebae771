import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * The packages that `package-lock.json` asks for on this machine and that `node_modules` lacks or
 * has in another version. npm writes its own record at the very end of an install, so after an
 * interrupted one everything is missing, and whoever installed is believed.
 * @returns {string[]}
 */
export function missingPackages() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing or damaged.');
  const record = packagesOf(join(root, 'node_modules', '.package-lock.json')) ?? {};
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && !isSame(entry, record[path]))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/**
 * @typedef {{ version: string, integrity?: string, optional?: boolean, os?: string | string[],
 *   cpu?: string | string[], libc?: string | string[] }} Entry
 */

/** @param {Entry} wanted @param {Entry | undefined} found */
function isSame(wanted, found) {
  if (!found) return Boolean(wanted.optional) && !isForThisMachine(wanted);
  return found.version === wanted.version && found.integrity === wanted.integrity;
}

/**
 * Optional packages of no platform come only with one of a platform.
 * @param {Entry} entry
 */
function isForThisMachine({ os, cpu, libc }) {
  return (
    [os].flat().includes(process.platform) &&
    [cpu].flat().includes(process.arch) &&
    (!libc || [libc].flat().includes(cLibrary()))
  );
}

/** As npm finds it. @returns {string} */
function cLibrary() {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return report.header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** @param {string} path @returns {Record<string, Entry> | undefined} */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
