// `npm run release`: one archive with the built app and what serves it, for a machine that builds nothing.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged, STAMP } from './build.mjs';
import './followParent.mjs';
import { requireNode24 } from './node24.mjs';
import { runNode } from './processes.mjs';
import { copyRelease, trimFonts, trimPackage } from './releaseFiles.mjs';
import { root } from './root.mjs';
import { isOfApp, readSettings } from './settings.mjs';

const HELP = `npm run release                  for a machine with a processor like this one's
npm run release -- --cpu arm64   for another one: x64 or arm64

Needs Linux (GNU tar). The app is built with the VITE_ settings of .env and of the environment.`;

/** It comes with Node 24 in the archive, so that the machine needs neither. */
const NPM = 'npm@11.19.1';
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

const out = join(root, 'release');
const dist = join(root, 'dist');
/** Its lock ends with this process. */
const cache = join(root, 'node_modules', '.cache', 'release');

/** @param {string[]} args */
const git = (args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The version, and the commit where this is a clone; `changed` when files differ from that commit. */
function versionNow() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  try {
    const commit = git(['rev-parse', '--short=7', 'HEAD']);
    const isChanged = git(['status', '--porcelain']) !== '';
    return [version, commit, ...(isChanged ? ['changed'] : [])].join('-');
  } catch {
    return version;
  }
}

/** Runs npm in `folder`. npm prints the reason when it fails. @param {string[]} args */
async function npm(args) {
  const file = process.env.npm_execpath;
  if (!file) throw new Error('Start it with npm run release.');
  const { code } = await runNode([file, ...args, ...QUIET]);
  if (code !== 0) throw new Error('npm failed; it gives the reason above.');
}

/** Adds what the lock file says of this platform, and Node with npm. @param {string} folder @param {string} cpu */
async function addPackages(folder, cpu) {
  const platform = ['--os=linux', '--libc=glibc', `--cpu=${cpu}`];
  // Those of the server alone: the app is built.
  const ofServer = ['--workspace=server', '--omit=dev', '--include=optional'];
  await npm(['ci', '--prefix', folder, ...ofServer, ...platform]);
  await npm(['install', '--global', '--prefix', join(folder, 'node'), NPM]);
  const node = join('node_modules', `node-linux-${cpu}`);
  // Headers for who compiles add-ons: a third of it.
  for (const part of ['include', 'share']) {
    rmSync(join(folder, node, part), { recursive: true, force: true });
  }
  statSync(join(folder, node, 'bin', 'node'));
  symlinkSync(join('..', '..', node, 'bin', 'node'), join(folder, 'node', 'bin', 'node'));
  rmSync(join(folder, 'package-lock.json'));
  // A link to the folder beside it, which nothing reads.
  rmSync(join(folder, 'node_modules', '@fundi'), { recursive: true, force: true });
}

/**
 * Packs `name` of the cache; every file has the time of the build. The server's answers have the time of a
 * file in their ETag, so two builds must differ in it, and one build makes the same archive each time.
 * @param {string} name @param {string} file
 */
function pack(name, file) {
  const time = Math.floor(statSync(join(dist, STAMP)).mtimeMs / 1000);
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
  const same = ['--format=gnu', '--sort=name', `--mtime=@${time}`, ...owner];
  const gzip = '--use-compress-program=gzip -9n';
  execFileSync('tar', [...same, gzip, '-C', cache, '-cf', file, name], { stdio: 'inherit' });
}

/** @param {string} cpu */
async function release(cpu) {
  await buildIfChanged();
  const given = Object.entries(readSettings('production'))
    .filter(([name, value]) => isOfApp(name) && value)
    .map(([name]) => name);
  console.log(
    given.length > 0
      ? `Built in: ${given.toSorted().join(', ')}.`
      : 'No VITE_ setting is given: the app shows invented values.',
  );
  const name = `fundi-mtaani-${versionNow()}-linux-${cpu}`;
  const folder = join(cache, name);
  rmSync(cache, { recursive: true, force: true });
  copyRelease(folder, dist);
  console.log('Installing the packages that run…');
  await addPackages(folder, cpu);
  trimPackage(folder);
  trimFonts(folder);
  console.log('Packing…');
  mkdirSync(out, { recursive: true });
  const archive = `${name}.tar.gz`;
  const file = join(out, archive);
  pack(name, file);
  rmSync(cache, { recursive: true, force: true });
  const content = readFileSync(file);
  const sum = createHash('sha256').update(content).digest('hex');
  writeFileSync(`${file}.sha256`, `${sum}  ${archive}\n`);
  console.log(`release/${archive}: ${Math.round(content.length / 1e6)} MB, sha256 ${sum}`);
}

requireNode24();
try {
  const { values } = parseArgs({
    options: {
      cpu: { type: 'string', default: process.arch },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) console.log(HELP);
  else if (!['x64', 'arm64'].includes(values.cpu)) throw new Error(`--cpu is x64 or arm64.`);
  else {
    const { waitForLock } = await import('../server/process/lock.ts');
    await waitForLock(`${cache}.lock`, () => {
      console.log('Waiting for another release of this folder…');
    });
    await release(values.cpu);
  }
} catch (error) {
  const { fileErrorText } = await import('../server/process/fileErrors.ts');
  console.error(fileErrorText(error) ?? /** @type {Error} */ (error).message);
  process.exitCode = 1;
}
