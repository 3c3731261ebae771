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
  before?: ((call: Call) => void) | undefined;
  /** Changes a good answer. */
  after?: ((answer: Fields, call: Call) => void) | undefined;
}

const theJob = ({ id, body }: Pick<Call, 'id' | 'body'>) =>
  db.jobs.find((job) => job.id === Number(body.job_id ?? id));

/** Makes the call as if the first such person made it. */
function actAs(call: Call, isThem: (account: AccountRecord) => boolean): void {
  const account = db.accounts.find(isThem);
  if (call.caller && account) call.token = signIn(account);
}
const asOwner = (call: Call) => actAs(call, ({ id }) => id === theJob(call)?.client_id);
const asFundi = (call: Call) => actAs(call, ({ role }) => role === 'fundi');
const TEXTS = ['name', 'id_number', 'skills', 'location', 'rate_note'];

const stored = ({ id }: Fields) => db.accounts.find((account) => account.id === id);
const rowsOf = (answer: Fields) => answer.results as Fields[];

const before = (of: EndpointName[], run: Effect['before']): Effect => ({ of, before: run });
const after = (of: EndpointName[], run: Effect['after']): Effect => ({ of, after: run });

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
  'no token': after(['loginFundi', 'loginClient'], (answer) => {
    answer.key = answer.token;
    delete answer.token;
  }),
  'whole put': before(['updateMyFundi'], ({ body }) => {
    const missing = TEXTS.filter((name) => body[name] === undefined);
    const required = missing.map((name) => [name, ['This field is required.']]);
    if (missing.length > 0) throw new Refused(400, Object.fromEntries(required) as object);
  }),
  'blank put': before(['updateMyFundi'], ({ body, caller }) => {
    if (!('name' in body) && caller) Object.assign(caller, { skills: null, location: null });
  }),
  'open jobs': before(['listJobs', 'getJob'], asFundi),
  'jobs 400': before(['listJobs'], ({ caller }) => {
    if (caller?.role === 'client') throw new Refused(400, 'Bad request.');
  }),
  'active at once': after(['createJob'], (answer) => {
    answer.is_active = true;
    Object.assign(db.jobs.find(({ id }) => id === answer.id) ?? {}, { is_active: true });
  }),
  'free switch': before(
    ['updateJob'],
    (call) => void Object.assign(theJob(call) ?? {}, { is_paid: true }),
  ),
  'not the owner': before(['updateJob', 'deleteJob'], asOwner),
  'private fields': after(['listFundis'], (answer) => {
    for (const row of rowsOf(answer)) row.id_number = stored(row)?.id_number;
  }),
  'hidden phones': after(['listFundis'], (answer) => {
    for (const row of rowsOf(answer)) row.phone_number = stored(row)?.phone_number;
  }),
  'any reset': before(['resetPassword'], ({ body }) => {
    const account = db.accounts.find(({ phone_number }) => phone_number === body.phone_number);
    if (account) body.id_number = account.id_number;
  }),
  'reset does nothing': before(['resetPassword'], ({ body }) => {
    const account = db.accounts.find(({ phone_number }) => phone_number === body.phone_number);
    if (account?.id_number === body.id_number) body.new_password = account?.password;
  }),
  'no id': after(['createJob'], (answer) => void delete answer.id),
  'missing pictures': after(['createAd', 'getAd', 'listMyAds'], (answer) => {
    for (const ad of (answer.results as Fields[] | undefined) ?? [answer])
      ad.image = String(ad.image).replace(/\/media\/.*/, '/media/gone');
  }),
  'jpeg only': before(['createAd'], ({ body: { image } }) => {
    if (image instanceof File && /^image\/(jpeg|png)$/.test(image.type)) return;
    throw new Refused(400, { image: ['Upload a valid image.'] });
  }),
  'no checkout': after(['requestPayment'], (answer) => void delete answer.checkout_id),
  'never paid': after(['getJobPaymentStatus'], (answer) => {
    if (answer.status === 'Completed') answer.status = 'Paid';
  }),
  'prompts anybody': before(
    ['requestPayment'],
    (call) => void Object.assign(theJob(call) ?? {}, { is_paid: false }),
  ),
  'delete keeps': before(['deleteJob'], (call) => {
    const job = theJob(call);
    if (!job || job.client_id !== call.caller?.id) return;
    // The mocks delete a copy.
    call.id = String(db.nextId++);
    db.jobs = [...db.jobs, { ...job, id: Number(call.id) }];
  }),
  /** On the first page, after the people of a run of the conformance kit. */
  'no names': after(
    ['listFundis'],
    (answer) => void Object.assign(rowsOf(answer)[5] ?? {}, { name: null }),
  ),
  'no titles': after(['listJobs'], (answer) => {
    for (const row of rowsOf(answer)) row.title = null;
  }),
  'kept spaces': after(['updateJob'], (answer, { body }) => {
    if (typeof body.title === 'string') answer.title = body.title;
  }),
  'unpaid jobs': before(['getJob'], (call) => {
    if (call.caller?.role === 'fundi') asOwner(call);
  }),
} satisfies Record<string, Effect | null>;

export type Fault = keyof typeof FAULTS;

/** What the faults do to a call. */
export function effectsOn(name: EndpointName, faults: ReadonlySet<Fault>): Effect[] {
  const effects = [...faults].map((fault): Effect | null => FAULTS[fault]);
  return effects.filter((effect) => effect !== null && effect.of.includes(name)) as Effect[];
}
