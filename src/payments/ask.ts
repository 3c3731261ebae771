/** Questions to the API about a payment. The query cache has the last answer to each. */
import type { QueryClient } from '@tanstack/react-query';
import type { Ad, Job } from '../contract/schemas.ts';
import { call, request } from '../lib/api/client.ts';
import { readOwnFundi } from '../lib/api/clock.ts';
import * as errors from '../lib/api/errors.ts';
import {
  adQuery,
  jobQuery,
  myAdsQuery,
  myFundiQuery,
  myJobsQuery,
  ownKey,
  type List,
} from '../lib/api/queries.ts';
import { readAd, readGonePayment, readPaymentStatus } from '../lib/api/readers.ts';
import { after, CHECK_MS } from '../lib/waits.ts';
import { nameOf, SUBSCRIPTION, type Payable } from './attempt.ts';
import { paymentOf, type Heard, type Payment } from './payment.ts';
import {
  asAnswer,
  emptyAnswer,
  fundiStatus,
  gone,
  listedStatus,
  newerAnswer,
  statusOf,
  type Status,
} from './status.ts';
import { findAttempt, storedPayables } from './store.ts';

/** Whether the API says that there is no such job or ad, or that it is someone else's. */
const isDenial = (error: unknown) => [403, 404].includes(errors.statusOf(error) ?? 0);

/** The status of the payment for a deleted ad, if there was one. */
function goneAd(error: unknown): Status {
  const payment = readGonePayment(errors.bodyOf(error));
  if (!payment) return gone;
  return { ...statusOf(payment.status === 'completed', payment, Date.now()), isGone: true };
}

/** An API may have no status for an unpaid job: it is gone only when the job itself is not found either. */
async function jobWithoutStatus(id: string, signal: AbortSignal): Promise<Status> {
  try {
    await call('getJob', { params: { id }, signal });
    return statusOf(false, undefined, Date.now());
  } catch (error) {
    if (isDenial(error)) return gone;
    throw error;
  }
}

/** The calls of each purpose (readings, spec §7). The ad or account in the answer goes to the cache. */
async function readStatus(
  { purpose, id: payableId }: Payable,
  client: QueryClient,
  signal: AbortSignal,
): Promise<Status> {
  const id = String(payableId ?? '');
  if (purpose === 'subscription') {
    const { data, clockAhead } = await request('getMyFundi', { signal });
    const fundi = await readOwnFundi(data, clockAhead);
    client.setQueryData(myFundiQuery().queryKey, fundi);
    return fundiStatus(fundi, Date.now());
  }
  try {
    if (purpose === 'post_ad') {
      const ad = readAd(await call('getAd', { params: { id }, signal }));
      client.setQueryData(adQuery(id).queryKey, ad);
      return statusOf(ad.is_active, ad.payment, Date.now());
    }
    const answer = await call('getJobPaymentStatus', { query: { job_id: id }, signal });
    const payment = readPaymentStatus(answer);
    return statusOf(payment.status === 'completed', payment, Date.now());
  } catch (error) {
    if (!isDenial(error)) throw error;
    return purpose === 'post_ad' ? goneAd(error) : await jobWithoutStatus(id, signal);
  }
}

type Asked = Pick<Heard, 'answer' | 'isUnreached'>;
const notAsked: Asked = { answer: emptyAnswer, isUnreached: false };

const askedKey = (payable: Payable) => [...ownKey, 'payment', nameOf(payable)];
const questionKey = (payable: Payable) => [...ownKey, 'question', nameOf(payable)];

/** Whether a question about it is under way. */
export const isAsking = (payable: Payable, client: QueryClient) =>
  client.isFetching({ queryKey: questionKey(payable) }) > 0;

/** Stores the answer to a question that was asked at `at`, in ms, or null for none. */
function storeAnswer(payable: Payable, client: QueryClient, status: Status | null, at: number) {
  client.setQueryData<Asked>(askedKey(payable), (last = notAsked) => {
    // A later question has its answer already.
    if (last.answer.at > at) return last;
    const answer = status ? { status, at, cameAt: Date.now() } : last.answer;
    return { answer, isUnreached: status === null };
  });
}

async function askOnce(payable: Payable, client: QueryClient, signal: AbortSignal) {
  const at = Date.now();
  const status = await readStatus(payable, client, signal).catch(() => null);
  if (signal.aborted) return false;
  storeAnswer(payable, client, status, at);
  return status !== null;
}

/**
 * Asks once for the status of a payment, and returns whether an answer came. Joins a question about it that is
 * younger than `CHECK_MS`: an older one may be lost. Sends no prompt; never throws.
 */
export async function askStatus(payable: Payable, client: QueryClient): Promise<boolean> {
  const queryKey = questionKey(payable);
  const now = Date.now();
  const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const begun = underWay.map((query) => Number(query.queryKey.at(-1)));
  const at = begun.find((other) => now - other < CHECK_MS) ?? now;
  const queryFn = ({ signal }: { signal: AbortSignal }) => askOnce(payable, client, signal);
  const question = { queryKey: [...queryKey, at], queryFn, gcTime: 0, staleTime: 0 };
  // It rejects when the session has ended meanwhile.
  return client.fetchQuery(question).catch(() => false);
}

/** The same, but it waits for `CHECK_MS` at most; an answer may still come then. */
export async function checkStatus(payable: Payable, client: QueryClient): Promise<boolean> {
  const isAnswered = await Promise.race([askStatus(payable, client), after(CHECK_MS)]);
  if (isAnswered === undefined) storeAnswer(payable, client, null, Date.now());
  return isAnswered === true;
}

/** The client's own jobs or ads as the cache has them, and when they came, in ms. */
function ownItems(purpose: 'post_job' | 'post_ad', client: QueryClient) {
  const { queryKey } = purpose === 'post_job' ? myJobsQuery() : myAdsQuery();
  const { data, dataUpdatedAt: at = 0 } = client.getQueryState<List<Job | Ad>>(queryKey) ?? {};
  return { items: data?.items ?? [], at };
}

/** What the person's account or list says, when it came (ms), and the title of the job or ad. */
function listedIn({ purpose, id }: Payable, client: QueryClient) {
  if (purpose === 'subscription') {
    const { data, dataUpdatedAt: at = 0 } = client.getQueryState(myFundiQuery().queryKey) ?? {};
    return { at, status: data ? fundiStatus(data, at) : null, title: null };
  }
  const { items, at } = ownItems(purpose, client);
  const item = items.find((one) => String(one.id) === String(id));
  const query = purpose === 'post_job' ? jobQuery(String(id)) : adQuery(String(id));
  const alone = client.getQueryData<Job | Ad>(query.queryKey);
  const title = (alone ?? item)?.title || null;
  return { at, status: item ? listedStatus(item, at) : null, title };
}

function heardOf(payable: Payable, client: QueryClient): Heard {
  const asked = client.getQueryData<Asked>(askedKey(payable)) ?? notAsked;
  const { at: listedAt, status, title } = listedIn(payable, client);
  return {
    ...asked,
    answer: newerAnswer(asked.answer, status && asAnswer(status, listedAt)),
    listedAt,
    listedState: status?.state ?? null,
    title,
  };
}

/** A payment as it is known at `now`, in ms. */
export const findPayment = (payable: Payable, client: QueryClient, now: number): Payment =>
  paymentOf(findAttempt(payable), heardOf(payable, client), now);

/** All of which the device stores an attempt, and what the person's lists and account say something about. */
export function knownPayables(client: QueryClient): Payable[] {
  const items = (['post_job', 'post_ad'] as const).flatMap((purpose) =>
    ownItems(purpose, client).items.map(({ id }) => ({ purpose, id })),
  );
  const subscription = client.getQueryData(myFundiQuery().queryKey) ? [SUBSCRIPTION] : [];
  const all = [...items, ...subscription, ...storedPayables()];
  const byName = new Map(all.map((one) => [nameOf(one), one]));
  return [...byName.values()].filter(({ id }) => id !== '');
}
