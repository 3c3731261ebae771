/** What every call of the contract answers; a missing one does not compile. */
import type * as z from 'zod/mini';
import type { endpoints, EndpointName } from '../../src/contract/endpoints.ts';
import { AD_IMAGE_MAX_BYTES } from '../../src/contract/limits.ts';
import * as VALIDATION from '../../src/contract/messages/validation.ts';
import { UNSAID } from '../../src/contract/sample.ts';
import type { AnswerOf, calls, Role } from '../../src/contract/schemas.ts';
import { addAd, addClient, addFundi, addJob, db, endSessions, isAhead, signIn } from './db.ts';
import type { AccountRecord, AdRecord, ClientRecord, FundiRecord, JobRecord } from './db.ts';
import { Refusal } from './errors.ts';
import { inDays } from './factories.ts';
import { MAGIC } from './magic.ts';
import {
  fail,
  fullStatusOf,
  isConfirmed,
  payBillOf,
  isUnderWay,
  paymentFor,
  pollPayment,
  prompt,
  referenceOf,
  statusOf,
} from './payments.ts';
import {
  adAnswer,
  isListed,
  isRunning,
  isShown,
  jobAnswer,
  ownClient,
  ownFundi,
  publicFundi,
} from './views.ts';

type Parsed<N extends EndpointName, K extends 'body' | 'query'> =
  (typeof calls)[N] extends Record<K, infer S extends z.core.$ZodType> ? z.output<S> : undefined;
type Caller = { none: null; fundi: FundiRecord; client: ClientRecord; any: AccountRecord };

/** One call as a handler sees it: signed in and checked against the contract. */
interface Incoming<N extends EndpointName> {
  id: string;
  caller: Caller[(typeof endpoints)[N]['auth']];
  /** The token that was sent, or ''. */
  token: string;
  body: Parsed<N, 'body'>;
  query: Parsed<N, 'query'>;
  /** The image of a multipart call. */
  image: { type: string; size: number } | null;
}

export type Handlers = { [N in EndpointName]: (call: Incoming<N>) => AnswerOf<N> };

const newestFirst = <T extends { id: number }>(rows: T[]): T[] =>
  rows.toSorted((a, b) => b.id - a.id);

const notFound = (what: string) => new Refusal(404, `${what} not found.`);
const notYours = (what: string) => new Refusal(403, `This ${what} is not yours.`);

function byPhone(role: Role, phone: string): AccountRecord | undefined {
  return db.accounts.find((account) => account.role === role && account.phone_number === phone);
}

function refuseTakenPhone(role: Role, phone: string, self?: AccountRecord): void {
  const owner = byPhone(role, phone);
  if (owner && owner !== self) {
    throw new Refusal(400, { phone_number: ['This phone number is already registered.'] });
  }
}

function refuseTooMany(phone: string): void {
  if (phone !== MAGIC.phone.tooMany) return;
  throw new Refusal(429, 'Too many tries. Wait a minute.', { 'Retry-After': '60' });
}

function refuseMagicTitle(title: string): void {
  if (title === MAGIC.title.serverError) throw new Refusal(500, 'The server failed.');
}

function login(role: Role, body: { phone_number: string; password: string }) {
  refuseTooMany(body.phone_number);
  const account = byPhone(role, body.phone_number);
  if (!account || account.password !== body.password) {
    throw new Refusal(401, 'Wrong phone number or password.');
  }
  return { token: signIn(account), logout: true };
}

function theJob(id: string): JobRecord {
  const job = db.jobs.find((job) => String(job.id) === id);
  if (!job) throw notFound('Job');
  return job;
}

function ownJob(id: string, caller: AccountRecord): JobRecord {
  const job = theJob(id);
  if (job.client_id !== caller.id) throw notYours('job');
  return job;
}

function ownAd(id: string, caller: AccountRecord): AdRecord {
  const ad = db.ads.find((ad) => String(ad.id) === id);
  if (!ad) throw notFound('Ad');
  if (ad.client_id !== caller.id) throw notYours('ad');
  return ad;
}

/** The payer of a deleted ad still reads what happened to the money. */
function refuseDeletedAd(id: string, caller: AccountRecord): void {
  const payable = `ad:${id}`;
  const isDeleted = !db.ads.some((ad) => String(ad.id) === id);
  if (!isDeleted || pollPayment(payable)?.account_id !== caller.id) return;
  throw new Refusal(404, { error: 'Ad not found.', payment: fullStatusOf(payable, false) });
}

function refuseUnsubscribed(caller: AccountRecord): void {
  if (caller.role === 'fundi' && isListed(caller)) return;
  throw new Refusal(403, 'Only fundis on trial or subscribed can see jobs.');
}

/** A job or ad whose prompt can still be answered is not deleted. */
function refuseUnderWay(word: 'job' | 'ad', id: number): void {
  if (!isUnderWay(`${word}:${id}`)) return;
  const text = `A payment for this ${word} is not finished. Enter your PIN or press cancel on the phone, then delete the ${word}.`;
  throw new Refusal(409, text);
}

/** What the operator has taken down is not switched on and not paid for. */
function refuseTakenDown(word: 'job' | 'ad', { taken_down }: JobRecord | AdRecord): void {
  if (taken_down !== null) throw new Refusal(403, `This ${word} was taken down: ${taken_down}`);
}

/** What a payment is for, once the caller is known to be allowed to pay for it. */
function payableOf({ caller, body }: Incoming<'requestPayment'>): string {
  const mayPay = body.purpose === 'subscription' ? 'fundi' : 'client';
  if (caller.role !== mayPay) throw new Refusal(403, `Only a ${mayPay} can pay for this.`);
  if (caller.role === 'fundi') {
    if (isListed(caller)) throw new Refusal(400, VALIDATION.subscriptionBlocked);
    return `subscription:${caller.id}`;
  }
  if (body.purpose === 'post_job') {
    if (body.job_id === undefined) throw new Refusal(400, { job_id: ['Say which job.'] });
    const job = ownJob(String(body.job_id), caller);
    refuseTakenDown('job', job);
    if (job.is_paid) throw new Refusal(400, 'This job has already been paid for.');
    return `job:${job.id}`;
  }
  if (body.ad_id === undefined) throw new Refusal(400, { ad_id: ['Say which ad.'] });
  const ad = ownAd(String(body.ad_id), caller);
  refuseTakenDown('ad', ad);
  if (isAhead(ad.expires_at)) throw new Refusal(400, 'This ad has already been paid for.');
  return `ad:${ad.id}`;
}

export const handlers: Handlers = {
  listAds: () => newestFirst(db.ads.filter(isRunning)).map(adAnswer),

  listFundis: () =>
    newestFirst(db.accounts.filter((account) => account.role === 'fundi'))
      .filter(isListed)
      .map(publicFundi),

  getFundi: ({ id }) => {
    const fundi = db.accounts.find((account) => String(account.id) === id);
    if (fundi?.role !== 'fundi' || !isListed(fundi)) throw notFound('Fundi');
    return publicFundi(fundi);
  },

  listJobs: ({ caller }) => {
    refuseUnsubscribed(caller);
    return newestFirst(db.jobs.filter(isShown)).map(jobAnswer);
  },

  registerFundi: ({ body }) => {
    refuseTooMany(body.phone_number);
    refuseTakenPhone('fundi', body.phone_number);
    addFundi({ ...body, ...UNSAID, trial_ends: inDays(7) });
    return { message: 'Welcome. You can sign in now.' };
  },

  loginFundi: ({ body }) => login('fundi', body),

  getMyFundi: ({ caller }) => {
    const payable = `subscription:${caller.id}`;
    pollPayment(payable);
    const fundi = ownFundi(caller);
    return { ...fundi, payment: fullStatusOf(payable, fundi.is_subscribed) };
  },

  updateMyFundi: ({ caller, body }) => ownFundi(Object.assign(caller, body)),

  registerClient: ({ body }) => {
    refuseTooMany(body.phone_number);
    refuseTakenPhone('client', body.phone_number);
    addClient({ ...body, role_note: null });
    return { message: 'Welcome. You can sign in now.' };
  },

  loginClient: ({ body }) => login('client', body),

  getMyClient: ({ caller }) => ownClient(caller),

  updateMyClient: ({ caller, body: { client_profile, ...rest } }) => {
    refuseTakenPhone('client', rest.phone_number, caller);
    return ownClient(Object.assign(caller, rest, client_profile));
  },

  resetPassword: ({ body }) => {
    refuseTooMany(body.phone_number);
    const accounts = db.accounts.filter(
      (account) =>
        account.phone_number === body.phone_number && account.id_number === body.id_number,
    );
    if (accounts.length === 0) {
      throw new Refusal(400, 'The phone number and the ID number do not match an account.');
    }
    for (const account of accounts) {
      account.password = body.new_password;
      endSessions(account);
    }
    return { message: 'Your password is changed.' };
  },

  getJob: ({ id, caller }) => {
    const job = theJob(id);
    if (job.client_id === caller.id) return jobAnswer(job);
    refuseUnsubscribed(caller);
    if (!isShown(job)) throw notFound('Job');
    return jobAnswer(job);
  },

  updateJob: ({ id, caller, body }) => {
    const job = ownJob(id, caller);
    if ('title' in body) refuseMagicTitle(body.title);
    if ('is_active' in body && body.is_active) {
      refuseTakenDown('job', job);
      if (!job.is_paid) throw new Refusal(402, 'Pay for this job first.');
    }
    return jobAnswer(Object.assign(job, body));
  },

  deleteJob: ({ id, caller }) => {
    const job = ownJob(id, caller);
    refuseUnderWay('job', job.id);
    db.jobs = db.jobs.filter((other) => other !== job);
  },

  listMyJobs: ({ caller }) =>
    newestFirst(db.jobs.filter((job) => job.client_id === caller.id)).map((job) => ({
      ...jobAnswer(job),
      payment: statusOf(`job:${job.id}`, job.is_paid),
    })),

  createJob: ({ caller, body }) => {
    refuseMagicTitle(body.title);
    const created = { is_active: false, is_paid: false, created_at: new Date().toISOString() };
    return jobAnswer(addJob(caller, { ...body, ...created }));
  },

  listMyAds: ({ caller }) =>
    newestFirst(db.ads.filter((ad) => ad.client_id === caller.id))
      .map(adAnswer)
      .map((ad) => ({ ...ad, payment: statusOf(`ad:${ad.id}`, ad.is_active) })),

  createAd: ({ caller, body: { title, description, link }, image }) => {
    refuseMagicTitle(title);
    if (!image) throw new Refusal(400, { image: [VALIDATION.imageRequired] });
    if (!image.type.startsWith('image/')) {
      throw new Refusal(400, { image: ['This file is not an image.'] });
    }
    if (image.size > AD_IMAGE_MAX_BYTES) {
      throw new Refusal(400, { image: ['The image must be at most 8 MB.'] });
    }
    const created = { expires_at: null, created_at: new Date().toISOString() };
    return adAnswer(addAd(caller, { title, description, link: link || null, ...created }));
  },

  getAd: ({ id, caller }) => {
    refuseDeletedAd(id, caller);
    const ad = ownAd(id, caller);
    pollPayment(`ad:${ad.id}`);
    const answer = adAnswer(ad);
    return { ...answer, payment: fullStatusOf(`ad:${ad.id}`, answer.is_active) };
  },

  deleteAd: ({ id, caller }) => {
    const ad = ownAd(id, caller);
    refuseUnderWay('ad', ad.id);
    db.ads = db.ads.filter((other) => other !== ad);
  },

  requestPayment: (call) => {
    const payable = payableOf(call);
    const { phone, purpose } = call.body;
    const payment = prompt(call.caller, purpose, payable, phone);
    if (phone === MAGIC.phone.promptFails) {
      fail(payment, 'Another M-Pesa session is open on the phone.');
      throw new Refusal(502, 'Another M-Pesa session is open on the phone.');
    }
    const confirmed = isConfirmed(payment);
    const message = confirmed
      ? 'Enter your PIN on your phone.'
      : 'M-Pesa has not told us yet if the message was sent. If it comes to your phone, enter your PIN.';
    const { checkout_id, phone: promptPhone } = payment;
    const reference = referenceOf(payable);
    const known = { checkout_id, message, phone: promptPhone, confirmed, reference };
    return { ...known, ...payBillOf(payable) };
  },

  getJobPaymentStatus: ({ caller, query }) => {
    const payable = `job:${query.job_id}`;
    const isDeleted = !db.jobs.some((job) => String(job.id) === String(query.job_id));
    // The payer of a deleted job still reads what happened to the money.
    const isPayer = isDeleted && paymentFor(payable)?.account_id === caller.id;
    if (!isPayer) ownJob(String(query.job_id), caller);
    pollPayment(payable);
    const isGiven = db.jobs.some((job) => `job:${job.id}` === payable && job.is_paid);
    return fullStatusOf(payable, isGiven) ?? { status: isGiven ? 'completed' : 'unpaid' };
  },

  logout: ({ token }) => {
    db.sessions.delete(token);
  },
};
