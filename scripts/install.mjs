import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { missingPackages } from './missing.mjs';
import { root } from './root.mjs';
import { inTurn } from './turn.mjs';

const modules = join(root, 'node_modules');
/** Node 24 as a package of this platform, an optional dependency. */
const packagedNode = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');

const CI_FLAGS = [
  // Said again here, so that NODE_ENV=production or a person's npmrc leaves nothing out.
  '--include=dev',
  '--include=optional',
  '--include=peer',
  // Nothing here needs an install script to run.
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--prefer-offline',
  // npm's own waits add up to minutes before it says that there is no network.
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=10000',
];

/**
 * Known ends of `npm ci`, and the line a person can act on.
 * @type {[RegExp, string][]}
 */
const FAILURES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|network/i,
    'the npm registry cannot be reached. Check the network, then run the command again.',
  ],
  [/ENOSPC/, 'the disk is full.'],
  [/EACCES|EPERM|EROFS/, `node_modules cannot be written in ${root}.`],
  [/EBUSY/, 'node_modules is in use. Stop what runs from this folder, then try again.'],
  [/EUSAGE/, 'package.json and package-lock.json do not agree. Run npm install, then try again.'],
];

/**
 * Makes `node_modules` what `package-lock.json` says, with `npm ci` when it is not, and puts the
 * packaged Node 24 on the path of npm scripts. Throws an error of one line for a person.
 */
export async function ensureInstalled() {
  if (missingPackages().length > 0) {
    await inTurn(
      `install ${root}`,
      'Another install of this folder runs; waiting for it…',
      async () => {
        // The one before may have done the work.
        if (missingPackages().length > 0) await install();
      },
    );
  }
  linkPackagedNode();
}

async function install() {
  const started = Date.now();
  console.log('Installing packages (a minute or two, only when they changed)…');
  await ci(process.env.npm_node_execpath ?? process.execPath);
  // An old Node makes npm leave out optional packages that ask for a newer one.
  if (missingPackages().length > 0 && runs(packagedNode)) await ci(packagedNode);
  const [missing] = missingPackages();
  if (missing) {
    throw failure(`${missing} is missing. Check the network, then run the command again.`);
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** @param {string} reason */
const failure = (reason) => new Error(`Packages could not be installed: ${reason}`);

/** npm 10 drops this link, and the packaged Node does not run with Alpine's C library. */
function linkPackagedNode() {
  if (process.platform === 'win32' || !existsSync(packagedNode)) return;
  const link = join(modules, '.bin', 'node');
  const isLinked = existsSync(link);
  if (isLinked && realpathSync(process.execPath) === realpathSync(link)) return;
  if (!runs(packagedNode)) rmSync(link, { force: true });
  else if (!isLinked) symlinkSync(relative(join(modules, '.bin'), packagedNode), link);
}

/** @param {string} node */
const runs = (node) => spawnSync(node, ['--version']).status === 0;

/**
 * Runs `npm ci` with the npm that runs this script, on `node`.
 * @param {string} node
 */
async function ci(node) {
  const cli = process.env.npm_execpath;
  const child = cli?.endsWith('npm-cli.js')
    ? spawn(node, [cli, 'ci', ...CI_FLAGS], { cwd: root })
    : spawn('npm', ['ci', ...CI_FLAGS], { cwd: root, shell: process.platform === 'win32' });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);

  let output = '';
  child.stdin.end();
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`npm could not be run: ${error.message}`)));
    child.on('close', resolve);
  });
  if (isStopped) throw failure('stopped. The next run starts again.');
  if (code === 0) return;
  const known = FAILURES.find(([pattern]) => pattern.test(output));
  const first = output.split('\n').find((line) => /^npm (error|ERR!) (?!code)/.test(line));
  throw failure(known?.[1] ?? first ?? `npm ended with ${code}.`);
}
