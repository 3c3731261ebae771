/** Wrong guesses of a password: who is refused after them, and who is not. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { networkOf } from '../../server/calls/network.ts';
import type { LimitName } from '../../server/calls/rateLimits.ts';
import type { Account } from '../../server/db/schema.ts';
import { PASSWORD } from './harness.ts';
import { openHarness } from './openHarness.ts';

const server = await openHarness({ env: { RATE_LIMIT_FACTOR: '1' } });
let client: Account;

beforeEach(async () => {
  await server.reset();
  // What the former test has counted is over.
  server.advance(DAY_MS);
  client = await server.account('client');
});

const HOME = '41.90.1.1';
const STRANGER = '197.136.7.7';

interface Asked {
  address?: string;
  headers?: Record<string, string>;
}

const post = (url: string, payload: object, { address = HOME, headers = {} }: Asked = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers, remoteAddress: address });

function login(password = PASSWORD, asked: Asked = {}, phone = client.phoneNumber) {
  return post('/api/accounts/clients/login/', { phone_number: phone, password }, asked);
}

function reset(id_number: string, asked: Asked = {}) {
  const body = { phone_number: client.phoneNumber, id_number, new_password: 'mpya-kabisa' };
  return post('/api/accounts/reset-password/', body, asked);
}

async function statuses(times: number, call: (at: number) => ReturnType<typeof post>) {
  const seen: number[] = [];
  for (let at = 0; at < times; at += 1) seen.push((await call(at)).statusCode);
  return seen;
}

const guessOnBothPaths = (at: number) =>
  post(`/api/accounts/${at % 2 ? 'clients/' : ''}login/`, {
    phone_number: client.phoneNumber,
    password: 'wrong',
  });

const times = (count: number, status: number) => Array<number>(count).fill(status);

/** As so many calls of others that count for `by`, the client's phone unless it says so. */
async function useUp(limit: LimitName, count: number, by = client.phoneNumber) {
  for (let at = 0; at < count; at += 1) {
    await server.ctx.limits.take([{ limit, by }]);
  }
}

/** Signs in on a device and returns what it sends from then on. */
async function deviceOf(asked: Asked = {}) {
  const { headers } = await login(PASSWORD, asked);
  const [mark = ''] = [headers['set-cookie'] ?? ''].flat();
  return { mark, headers: { cookie: mark.split(';')[0] ?? '' } };
}

describe('wrong logins', () => {
  it('are refused after ten of one phone from one network, with the time to wait', async () => {
    expect(await statuses(12, guessOnBothPaths)).toEqual([...times(10, 401), 429, 429]);
    const refused = await login();
    expect(refused.json()).toEqual({ error: 'Too many attempts. Please try again in 15 minutes.' });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
  });

  it('of a stranger lock out neither the owner nor other people of that network', async () => {
    const stranger = { address: STRANGER };
    await statuses(12, () => login('wrong', stranger));
    expect((await login(PASSWORD, stranger)).statusCode).toBe(429);
    expect((await login()).statusCode).toBe(200);
    const other = await server.account('client');
    expect((await login(PASSWORD, stranger, other.phoneNumber)).statusCode).toBe(200);
  });

  it('count together for all addresses of one IPv6 network', async () => {
    const guess = (at: number) => login('wrong', { address: `2c0f:fe38:2001:1::${at}` });
    expect(await statuses(11, guess)).toEqual([...times(10, 401), 429]);
    expect((await login(PASSWORD, { address: '2c0f:fe38:2001:2::1' })).statusCode).toBe(200);
  });

  it('are refused after a hundred of one phone from different networks', async () => {
    await useUp('loginPhone', 98);
    const guess = (at: number) => login('wrong', { address: `10.0.${at}.1` });
    expect(await statuses(4, guess)).toEqual([401, 401, 429, 429]);
    expect((await login()).statusCode).toBe(429);
    server.advance(60 * 60 * 1000);
    expect((await login()).statusCode).toBe(200);
  });

  it('of others do not stop a device that has signed in before', async () => {
    const { headers } = await deviceOf();
    await useUp('loginPhone', 100);
    await statuses(12, () => login('wrong'));
    expect((await login()).statusCode).toBe(429);
    expect((await login(PASSWORD, { headers })).statusCode).toBe(200);
  });

  it('are refused after ten on a device that has signed in before', async () => {
    const { headers } = await deviceOf();
    expect(await statuses(11, () => login('wrong', { headers }))).toEqual([...times(10, 401), 429]);
    expect((await login(PASSWORD, { address: STRANGER })).statusCode).toBe(200);
  });

  it('are counted, right ones are not', async () => {
    expect(await statuses(15, () => login())).toEqual(times(15, 200));
    await statuses(9, () => login('wrong'));
    expect(await statuses(3, () => login())).toEqual(times(3, 200));
  });
});

describe('the cookie of a known device', () => {
  it('cannot be used by scripts or by other sites', async () => {
    const { mark } = await deviceOf();
    expect(mark).toMatch(/^device=[\w-]+\.[\w-]{43}; /);
    expect(mark).toContain('HttpOnly');
    expect(mark).toContain('SameSite=Strict');
    expect(mark).toContain('Path=/api/accounts/');
    expect(mark).not.toContain('Secure');
  });

  it('cannot be forged, and does not help with the account of somebody else', async () => {
    const text = Buffer.from(JSON.stringify({ device: 'x', accounts: [client.id] }));
    const forged = `device=${text.toString('base64url')}.${'A'.repeat(43)}`;
    const own = await server.account('client');
    const { headers } = await login(PASSWORD, {}, own.phoneNumber);
    await statuses(10, () => login('wrong'));
    for (const cookie of [forged, String(headers['set-cookie']), 'device=', 'device=a.b', 'x']) {
      expect((await login(PASSWORD, { headers: { cookie } })).statusCode).toBe(429);
    }
  });
});

describe('wrong resets', () => {
  it('are refused after five of one phone from one network, and not from another', async () => {
    const stranger = { address: STRANGER };
    expect(await statuses(6, () => reset('1', stranger))).toEqual([...times(5, 400), 429]);
    expect((await reset(client.idNumber)).statusCode).toBe(200);
  });

  it('are refused after thirty of one phone from different networks, except on a known device', async () => {
    const { headers } = await deviceOf();
    await useUp('resetPhone', 28);
    const guess = (at: number) => reset('1', { address: `10.0.${at}.1` });
    expect(await statuses(3, guess)).toEqual([400, 400, 429]);
    expect((await reset(client.idNumber)).json()).toEqual({
      error: 'Too many attempts. Please try again in 24 hours.',
    });
    expect((await reset(client.idNumber, { headers })).statusCode).toBe(200);
  });
});

describe('calls', () => {
  it('from one network are refused after 150 logins, broken ones too', async () => {
    await useUp('loginNetwork', 149, networkOf(HOME));
    const broken = () => post('/api/accounts/login/', {});
    expect(await statuses(2, broken)).toEqual([400, 429]);
    expect((await post('/api/accounts/login/', {}, { address: STRANGER })).statusCode).toBe(400);
  });

  it('are refused after six registrations of one phone', async () => {
    const body = {
      name: 'A',
      phone_number: '0711111114',
      id_number: '1',
      password: 'mtaani-2026',
      role: 'fundi',
    };
    const register = (at: number) =>
      post('/api/accounts/register/', body, { address: `10.3.0.${at}` });
    expect(await statuses(7, register)).toEqual([201, ...times(5, 400), 429]);
  });

  it('from one network are refused after 150 prompts', async () => {
    const headers = await server.signIn(client);
    const body = { phone: '0711111115', purpose: 'post_job', job_id: 1 };
    await useUp('promptNetwork', 149, networkOf(HOME));
    const prompt = () => post('/api/mpesa/stkpush/', body, { headers });
    expect(await statuses(2, prompt)).toEqual([503, 429]);
  });
});
