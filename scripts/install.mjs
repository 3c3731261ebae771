import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import './followParent.mjs';
import { runNode } from './processes.mjs';
import { root } from './root.mjs';

const modules = join(root, 'node_modules');
/** Node 24 as a package of this platform, an optional dependency. */
const packagedNode = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');

const LOCKED = 'FUNDI_INSTALL_LOCKED';

/** With NODE_ENV=production or a person's npmrc, npm would leave some packages out. */
const KINDS = ['--include=dev', '--include=optional', '--include=peer'];
const CI_FLAGS = [
  ...KINDS,
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--prefer-offline',
  // By default npm waits for minutes before it says that there is no network.
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=10000',
];

/**
 * Makes `node_modules` what `package-lock.json` says, with `npm ci` when it is not, and puts the
 * packaged Node 24 on the path of npm scripts. Throws an error of one line for a person.
 */
export async function ensureInstalled() {
  if (findMissing()) await (process.env[LOCKED] ? install() : installLocked());
  linkPackagedNode();
}

/**
 * One install of this folder at a time, where the system has the program `flock` (Linux). Its lock is the kernel's,
 * as that of `server/process/lock.ts`, which does not run on an old Node.
 */
async function installLocked() {
  const { status } = spawnSync('flock', ['-n', root, 'true']);
  // There is no such program.
  if (status === null) return await install();
  if (status !== 0) console.log('Waiting for another install of this folder…');
  const ensure = [process.execPath, join(root, 'scripts', 'ensure.mjs')];
  const env = { ...process.env, [LOCKED]: 'yes' };
  const { code } = await runNode([root, ...ensure], { command: 'flock', env });
  // It has said why.
  if (code !== 0) process.exit(code);
}

async function install() {
  const started = Date.now();
  console.log('Installing packages (a minute or two, only when they changed)…');
  await ci(process.execPath);
  // With an old Node npm leaves out optional packages that need a newer one.
  if (findMissing() && works(packagedNode)) await ci(packagedNode);
  const missing = findMissing();
  if (missing) throw new Error(`npm did not install ${missing}. Run the command again.`);
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Runs `npm ci` on this Node. npm prints the reason when it fails. @param {string} node */
async function ci(node) {
  const npm = process.env.npm_execpath;
  // Without npm above this process there is only the npm of the path.
  const { code } = npm?.endsWith('npm-cli.js')
    ? await runNode([npm, 'ci', ...CI_FLAGS], { command: node })
    : await runNode(['ci', ...CI_FLAGS], { command: 'npm', shell: process.platform === 'win32' });
  if (code !== 0) throw new Error('The packages were not installed; npm gives the reason above.');
}

/**
 * @typedef {{ version: string, integrity?: string, optional?: boolean,
 *   os?: string | string[], cpu?: string | string[], libc?: string[] }} Package
 */

/**
 * The first package of `package-lock.json` that `node_modules` lacks or has in another version. npm
 * writes its record at the end of an install: after an interrupted one everything is missing.
 */
function findMissing() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing or damaged.');
  const found = packagesOf(join(modules, '.package-lock.json')) ?? {};
  const missing = Object.entries(wanted).find(([path, { version, integrity, ...entry }]) => {
    const own = found[path];
    if (own) return own.version !== version || own.integrity !== integrity;
    return path !== '' && (!entry.optional || isForThisMachine(entry));
  });
  return missing?.[0];
}

/** Optional packages without a platform come with one that has one. @param {Partial<Package>} entry */
function isForThisMachine({ os, cpu, libc }) {
  const isSame = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
  return isSame && (!libc || libc.includes(cLibrary()));
}

/** The C library, found in the same way as npm does. */
function cLibrary() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** @param {string} path @returns {Record<string, Package> | undefined} */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm 10 removes this link. The packaged Node does not run with Alpine's C library. */
function linkPackagedNode() {
  if (process.platform === 'win32' || !existsSync(packagedNode)) return;
  const link = join(modules, '.bin', 'node');
  const isLinked = existsSync(link);
  if (isLinked && realpathSync(process.execPath) === realpathSync(link)) return;
  if (!works(packagedNode)) rmSync(link, { force: true });
  else if (!isLinked) symlinkSync(relative(join(modules, '.bin'), packagedNode), link);
}

/** @param {string} node */
const works = (node) => spawnSync(node, ['--version']).status === 0;
