/** What the app needs of each answer, read with its own readers; the rest it can do without. */
import { SAMPLE_JOB } from '../../src/contract/sample.ts';
import { HOUR_MS } from '../../src/contract/time.ts';
import { TRIAL_DAYS } from '../../src/contract/constants.ts';
import { daysLeft, parseDate, subscriptionState } from '../../src/contract/dates.ts';
import { fundiName, jobTitle } from '../../src/lib/names.ts';
import type { Ad, BodyOf, Fundi, Job } from '../../src/contract/schemas.ts';
import type { Sent } from '../../testkit/contract/harness.ts';
import type { Town } from './town.ts';
import type { SpecCall } from './verdict.ts';

/** Whether it is there, what a person sees when it is not, and whether the app can do without it. */
type Need = [isThere: boolean, seen: string, isBearable?: 'bearable'];
type Needs = (answer: unknown, town: Town, sent: Sent) => Need[];

const given = (value: unknown) => value !== '' && value !== null && value !== undefined;

const ofFundi = (fundi: Fundi): Need[] => [
  [given(fundi.id), 'the card of a fundi cannot be opened: there is no id'],
  [given(fundi.name), `a fundi is called "${fundiName({ name: '' })}"`, 'bearable'],
];
const ofJob = (job: Job): Need[] => [
  [given(job.id), 'the job cannot be opened, edited or paid for: there is no id'],
  [given(job.title), `a job is called "${jobTitle({ title: '' })}"`, 'bearable'],
  [parseDate(job.created_at) !== null, 'a job has no posted date', 'bearable'],
];
const ofAd = (ad: Ad): Need[] => [
  [given(ad.id), 'the ad cannot be paid for or deleted: there is no id'],
  [given(ad.title), 'an ad has no title', 'bearable'],
  [given(ad.image_url), '"No Image" in the place of the picture'],
];

/** Of a list: the faults of its items, each said once. */
function ofItems<T>(
  items: unknown[],
  read: (item: unknown) => T,
  needs: (item: T) => Need[],
): Need[] {
  const lost = items.flatMap((item) => needs(read(item))).filter(([isThere]) => !isThere);
  return [...new Map(lost.map((need) => [need[1], need])).values()];
}

const login: Needs = (answer, { app }) => [
  [
    app.readLogin(answer) !== null,
    '"Login failed", although the password is right: there is no token',
  ],
];
const items = (answer: unknown, { app }: Town) => app.readPage(answer, 0).items;
const clientAs = (answer: unknown, { app }: Town, wanted: Record<string, unknown>): Need[] => {
  const client = app.readClientAccount(answer);
  return [
    [client.name === wanted.name, 'the name in the profile is empty or another one'],
    [client.phone_number === wanted.phone, 'the phone in the profile is empty or another one'],
    [client.id_number === wanted.idNumber, 'the ID number in the profile is empty or another one'],
  ];
};

export const NEEDS: Record<SpecCall, Needs> = {
  listAds: (answer, town) =>
    ofItems(items(answer, town), town.app.readAd, (ad) => ofAd(ad).filter((_, at) => at !== 2)),
  listFundis: (answer, town) => [
    [
      items(answer, town).length > 0,
      'the directory is empty, although a fundi has just registered',
    ],
    ...ofItems(items(answer, town), town.app.readFundi, ofFundi),
  ],
  getFundi: (answer, { app, fundi }) => [
    ...ofFundi(app.readFundi(answer)),
    [app.readFundi(answer).name === fundi.name, 'the page shows no name, or another one'],
    [app.readFundi(answer).phone_number === fundi.phone, 'no Contact block: the phone is missing'],
    [app.readFundi(answer).is_available, '"Not available", although the fundi is'],
  ],
  listJobs: (answer, town) => ofItems(items(answer, town), town.app.readJob, ofJob),
  registerFundi: () => [],
  registerClient: () => [],
  loginFundi: login,
  loginClient: login,
  getMyFundi: (answer, { app, fundi }) => {
    const own = app.readFundiAccount(answer);
    // The trial began when the kit did, some minutes ago.
    const days = daysLeft(own.trial_ends, Date.now() - HOUR_MS);
    const state = subscriptionState(own, Date.now());
    return [
      [own.name === fundi.name, 'the dashboard greets nobody, or somebody else'],
      [own.phone_number === fundi.phone, 'the dashboard shows no phone'],
      [own.id_number === fundi.idNumber, 'the profile form has no ID number'],
      [state === 'Trial', `the state is "${state}", although the trial has just begun`],
      [state !== 'Trial' || days === TRIAL_DAYS, `${days} days left in place of ${TRIAL_DAYS}`],
    ];
  },
  updateMyFundi: (answer, { app }, { body }) => {
    const own = app.readFundiAccount(answer) as unknown as Record<string, unknown>;
    return Object.entries(body as object).map(([name, value]) => [
      own[name] === value,
      `the answer has no ${name} as it was sent: the dashboard shows another one`,
    ]);
  },
  getMyClient: (answer, town) => clientAs(answer, town, { ...town.client }),
  updateMyClient: (answer, town, { body }) => {
    const sent = body as BodyOf<'updateMyClient'>;
    const wanted = { name: sent.name, idNumber: sent.id_number, phone: town.client.phone };
    const { role_note } = town.app.readClientAccount(answer).client_profile;
    const isKept = role_note === sent.client_profile.role_note;
    return [...clientAs(answer, town, wanted), [isKept, 'the role note is lost']];
  },
  resetPassword: () => [],
  getJob: (answer, { app, client }) => {
    const job = app.readJob(answer);
    return [
      ...ofJob(job),
      [job.title === SAMPLE_JOB.title, 'the page shows no title, or another one'],
      [given(job.description), 'the job has no description'],
      [job.location === SAMPLE_JOB.location, '"No location provided", although there is one'],
      [given(job.client?.name), '"Unnamed Client" in the place of the poster'],
      [job.client?.phone_number === client.phone, 'no number to call: the poster has no phone'],
    ];
  },
  updateJob: (answer, { app }, { body }) => {
    const { title } = body as { title: string };
    // The form trims by itself: an API that keeps the spaces of the kit loses nothing.
    return [[app.readJob(answer).title.trim() === title.trim(), 'the old title after editing']];
  },
  deleteJob: () => [],
  listMyJobs: (answer, town) => [
    [items(answer, town).length > 0, 'no jobs, although one has just been posted'],
    ...ofItems(items(answer, town), town.app.readJob, ofJob),
  ],
  createJob: (answer, { app }) => [
    [given(app.readJob(answer).id), 'the way to the payment is lost: there is no id'],
  ],
  listMyAds: (answer, town) => [
    [items(answer, town).length > 0, 'no ads, although one has just been added'],
    ...ofItems(items(answer, town), town.app.readAd, ofAd),
  ],
  createAd: (answer, { app }) => [
    [given(app.readAd(answer).id), 'the way to the payment is lost: there is no id'],
  ],
  getAd: (answer, { app }) => ofAd(app.readAd(answer)),
  deleteAd: () => [],
  requestPayment: (answer, { app }) => [
    [app.readPrompt(answer) !== null, '"Failed to get payment session.": there is no checkout_id'],
  ],
  getJobPaymentStatus: (answer, { app }) => [
    [app.readPaymentStatus(answer).status !== 'completed', '"already paid", although nobody paid'],
  ],
};
