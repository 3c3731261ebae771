/** An example of every body and answer of the contract. */
import type { EndpointName } from '../../src/contract/endpoints.ts';
import * as VALIDATION from '../../src/contract/messages/validation.ts';
import { SAMPLE_FUNDI, SAMPLE_JOB, SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import type { AnswerOf, BodyOf, Role } from '../../src/contract/schemas.ts';
import type { ErrorBody } from '../calls/refusal.ts';
import { tooManyUnpaid } from '../listings/quota.ts';
import { refusalReason } from '../mpesa/codes.ts';
import { reviewReason, underWay } from '../payments/reasons.ts';
import { blockedText, PHONE_TAKEN } from '../people/identity.ts';

const fundiAccount = {
  ...SAMPLE_FUNDI,
  ...SAMPLE_PROFILE,
  role: 'fundi' as const,
  on_trial: true,
  trial_ends: '2026-11-30T06:00:00.000Z',
  is_subscribed: false,
  subscription_end: null,
};
const clientAccount = {
  id: 3,
  name: 'Peter Otieno',
  phone_number: '0722345678',
  id_number: '24681012',
  role: 'client' as const,
  client_profile: { role_note: 'Landlord, eight units' },
};
const unpaidJob = {
  id: 12,
  ...SAMPLE_JOB,
  is_active: false,
  is_paid: false,
  created_at: '2026-11-23T06:00:00.000Z',
  client: { name: 'Peter Otieno', phone_number: '0722345678' },
};
const job = { ...unpaidJob, is_active: true, is_paid: true };
const unpaidAd = {
  id: 5,
  title: 'Mabati at factory price',
  description: 'Roofing sheets of every gauge.',
  link: 'https://mabati.example.com/offers',
  image_url: 'https://api.example.co.ke/media/ads/5.jpg',
  is_active: false,
  expires_at: null,
};
const ad = { ...unpaidAd, is_active: true, expires_at: '2026-12-23T06:00:00.000Z' };
const { name, id_number } = SAMPLE_PROFILE;
const { phone_number } = SAMPLE_FUNDI;
const password = 'mtaani-2026';
const registration = { name, phone_number, id_number, password };
const login = { phone_number, password };
const token = { token: '9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b' };
const welcome = { message: 'Your account is ready. You can log in now.' };

/** Of calls with a body; the picture of `createAd` is a file. */
export const BODIES: { [N in EndpointName]?: BodyOf<N> } = {
  registerFundi: { ...registration, role: 'fundi' },
  loginFundi: login,
  updateMyFundi: SAMPLE_PROFILE,
  registerClient: { ...registration, role: 'client' },
  loginClient: login,
  updateMyClient: {
    name: clientAccount.name,
    id_number: clientAccount.id_number,
    phone_number: clientAccount.phone_number,
    client_profile: clientAccount.client_profile,
  },
  resetPassword: { phone_number, id_number, new_password: 'mpya-2026' },
  updateJob: { is_active: true },
  createJob: SAMPLE_JOB,
  requestPayment: { phone: '0722345678', purpose: 'post_job', job_id: 12 },
};

/** Of calls with an answer. */
export const ANSWERS: { [N in EndpointName]?: AnswerOf<N> } = {
  listAds: [ad],
  listFundis: [SAMPLE_FUNDI],
  getFundi: SAMPLE_FUNDI,
  listJobs: [job],
  registerFundi: welcome,
  loginFundi: token,
  getMyFundi: fundiAccount,
  updateMyFundi: fundiAccount,
  registerClient: welcome,
  loginClient: token,
  getMyClient: clientAccount,
  updateMyClient: clientAccount,
  resetPassword: { message: 'Your password is changed.' },
  getJob: job,
  updateJob: job,
  listMyJobs: [unpaidJob, job],
  createJob: unpaidJob,
  listMyAds: [unpaidAd, ad],
  createAd: unpaidAd,
  getAd: ad,
  requestPayment: { checkout_id: 'ws_CO_23112026060000', message: 'Enter your PIN on your phone.' },
  getJobPaymentStatus: { status: 'completed' },
};

/** What a refusal of each status means, and what the app makes of it. */
export const MEANINGS = {
  400: 'What was sent is wrong: the text of a field stands at that field of the form.',
  401: 'No token, or one that is not known: the app ends the session.',
  402: 'It was never paid for.',
  403: 'Not for this person, or not for one who is blocked.',
  404: 'There is no such record.',
  409: 'Not now; the text says what stands in the way.',
  429: 'Too many tries; `Retry-After` says how long to wait.',
  502: 'M-Pesa did not take the request: no prompt was sent.',
};
export type RefusalStatus = keyof typeof MEANINGS;
/** The 401 of a login, which has no session. */
export const WRONG_LOGIN = 'The phone number or the password is wrong.';

type Refusals = Partial<Record<RefusalStatus, ErrorBody>>;

const tooMany = { 429: { error: 'Too many attempts. Please try again in 5 minutes.' } };
const SUPPORT_PHONE = '0700000000';
const forVisitors = { 400: { phone_number: [VALIDATION.phoneTenDigits] }, ...tooMany };
const forNewcomers = {
  ...forVisitors,
  403: { error: blockedText('An account with this ID number', SUPPORT_PHONE) },
};
const forLogin = {
  ...forVisitors,
  401: { error: 'Wrong phone number or password.' },
  403: { error: blockedText('This account', SUPPORT_PHONE) },
};
const forSignedIn = { 401: { error: 'Please log in to continue.' }, ...tooMany };
const forRole = (role: Role) => ({
  ...forSignedIn,
  403: { error: `Only a ${role} account can do this.` },
});
const forOwner = (word: 'job' | 'ad') => ({
  ...forSignedIn,
  403: { error: `This ${word} is not yours.` },
  404: { error: word === 'job' ? 'Job not found.' : 'Ad not found.' },
});
const forSubscribed = {
  ...forSignedIn,
  403: { error: 'Only fundis on trial or subscribed can see jobs.' },
};
const noTitle = { title: ['Title is required.'] };

/** Of refusals: what each call refuses, with the words of the reference API. */
export const REFUSALS: Record<EndpointName, Refusals> = {
  listAds: {},
  listFundis: {},
  getFundi: { 404: { error: 'Fundi not found.' } },
  listJobs: forSubscribed,
  registerFundi: forNewcomers,
  loginFundi: forLogin,
  getMyFundi: forRole('fundi'),
  updateMyFundi: { ...forRole('fundi'), 400: { skills: ['Skills is required.'] } },
  registerClient: forNewcomers,
  loginClient: forLogin,
  getMyClient: forRole('client'),
  updateMyClient: { ...forRole('client'), 400: { phone_number: [PHONE_TAKEN] } },
  resetPassword: {
    ...tooMany,
    400: { error: 'The phone number and the ID number do not match an account.' },
  },
  getJob: { ...forSubscribed, 404: { error: 'Job not found.' } },
  updateJob: { ...forOwner('job'), 400: noTitle, 402: { error: 'Pay for this job first.' } },
  deleteJob: { ...forOwner('job'), 409: { error: underWay('job') } },
  listMyJobs: forRole('client'),
  createJob: { ...forRole('client'), 400: noTitle, 409: { error: tooManyUnpaid('job') } },
  listMyAds: forRole('client'),
  createAd: {
    ...forRole('client'),
    400: { image: [VALIDATION.imageRequired] },
    409: { error: tooManyUnpaid('ad') },
  },
  getAd: forOwner('ad'),
  deleteAd: { ...forOwner('ad'), 409: { error: underWay('ad') } },
  requestPayment: {
    ...forOwner('job'),
    400: { phone: [VALIDATION.payPhone] },
    409: { error: reviewReason('amount', { amount: 100, amountReceived: 1 }) },
    502: { error: refusalReason('session') },
  },
  getJobPaymentStatus: { ...forOwner('job'), 400: { job_id: ['job_id is not valid.'] } },
  logout: { ...forSignedIn, 400: { error: 'The request could not be understood.' } },
};
