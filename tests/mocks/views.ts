/** Records of the mocks as the contract shows them. */
import { DAY_MS } from '../../src/contract/time.ts';
import type { Ad, ClientAccount, Fundi, FundiAccount, Job } from '../../src/contract/schemas.ts';
import { db, isAhead } from './db.ts';
import type { AdRecord, ClientRecord, FundiRecord, JobRecord } from './db.ts';

/** Whether a fundi is on trial or subscribed: listed, and let in to the jobs. */
export const isListed = ({ trial_ends, subscription_end }: FundiRecord) =>
  isAhead(trial_ends) || isAhead(subscription_end);

/** `record` without the keys that no answer shows. */
function without<T extends object, K extends keyof T>(record: T, ...keys: K[]): Omit<T, K> {
  const rest = { ...record };
  for (const key of keys) delete rest[key];
  return rest;
}

/** A fundi as the public sees one. */
export function publicFundi(fundi: FundiRecord): Fundi {
  const { show_contact, phone_number, ...rest } = fundi;
  return {
    ...without(rest, 'password', 'id_number', 'role', 'trial_ends', 'subscription_end'),
    phone_number: show_contact ? phone_number : null,
  };
}

/** A fundi's own profile. */
export function ownFundi(fundi: FundiRecord): FundiAccount {
  return {
    ...without(fundi, 'password'),
    on_trial: isAhead(fundi.trial_ends),
    is_subscribed: isAhead(fundi.subscription_end),
  };
}

/** A client's own profile. */
export function ownClient(client: ClientRecord): ClientAccount {
  const { role_note } = client;
  return { ...without(client, 'password', 'role_note'), client_profile: { role_note } };
}

/** Thirty days after `created_at`, as ISO text. */
const deletionOf = ({ created_at }: { created_at: string }) =>
  new Date(Date.parse(created_at) + 30 * DAY_MS).toISOString();

const takenDownOf = ({ taken_down }: JobRecord | AdRecord) =>
  taken_down === null ? {} : { taken_down };

/** Whether fundis see a job. */
export const isShown = ({ is_active, taken_down }: JobRecord) => is_active && taken_down === null;

/** Whether everybody sees an ad. */
export const isRunning = ({ expires_at, taken_down }: AdRecord) =>
  isAhead(expires_at) && taken_down === null;

/** A job with its poster. */
export function jobAnswer(job: JobRecord): Job {
  const poster = db.accounts.find((account) => account.id === job.client_id);
  const client = poster ? { name: poster.name, phone_number: poster.phone_number } : null;
  return {
    ...without(job, 'client_id', 'taken_down'),
    is_active: isShown(job),
    client,
    ...(!job.is_paid && { deletes_at: deletionOf(job) }),
    ...takenDownOf(job),
  };
}

/** An ad; active until it expires. */
export function adAnswer(ad: AdRecord): Ad {
  return {
    ...without(ad, 'client_id', 'created_at', 'taken_down'),
    ...(ad.image_url !== null && { image_small: ad.image_url.replace('/media/', '/media/656/') }),
    is_active: isRunning(ad),
    ...(ad.expires_at === null && { deletes_at: deletionOf(ad) }),
    ...takenDownOf(ad),
  };
}
