/** Tolerant readers: they turn any answer into the contract's types and never throw. */
import type {
  Ad,
  ClientAccount,
  Fundi,
  FundiAccount,
  Job,
  PayBill,
  UnmatchedSum,
  PaymentStatus,
  Prompt,
} from '../../contract/schemas.ts';
import {
  fields,
  flag,
  id,
  number,
  phone,
  picture,
  recordOf,
  skills,
  text,
  type Fields,
} from './values.ts';

/** The token, and whether the API offers the call `logout` (it is not in the specification). */
export interface Login {
  token: string;
  offersLogout: boolean;
}

/** A public fundi (spec §3). */
export function readFundi(answer: unknown): Fundi {
  const from = recordOf(answer);
  return {
    id: id(from.id),
    name: text(from.name) ?? '',
    location: text(from.location),
    skills: skills(from.skills),
    rate_note: text(from.rate_note),
    is_available: flag(from.is_available),
    phone_number: phone(from.phone_number),
  };
}

/** The fundi's own account, with what decides about its access (`clock.ts`). */
export interface OwnFundi extends FundiAccount {
  /** How many ms the API's clock is ahead of the phone's; null where it cannot be read. */
  clockAhead: number | null;
  /** `is_subscribed`, null where the API leaves it out. */
  saysSubscribed: boolean | null;
}

/** The fundi's own account (spec §3), of an API whose clock is `clockAhead`. */
export function readFundiAccount(answer: unknown, clockAhead: number | null = null): OwnFundi {
  const from = recordOf(answer);
  const isSubscribed = flag(from.is_subscribed);
  return {
    ...readFundi(from),
    phone_number: phone(from.phone_number) ?? '',
    id_number: text(from.id_number) ?? '',
    role: 'fundi',
    show_contact: flag(from.show_contact),
    on_trial: flag(from.on_trial),
    trial_ends: text(from.trial_ends),
    is_subscribed: isSubscribed,
    subscription_end: text(from.subscription_end),
    clockAhead,
    saysSubscribed: (from.is_subscribed ?? null) === null ? null : isSubscribed,
    ...readPayment(from),
  };
}

/** The client's own account (spec §3). */
export function readClientAccount(answer: unknown): ClientAccount {
  const from = recordOf(answer);
  return {
    id: id(from.id),
    name: text(from.name) ?? '',
    phone_number: phone(from.phone_number) ?? '',
    id_number: text(from.id_number) ?? '',
    role: 'client',
    client_profile: { role_note: text(fields(from.client_profile).role_note) },
  };
}

/** A job (spec §3); lists may leave fields out. */
export function readJob(answer: unknown): Job {
  const from = recordOf(answer);
  const client = fields(from.client);
  return {
    id: id(from.id),
    title: text(from.title) ?? '',
    description: text(from.description) ?? '',
    location: text(from.location),
    is_active: flag(from.is_active),
    // An API may not say it: then an active job is not one that was never paid for.
    ...((from.is_paid ?? null) !== null && { is_paid: flag(from.is_paid) }),
    created_at: text(from.created_at) ?? '',
    client: { name: text(client.name), phone_number: phone(client.phone_number) },
    deletes_at: text(from.deletes_at),
    ...readTakenDown(from),
    ...readPayment(from),
  };
}

/** An ad (spec §3); its own listing may call the image `image`. */
export function readAd(answer: unknown): Ad {
  const from = recordOf(answer);
  return {
    id: id(from.id),
    title: text(from.title) ?? '',
    description: text(from.description) ?? '',
    link: text(from.link),
    image_url: picture(from.image_url) ?? picture(from.image),
    image_small: picture(from.image_small),
    is_active: flag(from.is_active),
    expires_at: text(from.expires_at),
    deletes_at: text(from.deletes_at),
    ...readTakenDown(from),
    ...readPayment(from),
  };
}

function readTakenDown(from: Fields): { taken_down?: string } {
  const reason = text(from.taken_down);
  return reason === null ? {} : { taken_down: reason };
}

/** What a login gives; null when there is no token in the answer. */
export function readLogin(answer: unknown): Login | null {
  const { token, logout } = { ...fields(answer), ...recordOf(answer) };
  const given = text(token);
  return given === null ? null : { token: given, offersLogout: logout === true };
}

/** The prompt, or null when the answer has no `checkout_id` (spec §4). */
export function readPrompt(answer: unknown): Prompt | null {
  const from = recordOf(answer);
  const checkout = text(from.checkout_id);
  if (checkout === null) return null;
  return {
    checkout_id: checkout,
    message: text(from.message) ?? text(fields(answer).message) ?? '',
    reference: text(from.reference),
    ...readOut(from),
    ...readPayBill(from),
  };
}

/** What is typed in the M-Pesa menu; nothing unless the answer has all of it in a form that can be typed. */
function readPayBill({ pay_bill }: Fields): { pay_bill?: PayBill } {
  const from = fields(pay_bill);
  const business = text(from.business_number)?.replace(/\s/g, '') ?? '';
  const account = text(from.account)?.trim() ?? '';
  const amount = number(from.amount) ?? 0;
  const isWhole = /^\d{5,7}$/.test(business) && account !== '' && Number.isInteger(amount);
  return isWhole && amount > 0 ? { pay_bill: { business_number: business, account, amount } } : {};
}

/** The words for a payment that has ended without money; `completed` alone means paid (spec §3). */
const FAILED =
  /^(?:(?:user|request|transaction|payment|stk|push|prompt|ds|the|was|has|been)[\s_-]+)*(?:fail|unsuccess|cancel|reject|declin|abort|expire|revers|insufficient|time[\s_-]?d?[\s_-]?out)/;

/**
 * The status of a payment: `completed` in any case means paid. What is not known reads as `pending`,
 * which does not say that a prompt is out: `payments/status.ts` decides that.
 */
export function readPaymentStatus(answer: unknown): PaymentStatus {
  const from = recordOf(answer);
  const word = text(from.status)?.trim().toLowerCase() ?? '';
  const known = word === 'completed' || word === 'unpaid' ? word : 'pending';
  const reason = text(from.reason);
  const ago = number(from.sent_seconds_ago);
  const reviewId = text(from.review_id);
  const receipt = text(from.receipt);
  const { review, paid_through: through } = from;
  return {
    status: FAILED.test(word) ? 'failed' : known,
    ...(reason !== null && { reason }),
    ...readOut(from),
    ...(ago !== null && ago >= 0 && { sent_seconds_ago: ago }),
    ...((review === 'held' || review === 'unclear') && { review }),
    ...(reviewId !== null && { review_id: reviewId }),
    ...readPayBill(from),
    ...((through === 'prompt' || through === 'pay_bill') && { paid_through: through }),
    ...(receipt !== null && { receipt }),
    ...readUnmatched(from),
    ...(flag(from.mpesa_down) && { mpesa_down: true as const }),
  };
}

function readUnmatched({ unmatched }: Fields): { unmatched?: UnmatchedSum[] } {
  if (!Array.isArray(unmatched)) return {};
  const sums = unmatched.map(fields);
  return {
    unmatched: sums.map(({ id, amount, cause }) => ({
      id: text(id) ?? '',
      amount: number(amount),
      cause: text(cause) ?? '',
    })),
  };
}

function readOut({ phone: given, confirmed }: Fields): { phone?: string; confirmed?: boolean } {
  const local = phone(given);
  return {
    ...(local !== null && { phone: local }),
    ...(typeof confirmed === 'boolean' && { confirmed }),
  };
}

function readPayment({ payment }: Fields): { payment?: PaymentStatus } {
  return payment === undefined || payment === null ? {} : { payment: readPaymentStatus(payment) };
}

/** The payment in the 404 of a deleted ad, where there is one. */
export function readGonePayment(body: unknown): PaymentStatus | undefined {
  return readPayment(recordOf(body)).payment;
}
