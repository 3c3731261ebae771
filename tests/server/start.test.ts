import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { childEnv } from '../support/childEnv.ts';
import { placeEmptyDatabase } from '../contract/snapshot.ts';
import { freePort } from '../e2e/server.ts';
import { sendRaw } from './rawClient.ts';

const children = new Set<ChildProcess>();
let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'fundi-start-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const folder = (name: string) => ({ DATA_DIR: path.join(dataDir, name) });

/** A folder with a new, empty database: only the first test waits until a server has made one. */
async function withDatabase(name: string) {
  const env = folder(name);
  await placeEmptyDatabase(env.DATA_DIR);
  return env;
}

interface Run {
  child: ChildProcess;
  output(): string;
  exited: Promise<number | null>;
}

function run(env: Record<string, string>, script = path.join('server', 'index.ts')): Run {
  const child = spawn(process.execPath, [path.join(root, script)], {
    cwd: dataDir,
    env: {
      ...childEnv,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      SERVE_APP: 'false',
      ...env,
    },
  });
  return follow(child);
}

function follow(child: ChildProcessWithoutNullStreams): Run {
  children.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => text, exited };
}

async function started(env: Record<string, string> = {}) {
  const ports = { PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
  const base = `http://localhost:${ports.PORT}`;
  const server = run({ ...ports, ...env });
  await expect.poll(() => server.output()).toContain('Fundi Mtaani is at');
  return { ...server, base, ports };
}

const registration = {
  name: 'Wanjiru',
  phone_number: '0744000001',
  id_number: '30000009',
  password: 'mtaani-2026',
  role: 'client',
};

/** Whether something answers at another address than 127.0.0.1. */
const isAtOtherAddress = (port: string) =>
  fetch(`http://127.0.0.2:${port}/healthz`).then(
    () => true,
    () => false,
  );

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the server as a process', () => {
  it('prints its addresses, is alone in its folder, keeps its data through SIGKILL, and frees its folder', async () => {
    const first = await started();
    expect(first.output()).toContain(`Fundi Mtaani is at ${first.base}`);
    expect(first.output()).toContain(`http://localhost:${first.ports.SIMULATOR_PORT}/`);
    expect(first.output()).toContain('0712345678  password karibu2026');
    expect(first.output()).toContain('0722345678  password karibu2026');
    expect((await fetch(`http://localhost:${first.ports.SIMULATOR_PORT}/`)).status).toBe(200);
    expect((await post(`${first.base}/api/accounts/clients/register/`, registration)).status).toBe(
      201,
    );

    const ports = { PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
    const second = run(ports);
    expect(await second.exited).toBe(1);
    expect(second.output()).toBe(
      `The database folder ${path.join(dataDir, 'pglite')} is in use by process ${first.child.pid}.\n`,
    );
    first.child.kill('SIGKILL');
    await first.exited;

    const third = await started();
    // Whoever reads the log of a later start learns no password.
    expect(third.output()).not.toContain('karibu2026');
    expect((await post(`${third.base}/api/accounts/clients/login/`, registration)).status).toBe(
      200,
    );
    // The terminal and npm both pass Ctrl-C on.
    third.child.kill('SIGINT');
    third.child.kill('SIGINT');
    expect(await third.exited).toBe(0);
    expect(existsSync(path.join(dataDir, 'pglite.lock'))).toBe(false);
  });

  it('shows its metrics at METRICS_PORT to this machine only, and stops within ten seconds while callers hold half requests open', async () => {
    const METRICS_PORT = String(await freePort());
    const env = { METRICS_PORT, SEED_DEMO: 'false', ...(await withDatabase('watched')) };
    const server = await started(env);
    expect((await fetch(`${server.base}/metrics`)).status).toBe(404);
    const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
    expect(await answer.text()).toContain('fundi_payments{state="paid"} 0');
    await expect(fetch(`http://127.0.0.2:${METRICS_PORT}/metrics`)).rejects.toThrow('fetch failed');

    const port = Number(server.ports.PORT);
    const body = 'POST /api/accounts/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n';
    const half = [`${body}X-A: `, `${body}Content-Type: application/json\r\n\r\n{`, ''];
    const held = half.map((text) => sendRaw(port, text));
    await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
    const from = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(performance.now() - from).toBeLessThan(10_000);
    await Promise.all(held.map(({ ended }) => ended));
  });

  it('prints in one line why it cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const [free, other] = [String(await freePort()), String(await freePort())];
    const untouched = path.join(dataDir, 'never-made');
    // What else is wrong with a setting, tests/server/config.test.ts asks.
    const cases: [Record<string, string>, string | RegExp][] = [
      [{ PORT: 'x' }, 'PORT must be a whole number.\n'],
      [{ PORT: '8001' }, 'SIMULATOR_PORT must differ from PORT, which is 8001 too.\n'],
      [
        { PORT: port, HOST: '127.0.0.1', SIMULATOR_PORT: free, DATA_DIR: untouched },
        `Port ${port} is already in use. Set PORT to another one.\n`,
      ],
      [
        { PORT: free, SIMULATOR_PORT: port, HOST: '127.0.0.1', DATA_DIR: untouched },
        `Port ${port} is already in use. Set SIMULATOR_PORT to another one.\n`,
      ],
      [
        {
          PORT: free,
          SIMULATOR_PORT: other,
          DATABASE_URL: `postgres://u:secret-word@127.0.0.1:${free}/x`,
        },
        /^DATABASE_URL: cannot use the database at (?!.*secret-word)[^\n]+\n$/,
      ],
    ];
    for (const [env, line] of cases) {
      const server = run(env);
      expect(await server.exited).toBe(1);
      expect(server.output()).toEqual(
        typeof line === 'string' ? line : expect.stringMatching(line),
      );
    }
    expect(existsSync(untouched)).toBe(false);
    taken.close();
  });
});

/** Whether a disk can be made for one process alone, which is gone with it. */
const hasNamespaces = spawnSync('unshare', ['-rm', 'true']).status === 0;

describe.runIf(hasNamespaces)('a full disk', () => {
  it('ends the start with one line', async () => {
    const disk = path.join(dataDir, 'disk');
    mkdirSync(disk);
    const shell = `mount -t tmpfs -o size=16m,mode=700 tmpfs "${disk}" && exec "$0" "$1"`;
    const index = path.join(root, 'server', 'index.ts');
    const child = spawn('unshare', ['-rm', 'sh', '-c', shell, process.execPath, index], {
      cwd: dataDir,
      env: {
        ...childEnv,
        DATA_DIR: disk,
        PORT: String(await freePort()),
        SIMULATOR_PORT: String(await freePort()),
        SERVE_APP: 'false',
      },
    });
    const server = follow(child);
    expect(await server.exited).toBe(1);
    expect(server.output()).toBe(`The disk is full: 16 MB are left in ${disk}, 64 are needed.\n`);
  });
});

const DARAJA = {
  MPESA_MODE: 'daraja',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
  MPESA_CALLBACK_BASE_URL: 'https://fundi.example.co.ke',
  MPESA_BASE_URL: 'http://127.0.0.1:9',
};

const listed = async (base: string) =>
  ((await (await fetch(`${base}/api/accounts/fundis/`)).json()) as unknown[]).length;

it('the demo town is filled in at the first start only where that is asked for, with warnings, and is refused with real M-Pesa', async () => {
  const env = await withDatabase('town');
  const real = await started({ ...DARAJA, ...env });
  expect(real.output()).toBe(
    `Fundi Mtaani is at ${real.base}\n  API docs         ${real.base}/api/docs\n`,
  );
  expect(await listed(real.base)).toBe(0);
  real.child.kill('SIGTERM');
  expect(await real.exited).toBe(0);

  const shown = await started({
    ...env,
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://fundi.example.co.ke',
    SEED_DEMO: 'true',
  });
  // The simulated phone stays on 127.0.0.1, wherever the server listens.
  if (process.platform === 'linux') expect(await isAtOtherAddress(shown.ports.PORT)).toBe(true);
  expect(await isAtOtherAddress(shown.ports.SIMULATOR_PORT)).toBe(false);
  expect(await listed(shown.base)).toBeGreaterThan(100);
  // The warnings come by another pipe than the addresses.
  await expect
    .poll(() => shown.output())
    .toMatch(/^WARNING: M-Pesa is only simulated, and others [^\n]+\.$/m);
  await expect
    .poll(() => shown.output())
    .toMatch(/^WARNING: The demo people are in this database[^\n]+\.$/m);
  shown.child.kill('SIGTERM');
  await shown.exited;

  const later = run({ ...DARAJA, ...env, PORT: String(await freePort()) });
  expect(await later.exited).toBe(1);
  expect(later.output()).toMatch(
    /^MPESA_MODE=daraja is refused: the demo people are in this database[^\n]+\n$/,
  );
});

const dev = (env: Record<string, string>) => run(env, path.join('scripts', 'dev.mjs'));

describe('npm run dev', () => {
  it('prints in one line that its port is busy, and starts nothing', async () => {
    const taken = createServer().listen(0, 'localhost');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const busy = dev({ DEV_PORT: port });
    expect(await busy.exited).toBe(1);
    expect(busy.output()).toBe(`Port ${port} is already in use. Set DEV_PORT to another one.\n`);
    taken.close();
  });

  it('serves the app at DEV_PORT, which may call the API', async () => {
    const [port, simulator, page] = [await freePort(), await freePort(), await freePort()];
    const server = dev({
      PORT: String(port),
      SIMULATOR_PORT: String(simulator),
      DEV_PORT: String(page),
      SEED_DEMO: 'false',
      ...(await withDatabase('dev')),
    });
    await expect.poll(() => server.output()).toContain('Fundi Mtaani is at');
    await expect.poll(() => server.output()).toContain(`http://localhost:${page}/`);
    const origin = `http://localhost:${page}`;
    const list = await fetch(`http://localhost:${port}/api/ads/`, { headers: { origin } });
    expect(list.headers.get('access-control-allow-origin')).toBe(origin);
    server.child.kill('SIGTERM');
    await server.exited;
  });
});
