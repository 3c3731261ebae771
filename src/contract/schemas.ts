/**
 * Entities, and the input and answer of every call (spec §3, §7). Parsing throws a ZodError; the app in
 * the browser uses the tolerant readers of `lib/api/readers.ts` instead.
 */
import * as z from 'zod/mini';
import type { EndpointName } from './endpoints.ts';
import * as inputs from './inputs.ts';

const text = z.nullable(z.string());
/** An ISO 8601 date, with or without a time. */
const date = z.nullable(z.string());

/** A fundi as the public sees one (spec §3). */
export const fundiSchema = z.strictObject({
  id: inputs.idSchema,
  name: z.string(),
  location: text,
  skills: text,
  rate_note: text,
  is_available: z.boolean(),
  phone_number: text,
});

/** What is typed in the M-Pesa menu to pay without a prompt; an API without Pay Bill leaves it out. */
export const payBillSchema = z.strictObject({
  /** 5 to 7 digits. */
  business_number: z.string(),
  /** Names the payable: a code, or for a subscription perhaps the fundi's own phone number. */
  account: z.string(),
  /** The price in whole Ksh: another sum pays for nothing. */
  amount: z.int(),
});
/** A sum from the M-Pesa menu that names this payable and pays for nothing: a person sends it back or calls. */
const unmatchedSumSchema = z.strictObject({
  id: z.string(),
  /** In Ksh; null where M-Pesa named none. Never who paid. */
  amount: z.nullable(z.number()),
  /** `amount`: it is not the price. `paid_twice`, `taken_down`, `deleted`: what is said of the payable. */
  cause: z.string(),
});

/** The state of a payment; only `completed` means paid (spec §3). The other fields are optional. */
export const paymentStatusSchema = z.strictObject({
  status: z.enum(['unpaid', 'pending', 'completed', 'failed']),
  /**
   * Why a payment failed or is in review, in plain words. With `completed` and no review: the result
   * of an earlier review.
   */
  reason: z.optional(z.string()),
  /** With `pending`: the ten-digit number that the prompt went to. */
  phone: z.optional(z.string()),
  /** With `pending`: how long ago the prompt was sent, in s. A time would need a right clock. */
  sent_seconds_ago: z.optional(z.int().check(z.minimum(0))),
  /** With `pending`: whether M-Pesa has accepted the prompt; `false` while its answer is missing. */
  confirmed: z.optional(z.boolean()),
  /**
   * `held`: money came that matches no payment; a person must look and nobody should pay again.
   * `unclear`: nobody knows whether money came. Both have a reason.
   */
  review: z.optional(z.enum(['held', 'unclear'])),
  /** The id of the review: a new review has a new id, even when its reason is the same. */
  review_id: z.optional(z.string()),
  /** How else it can be paid for, wherever paying is right: not with `completed`, not with `review`. */
  pay_bill: z.optional(payBillSchema),
  /** With `completed`: whether the answered prompt paid for it or the M-Pesa menu, where that is known. */
  paid_through: z.optional(z.enum(['prompt', 'pay_bill'])),
  /** With `completed`: M-Pesa's receipt of the money that paid for it, as its SMS has it: "TKR4XY7Z2Q". */
  receipt: z.optional(z.string()),
  /** Beside any status: what came from the M-Pesa menu and waits for a person, newest first. */
  unmatched: z.optional(z.array(unmatchedSumSchema)),
  /** Wherever paying is right: M-Pesa sends no prompts at the moment, to nobody. Left out while it does. */
  mpesa_down: z.optional(z.literal(true)),
});
/** The state of the payment, in answers to the owner. Another API may leave it out. */
const payment = z.optional(paymentStatusSchema);
/**
 * When the API deletes a job or an ad that nobody pays for, ISO 8601: only while it is not paid for,
 * only in answers to the owner. An API that deletes none leaves it out.
 */
const deletesAt = z.optional(date);
/**
 * Why the operator has taken a job or an ad down: others do not see it, and it cannot be paid for. Only
 * in answers to the owner. Another API leaves it out.
 */
const takenDown = z.optional(z.string());

/** A fundi's own profile (spec §3); the password is never sent back. */
export const fundiAccountSchema = z.extend(fundiSchema, {
  phone_number: z.string(),
  id_number: z.string(),
  role: z.literal('fundi'),
  show_contact: z.boolean(),
  on_trial: z.boolean(),
  trial_ends: date,
  is_subscribed: z.boolean(),
  subscription_end: date,
  payment,
});

export const clientAccountSchema = z.strictObject({
  id: inputs.idSchema,
  name: z.string(),
  phone_number: z.string(),
  id_number: z.string(),
  role: z.literal('client'),
  client_profile: z.strictObject({ role_note: text }),
});

/**
 * A job (spec §3). `is_paid` is true for a job that its owner has switched off and false for one that
 * was never paid for. Only the owner's list has `payment`.
 */
export const jobSchema = z.strictObject({
  id: inputs.idSchema,
  title: z.string(),
  description: z.string(),
  location: text,
  is_active: z.boolean(),
  is_paid: z.optional(z.boolean()),
  created_at: z.string(),
  client: z.nullable(z.strictObject({ name: text, phone_number: text })),
  payment,
  deletes_at: deletesAt,
  taken_down: takenDown,
});

/**
 * An ad (spec §3). `image_url` is absolute. `image_small` is the same picture with its longer side at
 * `AD_IMAGE_SMALL_SIDE`; an API that has none leaves it out.
 */
export const adSchema = z.strictObject({
  id: inputs.idSchema,
  title: z.string(),
  description: z.string(),
  link: text,
  image_url: text,
  image_small: z.optional(text),
  is_active: z.boolean(),
  expires_at: date,
  payment,
  deletes_at: deletesAt,
  taken_down: takenDown,
});

/** The prompt for a payable: a new one, or the one that can still be answered. */
export const promptSchema = z.strictObject({
  checkout_id: z.string(),
  message: z.string(),
  phone: z.optional(z.string()),
  /** Whether M-Pesa has accepted it; `false` while its answer is missing. */
  confirmed: z.optional(z.boolean()),
  /** The account that the prompt names on the phone; missing where the API cannot know it. */
  reference: z.optional(text),
  pay_bill: z.optional(payBillSchema),
});
/** The token of a login (spec §3). `logout` says that the API offers the call `logout`. */
export const tokenSchema = z.strictObject({ token: z.string(), logout: z.optional(z.boolean()) });
export const messageSchema = z.strictObject({ message: z.string() });
/**
 * Every failure: `{error}`, or a list of texts for each wrong field (spec §8). The 404 of a deleted ad
 * gives its payer the state of the payment, as `getJobPaymentStatus` does for a deleted job.
 */
export const errorSchema = z.union([
  z.object({ error: z.string(), payment }),
  z.record(z.string(), z.array(z.string())),
]);

export type Id = z.infer<typeof inputs.idSchema>;
export type Role = 'fundi' | 'client';
export type Fundi = z.infer<typeof fundiSchema>;
export type FundiAccount = z.infer<typeof fundiAccountSchema>;
export type ClientAccount = z.infer<typeof clientAccountSchema>;
export type Job = z.infer<typeof jobSchema>;
export type Ad = z.infer<typeof adSchema>;
export type PayBill = z.infer<typeof payBillSchema>;
export type UnmatchedSum = z.infer<typeof unmatchedSumSchema>;
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;
export type Prompt = z.infer<typeof promptSchema>;
export type FundiProfileInput = z.infer<typeof inputs.fundiProfileSchema>;
export type JobInput = z.infer<typeof inputs.jobInputSchema>;
export type PaymentPurpose = z.infer<typeof inputs.paymentRequestSchema>['purpose'];

interface Call {
  /** The status of a success, in the reference API and in the mocks. */
  status: 200 | 201 | 204;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  answer: z.core.$ZodType;
}

/** Input and answer of every call of the table; without one of them the code does not compile. */
export const calls = {
  listAds: { status: 200, answer: z.array(adSchema) },
  listFundis: { status: 200, answer: z.array(fundiSchema) },
  getFundi: { status: 200, answer: fundiSchema },
  listJobs: { status: 200, answer: z.array(jobSchema) },
  registerFundi: { status: 201, body: inputs.fundiRegistrationSchema, answer: messageSchema },
  loginFundi: { status: 200, body: inputs.loginSchema, answer: tokenSchema },
  getMyFundi: { status: 200, answer: fundiAccountSchema },
  updateMyFundi: {
    status: 200,
    body: z.union([inputs.availabilitySchema, inputs.fundiProfileSchema]),
    answer: fundiAccountSchema,
  },
  registerClient: { status: 201, body: inputs.clientRegistrationSchema, answer: messageSchema },
  loginClient: { status: 200, body: inputs.loginSchema, answer: tokenSchema },
  getMyClient: { status: 200, answer: clientAccountSchema },
  updateMyClient: { status: 200, body: inputs.clientProfileSchema, answer: clientAccountSchema },
  resetPassword: { status: 200, body: inputs.resetSchema, answer: messageSchema },
  getJob: { status: 200, answer: jobSchema },
  updateJob: {
    status: 200,
    body: z.union([inputs.jobToggleSchema, inputs.jobInputSchema]),
    answer: jobSchema,
  },
  deleteJob: { status: 204, answer: z.undefined() },
  listMyJobs: { status: 200, answer: z.array(jobSchema) },
  createJob: { status: 201, body: inputs.jobInputSchema, answer: jobSchema },
  listMyAds: { status: 200, answer: z.array(adSchema) },
  createAd: { status: 201, body: inputs.adInputSchema, answer: adSchema },
  getAd: { status: 200, answer: adSchema },
  deleteAd: { status: 204, answer: z.undefined() },
  requestPayment: { status: 200, body: inputs.paymentRequestSchema, answer: promptSchema },
  getJobPaymentStatus: {
    status: 200,
    query: z.object({ job_id: inputs.idSchema }),
    answer: paymentStatusSchema,
  },
  logout: { status: 204, answer: z.undefined() },
} as const satisfies Record<EndpointName, Call>;

type Calls = typeof calls;
/** The body of a call; `undefined` for a call without one. */
export type BodyOf<N extends EndpointName> = Calls[N] extends {
  body: infer S extends z.core.$ZodType;
}
  ? z.input<S>
  : undefined;
export type AnswerOf<N extends EndpointName> = z.infer<Calls[N]['answer']>;
