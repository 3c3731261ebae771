import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger, loggedUrl } from '../../server/process/log.ts';
import { success } from '../../testkit/contract/harness.ts';
import { PASSWORD } from '../../testkit/serverHarness.ts';
import { openHarness } from './openHarness.ts';

let written = '';
const log = createLogger('trace', { write: (line) => (written += line) });
const server = await openHarness({ log });

beforeEach(async () => {
  await server.reset();
  written = '';
});

function lines() {
  const all = written.trim().split('\n');
  return all.map((line) => JSON.parse(line) as Record<string, unknown>);
}
const last = () => lines().at(-1);

const { send } = server;

describe('the log', () => {
  it('has one line per answer', async () => {
    await server.app.inject('/api/accounts/fundis/?search=x');
    expect(lines()).toEqual([
      expect.objectContaining({ method: 'GET', url: '/api/accounts/fundis/', status: 200 }),
    ]);
  });

  it('has a healthy answer to a proxy only at the level debug', async () => {
    await server.app.inject('/healthz');
    expect(last()).toMatchObject({ url: '/healthz', status: 200, level: 20 });
  });

  it('has the request id of the answer, and ignores an id that the caller sent', async () => {
    const ids = new Set<unknown>();
    for (const url of ['/healthz', '/api/nothing/', '/api/%zz/']) {
      written = '';
      const { headers } = await server.app.inject({ url, headers: { 'x-request-id': 'forged' } });
      const id = headers['x-request-id'];
      expect(id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
      if (url !== '/api/%zz/') expect(lines().at(-1)?.reqId).toBe(id);
      ids.add(id);
    }
    expect(ids.size).toBe(3);
  });

  it('names the account that was refused, and the reason', async () => {
    await send('getMyFundi');
    expect(last()).toMatchObject({ level: 40, status: 401, reason: 'Please log in to continue.' });
    expect(last()).not.toHaveProperty('account');

    const client = await server.account('client');
    await send('getMyFundi', { headers: await server.signIn(client) });
    const reason = 'Only a fundi account can do this.';
    expect(last()).toMatchObject({ level: 40, status: 403, account: client.id, reason });

    const body = { phone_number: client.phoneNumber, password: 'not-it-2026' };
    await send('loginClient', { body });
    const wrong = 'Wrong phone number or password.';
    expect(last()).toMatchObject({ level: 40, status: 401, account: client.id, reason: wrong });
    expect(written).not.toContain(client.phoneNumber);
    expect(written).not.toContain('not-it-2026');
  });

  it('names the account that logs in, and the one that logs out', async () => {
    const client = await server.account('client');
    const body = { phone_number: client.phoneNumber, password: PASSWORD };
    const { token } = success('loginClient', await send('loginClient', { body }));
    await send('logout', { token });
    const named = lines().filter(({ account }) => account === client.id);
    expect(named.map(({ msg }) => msg)).toEqual(['signed in', 'signed out']);
  });

  it('holds no password, ID number, phone or token of registration, login and own calls', async () => {
    const secret = 'siri-kubwa-2026';
    const account = {
      name: 'Wanjiku',
      phone_number: '0711222333',
      id_number: '31415926',
      password: secret,
      role: 'fundi',
    };
    await send('registerFundi', { body: account });
    await send('registerFundi', { body: account });
    const { token } = success('loginFundi', await send('loginFundi', { body: account }));
    const headers = { authorization: `Token ${token}` };
    await send('getMyFundi', { headers });
    log.info({ authorization: headers.authorization, body: account, req: { headers } }, 'careless');
    for (const word of [secret, '31415926', token]) expect(written).not.toContain(word);
    expect(lines().length).toBeGreaterThan(4);
    expect(last()).toMatchObject({ msg: 'careless', authorization: '[redacted]' });
    expect(last()).not.toHaveProperty('body');
  });

  it('reports a failed query without its parameters', async () => {
    const headers = await server.signIn(await server.account('fundi'));
    const update = vi.spyOn(server.db, 'update').mockImplementation(() => {
      throw new TypeError('no such thing');
    });
    const hidden = send('updateMyFundi', { headers, body: { is_available: false } });
    expect(await hidden).toMatchObject({ status: 500 });
    expect(written).toContain('no such thing');
    update.mockRestore();

    const person = { phoneNumber: '0711222333', idNumber: '27182818' };
    await server.account('client', person);
    const err: unknown = await server.account('client', person).catch((error: unknown) => error);
    log.error({ err }, 'insert failed');
    expect(written).toContain('Failed query: insert into');
    expect(written).not.toContain('27182818');
  });

  it('masks the secret part of an address', () => {
    const secret = 'a'.repeat(43);
    expect(loggedUrl(`/api/results/${secret}?x=${secret}`)).toBe('/api/results/[secret]');
    expect(loggedUrl('/api/accounts/reset-password/')).toBe('/api/accounts/reset-password/');
  });
});
