import { expect, test } from 'vitest';
import { TRIAL_DAYS } from '../../../src/contract/constants.ts';
import { daysLeft } from '../../../src/contract/dates.ts';
import { SAMPLE_PROFILE, UNSAID } from '../../../src/contract/sample.ts';
import { failure } from '../../../testkit/contract/harness.ts';
import type { World } from '../../../testkit/contract/world.ts';

/** What nobody else may read of a fundi, even if the contract had it. */
const PRIVATE = [
  'id_number',
  'password',
  'role',
  'show_contact',
  'on_trial',
  'trial_ends',
  'is_subscribed',
  'subscription_end',
  'payment',
];

/** Registration, login, reset and profiles. */
export function accountRules(world: () => World): void {
  test('a new fundi is on a trial of seven days and listed', async () => {
    const { ok, register } = world();
    const { token, name } = await register('fundi');
    const fundi = await ok('getMyFundi', { token });
    expect(fundi).toMatchObject({ on_trial: true, is_subscribed: false, subscription_end: null });
    expect(daysLeft(fundi.trial_ends, Date.now() - 60_000)).toBe(TRIAL_DAYS);
    const shown = { ...UNSAID, name, is_available: true };
    expect(await ok('getFundi', { id: fundi.id })).toMatchObject(shown);
  });

  test('one phone may be a client and a fundi, each with its own password', async () => {
    const { send, register } = world();
    const client = await register('client');
    const fundi = await register('fundi', { phone: client.phone, password: 'another-one' });
    expect(fundi.token).not.toBe(client.token);
    const crossed = { phone_number: client.phone, password: client.password };
    failure(await send('loginFundi', { body: crossed }), 401);
  });

  test('a login is refused with one text for an unknown phone, a wrong password and the other role', async () => {
    const { send, client, newPhone } = world();
    const body = { phone_number: client.phone, password: client.password };
    const answers = await Promise.all([
      send('loginClient', { body: { ...body, phone_number: newPhone() } }),
      send('loginClient', { body: { ...body, password: 'not-the-one' } }),
      send('loginFundi', { body }),
    ]);
    const [first] = answers;
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 401, body: first?.body });
    }
  });

  test('each login gives a new token, and the former ones stay valid', async () => {
    const { ok, client, login } = world();
    const tokens = await Promise.all([login(client), login(client)]);
    expect(new Set(tokens).size).toBe(2);
    for (const token of [...tokens, client.token]) {
      await ok('getMyClient', { token });
    }
  });

  test('a logout ends its own session and no other', async () => {
    const { ok, send, register, login } = world();
    const fundi = await register('fundi');
    const second = await login(fundi);
    await ok('logout', { token: second });
    failure(await send('getMyFundi', { token: second }), 401);
    failure(await send('logout', { token: second }), 401);
    await ok('getMyFundi', { token: fundi.token });
  });

  test('the answer to a login says that the API has a logout', async () => {
    const { ok, client } = world();
    const body = { phone_number: client.phone, password: client.password };
    expect(await ok('loginClient', { body })).toMatchObject({ logout: true });
  });

  test('a reset changes the password and ends every session', async () => {
    const { ok, send, register, login } = world();
    const fundi = await register('fundi');
    const second = await login(fundi);
    const phone_number = fundi.phone;
    await ok('resetPassword', {
      body: { phone_number, id_number: fundi.idNumber, new_password: 'abc' },
    });
    failure(await send('getMyFundi', { token: fundi.token }), 401);
    failure(await send('getMyFundi', { token: second }), 401);
    const old = { phone_number, password: fundi.password };
    failure(await send('loginFundi', { body: old }), 401);
    await ok('getMyFundi', { token: await login({ ...fundi, password: 'abc' }) });
  });

  test('a reset is refused with one text for any mismatch, and changes nothing', async () => {
    const { send, register, login, newPhone } = world();
    const client = await register('client');
    const body = {
      phone_number: client.phone,
      id_number: client.idNumber,
      new_password: 'taken-over',
    };
    const [unknown, mismatch] = await Promise.all([
      send('resetPassword', { body: { ...body, phone_number: newPhone() } }),
      send('resetPassword', { body: { ...body, id_number: '1' } }),
    ]);
    expect(unknown).toMatchObject({ status: 400, body: mismatch.body });
    expect(await login(client)).toBeTruthy();
  });

  test('the public list has no private fields, and no phone of a fundi who hides it', async () => {
    const { ok, register } = world();
    const fundi = await register('fundi');
    const { token } = fundi;
    const profile = {
      ...SAMPLE_PROFILE,
      name: fundi.name,
      id_number: fundi.idNumber,
      skills: 'Solar, <b>Wiring</b> 🔌',
      show_contact: false,
    };
    const { id } = await ok('updateMyFundi', { token, body: profile });
    const shown = { name: fundi.name, skills: profile.skills, phone_number: null };
    expect(await ok('getFundi', { id })).toMatchObject(shown);
    const fundis = await ok('listFundis');
    expect(fundis).toContainEqual(expect.objectContaining(shown));
    for (const row of fundis) {
      for (const field of PRIVATE) expect(row).not.toHaveProperty(field);
    }
    await ok('updateMyFundi', { token, body: { ...profile, show_contact: true } });
    expect(await ok('getFundi', { id })).toMatchObject({ phone_number: fundi.phone });
  });

  test('a change of the availability leaves the rest of the profile unchanged', async () => {
    const { ok, register } = world();
    const { token } = await register('fundi');
    const before = await ok('getMyFundi', { token });
    const after = await ok('updateMyFundi', { token, body: { is_available: false } });
    expect(after).toEqual({ ...before, is_available: false });
    expect(await ok('getFundi', { id: after.id })).toMatchObject({ is_available: false });
  });

  test('a client changes the phone number, and logs in with the new one', async () => {
    const { ok, send, register, login, newPhone } = world();
    const client = await register('client');
    const phone = newPhone();
    await ok('updateMyClient', {
      token: client.token,
      body: {
        name: client.name,
        id_number: client.idNumber,
        phone_number: phone,
        client_profile: { role_note: 'Shopkeeper' },
      },
    });
    expect(await login({ ...client, phone })).toBeTruthy();
    const old = { phone_number: client.phone, password: client.password };
    failure(await send('loginClient', { body: old }), 401);
  });
}
