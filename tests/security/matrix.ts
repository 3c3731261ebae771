/**
 * What every call that asks who calls answers to everybody: the status by caller, for each kind of record
 * that it can be about. Such a call without its row here does not compile. The open calls are the same for
 * all: the contract has their refusals.
 */
import { expect } from 'vitest';
import type { endpoints, EndpointName } from '../../src/contract/endpoints.ts';
import { SAMPLE_JOB, SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import { adForm } from '../../testkit/contract/world.ts';
import { to, toClients, toFundis, toOwner, toSignedIn } from './rows.ts';
import type { Request, Statuses } from './rows.ts';
import type { Records } from './records.ts';

const clientProfile = (phone_number: string) => ({
  body: {
    name: 'Amina',
    id_number: '30111222',
    phone_number,
    client_profile: { role_note: 'Landlady' },
  },
});
type Make = (records: Records) => Promise<number>;

/** A call about a record, which is made new for each caller. */
const about = (make: Make, statuses: Statuses, body?: object): Request => ({
  sent: async (records) => ({ id: await make(records), body }),
  statuses,
});
/** A payment for a job or an ad. */
const payment = (word: 'job' | 'ad', make: Make, statuses: Statuses): Request => ({
  sent: async (records) => {
    const id = { [`${word}_id`]: await make(records) };
    return { body: { phone: records.newPhone(), purpose: `post_${word}`, ...id } };
  },
  statuses,
});
const jobStatus = (make: Make, statuses: Statuses): Request => ({
  sent: async (records) => ({ query: { job_id: await make(records) } }),
  statuses,
});

const job: Make = (records) => records.job();
const paidJob: Make = (records) => records.paidJob();
const switchedOffJob: Make = (records) => records.job({ paidAt: new Date() });
const ad: Make = (records) => records.ad();
const runningAd: Make = (records) => records.runningAd();
const deleted =
  (word: 'job' | 'ad', paid?: 'paid'): Make =>
  (records) =>
    records.deleted(word, paid);
const prompted =
  (word: 'job' | 'ad'): Make =>
  (records) =>
    records.prompted(word);

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
    'not paid': about(job, to(401, [404, 403, 404], [403, 403, 200])),
    paid: about(paidJob, to(401, [200, 403, 200], [403, 403, 200])),
    'paid, switched off': about(switchedOffJob, to(401, [404, 403, 404], [403, 403, 200])),
    deleted: about(deleted('job'), toSignedIn(404)),
  },
  getMyFundi: { own: { sent: () => ({}), statuses: toFundis(200), check: isOwn } },
  updateMyFundi: {
    availability: {
      sent: () => ({ body: { is_available: true } }),
      statuses: toFundis(200),
      check: isOwn,
    },
    profile: {
      sent: () => ({ body: SAMPLE_PROFILE }),
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
    'its texts': about(job, toOwner(200), SAMPLE_JOB),
    'on, not paid': about(job, toOwner(402), { is_active: true }),
    'on, paid': about(switchedOffJob, toOwner(200), { is_active: true }),
    'off, paid': about(paidJob, toOwner(200), { is_active: false }),
    deleted: about(deleted('job'), toClients(404), SAMPLE_JOB),
  },
  deleteJob: {
    'not paid': about(job, toOwner(204)),
    paid: about(paidJob, toOwner(204)),
    'with an open prompt': about(prompted('job'), toOwner(409)),
    deleted: about(deleted('job'), toClients(404)),
  },
  listMyJobs: { own: { sent: () => ({}), statuses: toClients(200), check: listsOwn('job') } },
  createJob: {
    new: {
      sent: () => ({ body: SAMPLE_JOB }),
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
    'not paid': about(ad, toOwner(200)),
    running: about(runningAd, toOwner(200)),
    deleted: about(deleted('ad'), toClients(404)),
    'paid and deleted': {
      ...about(deleted('ad', 'paid'), toClients(404)),
      checkRefusal: showsPaymentToOwner,
    },
  },
  deleteAd: {
    'not paid': about(ad, toOwner(204)),
    running: about(runningAd, toOwner(204)),
    'with an open prompt': about(prompted('ad'), toOwner(409)),
    deleted: about(deleted('ad'), toClients(404)),
  },
  requestPayment: {
    'a subscription': {
      sent: (records) => ({ body: { phone: records.newPhone(), purpose: 'subscription' } }),
      statuses: to(401, [400, 200, 400], [403, 403, 403]),
    },
    'a job': payment('job', job, toOwner(200)),
    'a job that is paid': payment('job', paidJob, toOwner(400)),
    'a deleted job': payment('job', deleted('job'), toClients(404)),
    'an ad': payment('ad', ad, toOwner(200)),
    'an ad that is running': payment('ad', runningAd, toOwner(400)),
    'a deleted ad': payment('ad', deleted('ad'), toClients(404)),
  },
  getJobPaymentStatus: {
    'not paid': jobStatus(job, toOwner(200)),
    'with an open prompt': jobStatus(prompted('job'), toOwner(200)),
    deleted: jobStatus(deleted('job'), toClients(404)),
    'paid and deleted': jobStatus(deleted('job', 'paid'), toOwner(200, 404)),
  },
  logout: { own: { sent: () => ({}), statuses: toSignedIn(204) } },
};
