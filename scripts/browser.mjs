// `npm run browser` prints the browser of the end-to-end tests. It installs one when there is none.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runNode } from './processes.mjs';
import { root } from './root.mjs';

/** Debian's browser without windows, which takes a sixth less time for the same tests. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].map(
    (folder) => join(folder ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
};

/**
 * The path of a Chromium or Chrome: `CHROMIUM_PATH`, else an installed one, else a new one (Debian's
 * package for root on Debian, else Playwright's). Throws an error of one line when there is none.
 * @returns {Promise<string>}
 */
export async function ensureBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is not a file: ${named}`);
  }
  const browser = (await findBrowser()) ?? (await installBrowser());
  if (browser) return browser;
  throw new Error(
    'No browser for the end-to-end tests: install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
}

async function findBrowser() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const here = process.platform === 'darwin' || process.platform === 'win32';
  const { chromium } = await import('@playwright/test');
  return [
    ...onPath,
    ...(here ? PLACES[/** @type {'darwin' | 'win32'} */ (process.platform)] : []),
    chromium.executablePath(),
  ].find(runs);
}

/**
 * Whether it starts: Ubuntu's chromium is only a wrapper of a snap that is often missing.
 * @param {string} path
 */
function runs(path) {
  if (!path || !existsSync(path)) return false;
  if (process.platform === 'win32') return true;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && /Chrom/.test(stdout);
}

async function installBrowser() {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && isDebian()) {
    console.log('Installing Chromium with apt-get…');
    const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
    // Debian 11 has only the second.
    const install = (/** @type {string} */ name) =>
      apt('install', ...options, name, 'fonts-liberation');
    const isDone = apt('update') && [SHELL, 'chromium'].some(install);
    const found = isDone && (await findBrowser());
    if (found) return found;
  }
  console.log("Installing Playwright's Chromium…");
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const libraries = isRoot && process.platform === 'linux' ? ['--with-deps'] : [];
  const args = [cli, 'install', ...libraries, 'chromium'];
  const { code, output } = await runNode(args, { quiet: true });
  if (code !== 0) console.error(output.trim().split('\n').slice(0, 3).join('\n'));
  return findBrowser();
}

function isDebian() {
  try {
    return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** @param {string[]} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' });
  if (status !== 0) console.error(stderr?.trim().split('\n').slice(-2).join('\n'));
  return status === 0;
}

if (import.meta.main) {
  try {
    console.log(await ensureBrowser());
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  }
}
