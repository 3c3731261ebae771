/**
 * What every call that asks who calls answers to everybody: the status by caller, for each kind of record
 * that it can be about. Such a call without its row here does not compile. The open calls are the same for
 * all: the contract has their refusals.
 */
import { expect } from 'vitest';
import type { endpoints, EndpointName } from '../../src/contract/endpoints.ts';
import { adForm, jobInput } from '../../testkit/contract/world.ts';
import { FUNDI_PROFILE } from '../../testkit/profiles.ts';
import { to, toClients, toFundis, toOwner, toSignedIn } from './rows.ts';
import type { Request } from './rows.ts';
import type { Records } from './records.ts';

const clientProfile = (phone_number: string) => ({
  body: {
    name: 'Amina',
    id_number: '30111222',
    phone_number,
    client_profile: { role_note: 'Landlady' },
  },
});
const payment = (records: Records, purpose: string, rest: object = {}) => ({
  body: { phone: records.newPhone(), purpose, ...rest },
});

/** The answer is about the caller. */
const isOwn: Request['check'] = (answer, caller, { accounts }) => {
  expect(answer).toMatchObject({ id: accounts[caller].id });
};
/** The list holds all that the caller has, and nothing else. */
const listsOwn =
  (word: 'job' | 'ad'): NonNullable<Request['check']> =>
  async (answer, caller, records) => {
    const ids = (answer as { id: number }[]).map(({ id }) => id);
    const own = await records.idsOf(word, records.accounts[caller]);
    expect(new Set(ids)).toEqual(new Set(own));
  };
/** Only the owner reads what happened to the money for something deleted. */
const showsPaymentToOwner: Request['checkRefusal'] = (answer, caller) => {
  if (caller === 'owner') expect(answer).toMatchObject({ payment: { status: 'completed' } });
  else expect(answer).not.toHaveProperty('payment');
};

/** The calls that somebody must be signed in for. */
export type Guarded = {
  [N in EndpointName]: (typeof endpoints)[N]['auth'] extends 'none' ? never : N;
}[EndpointName];

export const matrix: Record<Guarded, Record<string, Request>> = {
  listJobs: { all: { sent: () => ({}), statuses: to(401, [200, 403, 200], [403, 403, 403]) } },
  getJob: {
    'not paid': {
      sent: async (records) => ({ id: await records.job() }),
      statuses: to(401, [404, 403, 404], [403, 403, 200]),
    },
    paid: {
      sent: async (records) => ({ id: await records.paidJob() }),
      statuses: to(401, [200, 403, 200], [403, 403, 200]),
    },
    'paid, switched off': {
      sent: async (records) => ({ id: await records.job({ paidAt: new Date() }) }),
      statuses: to(401, [404, 403, 404], [403, 403, 200]),
    },
    deleted: {
      sent: async (records) => ({ id: await records.deleted('job') }),
      statuses: toSignedIn(404),
    },
  },
  getMyFundi: { own: { sent: () => ({}), statuses: toFundis(200), check: isOwn } },
  updateMyFundi: {
    availability: {
      sent: () => ({ body: { is_available: true } }),
      statuses: toFundis(200),
      check: isOwn,
    },
    profile: {
      sent: () => ({ body: FUNDI_PROFILE }),
      statuses: toFundis(200),
      check: isOwn,
    },
  },
  getMyClient: { own: { sent: () => ({}), statuses: toClients(200), check: isOwn } },
  updateMyClient: {
    profile: {
      sent: ({ accounts }, caller) => clientProfile(accounts[caller ?? 'owner'].phoneNumber),
      statuses: toClients(200),
      check: isOwn,
    },
    "somebody else's phone": {
      sent: async (records) => clientProfile((await records.somebody()).phoneNumber),
      statuses: toClients(400),
    },
  },
  updateJob: {
    'its texts': {
      sent: async (records) => ({ id: await records.job(), body: jobInput }),
      statuses: toOwner(200),
    },
    'on, not paid': {
      sent: async (records) => ({ id: await records.job(), body: { is_active: true } }),
      statuses: toOwner(402),
    },
    'on, paid': {
      sent: async (records) => ({
        id: await records.job({ paidAt: new Date() }),
        body: { is_active: true },
      }),
      statuses: toOwner(200),
    },
    'off, paid': {
      sent: async (records) => ({ id: await records.paidJob(), body: { is_active: false } }),
      statuses: toOwner(200),
    },
    deleted: {
      sent: async (records) => ({ id: await records.deleted('job'), body: jobInput }),
      statuses: toClients(404),
    },
  },
  deleteJob: {
    'not paid': {
      sent: async (records) => ({ id: await records.job() }),
      statuses: toOwner(204),
    },
    paid: { sent: async (records) => ({ id: await records.paidJob() }), statuses: toOwner(204) },
    'with an open prompt': {
      sent: async (records) => ({ id: await records.prompted('job') }),
      statuses: toOwner(409),
    },
    deleted: {
      sent: async (records) => ({ id: await records.deleted('job') }),
      statuses: toClients(404),
    },
  },
  listMyJobs: { own: { sent: () => ({}), statuses: toClients(200), check: listsOwn('job') } },
  createJob: {
    new: {
      sent: () => ({ body: jobInput }),
      statuses: toClients(201),
      check: (answer, caller, { accounts }) => {
        const { phoneNumber: phone_number } = accounts[caller];
        expect(answer).toMatchObject({ is_active: false, client: { phone_number } });
      },
    },
  },
  listMyAds: { own: { sent: () => ({}), statuses: toClients(200), check: listsOwn('ad') } },
  createAd: {
    new: { sent: () => ({ body: adForm() }), statuses: toClients(201) },
    'without a picture': {
      sent: () => ({ body: adForm({ image: null }) }),
      statuses: toClients(400),
    },
  },
  getAd: {
    'not paid': { sent: async (records) => ({ id: await records.ad() }), statuses: toOwner(200) },
    running: {
      sent: async (records) => ({ id: await records.runningAd() }),
      statuses: toOwner(200),
    },
    deleted: {
      sent: async (records) => ({ id: await records.deleted('ad') }),
      statuses: toClients(404),
    },
    'paid and deleted': {
      sent: async (records) => ({ id: await records.deleted('ad', 'paid') }),
      statuses: toClients(404),
      checkRefusal: showsPaymentToOwner,
    },
  },
  deleteAd: {
    'not paid': { sent: async (records) => ({ id: await records.ad() }), statuses: toOwner(204) },
    running: {
      sent: async (records) => ({ id: await records.runningAd() }),
      statuses: toOwner(204),
    },
    'with an open prompt': {
      sent: async (records) => ({ id: await records.prompted('ad') }),
      statuses: toOwner(409),
    },
    deleted: {
      sent: async (records) => ({ id: await records.deleted('ad') }),
      statuses: toClients(404),
    },
  },
  requestPayment: {
    'a subscription': {
      sent: (records) => payment(records, 'subscription'),
      statuses: to(401, [400, 200, 400], [403, 403, 403]),
    },
    'a job': {
      sent: async (records) => payment(records, 'post_job', { job_id: await records.job() }),
      statuses: toOwner(200),
    },
    'a job that is paid': {
      sent: async (records) => payment(records, 'post_job', { job_id: await records.paidJob() }),
      statuses: toOwner(400),
    },
    'a deleted job': {
      sent: async (records) =>
        payment(records, 'post_job', { job_id: await records.deleted('job') }),
      statuses: toClients(404),
    },
    'an ad': {
      sent: async (records) => payment(records, 'post_ad', { ad_id: await records.ad() }),
      statuses: toOwner(200),
    },
    'an ad that is running': {
      sent: async (records) => payment(records, 'post_ad', { ad_id: await records.runningAd() }),
      statuses: toOwner(400),
    },
    'a deleted ad': {
      sent: async (records) => payment(records, 'post_ad', { ad_id: await records.deleted('ad') }),
      statuses: toClients(404),
    },
  },
  getJobPaymentStatus: {
    'not paid': {
      sent: async (records) => ({ query: { job_id: await records.job() } }),
      statuses: toOwner(200),
    },
    'with an open prompt': {
      sent: async (records) => ({ query: { job_id: await records.prompted('job') } }),
      statuses: toOwner(200),
    },
    deleted: {
      sent: async (records) => ({ query: { job_id: await records.deleted('job') } }),
      statuses: toClients(404),
    },
    'paid and deleted': {
      sent: async (records) => ({ query: { job_id: await records.deleted('job', 'paid') } }),
      statuses: toOwner(200, 404),
    },
  },
  logout: { own: { sent: () => ({}), statuses: toSignedIn(204) } },
};
