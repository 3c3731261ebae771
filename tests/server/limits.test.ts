import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let server: Harness;

beforeAll(async () => {
  const few = { phone: 3, address: 5, windowMs: 60_000 };
  server = await startHarness({
    env: { TRUST_PROXY: '1' },
    configure: (config) => ({
      ...config,
      rateLimits: {
        login: few,
        reset: few,
        registration: few,
        prompt: { address: 5, windowMs: 60_000 },
      },
    }),
  });
});
afterAll(() => server.close());

const post = (url: string, address: string, payload: object, headers = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'x-forwarded-for': address, ...headers },
  });

async function statuses(times: number, call: (at: number) => ReturnType<typeof post>) {
  const seen: number[] = [];
  for (let at = 0; at < times; at += 1) seen.push((await call(at)).statusCode);
  return seen;
}

const samePhone = (at: number) =>
  post(`/api/accounts/${at % 2 ? 'clients/' : ''}login/`, `10.0.0.${at}`, {
    phone_number: '0711111111',
    password: 'x',
  });

describe('rate limits', () => {
  it('refuse further logins of one phone, from any address and on both paths', async () => {
    expect(await statuses(5, samePhone)).toEqual([401, 401, 401, 429, 429]);
    const refused = await samePhone(9);
    expect(refused.json()).toEqual({ error: 'Too many attempts. Please try again in a minute.' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('refuse further calls from one address, whatever the phone or however broken', async () => {
    const login = (at: number) =>
      post('/api/accounts/login/', '10.1.0.1', { phone_number: `071111112${at}`, password: '' });
    expect(await statuses(6, login)).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await post('/api/accounts/login/', '10.1.0.2', {})).statusCode).toBe(400);
  });

  it('hold for resets and registrations too', async () => {
    const reset = { phone_number: '0711111113', id_number: '1', new_password: 'x' };
    const resets = (at: number) => post('/api/accounts/reset-password/', `10.2.0.${at}`, reset);
    expect(await statuses(4, resets)).toEqual([400, 400, 400, 429]);
    const account = {
      name: 'A',
      phone_number: '0711111114',
      id_number: '1',
      password: 'mtaani-2026',
      role: 'fundi',
    };
    const registrations = (at: number) => post('/api/accounts/register/', `10.3.0.${at}`, account);
    expect(await statuses(4, registrations)).toEqual([201, 400, 400, 429]);
  });

  it('hold for calls for prompts by address; by phone the payments themselves count', async () => {
    const headers = await server.signIn(await server.account('client'));
    const body = { phone: '0711111115', purpose: 'post_job', job_id: 1 };
    const fromOne = () => post('/api/mpesa/stkpush/', '10.4.0.1', body, headers);
    expect(await statuses(6, fromOne)).toEqual([503, 503, 503, 503, 503, 429]);
    expect((await post('/api/mpesa/stkpush/', '10.4.0.2', body, headers)).statusCode).toBe(503);
  });
});
