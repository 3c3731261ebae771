import { PAYMENT_POLLING, SUBSCRIPTION_POLLING } from '../contract/constants.ts';
import { FAILURE } from '../contract/messages.ts';
import type { PaymentPurpose } from '../contract/schemas.ts';
import { aliveUntil, type PendingPayment } from './pendingPayment.ts';

/** How a purpose is polled and what is said of its failures (spec §8, §9). */
export interface PaymentRules {
  everyMs: number;
  maxChecks: number;
  prompt: string;
  noSession: string;
  timeout: string;
  lastCheckFailed: string;
}

const pageRules: PaymentRules = {
  ...PAYMENT_POLLING,
  prompt: FAILURE.paymentPrompt,
  noSession: FAILURE.paymentSession,
  timeout: FAILURE.paymentTimeout,
  lastCheckFailed: FAILURE.paymentTimeout,
};

export const paymentRules: Record<PaymentPurpose, PaymentRules> = {
  post_job: pageRules,
  post_ad: pageRules,
  subscription: {
    ...SUBSCRIPTION_POLLING,
    prompt: FAILURE.subscriptionOther,
    noSession: FAILURE.subscriptionOther,
    timeout: FAILURE.subscriptionTimeout,
    lastCheckFailed: FAILURE.subscriptionPolling,
  },
};

/** Where a payment stands on its screen. */
export type PaymentPhase =
  | {
      step: 'ready';
      /** Why the last press sent nothing. */
      problem: { text: string; isOffline: boolean } | null;
      /** The API is still to be asked whether it is paid. */
      isUnchecked: boolean;
    }
  | { step: 'sending' }
  | {
      step: 'waiting';
      payment: PendingPayment;
      /** When the last check is due, in ms. */
      endsAt: number;
      /** The person came back or says that the PIN is entered. */
      isConfirming: boolean;
      /** What went wrong with the push, though it may have reached the phone. */
      problem: string | null;
    }
  | {
      step: 'late';
      payment: PendingPayment;
      /** The spec's text for why polling ended. */
      text: string;
      isUnchecked: boolean;
    }
  | { step: 'failed'; reason: string | null }
  | {
      step: 'paid';
      /** It was paid by what this device had waiting; else it had been paid before. */
      isNew: boolean;
    };

/** Nothing waits: the form. */
export function readyPhase(isUnchecked: boolean): PaymentPhase {
  return { step: 'ready', problem: null, isUnchecked };
}

/** When the last check of a payment is due, in ms, counted from `now`. */
export function lastCheckAt(checks: number, rules: PaymentRules, now: number): number {
  return now + Math.max(0, rules.maxChecks - checks) * rules.everyMs;
}

/** The phase that what the device keeps amounts to, at `now`. */
export function phaseOf(
  payment: PendingPayment | null,
  rules: PaymentRules,
  now: number,
): PaymentPhase {
  if (!payment || payment.outcome === 'failed') return readyPhase(true);
  if (payment.checks < rules.maxChecks && aliveUntil(payment) > now) {
    const endsAt = lastCheckAt(payment.checks, rules, now);
    return { step: 'waiting', payment, endsAt, isConfirming: false, problem: null };
  }
  return { step: 'late', payment, text: rules.timeout, isUnchecked: true };
}

/** The phase after what the device keeps has changed, here or in another tab. */
export function reconcile(
  current: PaymentPhase,
  payment: PendingPayment | null,
  rules: PaymentRules,
  now: number,
): PaymentPhase {
  if (current.step === 'paid' || current.step === 'sending') return current;
  const followed = current.step === 'waiting' || current.step === 'late' ? current : null;
  // Settled or turned away in another tab: the API says which.
  if (!payment) return followed ? readyPhase(true) : current;
  if (payment.outcome === 'failed') {
    return followed ? { step: 'failed', reason: payment.reason } : current;
  }
  if (followed?.payment.pressedAt === payment.pressedAt) return { ...followed, payment };
  return phaseOf(payment, rules, now);
}
