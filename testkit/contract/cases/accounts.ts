import { expect } from 'vitest';
import { TEXT_LIMITS } from '../../../src/contract/limits.ts';
import * as VALIDATION from '../../../src/contract/messages/validation.ts';
import { SAMPLE_PROFILE } from '../../../src/contract/sample.ts';
import type { Role } from '../../../src/contract/schemas.ts';
import type { World } from '../world.ts';
import { ofClient, ofFundi, overlong, PEOPLE, refusal, wrong } from './types.ts';
import type { Cases, CasesOf, Refused } from './types.ts';

const registration = (world: World, role: Role) => ({
  name: 'Amina Wairimu',
  phone_number: world.newPhone(),
  id_number: '30111222',
  password: 'mtaani-2026',
  role,
});

function registrationCases(role: Role): Cases<'registerFundi'> & Cases<'registerClient'> {
  const other: Role = role === 'fundi' ? 'client' : 'fundi';
  const broken = (field: string, value: unknown, text?: string): Refused => ({
    ...wrong({}, field, value, text),
    sent: (world) => ({ body: { ...registration(world, role), [field]: value } }),
  });
  const taken = (world: World) => ({
    body: { ...registration(world, role), phone_number: world[role].phone },
  });
  return {
    good: (world) => ({ body: registration(world, role) }),
    refused: [
      broken('name', '  ', 'Name is required.'),
      broken('name', overlong(TEXT_LIMITS.name), 'Name must be at most 100 characters.'),
      broken('phone_number', '071234567', VALIDATION.phoneTenDigits),
      broken('phone_number', '+254712345678', VALIDATION.phoneTenDigits),
      broken('id_number', ' ', VALIDATION.idNumberRequired),
      broken('password', 'seven77', VALIDATION.passwordTooShort),
      broken('role', other, `Role must be ${role}.`),
      refusal('a phone that is taken', 400, taken, { field: 'phone_number', ...PEOPLE }),
    ],
  };
}

function loginCases(role: Role): Cases<'loginFundi'> & Cases<'loginClient'> {
  const good = (world: World) => ({
    phone_number: world[role].phone,
    password: world[role].password,
  });
  const instead = (rest: object) => (world: World) => ({ body: { ...good(world), ...rest } });
  const ofNobody = (world: World) => instead({ phone_number: world.newPhone() })(world);
  return {
    good: (world) => ({ body: good(world) }),
    refused: [
      wrong({ password: 'x' }, 'phone_number', '12', VALIDATION.phoneTenDigits),
      wrong({ phone_number: '0712345678' }, 'password', '', 'Password is required.'),
      refusal('a wrong password', 401, instead({ password: 'wrong' }), PEOPLE),
      refusal('a phone that nobody has', 401, ofNobody, PEOPLE),
    ],
  };
}

const clientProfile = (world: World) => ({
  name: 'Amina Wairimu',
  id_number: '30111222',
  phone_number: world.client.phone,
  client_profile: { role_note: 'Landlady' },
});

const reset = (phone_number: string, id_number: string) => ({
  body: { phone_number, id_number, new_password: 'new' },
});

function listed({ fundi }: World) {
  return expect.objectContaining({ name: fundi.name, phone_number: fundi.phone }) as unknown;
}

/** Cases of the calls on accounts. */
export const accountCases: CasesOf<
  | 'listFundis'
  | 'getFundi'
  | 'registerFundi'
  | 'registerClient'
  | 'loginFundi'
  | 'loginClient'
  | 'getMyFundi'
  | 'updateMyFundi'
  | 'getMyClient'
  | 'updateMyClient'
  | 'resetPassword'
  | 'logout'
> = {
  listFundis: {
    good: () => ({}),
    check: (fundis, world) => expect(fundis).toContainEqual(listed(world)),
  },
  getFundi: {
    good: async (world) => ({ id: (await world.ok('getMyFundi', ofFundi(world))).id }),
    check: (fundi, world) => expect(fundi).toEqual(listed(world)),
  },
  registerFundi: registrationCases('fundi'),
  registerClient: registrationCases('client'),
  loginFundi: loginCases('fundi'),
  loginClient: loginCases('client'),
  getMyFundi: {
    good: ofFundi,
    check: (fundi, { fundi: { name, phone, idNumber } }) =>
      expect(fundi).toMatchObject({ name, phone_number: phone, id_number: idNumber }),
  },
  updateMyFundi: {
    good: async (world) => {
      const { token } = await world.register('fundi');
      return { token, body: SAMPLE_PROFILE };
    },
    check: (fundi) => expect(fundi).toMatchObject(SAMPLE_PROFILE),
    refused: [
      wrong(SAMPLE_PROFILE, 'skills', '', 'Skills is required.'),
      wrong(SAMPLE_PROFILE, 'location', ' ', 'Location is required.'),
      wrong(SAMPLE_PROFILE, 'rate_note', undefined, 'Your price is required.'),
      wrong(SAMPLE_PROFILE, 'show_contact', 'yes'),
      wrong({}, 'is_available', 'yes'),
    ],
  },
  getMyClient: {
    good: ofClient,
    check: (client, { client: { phone, idNumber } }) =>
      expect(client).toMatchObject({ phone_number: phone, id_number: idNumber }),
  },
  updateMyClient: {
    good: (world) => ofClient(world, { body: clientProfile(world) }),
    check: (client, world) => expect(client).toMatchObject(clientProfile(world)),
    refused: [
      refusal(
        'role_note missing',
        400,
        (world) => ({ body: { ...clientProfile(world), client_profile: {} } }),
        { field: 'role_note', text: 'About you is required.' },
      ),
      refusal(
        'a phone that is taken',
        400,
        (world) => ({
          body: { ...clientProfile(world), phone_number: world.otherClient.phone },
        }),
        { field: 'phone_number' },
      ),
    ],
  },
  logout: { good: async (world) => ({ token: await world.login(world.client) }) },
  resetPassword: {
    good: async (world) => {
      const { phone, idNumber } = await world.register('client');
      return reset(phone, idNumber);
    },
    refused: [
      wrong({ id_number: '1', new_password: 'x' }, 'phone_number', '', VALIDATION.phoneTenDigits),
      refusal('a phone that nobody has', 400, (world) => reset(world.newPhone(), '1')),
      refusal(
        'the ID number of somebody else',
        400,
        ({ client, otherClient }) => reset(client.phone, otherClient.idNumber),
        PEOPLE,
      ),
    ],
  },
};
