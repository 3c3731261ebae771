import { normalisePhone } from '../contract/rules.ts';
import type { Prompt } from '../contract/schemas.ts';
import { call } from '../lib/api/client.ts';
import { errorText, isAxiosError, statusOf } from '../lib/api/errors.ts';
import { aliveUntil, type Payable, type PendingPayment } from './paymentRecord.ts';
import { findPayment, startPayment, undoPayment, updatePayment } from './pendingPayment.ts';
import { readPrompt } from '../lib/api/readers.ts';

/** What became of asking for a prompt. */
export type Sent =
  /** It was sent, or one that is still alive was found: follow what the device keeps. */
  | { kind: 'waiting' }
  /** It may have been sent: follow it, and say `text`. */
  | { kind: 'unsure'; text: string }
  /** The answer had no checkout: there is nothing to poll by, though a prompt may be out. */
  | { kind: 'no session' }
  /** The answer names the prompt of before, which is not known to be settled: none was sent. */
  | { kind: 'repeated' }
  /** It was not sent. */
  | { kind: 'refused'; text: string; status: number | null };

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

/** Runs `work` unless another tab does the same at this moment; then `otherwise`. */
async function alone<T>(name: string, work: () => Promise<T>, otherwise: () => T): Promise<T> {
  if (!('locks' in navigator)) return work();
  let hasLock = false;
  try {
    return await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      hasLock = true;
      return lock ? work() : otherwise();
    });
  } catch (error) {
    // Browsers that block storage refuse locks too.
    if (hasLock) throw error;
    return work();
  }
}

interface PromptRequest extends Payable {
  phone: string;
  title: string | null;
  account: string | null;
  /** Spec §8: what is said of a call that fails without a text of its own. */
  fallback: string;
  /** The person says that no phone of theirs shows the prompt that the API speaks of. */
  isSure: boolean;
}

/** What an answer teaches of the attempt that it is for. */
function learnt(answer: Prompt | null, asked: string): Partial<PendingPayment> {
  const phone = answer?.phone ? normalisePhone(answer.phone) : asked;
  return {
    checkout: answer?.checkout_id ?? null,
    message: answer?.message || null,
    isConfirmed: answer?.confirmed ?? null,
    phone,
    wasOut: phone !== asked,
    sentAt: Date.now(),
  };
}

async function push({ fallback, isSure, ...wanted }: PromptRequest): Promise<Sent> {
  const alive = findPayment(wanted);
  const isDoubted = isSure && alive?.phone === '';
  if (alive && aliveUntil(alive) > Date.now() && !isDoubted) return { kind: 'waiting' };
  if (!navigator.onLine) return { kind: 'refused', text: fallback, status: null };

  const { purpose, id, phone } = wanted;
  const attempt = startPayment(wanted);
  try {
    const answer = await call('requestPayment', {
      body: {
        phone,
        purpose,
        ...(purpose === 'post_job' && { job_id: id ?? '' }),
        ...(purpose === 'post_ad' && { ad_id: id ?? '' }),
      },
    });
    const prompt = readPrompt(answer);
    const { before } = attempt;
    if (prompt && before?.outcome === 'open' && before.checkout === prompt.checkout_id) {
      undoPayment(attempt);
      return { kind: 'repeated' };
    }
    updatePayment(attempt.started, learnt(prompt, phone));
    return { kind: prompt === null ? 'no session' : 'waiting' };
  } catch (error) {
    if (isRefusal(error)) {
      undoPayment(attempt);
      return { kind: 'refused', text: errorText(error, fallback), status: statusOf(error) };
    }
    updatePayment(attempt.started, { sentAt: Date.now() });
    return { kind: 'unsure', text: errorText(error, fallback) };
  }
}

/**
 * Asks for one prompt (spec §7). Sends nothing while one for the same thing may still be paid, in
 * this tab or another, and keeps on the device what it sent before it sends. Never throws.
 */
export function sendPrompt(request: PromptRequest): Promise<Sent> {
  const name = `pay ${request.purpose} ${request.id ?? ''}`;
  return alone(
    name,
    () => push(request),
    () => ({ kind: 'waiting' }),
  );
}
