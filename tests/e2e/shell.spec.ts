import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/root.mjs';
import { expect, test } from './fixtures.ts';
import { freePort, spawnServer } from './server.ts';

interface End {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function endOf(child: ChildProcess): Promise<End> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fundi-shell-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a second server beside the first until it gives up. */
async function startSecond(env: Record<string, string>, changes: Record<string, string>) {
  const ports = { PORT: String(await freePort()), SIMULATOR_PORT: String(await freePort()) };
  return await endOf(spawnServer({ ...env, ...ports, DATA_DIR: folder, ...changes }, folder));
}

for (const variable of ['PORT', 'SIMULATOR_PORT'] as const) {
  test(`a busy ${variable} is reported in one clear line`, async ({ server }) => {
    const taken = server.env[variable] ?? '';
    const { code, stderr } = await startSecond(server.env, { [variable]: taken });
    expect(stderr).toBe(`Port ${taken} is already in use. Set ${variable} to another one.\n`);
    expect(code).toBe(1);
  });
}

test('a second process on one data folder is reported in one clear line', async ({ server }) => {
  const { code, stderr } = await startSecond(server.env, { DATA_DIR: server.dataDir });
  expect(stderr).toMatch(/^The database folder .+ is in use by process \d+\.\n$/);
  expect(code).toBe(1);
});

test('a malformed setting is reported in one clear line that names it', async ({ server }) => {
  const { code, stderr } = await startSecond(server.env, { MPESA_SIM_DELAY_MS: 'soon' });
  expect(stderr).toBe('MPESA_SIM_DELAY_MS must be a whole number.\n');
  expect(code).toBe(1);
});

test('a server is gone after SIGTERM, and its data is there after SIGTERM and a power cut', async ({
  request,
  server,
}) => {
  const login = { phone_number: '0712000001', password: 'karibu sana' };
  const form = { ...login, name: 'Wanjiku', id_number: '12345678', role: 'client' };
  const registered = await request.post('/api/accounts/clients/register/', { data: form });
  expect(registered.ok(), await registered.text()).toBe(true);

  expect(await server.stop()).toBe(0);
  await expect(fetch(`${server.baseURL}/healthz`)).rejects.toThrow();
  await expect(fetch(server.simulatorURL)).rejects.toThrow();
  await server.start();
  expect((await request.post('/api/accounts/clients/login/', { data: login })).ok()).toBe(true);

  const late = { ...form, phone_number: '0712000002' };
  expect((await request.post('/api/accounts/clients/register/', { data: late })).ok()).toBe(true);
  await server.kill9();
  await server.start();
  const { phone_number, password } = late;
  const again = await request.post('/api/accounts/clients/login/', {
    data: { phone_number, password },
  });
  expect(again.ok()).toBe(true);
});

test('a server whose parent is killed ends by itself', async () => {
  const marker = path.join(folder, 'ended');
  const follow = JSON.stringify(path.join(root, 'scripts', 'followParent.mjs'));
  const child = `process.on('SIGTERM', () => {
    require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');
    process.exit();
  }); setInterval(() => {}, 1000); process.stdout.write('ready');`;
  const parent = spawn(process.execPath, [
    '-e',
    `require('node:child_process').spawn(process.execPath,
      ['--import', ${follow}, '-e', ${JSON.stringify(child)}], { stdio: 'inherit' });`,
  ]);
  await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  await expect.poll(() => existsSync(marker)).toBe(true);
});

for (const [script, found, said] of [
  ['scripts/ensure.mjs', '18.20.0', 'Node 20 or later is needed'],
  ['scripts/start.mjs', '20.19.0', 'Node 24 or later is needed'],
  ['server/index.ts', '22.12.0', 'Node 24 or later is needed'],
] as const) {
  test(`${script} on Node ${found} ends with one clear line`, async () => {
    const url = JSON.stringify(pathToFileURL(path.join(root, script)).href);
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${found}' });`;
    const end = await endOf(spawn(process.execPath, ['-e', `${pretend} import(${url})`]));
    expect(end.stderr).toMatch(new RegExp(`^${said}.*\\n$`));
    expect(end).toMatchObject({ code: 1, stdout: '' });
  });
}
