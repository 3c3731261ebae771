/** The people that the kit registers, and what they make: as the world of the contract suite, for any API. */
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { SAMPLE_JOB } from '../../src/contract/sample.ts';
import type { AnswerOf } from '../../src/contract/schemas.ts';
import type { Sent } from '../../testkit/contract/harness.ts';
import { adForm, registry } from '../../testkit/contract/world.ts';
import type { Person, World } from '../../testkit/contract/world.ts';
import type { App } from './app.ts';
import { DELETED_BY } from './sending.ts';
import type { Heard, Sender } from './sending.ts';
import { NEEDS_EXPIRED, NEEDS_PHONE, Skip } from './verdict.ts';
import type { Judged, SpecCall } from './verdict.ts';

/** How the names of the kit's people begin, so that an operator finds them. */
export const MARK = 'Conformance check';

/** Without this call nothing else can be tried. */
export class Stopped extends Error {}

export interface Town extends World {
  app: App;
  sender: Sender;
  /** Everybody who was registered. */
  people: Person[];
  /** The number that real prompts go to. */
  phone: string | undefined;
  /** All items of a list, over all its pages. */
  list: (name: EndpointName, token?: string) => Promise<unknown[]>;
  /** Deletes the jobs and ads that were made, and takes the fundis off the directory. */
  tidy: () => Promise<void>;
}

/** Several calls that must say the same. */
export interface Flow {
  call: SpecCall;
  tried: string;
  run: (town: Town) => Promise<Judged>;
}
export const flow = (call: SpecCall, tried: string, run: Flow['run']) => ({ call, tried, run });

const MOST_PAGES = 50;
const isGood = ({ status }: Heard) => status >= 200 && status < 300;
const said = ({ name, status, text }: Heard) => `${name} answered ${status} ${text.slice(0, 200)}`;

/**
 * Registers two clients and a fundi, whose numbers begin with `prefix`, and signs them in. Throws `Stopped` where
 * that cannot be done.
 */
export async function createTown(
  { app, sender, phone }: Pick<Town, 'app' | 'sender' | 'phone'>,
  prefix: string,
): Promise<Town> {
  const people: Person[] = [];
  const digits = 10 - prefix.length;
  let next = Math.floor(Math.random() * 10 ** digits);
  const newPhone = () => prefix + String(next++ % 10 ** digits).padStart(digits, '0');

  const ok: World['ok'] = async (name, sent) => {
    const heard = await sender.send(name, sent);
    if (!isGood(heard)) throw new Stopped(said(heard));
    return heard.body as AnswerOf<typeof name>;
  };

  const list: Town['list'] = async (name, token) => {
    const items: unknown[] = [];
    const seen = new Set<string>();
    let query: Record<string, string> | null = {};
    for (let pages = 0; query !== null && pages < MOST_PAGES; pages += 1) {
      const sent: Sent = { token, query };
      // Each page says where the next one is.
      const page = app.readPage(await ok(name, sent), items.length);
      items.push(...page.items);
      const key = JSON.stringify(page.next);
      if (seen.has(key)) break;
      seen.add(key);
      query = page.next;
    }
    return items;
  };

  const { login, register: sign } = registry({
    ok,
    newPhone,
    nameOf: (phone) => `${MARK} ${phone.slice(-4)}`,
    tokenOf: (answer) => {
      const login = app.readLogin(answer);
      if (!login) throw new Stopped('The login has no token in its answer: nobody can sign in.');
      return login.token;
    },
  });
  const register: World['register'] = async (role, overrides) => {
    const person = await sign(role, overrides);
    people.push(person);
    return person;
  };
  const client = await register('client');
  const otherClient = await register('client');
  const fundi = await register('fundi');

  /** One that is still there, or a new one: an API may allow an account only a few. */
  async function one(kind: 'job' | 'ad'): Promise<unknown> {
    const [create, get] =
      kind === 'job' ? (['createJob', 'getJob'] as const) : (['createAd', 'getAd'] as const);
    const { token } = client;
    const last = sender.made.findLast((row) => row.heard.name === create && row.token === token);
    if (last) {
      const heard = await sender.send(get, { id: app.readJob(last.heard.body).id, token });
      if (isGood(heard)) return heard.body;
    }
    return await ok(create, { token, body: kind === 'job' ? SAMPLE_JOB : adForm() });
  }

  return {
    base: sender.base,
    app,
    sender,
    people,
    phone,
    list,
    send: (name, sent) => sender.send(name, sent),
    ok,
    client,
    otherClient,
    fundi,
    get expiredFundi(): Person {
      throw new Skip(NEEDS_EXPIRED);
    },
    newPhone,
    payer: () => {
      if (phone === undefined) throw new Skip(NEEDS_PHONE);
      return phone;
    },
    register,
    login,
    job: async () => (await one('job')) as AnswerOf<'createJob'>,
    paidJob: async () => {
      throw new Skip('needs a job that is paid for');
    },
    ad: async () => (await one('ad')) as AnswerOf<'createAd'>,
    tidy: async () => {
      for (const { heard, token } of sender.made) {
        const name = DELETED_BY[heard.name];
        const { id } = app.readJob(heard.body);
        if (name && id !== '') await sender.send(name, { id, token });
      }
      for (const { role, token } of people) {
        if (role !== 'fundi') continue;
        await sender.send('updateMyFundi', { token, body: { is_available: false } });
      }
    },
  };
}
