/** The people a run of the suite acts with, made by the calls of the contract alone. */
import { vi } from 'vitest';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { SAMPLE_JOB } from '../../src/contract/sample.ts';
import type { AnswerOf, Role } from '../../src/contract/schemas.ts';
import { sender, success } from './harness.ts';
import type { Harness, Send, Sent } from './harness.ts';

export interface Person {
  role: Role;
  name: string;
  phone: string;
  idNumber: string;
  password: string;
  token: string;
}

export interface World {
  base: string;
  send: Send;
  /** Sends a call that has to succeed. */
  ok: <N extends EndpointName>(name: N, sent?: Sent) => Promise<AnswerOf<N>>;
  client: Person;
  otherClient: Person;
  /** On trial. */
  fundi: Person;
  /** The trial is over. */
  expiredFundi: Person;
  /** A phone that nobody has. */
  newPhone: () => string;
  /** A phone that pays when it is asked to. */
  payer: () => string;
  register: (role: Role, overrides?: Partial<Person>) => Promise<Person>;
  login: (person: Person) => Promise<string>;
  /** A new job of the client, not paid for. */
  job: () => Promise<AnswerOf<'createJob'>>;
  /** A new job of the client, paid for. */
  paidJob: () => Promise<AnswerOf<'createJob'>>;
  /** A new ad of the client, not paid for. */
  ad: () => Promise<AnswerOf<'createAd'>>;
}

/** The world of a test, which listens. */
export interface HeardWorld extends World {
  /** The bodies of every refusal so far, by call and status. */
  refusals: Partial<Record<EndpointName, Record<string, unknown[]>>>;
}

/** Waits until `isTrue`; fails after a minute. */
export function until(isTrue: () => Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(isTrue, { timeout: 60_000, interval: 20 });
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A small real picture. */
function picture(): File {
  return new File([Buffer.from(PNG, 'base64')], 'picture.png', { type: 'image/png' });
}

/** The form of `createAd`; a field that is null is left out. */
export function adForm(overrides: Record<string, string | File | null> = {}): FormData {
  const form = new FormData();
  const fields = {
    title: 'Mabati at factory price',
    description: 'Roofing sheets of every gauge.',
    link: 'https://mabati.example.com/',
    image: picture(),
    ...overrides,
  };
  for (const [key, value] of Object.entries(fields)) if (value !== null) form.append(key, value);
  return form;
}

interface Registry extends Pick<World, 'ok' | 'newPhone'> {
  nameOf: (phone: string) => string;
  tokenOf: (answer: AnswerOf<'loginClient'>) => string;
}

/** How people are registered and signed in, by calls that have to succeed. */
export function registry({ ok, newPhone, nameOf, tokenOf }: Registry) {
  async function login({ role, phone, password }: Person): Promise<string> {
    const body = { phone_number: phone, password };
    return tokenOf(await ok(role === 'fundi' ? 'loginFundi' : 'loginClient', { body }));
  }

  async function register(role: Role, overrides: Partial<Person> = {}): Promise<Person> {
    const phone = newPhone();
    const person: Person = {
      role,
      name: nameOf(phone),
      phone,
      idNumber: phone.slice(2),
      password: 'mtaani-2026',
      token: '',
      ...overrides,
    };
    await ok(role === 'fundi' ? 'registerFundi' : 'registerClient', {
      body: {
        name: person.name,
        phone_number: person.phone,
        id_number: person.idNumber,
        password: person.password,
        role,
      },
    });
    return { ...person, token: await login(person) };
  }
  return { login, register };
}

/** Starts the API behind `harness` and signs its people in. */
export async function createWorld(harness: Harness): Promise<HeardWorld> {
  const base = await harness.start();
  const refusals: HeardWorld['refusals'] = {};
  const sendTo = sender(base);
  const send: Send = async (name, sent) => {
    const received = await sendTo(name, sent);
    const { status, body } = received;
    if (status >= 400) ((refusals[name] ??= {})[status] ??= []).push(body);
    return received;
  };
  // Three digits that no special number of the simulator ends in.
  const first = Math.floor(Math.random() * 90_000);
  let count = 0;
  const newPhone = () => `07${String(first).padStart(5, '0')}${String(count++).padStart(3, '0')}`;

  const ok: World['ok'] = async (name, sent) => success(name, await send(name, sent));
  const { login, register } = registry({
    ok,
    newPhone,
    nameOf: (phone) => `Amina ${phone}`,
    tokenOf: ({ token }) => token,
  });

  const [client, otherClient, fundi, expiredFundi] = await Promise.all([
    register('client'),
    register('client'),
    register('fundi'),
    register('fundi'),
  ]);
  await harness.endTrial(expiredFundi.phone);

  const job = () => ok('createJob', { token: client.token, body: SAMPLE_JOB });
  return {
    base,
    send,
    refusals,
    ok,
    client,
    otherClient,
    fundi,
    expiredFundi,
    newPhone,
    payer: newPhone,
    register,
    login,
    job,
    paidJob: async () => {
      const { id } = await job();
      const { token } = client;
      const body = { phone: newPhone(), purpose: 'post_job', job_id: id };
      await ok('requestPayment', { token, body });
      const query = { job_id: id };
      const status = async () => (await ok('getJobPaymentStatus', { token, query })).status;
      await until(async () => (await status()) === 'completed');
      return ok('getJob', { token, id });
    },
    ad: () => ok('createAd', { token: client.token, body: adForm() }),
  };
}
