/** An example of every body and answer of the contract. */
import type { EndpointName } from '../../src/contract/endpoints.ts';
import type { AnswerOf, BodyOf } from '../../src/contract/schemas.ts';

const fundi = {
  id: 7,
  name: 'Wanjiku Kamau',
  location: 'Juja',
  skills: 'Electrical wiring, Solar installation',
  rate_note: 'Ksh 1,500 a day, own tools',
  is_available: true,
  phone_number: '0712345678',
};
const fundiAccount = {
  ...fundi,
  id_number: '28765432',
  role: 'fundi' as const,
  show_contact: true,
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
const jobInput = {
  title: 'Fix a leaking roof',
  description: 'The iron sheets over the kitchen leak when it rains.',
  location: 'Juja',
};
const unpaidJob = {
  id: 12,
  ...jobInput,
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
const registration = {
  name: 'Wanjiku Kamau',
  phone_number: '0712345678',
  id_number: '28765432',
  password: 'mtaani-2026',
};
const login = { phone_number: '0712345678', password: 'mtaani-2026' };
const token = { token: '9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b' };
const welcome = { message: 'Your account is ready. You can log in now.' };

/** Of calls with a body; the picture of `createAd` is a file. */
export const BODIES: { [N in EndpointName]?: BodyOf<N> } = {
  registerFundi: { ...registration, role: 'fundi' },
  loginFundi: login,
  updateMyFundi: {
    name: fundi.name,
    id_number: fundiAccount.id_number,
    skills: fundi.skills,
    location: fundi.location,
    is_available: true,
    show_contact: true,
    rate_note: fundi.rate_note,
  },
  registerClient: { ...registration, role: 'client' },
  loginClient: login,
  updateMyClient: {
    name: clientAccount.name,
    id_number: clientAccount.id_number,
    phone_number: clientAccount.phone_number,
    client_profile: clientAccount.client_profile,
  },
  resetPassword: { phone_number: '0712345678', id_number: '28765432', new_password: 'mpya-2026' },
  updateJob: { is_active: true },
  createJob: jobInput,
  requestPayment: { phone: '0722345678', purpose: 'post_job', job_id: 12 },
  reportMissedSearch: { phrase: 'upholstery' },
};

/** Of calls with an answer. */
export const ANSWERS: { [N in EndpointName]?: AnswerOf<N> } = {
  listAds: [ad],
  listFundis: [fundi],
  getFundi: fundi,
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

/** Of refusals. */
export const ERRORS = {
  400: {
    description: 'A field is wrong: its texts stand at that field of the form.',
    example: { phone_number: ['Phone number must be exactly 10 digits.'] },
  },
  401: {
    description: 'No token, or one that is not known: the app ends the session.',
    example: { error: 'Your session has ended. Please log in again.' },
  },
  403: {
    description: 'Not for this person.',
    example: { error: 'Only fundis on trial or subscribed can see jobs.' },
  },
  404: { description: 'There is no such record.', example: { error: 'Job not found.' } },
  429: {
    description: 'Too many tries; `Retry-After` says how long to wait.',
    example: { error: 'Too many attempts. Please wait and try again.' },
  },
} as const;
