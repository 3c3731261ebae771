/** Questions to the API about a payment; every answer is an event. */
import type { QueryClient } from '@tanstack/react-query';
import { call, request } from '../lib/api/client.ts';
import { bodyOf, statusOf } from '../lib/api/errors.ts';
import { adQuery, myFundiQuery, ownKey } from '../lib/api/queries.ts';
import {
  readAd,
  readFundiAccount,
  readGonePayment,
  readPaymentStatus,
} from '../lib/api/readers.ts';
import { CHECK_MS } from '../lib/waits.ts';
import { fundiReport, gone, reportOf, type Report } from './events.ts';
import { nameOf, type Payable } from './record.ts';
import { dispatch, find } from './store.ts';

/** Whether the API says that there is no such job or ad, or that it is someone else's. */
const isDenial = (error: unknown) => [403, 404].includes(statusOf(error) ?? 0);

/** The status of the payment for a deleted ad, if there was one. */
function goneAd(error: unknown): Report {
  const payment = readGonePayment(bodyOf(error));
  if (!payment) return gone;
  const report = reportOf(payment.status === 'completed', payment, Date.now());
  return report.state === 'none'
    ? { ...gone, unmatched: report.unmatched }
    : { ...report, isGone: true };
}

/** An API may have no status for an unpaid job: it is gone only when the job itself is not found either. */
async function jobWithoutStatus(id: string, signal: AbortSignal): Promise<Report> {
  try {
    await call('getJob', { params: { id }, signal });
    return reportOf(false, undefined, Date.now());
  } catch (error) {
    if (isDenial(error)) return gone;
    throw error;
  }
}

/** The calls of each purpose (readings, spec §7). The job, ad or account in the answer goes to the cache. */
async function read(payable: Payable, client: QueryClient, signal: AbortSignal): Promise<Report> {
  const id = String(payable.id ?? '');
  if (payable.purpose === 'subscription') {
    const { data, clockAhead } = await request('getMyFundi', { signal });
    const fundi = readFundiAccount(data, clockAhead);
    client.setQueryData(myFundiQuery().queryKey, fundi);
    return fundiReport(fundi, Date.now());
  }
  try {
    if (payable.purpose === 'post_ad') {
      const ad = readAd(await call('getAd', { params: { id }, signal }));
      client.setQueryData(adQuery(id).queryKey, ad);
      return reportOf(ad.is_active, ad.payment, Date.now());
    }
    const answer = await call('getJobPaymentStatus', { query: { job_id: id }, signal });
    const payment = readPaymentStatus(answer);
    return reportOf(payment.status === 'completed', payment, Date.now());
  } catch (error) {
    if (!isDenial(error)) throw error;
    return payable.purpose === 'post_ad' ? goneAd(error) : await jobWithoutStatus(id, signal);
  }
}

async function ask(payable: Payable, client: QueryClient, signal: AbortSignal) {
  const at = Date.now();
  const report = await read(payable, client, signal).catch(() => null);
  // The session has ended meanwhile.
  if (signal.aborted) return false;
  if (report) dispatch(payable, { type: 'reported', report, at });
  // A later question may have its answer already.
  else if (find(payable).heardAt < at) dispatch(payable, { type: 'unanswered' });
  return report !== null;
}

const keyOf = (payable: Payable) => [...ownKey, 'payment', nameOf(payable)];

/** Whether a question about it is under way. */
export const isAsking = (payable: Payable, client: QueryClient) =>
  client.isFetching({ queryKey: keyOf(payable) }) > 0;

/**
 * Asks once for the status of a payment, and returns whether an answer came. While a question about the
 * same payment has been under way for less than `CHECK_MS` it waits for that one: an older one may be
 * lost, or come late. Sends no prompt; never throws.
 */
export async function askAbout(payable: Payable, client: QueryClient): Promise<boolean> {
  const queryKey = keyOf(payable);
  const now = Date.now();
  const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const begun = underWay.map((query) => Number(query.queryKey.at(-1)));
  const at = begun.find((other) => now - other < CHECK_MS) ?? now;
  const queryFn = ({ signal }: { signal: AbortSignal }) => ask(payable, client, signal);
  const question = { queryKey: [...queryKey, at], queryFn, gcTime: 0, staleTime: 0 };
  // It rejects when the session has ended meanwhile.
  return client.fetchQuery(question).catch(() => false);
}
