/** What the API answers in the gallery: usual, empty and extreme data, and payments that went wrong. */
import { FEES, PAYMENT_POLLING } from '../src/contract/constants.ts';
import type { EndpointName } from '../src/contract/endpoints.ts';
import type { PaymentStatus } from '../src/contract/schemas.ts';
import { emptyAttempt, nameOf, type Attempt } from '../src/payments/attempt.ts';
import {
  makeAd,
  makeClient,
  makeFundi,
  makeFundiAccount,
  makeJob,
  inDays,
} from '../tests/mocks/factories.ts';
import { drawnPicture } from '../tests/mocks/picture.ts';

type Answers = Partial<Record<EndpointName, unknown>>;

const image = (colour: string) => `data:image/svg+xml,${encodeURIComponent(drawnPicture(colour))}`;

const people = [
  'Otieno Odhiambo',
  'Wanjiku Kamau',
  'Mutua Musyoka',
  'Achieng Atieno',
  'Kiprop Cheruiyot',
];
const skills = [
  'Plumbing, Tiling, Painting',
  'Electrical wiring',
  'Masonry, Plastering',
  'Mama fua',
];
const places = ['Juja', 'Thika', 'Ruiru', 'Kenyatta Road'];
const pick = <T>(from: T[], index: number) => from[index % from.length] as T;

const usual: Answers = {
  listFundis: Array.from({ length: 24 }, (_, index) =>
    makeFundi({
      id: index + 1,
      name: pick(people, index),
      skills: index % 7 === 3 ? null : pick(skills, index),
      location: index % 9 === 5 ? null : pick(places, index),
      rate_note: index % 5 === 2 ? null : 'Ksh 1,500 a day',
    }),
  ),
  getFundi: makeFundi(),
  listJobs: Array.from({ length: 9 }, (_, index) =>
    makeJob({ id: index + 1, location: pick(places, index), created_at: inDays(-index) }),
  ),
  getJob: makeJob(),
  listMyJobs: [
    makeJob(),
    makeJob({ id: 2, title: 'Paint two rooms', is_active: false, is_paid: false }),
    makeJob({ id: 3, title: 'Mend a gate', is_active: false, is_paid: true }),
  ],
  listAds: [
    makeAd({ image_url: image('#0e5245') }),
    makeAd({ id: 2, link: null, image_url: null }),
  ],
  listMyAds: [
    makeAd({ image_url: image('#b8431f') }),
    makeAd({ id: 2, title: 'Hardware sale', is_active: false, expires_at: null, link: null }),
  ],
  getAd: makeAd({ is_active: false, expires_at: null }),
  getMyFundi: makeFundiAccount(),
  getMyClient: makeClient(),
  getJobPaymentStatus: { status: 'unpaid' },
};

const empty: Answers = {
  ...usual,
  listFundis: [],
  listJobs: [],
  listMyJobs: [],
  listAds: [],
  listMyAds: [],
  getFundi: { id: 1, name: null },
  getJob: { id: 1 },
  getMyFundi: makeFundiAccount({
    skills: null,
    location: null,
    rate_note: null,
    on_trial: false,
    trial_ends: inDays(-3),
    is_available: false,
    show_contact: false,
  }),
  getMyClient: makeClient({ client_profile: { role_note: null } }),
};

const long = 'Supercalifragilistic'.repeat(12);
const mixed = `<b>Bold?</b> 🔨🧱👷🏾‍♀️ مرحبا بكم ${long} ${'na kadhalika '.repeat(120)}`;

const extremeAd = makeAd({
  title: mixed,
  description: mixed,
  image_url: '/broken.webp',
  link: `https://example.com/${long}`,
});

const extreme: Answers = {
  listFundis: Array.from({ length: 6 }, (_, index) =>
    makeFundi({
      id: index,
      name: mixed,
      location: long,
      skills: `${long}, ${mixed}`,
      rate_note: mixed,
    }),
  ),
  getFundi: makeFundi({ name: mixed, location: long, skills: mixed, rate_note: mixed }),
  listJobs: Array.from({ length: 4 }, (_, index) =>
    makeJob({ id: index, title: mixed, description: mixed, location: long }),
  ),
  getJob: makeJob({
    title: mixed,
    description: mixed,
    location: long,
    client: { name: mixed, phone_number: '0711000001' },
  }),
  listMyJobs: [
    makeJob({ title: mixed, description: mixed, location: long, is_active: false, is_paid: false }),
  ],
  listAds: [extremeAd],
  listMyAds: [extremeAd],
  getAd: makeAd({ title: mixed, is_active: false }),
  getMyFundi: makeFundiAccount({
    name: mixed,
    skills: mixed,
    location: long,
    rate_note: mixed,
    on_trial: false,
    subscription_end: inDays(4000),
  }),
  getMyClient: makeClient({ name: mixed, id_number: long, client_profile: { role_note: mixed } }),
  getJobPaymentStatus: { status: 'failed', reason: mixed },
};

/** The usual answers, with this status of the payment for a job, an ad and a subscription. */
function paymentIs(payment: PaymentStatus): Answers {
  return {
    ...usual,
    getJobPaymentStatus: payment,
    getAd: makeAd({ is_active: false, expires_at: null, payment }),
    getMyFundi: makeFundiAccount({ on_trial: false, trial_ends: inDays(-3), payment }),
  };
}

const pay_bill = { business_number: '600984', account: 'K7M2XQ', amount: FEES.post_job };

/** The answers of each scenario; a call that has none fails with 404. */
export const scenarios = {
  usual,
  empty,
  extreme,
  'payment-held': paymentIs({
    status: 'failed',
    review: 'held',
    reason: 'You sent Ksh 1. The price is Ksh 100. We are checking it: please contact us.',
  }),
  'payment-unclear': paymentIs({
    status: 'failed',
    review: 'unclear',
    reason:
      'M-Pesa has not told us if this payment went through. If money left your phone, please contact us before you pay again.',
  }),
  'payment-elsewhere': paymentIs({ status: 'pending', phone: '0711999888' }),
  'payment-late': paymentIs({
    status: 'pending',
    phone: '0711999888',
    sent_seconds_ago: 70,
    pay_bill,
  }),
  'payment-down': paymentIs({ status: 'unpaid', pay_bill, mpesa_down: true }),
  'payment-failed': paymentIs({
    status: 'failed',
    reason: 'The payment was cancelled on the phone. Nothing was paid.',
  }),
  'payment-paid': {
    ...usual,
    getJobPaymentStatus: { status: 'completed' },
    getAd: makeAd({ payment: { status: 'completed' } }),
  },
  'payment-gone': { ...usual, getJobPaymentStatus: null, getJob: null, getAd: null },
  'payment-twice': {
    ...usual,
    getJobPaymentStatus: {
      status: 'completed',
      review: 'held',
      reason: 'This was already paid for. We are checking your second payment: please contact us.',
    },
  },
} satisfies Record<string, Answers>;

export type Scenario = keyof typeof scenarios;

/** The attempt on the device of the gallery's client, for the manage screens. */
const waiting: Attempt = {
  ...emptyAttempt({ purpose: 'post_job', id: '2' }),
  title: 'Paint two rooms',
  push: 'sent',
  phone: '0712345678',
  pressedAt: Date.now(),
  sentAt: Date.now(),
  checks: PAYMENT_POLLING.maxChecks,
};
export const waitingOnDevice = {
  // A session that was given without a login has no owner's name.
  [`payment::${nameOf(waiting)}`]: JSON.stringify({ storedAt: Date.now(), value: waiting }),
};

/** The screens that the payment scenarios are for; the others are left out. */
export const aboutPayments =
  /^\/(?:pay|fundi\/subscription|dashboard\/client(?:$|\/jobs$|\/ads\/pay))/;
