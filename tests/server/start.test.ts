/** The server as a process: what it prints, what ends its start, and what it leaves behind. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { childEnv } from '../../testkit/childEnv.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { placeEmptyDatabase } from '../../testkit/contract/snapshot.ts';
import { freePort, TestServer } from '../../testkit/testServer.ts';
import { sendRaw } from './rawClient.ts';

const QUIET = { LOG_LEVEL: 'silent', SERVE_APP: 'false' };
const servers: TestServer[] = [];
let folder: string;

beforeEach(() => {
  folder = tempFolder(onTestFinished);
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.dispose();
  }
});

async function newServer(env: Record<string, string>, script?: string): Promise<TestServer> {
  const options = { env: { ...QUIET, ...env }, ...(script !== undefined && { script }) };
  const server = new TestServer(await freePort(), await freePort(), options);
  servers.push(server);
  return server;
}

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Whether something answers at another address than 127.0.0.1. */
const isAtOtherAddress = (url: string) =>
  fetch(url.replace('localhost', '127.0.0.2')).then(
    () => true,
    () => false,
  );

const listed = async (base: string) =>
  ((await (await fetch(`${base}/api/accounts/fundis/`)).json()) as unknown[]).length;

const person = {
  name: 'Wanjiru',
  phone_number: '0744000001',
  id_number: '30000009',
  password: 'mtaani-2026',
  role: 'client',
};

const DARAJA = {
  MPESA_MODE: 'daraja',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
  MPESA_CALLBACK_BASE_URL: 'https://fundi.example.co.ke',
  MPESA_BASE_URL: 'http://127.0.0.1:9',
};

/** Starts the server with one set of settings after the other, in one process: each of them ends it. */
const START_EACH = `
  const [main, settings] = process.argv.slice(1);
  process.exit = (code) => console.error('ended with ' + code);
  for (const values of JSON.parse(settings)) {
    Object.assign(process.env, values);
    await (await import(main)).main();
  }`;

/** Runs a command until it ends; the text is all that it prints. */
async function ended(command: string, args: string[], env: Record<string, string> = {}) {
  const all = { ...childEnv, ...QUIET, ...env };
  const child = spawn(command, args, { cwd: folder, env: all, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [[code], out, error] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, text: out + error };
}

/** What the server prints with each of these settings, which end its start. */
async function refusals(settings: Record<string, string>[]): Promise<string[]> {
  const main = pathToFileURL(path.join(root, 'server', 'main.ts')).href;
  const args = ['--input-type=module', '-e', START_EACH, main, JSON.stringify(settings)];
  return (await ended(process.execPath, args)).text.split('ended with 1\n');
}

/** In ms: each starts whole programs several times, which a busy machine lets wait. */
const LIMIT = { timeout: 300_000 };

describe('the server as a process', LIMIT, () => {
  it('prints its addresses, keeps its data through SIGKILL, warns of a demo, and frees its folder', async () => {
    const first = await newServer({ SEED_DEMO: 'true' });
    // To make one takes seconds; tests/built/release.test.ts does.
    await placeEmptyDatabase(first.dataDir);
    await first.start();
    expect(first.log).toContain(`Fundi Mtaani is at ${first.baseURL}\n`);
    expect(first.log).toContain(`${first.simulatorURL}/\n`);
    expect(first.log).toContain('0712345678  password karibu2026');
    expect(first.log).toContain('0722345678  password karibu2026');
    expect((await fetch(first.simulatorURL)).status).toBe(200);
    expect(await listed(first.baseURL)).toBeGreaterThan(100);
    const registered = await post(`${first.baseURL}/api/accounts/clients/register/`, person);
    expect(registered.status).toBe(201);
    await first.kill9();
    const { dataDir } = first;
    const copy = path.join(folder, 'copy');
    cpSync(dataDir, copy, { recursive: true });

    const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://fundi.example.co.ke' };
    const second = await newServer({ ...open, DATA_DIR: dataDir, SEED_DEMO: 'true' });
    await second.start();
    // Whoever reads the log of a later start learns no password.
    expect(second.log).not.toContain('karibu2026');
    // The warnings come by another pipe than the addresses.
    await expect
      .poll(() => second.log)
      .toMatch(/^WARNING: M-Pesa is only simulated, and others [^\n]+\.$/m);
    await expect
      .poll(() => second.log)
      .toMatch(/^WARNING: The demo people are in this database[^\n]+\.$/m);
    const login = await post(`${second.baseURL}/api/accounts/clients/login/`, person);
    expect(login.status).toBe(200);
    // The simulated phone stays on 127.0.0.1, wherever the server listens.
    if (process.platform === 'linux') expect(await isAtOtherAddress(second.baseURL)).toBe(true);
    expect(await isAtOtherAddress(second.simulatorURL)).toBe(false);

    const [free, other] = [String(await freePort()), String(await freePort())];
    const { port } = new URL(second.baseURL);
    const untouched = path.join(folder, 'never-made');
    const local = { HOST: 'localhost', PORT: free, SIMULATOR_PORT: other, DATA_DIR: untouched };
    const database = { DATABASE_URL: `postgres://u:secret-word@127.0.0.1:${free}/x` };
    // What else is wrong with a setting, tests/server/config.test.ts asks.
    expect(
      await refusals([
        { ...local, PORT: 'x' },
        { ...local, PORT: other },
        { ...local, PORT: port },
        { ...local, SIMULATOR_PORT: port },
        { ...local, DATA_DIR: dataDir },
        { ...local, ...DARAJA, DATA_DIR: copy },
        { ...local, ...database, DATA_DIR: copy, MPESA_MODE: 'simulator' },
      ]),
    ).toEqual([
      'PORT must be a whole number.\n',
      `SIMULATOR_PORT must differ from PORT, which is ${other} too.\n`,
      `Port ${port} is already in use. Set PORT to another one.\n`,
      `Port ${port} is already in use. Set SIMULATOR_PORT to another one.\n`,
      `The folder ${path.join(dataDir, 'pglite')} is in use by another process, here or in another container.\n`,
      expect.stringMatching(
        /^MPESA_MODE=daraja is refused: the demo people are in this database[^\n]+\n$/,
      ),
      expect.stringMatching(/^DATABASE_URL: cannot use the database at (?!.*secret-word)[^\n]+\n$/),
      '',
    ]);
    expect(existsSync(untouched)).toBe(false);

    // The terminal and npm both pass a signal on.
    process.kill(second.pid ?? 0, 'SIGINT');
    expect(await second.stop()).toBe(0);
  });

  it('with real M-Pesa has no demo town and no simulated phone, shows METRICS_PORT to this machine only, and stops in time while callers hold half requests open', async () => {
    const METRICS_PORT = String(await freePort());
    const server = await newServer({ ...DARAJA, METRICS_PORT });
    const { baseURL } = server;
    // The default asks for no demo town with real M-Pesa.
    delete server.env.SEED_DEMO;
    await placeEmptyDatabase(server.dataDir);
    await server.start();
    expect(server.log).toBe(
      `Fundi Mtaani is at ${baseURL}\n  API docs         ${baseURL}/api/docs\n`,
    );
    expect(await listed(baseURL)).toBe(0);
    expect((await fetch(`${baseURL}/metrics`)).status).toBe(404);
    const metrics = `http://localhost:${METRICS_PORT}/metrics`;
    expect(await (await fetch(metrics)).text()).toContain('fundi_payments{state="paid"} 0');
    expect(await isAtOtherAddress(metrics)).toBe(false);

    const body = 'POST /api/accounts/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n';
    const half = [`${body}X-A: `, `${body}Content-Type: application/json\r\n\r\n{`, ''];
    const held = half.map((bytes) => sendRaw(Number(new URL(baseURL).port), bytes));
    await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
    // Not 1: it did not have to wait for its own limit, nine seconds.
    expect(await server.stop()).toBe(0);
    await Promise.all(held.map(({ ended }) => ended));
  });
});

/** Whether a disk can be made for one process alone, which is gone with it. */
const hasNamespaces = spawnSync('unshare', ['-rm', 'true']).status === 0;

it.runIf(hasNamespaces)('a full disk ends the start with one line', async () => {
  const disk = path.join(folder, 'disk');
  mkdirSync(disk);
  const shell = `mount -t tmpfs -o size=16m,mode=700 tmpfs "${disk}" && exec "$0" "$1"`;
  const index = path.join(root, 'server', 'index.ts');
  const ports = { PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
  const args = ['-rm', 'sh', '-c', shell, process.execPath, index];
  expect(await ended('unshare', args, { ...ports, DATA_DIR: disk })).toEqual({
    code: 1,
    text: `The disk is full: 16 MB are left in ${disk}, 64 are needed.\n`,
  });
});

it(
  'npm run dev serves the app at DEV_PORT, which may call the API, and says in one line that the port is busy',
  LIMIT,
  async () => {
    const script = path.join(root, 'scripts', 'dev.mjs');
    const DEV_PORT = String(await freePort());
    const server = await newServer({ DEV_PORT, NODE_ENV: 'development' }, script);
    await placeEmptyDatabase(server.dataDir);
    await server.start();
    const origin = `http://localhost:${DEV_PORT}`;
    await expect.poll(() => server.log).toContain(`${origin}/`);
    const list = await fetch(`${server.baseURL}/api/ads/`, { headers: { origin } });
    expect(list.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await ended(process.execPath, [script], { DEV_PORT })).toEqual({
      code: 1,
      text: `Port ${DEV_PORT} is already in use. Set DEV_PORT to another one.\n`,
    });
  },
);
