/** Whose phone and ID number reset a password, after somebody with a stolen token changed them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/contract/time.ts';
import { hashToken, sessionName } from '../../server/people/auth.ts';
import type { Account } from '../../server/db/schema.ts';
import { accountChanges } from '../../server/db/schema.ts';
import { PASSWORD, startHarness } from './harness.ts';
import type { Harness } from './harness.ts';
import { FUNDI_PROFILE } from '../support/profiles.ts';

const OWN = { phone: '0722000001', id: '20000001' };
const THEIRS = { phone: '0722999999', id: '99999999' };
const NEW_PASSWORD = 'kiboko-mpya';

let server: Harness;
let client: Account;
let thief: { authorization: string };

beforeAll(async () => {
  server = await startHarness();
});
beforeEach(async () => {
  await server.reset();
  client = await server.account('client', { phoneNumber: OWN.phone, idNumber: OWN.id });
  thief = await server.signIn(client);
});
afterAll(() => server.close());

function change(headers: { authorization: string }, { phone = OWN.phone, id = OWN.id }) {
  const payload = {
    name: 'Amina',
    id_number: id,
    phone_number: phone,
    client_profile: { role_note: 'Landlady' },
  };
  return server.app.inject({ method: 'PUT', url: '/api/accounts/clients/me/', headers, payload });
}

const me = (headers: { authorization: string }) =>
  server.app.inject({ url: '/api/accounts/clients/me/', headers });

async function reset(phone: string, id: string) {
  const { statusCode, json } = await server.app.inject({
    method: 'POST',
    url: '/api/accounts/reset-password/',
    payload: { phone_number: phone, id_number: id, new_password: NEW_PASSWORD },
  });
  return [statusCode, Object.values(json<object>())[0]];
}

const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url, payload });
const login = (phone: string, password: string) =>
  post('/api/accounts/clients/login/', { phone_number: phone, password });

const DONE = [200, 'Your password is changed. You can log in now.'];
const WRONG = [400, 'The phone number and the ID number do not match an account.'];
const TOO_NEW = [
  400,
  'The phone number or the ID number was changed less than a day ago. Use the former one, or try again tomorrow.',
];

describe('a new ID number or phone', () => {
  it('ends all other sessions and is recorded with the session that changed it', async () => {
    const owner = await server.signIn(client);
    expect((await change(thief, { id: THEIRS.id, phone: THEIRS.phone })).statusCode).toBe(200);
    expect((await me(owner)).statusCode).toBe(401);
    expect((await me(thief)).statusCode).toBe(200);
    const session = sessionName(hashToken(thief.authorization.slice('Token '.length)));
    const rows = await server.db.select().from(accountChanges);
    expect(rows).toMatchObject([
      { accountId: client.id, field: 'phone_number', former: OWN.phone, session },
      { accountId: client.id, field: 'id_number', former: OWN.id, session },
    ]);
    expect(rows[0]?.at).toBeInstanceOf(Date);
  });

  it('that is the same as before ends no session and is not recorded', async () => {
    const owner = await server.signIn(client);
    expect((await change(thief, {})).statusCode).toBe(200);
    expect((await me(owner)).statusCode).toBe(200);
    expect(await server.db.select().from(accountChanges)).toEqual([]);
  });

  it('does not reset the password for a day; the former one does, and replaces the new one', async () => {
    await change(thief, { id: THEIRS.id });
    server.advance(DAY_MS - HOUR_MS);
    expect(await reset(OWN.phone, THEIRS.id)).toEqual(TOO_NEW);
    expect(await reset(OWN.phone, OWN.id)).toEqual(DONE);
    expect((await me(thief)).statusCode).toBe(401);
    server.advance(2 * DAY_MS);
    expect(await reset(OWN.phone, THEIRS.id)).toEqual(WRONG);
    const token = (await login(OWN.phone, NEW_PASSWORD)).json<{ token: string }>().token;
    expect((await me({ authorization: `Token ${token}` })).json()).toMatchObject({
      id_number: OWN.id,
    });
  });

  it('resets the password after a day, and the former one still does so too', async () => {
    await change(thief, { id: THEIRS.id, phone: THEIRS.phone });
    server.advance(DAY_MS);
    expect(await reset(THEIRS.phone, THEIRS.id)).toEqual(DONE);
    expect(await reset(OWN.phone, OWN.id)).toEqual(DONE);
    expect(await reset(THEIRS.phone, THEIRS.id)).toEqual(WRONG);
    expect((await login(OWN.phone, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('that is changed again leaves the first one valid', async () => {
    await change(thief, { id: '1' });
    await change(thief, { id: '2' });
    server.advance(3 * HOUR_MS);
    await change(thief, { id: '3' });
    expect(await reset(OWN.phone, '1')).toEqual(WRONG);
    expect(await reset(OWN.phone, '3')).toEqual(TOO_NEW);
    server.advance(29 * DAY_MS);
    expect(await reset(OWN.phone, OWN.id)).toEqual(DONE);
    expect(await reset(OWN.phone, '3')).toEqual(WRONG);
  });

  it('is the only valid one after thirty days', async () => {
    await change(thief, { id: THEIRS.id });
    server.advance(30 * DAY_MS + 1000);
    expect(await reset(OWN.phone, OWN.id)).toEqual(WRONG);
    expect(await reset(OWN.phone, THEIRS.id)).toEqual(DONE);
  });

  it('leaves the former phone number reserved for its owner for thirty days', async () => {
    await change(thief, { phone: THEIRS.phone });
    const registration = {
      name: 'Nobody',
      phone_number: OWN.phone,
      id_number: '1',
      password: 'kiboko-2026',
      role: 'client',
    };
    const taken = await post('/api/accounts/clients/register/', registration);
    expect([taken.statusCode, taken.json()]).toEqual([
      400,
      { phone_number: ['This phone number is already registered.'] },
    ]);
    const other = await server.signIn(await server.account('client'));
    expect((await change(other, { phone: OWN.phone, id: '5' })).statusCode).toBe(400);
    // The owner may have it back.
    expect((await change(thief, {})).statusCode).toBe(200);
    await change(thief, { phone: THEIRS.phone });
    server.advance(30 * DAY_MS + 1000);
    expect((await post('/api/accounts/clients/register/', registration)).statusCode).toBe(201);
  });
});

describe('a fundi', () => {
  it('whose ID number was changed resets the password with the former number', async () => {
    const fundi = await server.account('fundi', { phoneNumber: OWN.phone, idNumber: OWN.id });
    const payload = { ...FUNDI_PROFILE, id_number: THEIRS.id };
    const headers = await server.signIn(fundi);
    const url = '/api/accounts/fundis/me/';
    const answer = await server.app.inject({ method: 'PUT', url, headers, payload });
    expect(answer.statusCode).toBe(200);
    expect(await reset(OWN.phone, OWN.id)).toEqual(DONE);
    for (const path of ['/api/accounts/login/', '/api/accounts/clients/login/']) {
      const body = { phone_number: OWN.phone, password: NEW_PASSWORD };
      expect((await post(path, body)).statusCode).toBe(200);
    }
  });
});

describe('a reset', () => {
  it('is recorded and changes no other account', async () => {
    const same = { phoneNumber: OWN.phone, idNumber: '5' };
    const other = await server.account('fundi', same);
    expect(await reset(OWN.phone, OWN.id)).toEqual(DONE);
    expect((await login(OWN.phone, PASSWORD)).statusCode).toBe(401);
    const payload = { phone_number: other.phoneNumber, password: PASSWORD };
    expect((await post('/api/accounts/login/', payload)).statusCode).toBe(200);
    expect(await server.db.select().from(accountChanges)).toMatchObject([
      { accountId: client.id, field: 'password', former: null, session: null },
    ]);
  });
});

describe('a new phone of an account', () => {
  it('can be tried three times a day, whether it is accepted or not', async () => {
    await server.close();
    server = await startHarness({ env: { RATE_LIMIT_FACTOR: '1' } });
    client = await server.account('client', { phoneNumber: OWN.phone, idNumber: OWN.id });
    const taken = await server.account('client');
    const headers = await server.signIn(client);
    const seen = [];
    for (const phone of [taken.phoneNumber, taken.phoneNumber, '0733000003', '0733000004']) {
      seen.push((await change(headers, { phone })).statusCode);
    }
    expect(seen).toEqual([400, 400, 200, 429]);
    server.advance(DAY_MS);
    expect((await change(headers, { phone: '0733000004' })).statusCode).toBe(200);
  });
});
