/** Who may use the simulator, and which secrets it stores. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { createDaraja } from '../../server/mpesa/daraja.ts';
import { buildSimulator } from '../../simulator/simulator.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { PUSH } from './mpesaBodies.ts';

const CALLBACK = 'http://127.0.0.1:9/api/results/';
const SECRET = 'wJ8n2kQx7Rz5Tt3VbYc9Lm4Pp6Ss1Dd0Ff8Gg2Hh4Jj6Kk8';

const ledgerFile = path.join(tempFolder(), 'simulator.jsonl');
const simulator = buildSimulator({ delayMs: 600_000, ledgerFile });
afterAll(() => simulator.close());

const ask = (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET', url = '/prompts') =>
  simulator.inject({ method, url, headers: { host: 'localhost:8001', ...headers } });

describe('the host', () => {
  test.each(['localhost', 'localhost:8001', '127.0.0.1:8001', '[::1]:8001', 'LOCALHOST:1'])(
    '%s is answered',
    async (host) => expect((await ask({ host })).statusCode).toBe(200),
  );

  test.each([
    'evil.example',
    'evil.example:8001',
    'localhost.evil.example',
    '127.0.0.1.evil.example:8001',
    '192.168.1.7:8001',
    'localhost:8001@evil.example',
  ])('%s is refused with 403: another site may point at this machine', async (host) => {
    for (const url of ['/', '/ledger', '/prompts', '/oauth/v1/generate', '/none'])
      expect((await ask({ host }, 'GET', url)).statusCode, url).toBe(403);
  });
});

describe('the origin', () => {
  test.each(['http://localhost:8001', undefined])('%s may use it', async (origin) => {
    const answer = await ask(origin === undefined ? {} : { origin }, 'POST', '/reset');
    expect(answer.statusCode).toBe(204);
  });

  test.each([
    'https://evil.example',
    'http://localhost:8000',
    'http://127.0.0.1:8001',
    'https://localhost:8001',
    'http://localhost:8001.evil.example',
    'null',
  ])('%s is refused with 403 on every route', async (origin) => {
    const posts = ['/reset', '/hold', '/prompts/x/approve', '/mpesa/stkpush/v1/processrequest'];
    for (const url of posts) expect((await ask({ origin }, 'POST', url)).statusCode).toBe(403);
    const answer = await ask({ origin });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('of a page that frames the phone page cannot press its buttons', async () => {
    const { headers } = await ask({}, 'GET', '/');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

test('the secret of a callback address is in no answer and not in the ledger file, which no other user can read', async () => {
  const baseUrl = await simulator.listen({ port: 0, host: '127.0.0.1' });
  const gateway = createDaraja({ ...loadConfig({}).mpesa, baseUrl });
  const result = await gateway.push({ ...PUSH, callbackUrl: `${CALLBACK}${SECRET}` });
  expect(result.kind).toBe('accepted');
  for (const url of ['/ledger', '/prompts', '/behaviours', '/', '/phone.js']) {
    const { body, statusCode } = await ask({}, 'GET', url);
    expect(statusCode).toBe(200);
    expect(body).not.toContain(SECRET);
  }
  const file = readFileSync(ledgerFile, 'utf8');
  expect(file).toContain('FundiJob7');
  expect(file).not.toContain(SECRET);
  expect(statSync(ledgerFile).mode & 0o777).toBe(0o600);
});
