/** The request for a prompt: one for a press, whatever other tabs do. */
import type { QueryClient } from '@tanstack/react-query';
import { normalisePhone } from '../contract/rules.ts';
import { call } from '../lib/api/client.ts';
import { ApiError, isTokenRefused, statusOf } from '../lib/api/errors.ts';
import { errorSentence, errorText } from '../lib/api/errorText.ts';
import { readPrompt } from '../lib/api/readers.ts';
import { askStatus, findPayment, isAsking } from './ask.ts';
import { nameOf, type Payable } from './attempt.ts';
import type { PushAnswer } from './nextAttempt.ts';
import { isEmpty, openReview } from './payment.ts';
import { changeAttempt, clearTypedPhone, findAttempt } from './store.ts';
import { mayPay } from './view.ts';
import { purposes } from './words.ts';

export interface Refusal {
  text: string;
  isOffline: boolean;
  isSignedOut: boolean;
}

const REQUEST_TIMEOUT = 408;

/** Whether a failed call proves that no prompt was sent; a lost answer does not. */
function isRefusal(error: unknown): boolean {
  // A fault of the app proves nothing.
  if (!(error instanceof ApiError)) return false;
  const { kind, status } = error;
  if (kind === 'unsent') return true;
  if (status === null || status === REQUEST_TIMEOUT) return false;
  // A server that failed while it asked M-Pesa says so in words; a proxy's page is no answer.
  return status < 500 || errorSentence(error) !== null;
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
    phone: normalisePhone(prompt?.phone ?? ''),
    isConfirmed: prompt?.confirmed ?? null,
    reference: prompt?.reference ?? null,
    payBill: prompt?.pay_bill ?? null,
  };
}

/** `isSure`: the person is sure that no money has gone. */
interface Press {
  payable: Payable;
  phone: string;
  isSure: boolean;
}

const offline = ({ purpose }: Payable): Refusal => ({
  text: purposes[purpose].noPrompt,
  isOffline: true,
  isSignedOut: false,
});

async function requestPrompt({ payable, phone, isSure }: Press, client: QueryClient) {
  const { purpose, id } = payable;
  const payment = findPayment(payable, client, Date.now());
  if (!mayPay(payment, isSure, Date.now())) return null;
  if (!navigator.onLine) return offline(payable);
  const before = findAttempt(payable);
  changeAttempt(payable, { type: 'pressed', phone, title: payment.heard.title });
  const { pressedAt: attempt } = findAttempt(payable);
  try {
    const what = {
      ...(purpose === 'post_job' && { job_id: id ?? '' }),
      ...(purpose === 'post_ad' && { ad_id: id ?? '' }),
    };
    const answer = await call('requestPayment', { body: { phone, purpose, ...what } });
    changeAttempt(payable, { type: 'accepted', attempt, before, ...pushAnswer(answer) });
  } catch (error) {
    if (isRefusal(error)) {
      changeAttempt(payable, { type: 'refused', attempt, before });
      const text = errorText(error, purposes[purpose].noPrompt);
      const isOffline = statusOf(error) === null;
      return { text, isOffline, isSignedOut: isTokenRefused(error) };
    }
    changeAttempt(payable, { type: 'lost', attempt });
  }
  clearTypedPhone();
  return null;
}

/** Asks about an earlier prompt first: without an answer a press may be a second payment. */
async function askAndPush(press: Press, client: QueryClient): Promise<Refusal | null> {
  const { payable } = press;
  const earlier = findPayment(payable, client, Date.now());
  const isOpen = !isEmpty(earlier) || isAsking(payable, client);
  const isAnswered = isOpen && (await askStatus(payable, client));
  const { state } = earlier;
  // An ad may be running.
  const mayBePaid =
    payable.purpose === 'post_ad' || state === 'out' || state === 'paid' || openReview(earlier);
  if (isOpen && !isAnswered && mayBePaid) return offline(payable);
  return alone(`pay ${nameOf(payable)}`, () => requestPrompt(press, client));
}

/**
 * Asks about an earlier prompt, then for one prompt (spec §7). Sends nothing while one for the same payable may
 * still be paid, or while a press is under way in any tab. Returns why nothing was sent, or null.
 */
export function sendPrompt(press: Press, client: QueryClient): Promise<Refusal | null> {
  // Closed at the press, before the next render: a second press gets the result of the first.
  const queryKey = ['press', nameOf(press.payable)];
  const queryFn = () => askAndPush(press, client);
  return client.fetchQuery({ queryKey, queryFn, retry: false, gcTime: 0, staleTime: 0 });
}
