import type { QueryClient } from '@tanstack/react-query';
import { normalisePhone, subscriptionState } from '../contract/rules.ts';
import type { FundiAccount, Id, PaymentStatus } from '../contract/schemas.ts';
import { call } from '../lib/api/client.ts';
import { bodyOf, statusOf } from '../lib/api/errors.ts';
import type { Payable } from './paymentRecord.ts';
import { adQuery, myFundiQuery } from '../lib/api/queries.ts';
import {
  readAd,
  readFundiAccount,
  readGonePayment,
  readPaymentStatus,
} from '../lib/api/readers.ts';

/** What the API tells of a prompt that is out. */
export interface PromptFacts {
  /** The ten-digit number that it is on, or null when that is not told. */
  phone: string | null;
  /** When it went out by this device's clock, in ms, or null when that is not told. */
  sentAt: number | null;
  /** Whether M-Pesa has taken it, or null when that is not told. */
  isConfirmed: boolean | null;
}

/** What the API knows of a payment; reasons in its own words. */
export type PaymentAnswer =
  /**
   * `held`: why a person looks into some of the money all the same, or null. `until`: the end of
   * the subscription, where it is one.
   */
  | { status: 'paid'; held: string | null; until?: string | null }
  /** Money has come that fits nothing: nobody should pay again. */
  | { status: 'held'; reason: string | null }
  /** Nobody knows what became of it. */
  | { status: 'unclear'; reason: string | null }
  | { status: 'failed'; reason: string | null }
  /** A prompt is out. */
  | ({ status: 'pending' } & PromptFacts)
  /**
   * There is no such job or ad, or it is someone else's; `reason`: why the last payment for it
   * brought nothing, where that is told.
   */
  | { status: 'gone'; reason?: string | null }
  /** Nothing of the kind. */
  | { status: 'open' };

/** What is said when money is looked into and the API does not say why. */
const HELD = 'We are looking into a payment of yours. Please contact us.';

const MS_PER_S = 1000;

function factsOf(payment: PaymentStatus, now: number): PromptFacts {
  const { phone, sent_seconds_ago: ago, confirmed } = payment;
  const sentAt = ago === undefined ? null : now - ago * MS_PER_S;
  return { phone: phone ? normalisePhone(phone) : null, sentAt, isConfirmed: confirmed ?? null };
}

/** What a thing's own state and its `payment`, as read at `now` in ms, come to. */
export function answerOf(
  isPaid: boolean,
  payment: PaymentStatus | undefined,
  now = Date.now(),
): PaymentAnswer {
  const { status, review, reason = null } = payment ?? { status: 'unpaid' as const };
  if (isPaid) return { status: 'paid', held: review === 'held' ? (reason ?? HELD) : null };
  // What an ended month or ad had beside it does not stand in the way of the next.
  if (review === 'held' && status !== 'completed') return { status: 'held', reason };
  if (review === 'unclear') return { status: 'unclear', reason };
  if (status === 'failed') return { status, reason };
  if (payment?.status === 'pending') return { status: 'pending', ...factsOf(payment, now) };
  return { status: 'open' };
}

/** What the fundi's own account says of the subscription's payment, at `now` in ms. */
export function subscriptionAnswer(fundi: FundiAccount, now: number): PaymentAnswer {
  const answer = answerOf(subscriptionState(fundi, now) === 'Active', fundi.payment, now);
  return answer.status === 'paid' ? { ...answer, until: fundi.subscription_end } : answer;
}

/** Whether the API says that there is no such thing, or that it is someone else's. */
const isDenial = (error: unknown) => [403, 404].includes(statusOf(error) ?? 0);

/** An API may have no status for a job that nobody has paid for: only both say that it is gone. */
async function isJobGone(id: Id, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await call('getJob', { params: { id }, signal });
    return false;
  } catch (error) {
    if (isDenial(error)) return true;
    throw error;
  }
}

/** What the payer of an ad that is gone is told: nothing but its payment, where there was one. */
function goneAnswer(error: unknown): PaymentAnswer {
  const payment = readGonePayment(bodyOf(error));
  const answer = answerOf(payment?.status === 'completed', payment);
  if (answer.status === 'failed') return { status: 'gone', reason: answer.reason };
  return answer.status === 'open' ? { status: 'gone' } : answer;
}

async function askThing(
  { purpose, id }: Payable,
  client: QueryClient,
  signal: AbortSignal | undefined,
): Promise<PaymentAnswer> {
  if (purpose === 'subscription') {
    const fundi = readFundiAccount(await call('getMyFundi', { signal }));
    client.setQueryData(myFundiQuery().queryKey, fundi);
    return subscriptionAnswer(fundi, Date.now());
  }
  if (purpose === 'post_ad') {
    const ad = readAd(await call('getAd', { params: { id: id ?? '' }, signal }));
    client.setQueryData(adQuery(id ?? '').queryKey, ad);
    return answerOf(ad.is_active, ad.payment);
  }
  const query = { job_id: id ?? '' };
  const payment = readPaymentStatus(await call('getJobPaymentStatus', { query, signal }));
  return answerOf(payment.status === 'completed', payment);
}

/**
 * Asks once what a payment has come to (readings, spec §7): the job's payment status, the ad's
 * `is_active`, the fundi's subscription. Sends no prompt. Ads and accounts that come with the
 * answer go to the cache, so that the screen shows them.
 */
export async function askPayment(
  thing: Payable,
  client: QueryClient,
  signal?: AbortSignal,
): Promise<PaymentAnswer> {
  try {
    return await askThing(thing, client, signal);
  } catch (error) {
    if (!isDenial(error) || thing.purpose === 'subscription') throw error;
    if (thing.purpose === 'post_ad') return goneAnswer(error);
    const isGone = await isJobGone(thing.id ?? '', signal);
    return { status: isGone ? 'gone' : 'open' };
  }
}
