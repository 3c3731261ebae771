/** What the other backend knows: people, jobs, ads and payments, in memory. */
import { DAY_MS } from '../../src/contract/time.ts';
import type { Role } from '../../src/contract/schemas.ts';

export interface Person {
  id: number;
  role: Role;
  name: string;
  phone_number: string;
  id_number: string;
  password: string;
  skills: string | null;
  location: string | null;
  rate_note: string | null;
  role_note: string | null;
  is_available: boolean;
  show_contact: boolean;
  trialEnds: number;
  subscriptionEnd: number | null;
}

export interface Job {
  id: number;
  owner: Person;
  title: string;
  description: string;
  location: string;
  isActive: boolean;
  isPaid: boolean;
  createdAt: number;
}

export interface Ad {
  id: number;
  owner: Person;
  title: string;
  description: string;
  link: string | null;
  picture: { type: string; bytes: Uint8Array<ArrayBuffer> };
  expiresAt: number | null;
}

export interface Payment {
  /** What it pays for, such as `job:7`. */
  payable: string;
  phone: string;
  askedAt: number;
}

const PICTURE = (colour: string) => ({
  type: 'image/svg+xml',
  bytes: new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="${colour}"/></svg>`,
  ),
});

/** The sign-ins of the demo town of the reference API. */
const DEMO = { fundi: '0712345678', client: '0722345678', password: 'karibu2026' };

export class Store {
  people: Person[] = [];
  jobs: Job[] = [];
  ads: Ad[] = [];
  payments: Payment[] = [];
  readonly tokens = new Map<string, Person>();
  #nextId = 1;

  /** How long a payer takes to answer a prompt, in ms. */
  readonly answerMs: number;

  constructor(answerMs: number) {
    this.answerMs = answerMs;
    const client = this.addPerson('client', { name: 'Peter Otieno', phone_number: DEMO.client });
    this.addPerson('fundi', {
      name: 'Wanjiku Kamau',
      phone_number: DEMO.fundi,
      skills: 'Electrical wiring, Solar installation',
      location: 'Juja',
      rate_note: 'Ksh 1,500 a day',
    });
    for (let at = 0; at < 12; at += 1) {
      this.addPerson('fundi', {
        name: `Fundi ${'ABCDEFGHIJKL'[at]}`,
        phone_number: `07330000${10 + at}`,
        skills: at % 4 === 3 ? null : ['Plumbing, Tiling', 'Masonry', 'Tailoring'][at % 3]!,
        location: at % 5 === 4 ? null : ['Juja', 'Thika', 'Ruiru'][at % 3]!,
      });
    }
    for (const title of ['Fix a leaking roof', 'Wire a shop', 'Paint two rooms']) {
      const job = this.addJob(client, {
        title,
        description: `${title}. Bring tools.`,
        location: 'Juja',
      });
      Object.assign(job, { isActive: true, isPaid: true });
    }
    for (const [title, colour] of [
      ['Mabati at factory price', 'teal'],
      ['Fresh milk daily', 'peru'],
    ] as const) {
      const ad = this.addAd(
        client,
        { title, description: 'Every day.', link: null },
        PICTURE(colour),
      );
      ad.expiresAt = Date.now() + 20 * DAY_MS;
    }
  }

  addPerson(role: Role, fields: Partial<Person>): Person {
    const person: Person = {
      id: this.#nextId++,
      role,
      name: '',
      phone_number: '',
      id_number: '20000000',
      password: DEMO.password,
      skills: null,
      location: null,
      rate_note: null,
      role_note: null,
      is_available: true,
      show_contact: true,
      trialEnds: Date.now() + 7 * DAY_MS,
      subscriptionEnd: null,
      ...fields,
    };
    this.people.push(person);
    return person;
  }

  addJob(owner: Person, fields: Pick<Job, 'title' | 'description' | 'location'>): Job {
    const job = {
      id: this.#nextId++,
      owner,
      isActive: false,
      isPaid: false,
      createdAt: Date.now(),
      ...fields,
    };
    this.jobs.unshift(job);
    return job;
  }

  addAd(
    owner: Person,
    fields: Pick<Ad, 'title' | 'description' | 'link'>,
    picture: Ad['picture'],
  ): Ad {
    const ad: Ad = { id: this.#nextId++, owner, picture, expiresAt: null, ...fields };
    this.ads.unshift(ad);
    return ad;
  }

  byPhone(role: Role, phone: unknown): Person | undefined {
    return this.people.find((person) => person.role === role && person.phone_number === phone);
  }

  /** Gives what has been paid for. */
  settle(payable: string): void {
    const [kind, id] = payable.split(':');
    const isThis = (row: { id: number }) => String(row.id) === id;
    if (kind === 'job')
      Object.assign(this.jobs.find(isThis) ?? {}, { isPaid: true, isActive: true });
    const ends = Date.now() + 30 * DAY_MS;
    if (kind === 'ad') Object.assign(this.ads.find(isThis) ?? {}, { expiresAt: ends });
    if (kind === 'fundi') Object.assign(this.people.find(isThis) ?? {}, { subscriptionEnd: ends });
  }
}

/** Whether a fundi is on trial or subscribed. */
export const hasAccess = ({ trialEnds, subscriptionEnd }: Person) =>
  trialEnds > Date.now() || (subscriptionEnd ?? 0) > Date.now();
