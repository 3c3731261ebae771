/** The server as a process: what it prints, what ends its start, and what it leaves behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import disk from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { main } from '../../server/main.ts';
import { childEnv } from '../../testkit/childEnv.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { placeEmptyDatabase } from '../../testkit/contract/snapshot.ts';
import { freePort, TestServer } from '../../testkit/testServer.ts';
import { inFolder } from './command.ts';
import { sendRaw } from './rawClient.ts';

const QUIET = { LOG_LEVEL: 'silent', SERVE_APP: 'false' };
const folder = tempFolder();
const servers: TestServer[] = [];
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

const post = (url: string, body: object) => {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
};

/** Whether something answers at another address than 127.0.0.1. */
const isAtOtherAddress = (url: string) =>
  fetch(url.replace('localhost', '127.0.0.2')).then(
    () => true,
    () => false,
  );

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

/** What the server prints with settings that end its start, in this process. */
async function refusal(env: Record<string, string>): Promise<string> {
  let said = '';
  const spies = [
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
      said += String(line);
      return true;
    }),
    vi.spyOn(process, 'exit').mockImplementation((code) => (said += `ended with ${code}`) as never),
    // The signals are those of the tests.
    vi.spyOn(process, 'on').mockReturnThis(),
  ];
  await inFolder(folder, { ...QUIET, ...env }, main);
  for (const spy of spies) spy.mockRestore();
  return said;
}

/** In ms: each starts whole programs several times, which a busy machine lets wait. */
const LIMIT = { timeout: 300_000 };

it(
  'the server prints its addresses, keeps its data through SIGKILL, warns of a demo, shows METRICS_PORT to this machine only, and stops while a caller holds half a request open',
  LIMIT,
  async () => {
    const first = await newServer({ SEED_DEMO: 'true' });
    const { dataDir } = first;
    // To make one takes seconds; tests/built/release.test.ts does.
    await placeEmptyDatabase(dataDir);
    await first.start();
    expect(first.log).toContain(`Fundi Mtaani is at ${first.baseURL}\n`);
    expect(first.log).toContain(`${first.simulatorURL}/\n`);
    expect(first.log).toContain('0712345678  password karibu2026');
    expect(first.log).toContain('0722345678  password karibu2026');
    expect((await fetch(first.simulatorURL)).status).toBe(200);
    const fundis = await fetch(`${first.baseURL}/api/accounts/fundis/`);
    expect(((await fundis.json()) as unknown[]).length).toBeGreaterThan(100);
    const registered = await post(`${first.baseURL}/api/accounts/clients/register/`, person);
    expect(registered.status).toBe(201);
    await first.kill9();
    const copy = path.join(folder, 'copy');
    cpSync(dataDir, copy, { recursive: true });

    const METRICS_PORT = String(await freePort());
    const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://fundi.example.co.ke', METRICS_PORT };
    const second = await newServer({ ...open, DATA_DIR: dataDir, SEED_DEMO: 'true' });
    await second.start();
    // Whoever reads the log of a later start learns no password.
    expect(second.log).not.toContain('karibu2026');
    // The warnings come by another pipe than the addresses.
    for (const about of ['M-Pesa is only simulated', 'The demo people are in this database'])
      await expect.poll(() => second.log).toMatch(new RegExp(`^WARNING: ${about}[^\n]+\\.$`, 'm'));
    const login = await post(`${second.baseURL}/api/accounts/clients/login/`, person);
    expect(login.status).toBe(200);
    const metrics = `http://localhost:${METRICS_PORT}/metrics`;
    expect(await (await fetch(metrics)).text()).toContain('fundi_payments{state="paid"} 0');
    // They and the simulated phone stay on 127.0.0.1, wherever the server listens.
    if (process.platform === 'linux') expect(await isAtOtherAddress(second.baseURL)).toBe(true);
    expect(await isAtOtherAddress(metrics)).toBe(false);
    expect(await isAtOtherAddress(second.simulatorURL)).toBe(false);

    const [free, other] = [String(await freePort()), String(await freePort())];
    const { port } = new URL(second.baseURL);
    const untouched = path.join(folder, 'never-made');
    const local = { HOST: 'localhost', PORT: free, SIMULATOR_PORT: other, DATA_DIR: untouched };
    // What is wrong with one setting, tests/server/config.test.ts asks.
    expect(await refusal({ ...local, PORT: other })).toBe(
      `SIMULATOR_PORT must differ from PORT, which is ${other} too.\nended with 1`,
    );
    for (const name of ['PORT', 'SIMULATOR_PORT']) {
      expect(await refusal({ ...local, [name]: port })).toBe(
        `Port ${port} is already in use. Set ${name} to another one.\nended with 1`,
      );
    }
    expect(existsSync(untouched)).toBe(false);
    expect(await refusal({ ...local, DATA_DIR: dataDir })).toBe(
      `The folder ${path.join(dataDir, 'pglite')} is in use by another process, here or in another container.\nended with 1`,
    );
    expect(await refusal({ ...local, ...DARAJA, DATA_DIR: copy })).toMatch(
      /^MPESA_MODE=daraja is refused: the demo people are in this database[^\n]+\nended with 1$/,
    );
    const DATABASE_URL = `postgres://u:secret-word@127.0.0.1:${free}/x`;
    expect(await refusal({ ...local, DATABASE_URL })).toMatch(
      /^DATABASE_URL: cannot use the database at (?!.*secret-word)[^\n]+\nended with 1$/,
    );

    // Not 1: it did not have to wait for its own limit, nine seconds.
    const half = sendRaw(Number(port), 'GET /api/ads/ HTTP/1.1\r\nHost: x\r\nX-A: ');
    await once(half.socket, 'connect');
    // The terminal and npm both pass a signal on.
    process.kill(second.pid ?? 0, 'SIGINT');
    expect(await second.stop()).toBe(0);
  },
);

it('a full disk ends the start with one line', async () => {
  const left = { bavail: 16, bsize: 1024 * 1024 } as Awaited<ReturnType<typeof disk.statfs>>;
  const spy = vi.spyOn(disk, 'statfs').mockResolvedValue(left);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  const DATA_DIR = path.join(folder, 'full');
  const ports = { PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
  expect(await refusal({ ...ports, DATA_DIR })).toBe(
    `The disk is full: 16 MB are left in ${DATA_DIR}, 64 are needed.\nended with 1`,
  );
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

    const env = { ...childEnv, DEV_PORT };
    const again = spawn(process.execPath, [script], { cwd: folder, env });
    const [[code], said] = await Promise.all([once(again, 'close'), text(again.stderr)]);
    const busy = `Port ${DEV_PORT} is already in use. Set DEV_PORT to another one.\n`;
    expect([code, said]).toEqual([1, busy]);
  },
);
