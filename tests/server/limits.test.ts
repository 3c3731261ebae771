/** Wrong guesses of a password, and tries of a new phone: who is refused after them, and who is not. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import { networkOf } from '../../server/calls/network.ts';
import type { LimitName } from '../../server/calls/rateLimits.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { PASSWORD } from '../../testkit/serverHarness.ts';
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
async function spend(limit: LimitName, count: number, by = client.phoneNumber) {
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
  it('are refused after ten of one phone from one network', async () => {
    expect(await statuses(12, guessOnBothPaths)).toEqual([...times(10, 401), 429, 429]);
    expect((await login()).statusCode).toBe(429);
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

  it('of three networks leave the owner a try on a new device, and a quarter of an hour ends all waits', async () => {
    const guess = (at: number) => login('wrong', { address: `10.0.${at % 3}.1` });
    // Fifteen of all, and one more of each.
    expect(await statuses(20, guess)).toEqual([...times(18, 401), 429, 429]);
    expect((await login()).statusCode).toBe(200);
    expect(await statuses(2, () => login('wrong'))).toEqual([401, 429]);
    expect((await login()).statusCode).toBe(429);
    server.advance(15 * 60 * 1000);
    expect((await login()).statusCode).toBe(200);
  });

  it('are refused after a hundred an hour of one phone, from however many networks', async () => {
    const guess = (at: number) => login('wrong', { address: `10.1.${at}.1` });
    expect(await statuses(27, guess)).toEqual([...times(25, 401), 429, 429]);
    expect((await login()).statusCode).toBe(429);
  });

  it('of others do not stop a device that has signed in before', async () => {
    const { headers } = await deviceOf();
    await spend('loginPhone', 15);
    await spend('loginPhoneFirst', 10);
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

it('wrong resets are refused after thirty of one phone from different networks, except on a known device', async () => {
  const { headers } = await deviceOf();
  await spend('resetPhone', 14);
  await spend('resetPhoneFirst', 14);
  const guess = (at: number) => reset('1', { address: `10.0.${at}.1` });
  expect(await statuses(3, guess)).toEqual([400, 400, 429]);
  expect((await reset(client.idNumber)).statusCode).toBe(429);
  expect((await reset(client.idNumber, { headers })).statusCode).toBe(200);
});

it('what others behind the same mast have used up does not stop who has a token, or a known device', async () => {
  const { headers } = await deviceOf();
  const by = networkOf(HOME);
  await spend('loginNetwork', 150, by);
  await spend('resetNetwork', 40, by);
  expect((await login()).statusCode).toBe(429);
  expect((await login(PASSWORD, { headers })).statusCode).toBe(200);
  expect((await reset(client.idNumber, { headers })).statusCode).toBe(200);
  const signedIn = { headers: await server.signIn(client), remoteAddress: HOME };
  const me = await server.app.inject({ url: '/api/accounts/clients/me/', ...signedIn });
  expect(me.statusCode).toBe(200);
});

function register(phone_number: string, asked: Asked = {}) {
  const body = { name: 'A', phone_number, id_number: '1', password: 'mtaani-2026', role: 'client' };
  return post('/api/accounts/clients/register/', body, asked);
}

/** Two addresses of one customer, who has a whole network. */
const [ONE, OTHER] = ['2c0f:fe38:2001:1::1', '2c0f:fe38:2001:1::2'];

describe('from one network', () => {
  it.each<[string, LimitName, number, (asked: Asked) => ReturnType<typeof post>, number]>([
    ['wrong logins', 'loginNetwork', 150, (asked) => login('wrong', asked), 401],
    ['wrong resets', 'resetNetwork', 40, (asked) => reset('1', asked), 400],
    ['registrations', 'registrationNetwork', 240, (asked) => register('0711000001', asked), 201],
    [
      'registrations of a phone that has an account',
      'registrationRefusedNetwork',
      15,
      (asked) => register(client.phoneNumber, asked),
      400,
    ],
  ])('%s: %s is %d', async (_what, limit, most, call, wrong) => {
    await spend(limit, most - 1, networkOf(ONE));
    expect((await call({ address: ONE })).statusCode).toBe(wrong);
    expect((await call({ address: OTHER })).statusCode).toBe(429);
  });

  it('logins of one phone are refused after 300, right ones too, as each costs a hash', async () => {
    await spend('loginOne', 299, `${client.phoneNumber} ${networkOf(HOME)}`);
    expect(await statuses(2, () => login())).toEqual([200, 429]);
    expect((await login(PASSWORD, { address: STRANGER })).statusCode).toBe(200);
  });

  it('what was refused before anything was guessed does not count', async () => {
    await spend('loginNetwork', 149, networkOf(HOME));
    expect(await statuses(9, () => post('/api/accounts/login/', {}))).toEqual(times(9, 400));
    expect((await login('wrong')).statusCode).toBe(401);
  });
});

it('a new phone of an account can be tried three times a day, whether it is accepted or not', async () => {
  const taken = await server.account('client');
  const headers = await server.signIn(client);
  const change = async (phone_number: string) => {
    const common = { name: 'Amina', id_number: client.idNumber };
    const payload = { ...common, phone_number, client_profile: { role_note: 'Landlady' } };
    const url = '/api/accounts/clients/me/';
    return (await server.app.inject({ method: 'PUT', url, payload, headers })).statusCode;
  };
  const seen = [];
  for (const phone of [taken.phoneNumber, taken.phoneNumber, '0733000003', '0733000004']) {
    seen.push(await change(phone));
  }
  expect(seen).toEqual([400, 400, 200, 429]);
  server.advance(DAY_MS);
  expect(await change('0733000004')).toBe(200);
});
