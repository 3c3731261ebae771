/**
 * What can be wrong with the other backend, each switched on by its name: what it does to a call before the mocks
 * answer it, and to their answer. What is wrong with all calls, such as CORS, is in `drf.ts`.
 */
import { db, signIn } from '../../tests/mocks/db.ts';
import type { AccountRecord } from '../../tests/mocks/db.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';

export type Fields = Record<string, unknown>;

/** A call on its way to the mocks. */
export interface Call {
  name: EndpointName;
  id: string;
  /** The fields that were sent; a form's too. */
  body: Fields;
  /** The token that the mocks are sent, and whose it is. */
  token: string;
  caller: AccountRecord | undefined;
}

/** Thrown to answer with a failure of DRF. */
export class Refused extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object | string) {
    super(`${status}`);
    this.status = status;
    this.body = typeof body === 'string' ? { detail: body } : body;
  }
}

interface Effect {
  /** The calls that are wrong. */
  of: EndpointName[];
  before?: (call: Call) => void;
  /** Changes a good answer. */
  after?: (answer: Fields, call: Call) => void;
}

const theJob = ({ id, body }: Pick<Call, 'id' | 'body'>) =>
  db.jobs.find((job) => job.id === Number(body.job_id ?? id));

/** Makes the call as if this person made it. */
function actAs(call: Call, account: AccountRecord | undefined): void {
  if (call.caller && account) call.token = signIn(account);
}
const asOwner = (call: Call) =>
  actAs(
    call,
    db.accounts.find(({ id }) => id === theJob(call)?.client_id),
  );
const asFundi = (call: Call) =>
  actAs(
    call,
    db.accounts.find(({ role }) => role === 'fundi'),
  );
const TEXTS = ['name', 'id_number', 'skills', 'location', 'rate_note'];

const stored = ({ id }: Fields) => db.accounts.find((account) => account.id === id);
const rowsOf = (answer: Fields) => answer.results as Fields[];

/** By fault: what it does to single calls; null for one of all calls. */
export const FAULTS = {
  'no credentials': null,
  'any origin': null,
  'no preflight': null,
  'no patch': null,
  'no authorization': null,
  'html errors': null,
  'camel case': null,
  'bearer only': null,
  'token 403': null,
  'own 403': null,
  /** The next page of a list is the first one again. */
  'lost pages': null,
  'no token': {
    of: ['loginFundi', 'loginClient'],
    after: (answer) => {
      answer.key = answer.token;
      delete answer.token;
    },
  },
  'whole put': {
    of: ['updateMyFundi'],
    before: ({ body }) => {
      const missing = TEXTS.filter((name) => body[name] === undefined);
      const required = missing.map((name) => [name, ['This field is required.']]);
      if (missing.length > 0) throw new Refused(400, Object.fromEntries(required) as object);
    },
  },
  'blank put': {
    of: ['updateMyFundi'],
    before: ({ body, caller }) => {
      if (!('name' in body) && caller) Object.assign(caller, { skills: null, location: null });
    },
  },
  'open jobs': { of: ['listJobs', 'getJob'], before: asFundi },
  'jobs 400': {
    of: ['listJobs'],
    before: ({ caller }) => {
      if (caller?.role === 'client') throw new Refused(400, 'Bad request.');
    },
  },
  'active at once': {
    of: ['createJob'],
    after: (answer) => {
      answer.is_active = true;
      Object.assign(db.jobs.find(({ id }) => id === answer.id) ?? {}, { is_active: true });
    },
  },
  'free switch': {
    of: ['updateJob'],
    before: (call) => void Object.assign(theJob(call) ?? {}, { is_paid: true }),
  },
  'not the owner': { of: ['updateJob', 'deleteJob'], before: asOwner },
  'private fields': {
    of: ['listFundis'],
    after: (answer) => {
      for (const row of rowsOf(answer)) row.id_number = stored(row)?.id_number;
    },
  },
  'hidden phones': {
    of: ['listFundis'],
    after: (answer) => {
      for (const row of rowsOf(answer)) row.phone_number = stored(row)?.phone_number;
    },
  },
  'any reset': {
    of: ['resetPassword'],
    before: ({ body }) => {
      const account = db.accounts.find(({ phone_number }) => phone_number === body.phone_number);
      if (account) body.id_number = account.id_number;
    },
  },
  'reset does nothing': {
    of: ['resetPassword'],
    before: ({ body }) => {
      const account = db.accounts.find(({ phone_number }) => phone_number === body.phone_number);
      if (account?.id_number === body.id_number) body.new_password = account?.password;
    },
  },
  'no id': { of: ['createJob'], after: (answer) => void delete answer.id },
  'missing pictures': {
    of: ['createAd', 'getAd', 'listMyAds'],
    after: (answer) => {
      for (const ad of (answer.results as Fields[] | undefined) ?? [answer])
        ad.image = String(ad.image).replace(/\/media\/.*/, '/media/gone');
    },
  },
  'jpeg only': {
    of: ['createAd'],
    before: ({ body: { image } }) => {
      if (image instanceof File && /^image\/(jpeg|png)$/.test(image.type)) return;
      throw new Refused(400, { image: ['Upload a valid image.'] });
    },
  },
  'no checkout': { of: ['requestPayment'], after: (answer) => void delete answer.checkout_id },
  'never paid': {
    of: ['getJobPaymentStatus'],
    after: (answer) => {
      if (answer.status === 'Completed') answer.status = 'Paid';
    },
  },
  'prompts anybody': {
    of: ['requestPayment'],
    before: (call) => void Object.assign(theJob(call) ?? {}, { is_paid: false }),
  },
  'delete keeps': {
    of: ['deleteJob'],
    before: (call) => {
      const job = theJob(call);
      if (!job || job.client_id !== call.caller?.id) return;
      // The mocks delete a copy.
      call.id = String(db.nextId++);
      db.jobs = [...db.jobs, { ...job, id: Number(call.id) }];
    },
  },
  /** On the first page, after the people of a run of the conformance kit. */
  'no names': {
    of: ['listFundis'],
    after: (answer) => void Object.assign(rowsOf(answer)[5] ?? {}, { name: null }),
  },
  'no titles': {
    of: ['listJobs'],
    after: (answer) => {
      for (const row of rowsOf(answer)) row.title = null;
    },
  },
  'kept spaces': {
    of: ['updateJob'],
    after: (answer, { body }) => {
      if (typeof body.title === 'string') answer.title = body.title;
    },
  },
  'unpaid jobs': {
    of: ['getJob'],
    before: (call) => {
      if (call.caller?.role === 'fundi') asOwner(call);
    },
  },
} satisfies Record<string, Effect | null>;

export type Fault = keyof typeof FAULTS;

/** What the faults do to a call. */
export function effectsOn(name: EndpointName, faults: ReadonlySet<Fault>): Effect[] {
  const effects = [...faults].map((fault): Effect | null => FAULTS[fault]);
  return effects.filter((effect) => effect !== null && effect.of.includes(name)) as Effect[];
}
