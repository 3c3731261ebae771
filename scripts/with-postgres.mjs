// `node scripts/with-postgres.mjs <command> …`: runs a command with DATABASE_URL of a throw-away
// PostgreSQL, started from what the machine has installed, and removes it afterwards.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const DEBIAN = '/usr/lib/postgresql';
const START_MS = 60_000;
const STOP_MS = 15_000;
const EXECUTABLES = ['initdb', 'postgres'];
/** Who may run it where we are root: PostgreSQL itself refuses to. */
const UNPRIVILEGED = ['postgres', 'nobody'];

/** @typedef {{ uid: number, gid: number } | undefined} User */

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line);
  process.exit(1);
}

/** The folder of the programs, or undefined. The newest of Debian's comes first. */
function findPrograms() {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : [];
  return [...(process.env.PATH ?? '').split(delimiter), ...debian].find(
    (folder) => folder !== '' && EXECUTABLES.every((name) => existsSync(join(folder, name))),
  );
}

/** @returns {User} */
function findUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of UNPRIVILEGED) {
    const id = (/** @type {string} */ flag) => spawnSync('id', [flag, name], { encoding: 'utf8' });
    const [uid, gid] = [id('-u'), id('-g')];
    if (uid.status === 0 && gid.status === 0)
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  return fail(
    `PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED.join(' or ')}.`,
  );
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

const [command, ...args] = process.argv.slice(2);
if (!command) fail('Usage: node scripts/with-postgres.mjs <command> [arguments]');
const programs = findPrograms();
if (!programs) fail('No PostgreSQL is installed here (initdb and postgres were looked for).');

const user = findUser();
const home = mkdtempSync(join(tmpdir(), 'fundi-postgres-'));
const data = join(home, 'data');
if (user) chownSync(home, user.uid, user.gid);
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

const options = { ...user, cwd: home, env: { PATH: process.env.PATH, LANG: 'C.UTF-8' } };
try {
  const init = ['-D', data, '-U', 'fundi', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'initdb'), init, { ...options, stdio: 'pipe' });
} catch (error) {
  const { stderr } = /** @type {{ stderr?: Buffer }} */ (error);
  fail(
    `initdb failed: ${String(stderr ?? error)
      .trim()
      .split('\n')
      .at(-1)}`,
  );
}

const port = await freePort();
const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${home}`];
// It is thrown away: nothing needs to survive a power cut.
const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
const server = spawn(
  join(programs, 'postgres'),
  ['-D', data, ...[...settings, ...fast].flatMap((setting) => ['-c', setting])],
  { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
);
let log = '';
server.stderr.on('data', (text) => (log += text));
const ended = new Promise((resolve) => server.once('exit', resolve));

async function stop() {
  // SIGINT: end at once, without waiting for those who are connected.
  server.kill('SIGINT');
  const patience = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(patience);
}

const until = Date.now() + START_MS;
while (!log.includes('ready to accept connections')) {
  if (server.exitCode !== null || Date.now() > until) {
    await stop();
    fail(`PostgreSQL did not start: ${log.trim().split('\n').at(-1)}`);
  }
  await sleep(50);
}

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
await stop();
process.exit(Number(code));
