/** Tolerant readers: they turn any answer into the contract's types and never throw. */
import type {
  Ad,
  ClientAccount,
  Fundi,
  FundiAccount,
  Id,
  Job,
  PaymentStatus,
  Prompt,
} from '../../contract/schemas.ts';

type Fields = Record<string, unknown>;

/** The token, and whether the API offers the call `logout` (it is not in the specification). */
export interface Login {
  token: string;
  offersLogout: boolean;
}

const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** An id, or '' for a record without one: the app shows it but cannot open it. */
const id = (value: unknown): Id => (typeof value === 'number' ? value : (text(value) ?? ''));

/** A public fundi (spec §3). */
export function readFundi(answer: unknown): Fundi {
  const from = fields(answer);
  return {
    id: id(from.id),
    name: text(from.name) ?? '',
    location: text(from.location),
    skills: text(from.skills),
    rate_note: text(from.rate_note),
    is_available: from.is_available === true,
    phone_number: text(from.phone_number),
  };
}

/** The fundi's own account (spec §3). */
export function readFundiAccount(answer: unknown): FundiAccount {
  const from = fields(answer);
  return {
    ...readFundi(from),
    phone_number: text(from.phone_number) ?? '',
    id_number: text(from.id_number) ?? '',
    role: 'fundi',
    show_contact: from.show_contact === true,
    on_trial: from.on_trial === true,
    trial_ends: text(from.trial_ends),
    is_subscribed: from.is_subscribed === true,
    subscription_end: text(from.subscription_end),
    ...readPayment(from),
  };
}

/** The client's own account (spec §3). */
export function readClientAccount(answer: unknown): ClientAccount {
  const from = fields(answer);
  return {
    id: id(from.id),
    name: text(from.name) ?? '',
    phone_number: text(from.phone_number) ?? '',
    id_number: text(from.id_number) ?? '',
    role: 'client',
    client_profile: { role_note: text(fields(from.client_profile).role_note) },
  };
}

/** A job (spec §3); lists may leave fields out. */
export function readJob(answer: unknown): Job {
  const from = fields(answer);
  const client = fields(from.client);
  return {
    id: id(from.id),
    title: text(from.title) ?? '',
    description: text(from.description) ?? '',
    location: text(from.location),
    is_active: from.is_active === true,
    is_paid: from.is_paid === true,
    created_at: text(from.created_at) ?? '',
    client: { name: text(client.name), phone_number: text(client.phone_number) },
    deletes_at: text(from.deletes_at),
    ...readTakenDown(from),
    ...readPayment(from),
  };
}

/** An ad (spec §3); its own listing may call the image `image`. */
export function readAd(answer: unknown): Ad {
  const from = fields(answer);
  return {
    id: id(from.id),
    title: text(from.title) ?? '',
    description: text(from.description) ?? '',
    link: text(from.link),
    image_url: text(from.image_url) ?? text(from.image),
    image_small: text(from.image_small),
    is_active: from.is_active === true,
    expires_at: text(from.expires_at),
    deletes_at: text(from.deletes_at),
    ...readTakenDown(from),
    ...readPayment(from),
  };
}

/** Why the operator has taken it down, where the answer says so. */
function readTakenDown(from: Fields): { taken_down?: string } {
  const reason = text(from.taken_down);
  return reason === null ? {} : { taken_down: reason };
}

/** What a login gives; null when there is no token in the answer. */
export function readLogin(answer: unknown): Login | null {
  const { token, logout } = fields(answer);
  const given = text(token);
  return given === null ? null : { token: given, offersLogout: logout === true };
}

/** The prompt, or null when the answer has no `checkout_id` (spec §4). */
export function readPrompt(answer: unknown): Prompt | null {
  const from = fields(answer);
  const checkout = text(from.checkout_id);
  if (checkout === null) return null;
  return {
    checkout_id: checkout,
    message: text(from.message) ?? '',
    reference: text(from.reference),
    ...readOut(from),
  };
}

/**
 * The status of a payment: `completed` in any case means paid. What is not known reads as `pending`,
 * which does not say that a prompt is out: `payments/next.ts` decides that.
 */
export function readPaymentStatus(answer: unknown): PaymentStatus {
  const from = fields(answer);
  const status = text(from.status)?.trim().toLowerCase();
  const reason = text(from.reason);
  const ago = from.sent_seconds_ago;
  const reviewId = text(from.review_id);
  const { review } = from;
  return {
    status:
      status === 'completed' || status === 'failed' || status === 'unpaid' ? status : 'pending',
    ...(reason !== null && { reason }),
    ...readOut(from),
    ...(typeof ago === 'number' && ago >= 0 && { sent_seconds_ago: ago }),
    ...((review === 'held' || review === 'unclear') && { review }),
    ...(reviewId !== null && { review_id: reviewId }),
  };
}

/** The phone of a prompt and whether it is confirmed, as far as the answer has them. */
function readOut({ phone, confirmed }: Fields): { phone?: string; confirmed?: boolean } {
  const number = text(phone);
  return {
    ...(number !== null && { phone: number }),
    ...(typeof confirmed === 'boolean' && { confirmed }),
  };
}

/** The payment in a job, an ad or an account, where there is one. */
function readPayment({ payment }: Fields): { payment?: PaymentStatus } {
  return payment === undefined || payment === null ? {} : { payment: readPaymentStatus(payment) };
}

/** The payment in the 404 of a deleted ad, where there is one. */
export function readGonePayment(body: unknown): PaymentStatus | undefined {
  return readPayment(fields(body)).payment;
}
