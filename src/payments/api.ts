/** What goes out to the API about a payment, and how the answers come back as events. */
import type { QueryClient } from '@tanstack/react-query';
import { normalisePhone } from '../contract/rules.ts';
import { call } from '../lib/api/client.ts';
import { bodyOf, errorText, isAxiosError, statusOf } from '../lib/api/errors.ts';
import { adQuery, myFundiQuery, ownKey } from '../lib/api/queries.ts';
import {
  readAd,
  readFundiAccount,
  readGonePayment,
  readPaymentStatus,
  readPrompt,
} from '../lib/api/readers.ts';
import { fundiReport, gone, reportOf, type PushAnswer, type Report } from './events.ts';
import { withPatience } from './poll.ts';
import { purposes } from './purposes.ts';
import { clearPaymentDraft } from './draft.ts';
import { isBlank, nameOf, type Payable } from './record.ts';
import { dispatch, find } from './store.ts';
import { mayPay } from './view.ts';

/** Whether the API says that there is no such job or ad, or that it is someone else's. */
const isDenial = (error: unknown) => [403, 404].includes(statusOf(error) ?? 0);

/** The payer of an ad that is gone is told about its payment, where there was one. */
function goneAd(error: unknown): Report {
  const payment = readGonePayment(bodyOf(error));
  if (!payment) return gone;
  const report = reportOf(payment.status === 'completed', payment, Date.now());
  return report.state === 'none' ? gone : { ...report, isGone: true };
}

/** An API may have no status for a job that nobody has paid for: only both together say gone. */
async function jobWithoutStatus(id: string, signal: AbortSignal): Promise<Report> {
  try {
    await call('getJob', { params: { id }, signal });
    return reportOf(false, undefined, Date.now());
  } catch (error) {
    if (isDenial(error)) return gone;
    throw error;
  }
}

/** The calls of each purpose (readings, spec §7). What they bring beside goes to the cache. */
async function read(payable: Payable, client: QueryClient, signal: AbortSignal): Promise<Report> {
  const id = String(payable.id ?? '');
  if (payable.purpose === 'subscription') {
    const fundi = readFundiAccount(await call('getMyFundi', { signal }));
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

/** Asks once what became of a payment. Returns whether an answer came; never throws. */
export async function ask(payable: Payable, client: QueryClient, signal: AbortSignal) {
  const at = Date.now();
  try {
    const report = await withPatience((cut) => read(payable, client, cut), signal);
    if (!signal.aborted) dispatch(payable, { type: 'reported', report, at });
    return !signal.aborted;
  } catch {
    if (!signal.aborted) dispatch(payable, { type: 'unanswered' });
    return false;
  }
}

/** Runs `work`; while that is under way under the same key, it is the same work for all who ask. */
function once<T>(queryKey: readonly string[], work: (signal: AbortSignal) => Promise<T>) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => work(signal);
  return { queryKey, queryFn, gcTime: 0, staleTime: 0 };
}

const questionKey = (payable: Payable) => [...ownKey, 'payment', nameOf(payable)];

/** As `ask`; while a question about the same payable is under way, it is that one. */
export async function askOnce(payable: Payable, client: QueryClient): Promise<boolean> {
  const question = once(questionKey(payable), (signal) => ask(payable, client, signal));
  // It rejects when the session has ended meanwhile.
  return client.fetchQuery(question).catch(() => false);
}

/** Why a press sent nothing. */
export interface Refusal {
  text: string;
  isOffline: boolean;
  /** The session has ended. */
  isSignedOut: boolean;
}

const REQUEST_TIMEOUT = 408;

/** Whether a failed call says that no prompt went out; a lost answer does not. */
function isRefusal(error: unknown): boolean {
  // The script that calls could not be fetched: nothing went out.
  if (!isAxiosError(error)) return true;
  const status = statusOf(error);
  if (status === null || status === REQUEST_TIMEOUT) return false;
  // A server that failed while it asked M-Pesa says so in words; a proxy's page is no answer.
  return status < 500 || errorText(error, '') !== '';
}

/** Runs `work` unless another tab does the same at this moment: then nothing happens. */
async function alone<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  if (!('locks' in navigator)) return work();
  let hasLock = false;
  try {
    return await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      hasLock = true;
      return lock ? work() : null;
    });
  } catch (error) {
    // Browsers that block storage refuse locks too.
    if (hasLock) throw error;
    return work();
  }
}

function pushAnswer(answer: unknown): PushAnswer {
  const prompt = readPrompt(answer);
  return {
    checkout: prompt?.checkout_id ?? null,
    message: prompt?.message || null,
    phone: prompt?.phone ? normalisePhone(prompt.phone) : null,
    isConfirmed: prompt?.confirmed ?? null,
  };
}

/** One press: who pays for what, and whether the person is sure that no money has gone. */
interface Press {
  payable: Payable;
  phone: string;
  isSure: boolean;
}

async function push({ payable, phone, isSure }: Press): Promise<Refusal | null> {
  const { purpose, id } = payable;
  const { noPrompt } = purposes[purpose];
  if (!mayPay(find(payable), isSure, Date.now())) return null;
  if (!navigator.onLine) return { text: noPrompt, isOffline: true, isSignedOut: false };
  dispatch(payable, { type: 'pressed', phone });
  const attempt = find(payable).pressedAt;
  try {
    const what = {
      ...(purpose === 'post_job' && { job_id: id ?? '' }),
      ...(purpose === 'post_ad' && { ad_id: id ?? '' }),
    };
    const answer = await call('requestPayment', { body: { phone, purpose, ...what } });
    dispatch(payable, { type: 'accepted', attempt, ...pushAnswer(answer) });
    clearPaymentDraft();
    return null;
  } catch (error) {
    const isRefused = isRefusal(error);
    dispatch(payable, { type: isRefused ? 'refused' : 'lost', attempt });
    if (!isRefused) {
      clearPaymentDraft();
      return null;
    }
    const status = statusOf(error);
    const text = errorText(error, noPrompt);
    return { text, isOffline: status === null, isSignedOut: status === 401 };
  }
}

async function askAndPush(press: Press, client: QueryClient): Promise<Refusal | null> {
  const { payable } = press;
  const { state, review, ...earlier } = find(payable);
  const isAsking = client.getQueryState(questionKey(payable))?.fetchStatus === 'fetching';
  const isKnown = !isBlank({ state, review, ...earlier });
  const isAnswered = isKnown || isAsking ? await askOnce(payable, client) : false;
  // What was sent before may have been paid: without an answer a second prompt is a risk.
  const mayBePaid =
    state === 'out' || state === 'paid' || review === 'held' || review === 'unclear';
  if (!isAnswered && mayBePaid) {
    const text = purposes[payable.purpose].noPrompt;
    return { text, isOffline: true, isSignedOut: false };
  }
  return alone(`pay ${nameOf(payable)}`, () => push(press));
}

/**
 * Asks for one prompt (spec §7), and first what became of an earlier one. Sends nothing while one
 * for the same may still be paid, or a press for it is under way, in this tab or another. Returns
 * why nothing was sent, or null.
 */
export function send(press: Press, client: QueryClient): Promise<Refusal | null> {
  // The lock closes at the press: a second press may come before the next render.
  return client.fetchQuery(once(['press', nameOf(press.payable)], () => askAndPush(press, client)));
}
