import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { runNode } from './processes.mjs';
import { root } from './root.mjs';
import { isOfApp, readSettings, withOnly } from './settings.mjs';

/** The sources of the built app. In `scripts`, the parts of the build are those in TypeScript. */
const SOURCE_FOLDERS = ['src', 'public', 'scripts'];
const SOURCE_FILES = ['index.html', 'vite.config.ts', 'tailwind.config.ts', 'package-lock.json'];
const isSource = (/** @type {string} */ path) => !path.endsWith('.mjs');
/** The API of the server that serves the app, at any name and port. */
const OWN_API = '/api/';
const STACK_LINES = /^ {4}at .*\n?/gm;
/** Beside the built app: what it was built from. */
export const STAMP = '.built-from';
const cache = join(root, 'node_modules', '.cache');

/**
 * Builds the app into `outDir`, unless the build there has the same sources and settings. A new build
 * replaces the old one only when it is complete. Throws an error of one line.
 * @param {{ outDir?: string, settings?: Record<string, string> }} [options] `settings` replace all
 *   VITE_ variables of the environment and of the .env files.
 */
export async function buildIfChanged({ outDir = join(root, 'dist'), settings } = {}) {
  const api = readSettings('production').VITE_API_BASE_URL || OWN_API;
  const env = settings
    ? withOnly('production', settings)
    : { ...process.env, VITE_API_BASE_URL: api };
  // Loaded here: an old Node, which `npm start` refuses in one line, cannot load it.
  const { waitForLock } = await import('../server/process/lock.ts');
  const unlock = await waitForLock(join(cache, `${basename(outDir)}.lock`), () => {
    console.log('Waiting for another build of this folder…');
  });
  try {
    const stamp = digest(env);
    if (read(join(outDir, STAMP)).toString() !== stamp) await build(outDir, stamp, env);
  } finally {
    unlock();
  }
}

/** @param {string} outDir @param {string} stamp @param {NodeJS.ProcessEnv} env */
async function build(outDir, stamp, env) {
  const started = Date.now();
  console.log('Building the app…');
  // In node_modules: usually on the same disk, and no tool looks there.
  const fresh = join(cache, `${basename(outDir)}-fresh`);
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await runNode([vite, 'build', '--outDir', fresh, '--emptyOutDir'], {
    env: { ...env, NODE_ENV: 'production' },
    quiet: true,
  });
  if (code !== 0) {
    console.error(output.replace(STACK_LINES, '').trim());
    throw new Error('The app could not be built; the reason is above.');
  }
  writeFileSync(join(fresh, STAMP), stamp);
  const old = join(cache, `${basename(outDir)}-old`);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(outDir)) move(outDir, old);
  move(fresh, outDir);
  rmSync(old, { recursive: true, force: true });
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/**
 * Builds the app for tests against the real server, with no setting but `VITE_FIRST_PAINT` of the
 * environment. Returns its folder.
 */
export async function buildForTests() {
  const outDir = join(cache, 'app-under-test');
  const VITE_FIRST_PAINT = process.env.VITE_FIRST_PAINT ?? 'on';
  await buildIfChanged({ outDir, settings: { VITE_API_BASE_URL: OWN_API, VITE_FIRST_PAINT } });
  return outDir;
}

/** @param {NodeJS.ProcessEnv} env */
function digest(env) {
  const hash = createHash('sha256');
  const paths = [...SOURCE_FOLDERS.flatMap(filesBelow).filter(isSource), ...SOURCE_FILES];
  for (const path of paths.sort()) {
    const content = createHash('sha256').update(read(join(root, path)));
    hash.update(`${path} ${content.digest('hex')}\n`);
  }
  const given = Object.entries({ ...readSettings('production'), ...env })
    .filter(([name]) => isOfApp(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash.update(JSON.stringify(given)).digest('hex');
}

/** @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** @param {string} from @param {string} to */
function move(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true });
    rmSync(from, { recursive: true, force: true });
  }
}

/** Empty when there is no file. @param {string} path */
function read(path) {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
