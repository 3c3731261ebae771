import type { QueryClient } from '@tanstack/react-query';
import { subscriptionState } from '../contract/rules.ts';
import type { FundiAccount, PaymentStatus } from '../contract/schemas.ts';
import { call } from './api.ts';
import { adQuery, myFundiQuery } from './queries.ts';
import { readAd, readFundiAccount, readPaymentStatus } from './readers.ts';
import type { Payable } from './pendingPayment.ts';

/** What the API knows of a payment; `open` when it knows nothing final. */
export type PaymentAnswer =
  { status: 'paid' } | { status: 'failed'; reason: string | null } | { status: 'open' };

function answerOf(isPaid: boolean, payment: PaymentStatus | undefined): PaymentAnswer {
  if (isPaid) return { status: 'paid' };
  if (payment?.status === 'failed') return { status: 'failed', reason: payment.reason ?? null };
  return { status: 'open' };
}

/** What the fundi's own account says of the subscription's payment, at `now` in ms. */
export function subscriptionAnswer(fundi: FundiAccount, now: number): PaymentAnswer {
  return answerOf(subscriptionState(fundi, now) === 'Active', fundi.payment);
}

/**
 * Asks once what a payment has come to (readings, spec §7): the job's payment status, the ad's
 * `is_active`, the fundi's subscription. Sends no prompt. Ads and accounts that come with the
 * answer go to the cache, so that the screen shows them.
 */
export async function askPayment(
  { purpose, id }: Payable,
  client: QueryClient,
  signal?: AbortSignal,
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
