// `node scripts/with-postgres.mjs <command> …`: runs a command with the DATABASE_URL of a temporary
// PostgreSQL, started from the programs of this machine, and removes it afterwards.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const PROGRAMS = ['initdb', 'pg_ctl', 'postgres'];
/** Faster, because no data here has to survive a power cut. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line);
  process.exit(1);
}

/** The folder of the programs: on PATH, or where Debian has it, the newest version first. */
function findPrograms() {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return [...(process.env.PATH ?? '').split(delimiter), ...debian].find(
    (folder) => folder !== '' && PROGRAMS.every((name) => existsSync(join(folder, name))),
  );
}

/** PostgreSQL refuses to run as root: then it runs as another user. */
function findUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const row = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm');
    const [, uid, gid] = row.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return fail('PostgreSQL does not run as root, and there is no user postgres or nobody.');
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  return port;
}

const [command, ...args] = process.argv.slice(2);
if (!command) fail('Usage: node scripts/with-postgres.mjs <command> [arguments]');
const programs =
  findPrograms() ?? fail(`PostgreSQL is not installed: ${PROGRAMS.join(', ')} are missing.`);

const user = findUser();
const home = mkdtempSync(join(tmpdir(), 'fundi-postgres-'));
if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

/**
 * Runs a program of PostgreSQL. When it fails, this prints its last line and ends.
 * @param {string} name
 * @param {string[]} own
 */
function runProgram(name, ...own) {
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', PGDATA: join(home, 'data') };
  try {
    execFileSync(join(programs, name), own, { ...user, cwd: home, env, stdio: 'pipe' });
  } catch (error) {
    const { stderr } = /** @type {{ stderr?: Buffer }} */ (error);
    fail(
      `${name} failed: ${String(stderr ?? error)
        .trim()
        .split('\n')
        .at(-1)}`,
    );
  }
}

const port = await freePort();
const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${home}`];
const flags = [...settings, ...FAST].map((setting) => `-c ${setting}`).join(' ');
runProgram('initdb', '-U', 'fundi', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync');
runProgram('pg_ctl', 'start', '-w', '-l', join(home, 'log'), '-o', flags);

const DATABASE_URL = `postgres://fundi@127.0.0.1:${port}/postgres`;
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, DATABASE_URL } });
for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
const code = await new Promise((resolve) => {
  child.once('error', (error) => {
    console.error(`${command} could not be started: ${error.message}`);
    resolve(1);
  });
  child.once('close', (status, signal) =>
    resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)),
  );
});
// `immediate` does not wait for connections that are still open.
runProgram('pg_ctl', 'stop', '-m', 'immediate');
process.exit(code);
