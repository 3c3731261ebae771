/** Whose phone and ID number reset a password, after somebody with a stolen token changed them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import { DAY_MS, HOUR_MS } from '../../src/contract/time.ts';
import { hashToken, sessionName } from '../../server/people/auth.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { accountChanges, accounts } from '../../server/db/schema/people.ts';
import { success } from '../../testkit/contract/harness.ts';
import { PASSWORD } from '../../testkit/serverHarness.ts';
import { openHarness } from './openHarness.ts';

const OWN = { phone: '0722000001', id: '20000001' };
const THEIRS = { phone: '0722999999', id: '99999999' };
const NEW_PASSWORD = 'kiboko-mpya';

const server = await openHarness();
let client: Account;
let thief: Headers;

beforeEach(async () => {
  await server.reset();
  client = await server.account('client', { phoneNumber: OWN.phone, idNumber: OWN.id });
  thief = await server.signIn(client);
});

type Headers = { authorization: string };

function change(headers: Headers, { phone = OWN.phone, id = OWN.id }) {
  const profile = { name: 'Amina', client_profile: { role_note: 'Landlady' } };
  const body = { ...profile, id_number: id, phone_number: phone };
  return server.send('updateMyClient', { headers, body });
}

const statusOf = async (headers: Headers, name: 'getMyClient' | 'getMyFundi' = 'getMyClient') =>
  (await server.send(name, { headers })).status;

async function reset(phone: string, id: string) {
  const sent = { phone_number: phone, id_number: id, new_password: NEW_PASSWORD };
  const { status, body } = await server.send('resetPassword', { body: sent });
  return [status, Object.values(body as object)[0]];
}

const login = (
  phone: string,
  password: string,
  name: 'loginClient' | 'loginFundi' = 'loginClient',
) => server.send(name, { body: { phone_number: phone, password } });

function registerClient(phone_number: string, id_number: string) {
  const body = { phone_number, id_number, name: 'Wairimu', password: PASSWORD, role: 'client' };
  return server.send('registerClient', { body });
}

const DONE = [200, 'Your password is changed. You can log in now.'];
const WRONG = [400, 'The phone number and the ID number do not match an account.'];
const TOO_NEW = [
  400,
  'The phone number or the ID number was changed less than a day ago. Use the former one, or try again tomorrow.',
];

describe('a new ID number or phone', () => {
  it('ends all other sessions and is recorded with the session that changed it', async () => {
    const owner = await server.signIn(client);
    expect((await change(thief, { id: THEIRS.id, phone: THEIRS.phone })).status).toBe(200);
    expect([await statusOf(owner), await statusOf(thief)]).toEqual([401, 200]);
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
    expect((await change(thief, {})).status).toBe(200);
    expect(await statusOf(owner)).toBe(200);
    expect(await server.db.select().from(accountChanges)).toEqual([]);
  });

  it('does not reset the password for a day; the former one does, and replaces the new one', async () => {
    await change(thief, { id: THEIRS.id });
    server.advance(DAY_MS - HOUR_MS);
    expect(await reset(OWN.phone, THEIRS.id)).toEqual(TOO_NEW);
    expect(await reset(OWN.phone, OWN.id)).toEqual(DONE);
    expect(await statusOf(thief)).toBe(401);
    server.advance(2 * DAY_MS);
    expect(await reset(OWN.phone, THEIRS.id)).toEqual(WRONG);
    expect(await server.db.select().from(accounts)).toMatchObject([{ idNumber: OWN.id }]);
  });

  it('resets the password after a day, and the former one still does so too', async () => {
    await change(thief, { id: THEIRS.id, phone: THEIRS.phone });
    server.advance(DAY_MS);
    expect(await reset(THEIRS.phone, THEIRS.id)).toEqual(DONE);
    expect(await reset(OWN.phone, OWN.id)).toEqual(DONE);
    expect(await reset(THEIRS.phone, THEIRS.id)).toEqual(WRONG);
    expect((await login(OWN.phone, NEW_PASSWORD)).status).toBe(200);
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
    const register = () => registerClient(OWN.phone, '1');
    const text = 'This phone number is already registered.';
    expect(await register()).toMatchObject({ status: 400, body: { phone_number: [text] } });
    const other = await server.signIn(await server.account('client'));
    expect((await change(other, { phone: OWN.phone, id: '5' })).status).toBe(400);
    // The owner may have it back.
    expect((await change(thief, {})).status).toBe(200);
    await change(thief, { phone: THEIRS.phone });
    server.advance(30 * DAY_MS + 1000);
    expect((await register()).status).toBe(201);
  });
});

it('a fundi whose ID number was changed resets the password of both roles with the former number, which ends all sessions', async () => {
  const fundi = await server.account('fundi', { phoneNumber: OWN.phone, idNumber: OWN.id });
  const headers = await server.signIn(fundi);
  const body = { ...SAMPLE_PROFILE, id_number: THEIRS.id };
  expect(await server.send('updateMyFundi', { headers, body })).toMatchObject({ status: 200 });
  expect(await reset(OWN.phone, OWN.id)).toEqual(DONE);
  for (const name of ['loginFundi', 'loginClient'] as const) {
    expect((await login(OWN.phone, NEW_PASSWORD, name)).status).toBe(200);
    expect((await login(OWN.phone, PASSWORD, name)).status).toBe(401);
  }
  expect([await statusOf(headers, 'getMyFundi'), await statusOf(thief)]).toEqual([401, 401]);
});

it('a reset is recorded and changes no other account', async () => {
  const samePhone = await server.account('fundi', { phoneNumber: OWN.phone, idNumber: '5' });
  const sameId = await server.account('fundi', { phoneNumber: '0733000002', idNumber: OWN.id });
  expect(await reset(OWN.phone, OWN.id)).toEqual(DONE);
  expect((await login(OWN.phone, PASSWORD)).status).toBe(401);
  for (const { phoneNumber } of [samePhone, sameId]) {
    expect((await login(phoneNumber, PASSWORD, 'loginFundi')).status).toBe(200);
  }
  expect(await server.db.select().from(accountChanges)).toMatchObject([
    { accountId: client.id, field: 'password', former: null, session: null },
  ]);
});

// Every spelling: tests/unit/rules.test.ts.
it('an ID number resets the password in another spelling', async () => {
  const id_number = 'a12 345 678';
  const phone_number = '0733000008';
  await registerClient(phone_number, id_number);
  expect(await reset(phone_number, 'A12-345.678/')).toEqual(DONE);
  const { token } = success('loginClient', await login(phone_number, NEW_PASSWORD));
  const authorization = `Token ${token}`;
  expect((await server.db.select().from(accounts)).at(-1)).toMatchObject({ idNumber: 'A12345678' });
  // The same number in another spelling is no change, which would end the other sessions.
  await change({ authorization }, { phone: phone_number, id: id_number });
  expect(await server.db.select().from(accountChanges)).not.toContainEqual(
    expect.objectContaining({ field: 'id_number' }),
  );
});
