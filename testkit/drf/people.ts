/** The calls on people. */
import { randomBytes } from 'node:crypto';
import type { Role } from '../../src/contract/schemas.ts';
import { NOT_FOUND, Refused, paged, requirePhone, requireTexts, zoned } from './http.ts';
import type { Call, Calls } from './call.ts';
import { hasAccess } from './store.ts';
import type { Person } from './store.ts';

const listed = (person: Person) => ({
  id: person.id,
  name: person.name,
  location: person.location,
  skills: person.skills,
  rate_note: person.rate_note,
  is_available: person.is_available,
  phone_number: person.show_contact ? person.phone_number : null,
});

const ownFundi = (person: Person) => ({
  ...listed(person),
  phone_number: person.phone_number,
  id_number: person.id_number,
  role: 'fundi',
  show_contact: person.show_contact,
  on_trial: person.trialEnds > Date.now(),
  trial_ends: zoned(person.trialEnds),
  is_subscribed: (person.subscriptionEnd ?? 0) > Date.now(),
  subscription_end: person.subscriptionEnd && zoned(person.subscriptionEnd),
});

const ownClient = ({ id, name, phone_number, id_number, role_note }: Person) => ({
  id,
  name,
  phone_number,
  id_number,
  role: 'client',
  client_profile: { role_note },
});

const register =
  (role: Role) =>
  ({ body, store }: Call) => {
    requireTexts(body, 'name', 'phone_number', 'id_number', 'password');
    requirePhone(body.phone_number);
    if (String(body.password).length < 8) {
      throw new Refused(400, {
        password: ['This password is too short. It must contain at least 8 characters.'],
      });
    }
    if (body.role !== role) {
      throw new Refused(400, { role: [`"${String(body.role)}" is not a valid choice.`] });
    }
    if (store.byPhone(role, body.phone_number)) {
      throw new Refused(400, { phone_number: ['user with this phone number already exists.'] });
    }
    const { id, name, phone_number } = store.addPerson(role, body);
    return { id, name, phone_number };
  };

const login =
  (role: Role) =>
  ({ body, store, faults }: Call) => {
    requireTexts(body, 'phone_number', 'password');
    const person = store.byPhone(role, body.phone_number);
    if (!person || person.password !== body.password) {
      throw new Refused(400, {
        non_field_errors: ['Unable to log in with provided credentials.'],
      });
    }
    const token = randomBytes(20).toString('hex');
    store.tokens.set(token, person);
    return faults.has('no token') ? { key: token } : { token };
  };

export const people: Calls = {
  listFundis: ({ store, url, faults }) =>
    paged(
      store.people
        .filter((person) => person.role === 'fundi' && person.is_available && hasAccess(person))
        .toReversed()
        .map((person, at) => ({
          ...listed(person),
          // On the first page, after the people of this run.
          ...(faults.has('no names') && at === 5 && { name: null }),
          ...(faults.has('private fields') && { id_number: person.id_number }),
          ...(faults.has('hidden phones') && { phone_number: person.phone_number }),
        })),
      url,
      faults.has('lost pages'),
    ),
  getFundi: ({ store, id }) => {
    const fundi = store.people.find(
      (person) => person.role === 'fundi' && String(person.id) === id,
    );
    if (!fundi) throw NOT_FOUND();
    return listed(fundi);
  },
  registerFundi: register('fundi'),
  registerClient: register('client'),
  loginFundi: login('fundi'),
  loginClient: login('client'),
  getMyFundi: ({ caller }) => ownFundi(caller),
  updateMyFundi: ({ caller, body, faults }) => {
    const TEXTS = ['name', 'id_number', 'skills', 'location', 'rate_note'] as const;
    const isPartial = !('name' in body);
    if (!isPartial || faults.has('whole put')) requireTexts(body, ...TEXTS);
    for (const name of ['is_available', 'show_contact'] as const) {
      if (body[name] === undefined) continue;
      if (typeof body[name] !== 'boolean')
        throw new Refused(400, { [name]: ['Must be a valid boolean.'] });
      caller[name] = body[name];
    }
    if (isPartial && faults.has('blank put'))
      Object.assign(caller, { skills: null, location: null });
    for (const name of TEXTS) if (!isPartial) caller[name] = String(body[name]);
    return ownFundi(caller);
  },
  getMyClient: ({ caller }) => ownClient(caller),
  updateMyClient: ({ caller, body, store }) => {
    requireTexts(body, 'name', 'id_number', 'phone_number');
    requirePhone(body.phone_number);
    const profile = (body.client_profile ?? {}) as Record<string, unknown>;
    try {
      requireTexts(profile, 'role_note');
    } catch (error) {
      throw new Refused(400, { client_profile: (error as Refused).body });
    }
    const taken = store.byPhone('client', body.phone_number);
    if (taken && taken !== caller)
      throw new Refused(400, { phone_number: ['user with this phone number already exists.'] });
    Object.assign(caller, {
      name: body.name,
      id_number: body.id_number,
      phone_number: body.phone_number,
      role_note: profile.role_note,
    });
    return ownClient(caller);
  },
  resetPassword: ({ body, store, faults }) => {
    requireTexts(body, 'phone_number', 'id_number', 'new_password');
    requirePhone(body.phone_number);
    const accounts = store.people.filter(
      ({ phone_number, id_number }) =>
        phone_number === body.phone_number &&
        (id_number === body.id_number || faults.has('any reset')),
    );
    if (accounts.length === 0) throw new Refused(400, { detail: 'No account matches.' });
    for (const account of accounts)
      if (!faults.has('reset does nothing')) account.password = String(body.new_password);
    return { detail: 'Password has been reset with the new password.' };
  },
};
