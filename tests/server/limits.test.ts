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
const statusOf = async (...call: Parameters<typeof post>) => (await post(...call)).statusCode;

const sendLogin = (password: string, asked: Asked, phone_number = client.phoneNumber) =>
  post('/api/accounts/clients/login/', { phone_number, password }, asked);
const login = async (password = PASSWORD, asked: Asked = {}, phone = client.phoneNumber) =>
  (await sendLogin(password, asked, phone)).statusCode;

function reset(id_number: string, asked: Asked = {}) {
  const body = { phone_number: client.phoneNumber, id_number, new_password: 'mpya-kabisa' };
  return statusOf('/api/accounts/reset-password/', body, asked);
}

async function statuses(times: number, call: (at: number) => Promise<number>) {
  const seen: number[] = [];
  for (let at = 0; at < times; at += 1) seen.push(await call(at));
  return seen;
}

const times = (count: number, status: number) => Array<number>(count).fill(status);

/** As so many calls of others that count for `by`, the client's phone unless it says so. */
async function spend(limit: LimitName, count: number, by = client.phoneNumber) {
  for (let at = 0; at < count; at += 1) await server.ctx.limits.take([{ limit, by }]);
}

/** Signs in on a device and returns what it sends from then on. */
async function deviceOf() {
  const { headers } = await sendLogin(PASSWORD, {});
  const [mark = ''] = [headers['set-cookie'] ?? ''].flat();
  return { mark, headers: { cookie: mark.split(';')[0] ?? '' } };
}

const STRANGERS = { address: STRANGER };
/** Of a customer who has a whole network, and of the next one. */
const [ONE, OTHER, NEXT] = ['2c0f:fe38:2001:1::1', '2c0f:fe38:2001:1::2', '2c0f:fe38:2001:2::1'];

const onBothPaths = (at: number) => {
  const body = { phone_number: client.phoneNumber, password: 'wrong' };
  return statusOf(`/api/accounts/${at % 2 ? 'clients/' : ''}login/`, body);
};
const from = (addressOf: (at: number) => string) => (at: number) =>
  login('wrong', { address: addressOf(at) });

describe('wrong logins', () => {
  it.each<[string, number, (at: number) => Promise<number>, Asked, number]>([
    ['ten of one phone from one network', 10, onBothPaths, {}, 429],
    ['ten of a stranger, who does not lock out the owner', 10, from(() => STRANGER), {}, 200],
    [
      'ten of all addresses of one IPv6 network',
      10,
      from((at) => `${ONE}${at}`),
      { address: NEXT },
      200,
    ],
    // Fifteen of all networks, and one more of each; the owner has a try, too.
    ['eighteen of one phone from three networks', 18, from((at) => `10.0.${at % 3}.1`), {}, 200],
    ['25 of one phone, from however many networks', 25, from((at) => `10.1.${at}.1`), {}, 429],
  ])('are refused after %s', async (_, most, guess, owner, status) => {
    expect(await statuses(most + 2, guess)).toEqual([...times(most, 401), 429, 429]);
    expect(await login(PASSWORD, owner)).toBe(status);
  });

  it('of a stranger do not lock out other people of that network', async () => {
    await statuses(12, () => login('wrong', STRANGERS));
    expect(await login(PASSWORD, STRANGERS)).toBe(429);
    const other = await server.account('client');
    expect(await login(PASSWORD, STRANGERS, other.phoneNumber)).toBe(200);
  });

  it('of three networks leave the owner one try at a time, and a quarter of an hour ends all waits', async () => {
    await spend('loginPhone', 15);
    expect(await login()).toBe(200);
    expect(await statuses(2, () => login('wrong'))).toEqual([401, 429]);
    expect(await login()).toBe(429);
    server.advance(15 * 60 * 1000);
    expect(await login()).toBe(200);
  });

  it('of others do not stop a device that has signed in before', async () => {
    const { headers } = await deviceOf();
    await spend('loginPhone', 15);
    await spend('loginPhoneFirst', 10);
    await statuses(12, () => login('wrong'));
    expect(await login()).toBe(429);
    expect(await login(PASSWORD, { headers })).toBe(200);
  });

  it('are refused after ten on a device that has signed in before', async () => {
    const { headers } = await deviceOf();
    expect(await statuses(11, () => login('wrong', { headers }))).toEqual([...times(10, 401), 429]);
    expect(await login(PASSWORD, STRANGERS)).toBe(200);
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
    const { headers } = await sendLogin(PASSWORD, {}, own.phoneNumber);
    await statuses(10, () => login('wrong'));
    for (const cookie of [forged, String(headers['set-cookie']), 'device=', 'device=a.b', 'x']) {
      expect(await login(PASSWORD, { headers: { cookie } })).toBe(429);
    }
  });
});

it('wrong resets are refused after thirty of one phone from different networks, except on a known device', async () => {
  const { headers } = await deviceOf();
  await spend('resetPhone', 14);
  await spend('resetPhoneFirst', 14);
  const guess = (at: number) => reset('1', { address: `10.0.${at}.1` });
  expect(await statuses(3, guess)).toEqual([400, 400, 429]);
  expect(await reset(client.idNumber)).toBe(429);
  expect(await reset(client.idNumber, { headers })).toBe(200);
});

it('what others behind the same mast have used up does not stop who has a token, or a known device', async () => {
  const { headers } = await deviceOf();
  const by = networkOf(HOME);
  await spend('loginNetwork', 150, by);
  await spend('resetNetwork', 40, by);
  expect(await login()).toBe(429);
  expect(await login(PASSWORD, { headers })).toBe(200);
  expect(await reset(client.idNumber, { headers })).toBe(200);
  const signedIn = { headers: await server.signIn(client), remoteAddress: HOME };
  const me = await server.app.inject({ url: '/api/accounts/clients/me/', ...signedIn });
  expect(me.statusCode).toBe(200);
});

function register(phone_number: string, asked: Asked = {}) {
  const body = { name: 'A', phone_number, id_number: '1', password: 'mtaani-2026', role: 'client' };
  return statusOf('/api/accounts/clients/register/', body, asked);
}

const registerTaken = (asked: Asked) => register(client.phoneNumber, asked);

describe('from one network', () => {
  it.each<[string, LimitName, number, (asked: Asked) => Promise<number>, number]>([
    ['wrong logins', 'loginNetwork', 150, (asked) => login('wrong', asked), 401],
    ['wrong resets', 'resetNetwork', 40, (asked) => reset('1', asked), 400],
    ['registrations', 'registrationNetwork', 240, (asked) => register('0711000001', asked), 201],
    ['refused registrations', 'registrationRefusedNetwork', 15, registerTaken, 400],
  ])('%s: %s is %d', async (_what, limit, most, call, wrong) => {
    await spend(limit, most - 1, networkOf(ONE));
    expect(await call({ address: ONE })).toBe(wrong);
    expect(await call({ address: OTHER })).toBe(429);
  });

  it('logins of one phone are refused after 300, right ones too, as each costs a hash', async () => {
    await spend('loginOne', 299, `${client.phoneNumber} ${networkOf(HOME)}`);
    expect(await statuses(2, () => login())).toEqual([200, 429]);
    expect(await login(PASSWORD, { address: STRANGER })).toBe(200);
  });

  it('what was refused before anything was guessed does not count', async () => {
    await spend('loginNetwork', 149, networkOf(HOME));
    expect(await statuses(9, () => statusOf('/api/accounts/login/', {}))).toEqual(times(9, 400));
    expect(await login('wrong')).toBe(401);
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
  const tried = [taken.phoneNumber, taken.phoneNumber, '0733000003', '0733000004'];
  expect(await statuses(4, (at) => change(tried[at] ?? ''))).toEqual([400, 400, 200, 429]);
  server.advance(DAY_MS);
  expect(await change('0733000004')).toBe(200);
});
