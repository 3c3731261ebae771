import { isFinal } from './bookAnswer.ts';
import { aliveUntil, isOwnFailure, mayComeTwice, type PendingPayment } from './paymentRecord.ts';
import type { PaymentRules } from './paymentRules.ts';
import type { PaymentAnswer } from './paymentStatus.ts';

/** Where a payment stands on its screen; `isUnchecked`: the API is still to be asked about it. */
export type PaymentPhase =
  | {
      step: 'ready';
      /** Why the last press sent nothing. */
      problem: { text: string; isOffline: boolean } | null;
      /** Why the payment before it brought nothing, as the API tells it, or null. */
      before: string | null;
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
      /** What went wrong with the push, though it may have reached the phone; told until it surely has. */
      problem: string | null;
      /** Another tab was told what came of it and keeps it no more: this one is still to ask. */
      isLost: boolean;
    }
  | {
      step: 'late';
      payment: PendingPayment;
      /** The spec's text for why polling ended. */
      text: string;
      isUnchecked: boolean;
      /** The last press brought no new prompt: to the API the first one is still open. */
      isRepeated: boolean;
      /** As while it waits. */
      isLost: boolean;
      /** The last question got no answer, so nobody knows whether M-Pesa is silent. */
      isUnreached: boolean;
    }
  | { step: 'failed'; reason: string | null }
  | {
      /** Paying again might cost money twice. */
      step: 'review';
      /** Money has come and a person looks into it, or nobody knows whether it has. */
      review: 'held' | 'unclear';
      reason: string | null;
      isUnchecked: boolean;
    }
  | {
      step: 'gone';
      /** Something was being paid when the job or ad went. */
      wasPaying: boolean;
      isUnchecked: boolean;
    }
  | {
      step: 'paid';
      /** It was paid by what this device had waiting; else it had been paid before. */
      isNew: boolean;
      /** Another prompt may still be on a phone. */
      mayComeTwice: boolean;
      /** Why a person looks into some of the money all the same, or null. */
      held: string | null;
    };

/** Nothing waits: the form. */
export function readyPhase(isUnchecked: boolean): Extract<PaymentPhase, { step: 'ready' }> {
  return { step: 'ready', problem: null, before: null, isUnchecked };
}

/** The checks have run out, `text` says why. */
export function latePhase(
  payment: PendingPayment,
  text: string,
  isUnchecked = false,
): Extract<PaymentPhase, { step: 'late' }> {
  const flags = { isRepeated: false, isLost: false, isUnreached: false };
  return { step: 'late', payment, text, isUnchecked, ...flags };
}

/** When the last check of a payment is due, in ms, counted from `now`. */
export function lastCheckAt(checks: number, rules: PaymentRules, now: number): number {
  return now + Math.max(0, rules.maxChecks - checks) * rules.everyMs;
}

/** The phase of a payment that is neither waited for nor to be made again; null for another. */
function heldPhase({ outcome, reason }: PendingPayment, isUnchecked: boolean): PaymentPhase | null {
  if (outcome === 'gone') return { step: 'gone', wasPaying: true, isUnchecked };
  if (outcome !== 'held' && outcome !== 'unclear') return null;
  return { step: 'review', review: outcome, reason, isUnchecked };
}

/** The phase that what the device keeps amounts to, at `now`. */
export function phaseOf(
  payment: PendingPayment | null,
  rules: PaymentRules,
  now: number,
): PaymentPhase {
  if (payment?.outcome !== 'open') return (payment && heldPhase(payment, true)) ?? readyPhase(true);
  if (payment.checks < rules.maxChecks && aliveUntil(payment) > now) {
    const endsAt = lastCheckAt(payment.checks, rules, now);
    return { step: 'waiting', payment, endsAt, isConfirming: false, problem: null, isLost: false };
  }
  return latePhase(payment, rules.timeout, true);
}

/** The phase of a payment that is followed, or null. */
function followedIn(current: PaymentPhase) {
  return current.step === 'waiting' || current.step === 'late' ? current : null;
}

/** Whether what was followed is kept no more: another tab has settled it, or was turned away. */
function isTaken(payment: PendingPayment | null): boolean {
  return payment === null || payment.outcome === 'paid';
}

/** The form, with why the payment before brought nothing; a press that was turned away says more. */
function withBefore(current: PaymentPhase, before: string | null): PaymentPhase {
  if (current.step !== 'ready' || current.problem || current.before === before) return current;
  return { ...current, before };
}

/** The phase after a question that got no answer. */
export function afterNoAnswer(current: PaymentPhase): PaymentPhase {
  return current.step === 'late' ? { ...current, isUnreached: true } : current;
}

/** The same phase now that a question was answered. */
function heard(current: PaymentPhase): PaymentPhase {
  const isNews = current.step === 'late' && current.isUnreached;
  return isNews ? { ...current, isUnreached: false } : current;
}

/** The phase after an answer of the API; `payment` is what the device kept before it. */
export function afterAnswer(
  shown: PaymentPhase,
  answer: PaymentAnswer,
  payment: PendingPayment | null,
): PaymentPhase {
  const current = heard(shown);
  if (current.step === 'paid') return current;
  const isReviewed = current.step === 'review' || current.step === 'gone';
  const lost = isTaken(payment) ? (followedIn(current)?.payment ?? null) : null;
  const own = lost ?? payment;
  switch (answer.status) {
    case 'paid': {
      const isNew = own !== null && own.outcome !== 'paid';
      const isTwice = isNew && mayComeTwice(own);
      return { step: 'paid', isNew, mayComeTwice: isTwice, held: answer.held };
    }
    case 'unclear':
      if (!isFinal(answer, payment)) return current;
      // Whoever was turned away had read it before the press.
      if (current.step === 'ready' && current.problem) return current;
      return { step: 'review', review: 'unclear', reason: answer.reason, isUnchecked: false };
    case 'held':
      return { step: 'review', review: 'held', reason: answer.reason, isUnchecked: false };
    case 'failed':
      if (lost) return { ...readyPhase(false), before: answer.reason };
      if (!isReviewed && !isOwnFailure(payment)) return withBefore(current, answer.reason);
      return { step: 'failed', reason: answer.reason };
    case 'gone': {
      const wasPaying = own !== null && own.outcome !== 'failed';
      return { step: 'gone', wasPaying, isUnchecked: false };
    }
    case 'open':
      if (lost || (isReviewed && !payment)) return readyPhase(false);
      return withBefore(current, null);
    default:
      return current;
  }
}

/** The phase after what the device keeps has changed, here or in another tab. */
export function reconcile(
  current: PaymentPhase,
  payment: PendingPayment | null,
  rules: PaymentRules,
  now: number,
): PaymentPhase {
  if (current.step === 'paid' || current.step === 'sending') return current;
  const followed = followedIn(current);
  if (payment?.outcome === 'open') {
    if (followed?.payment.pressedAt === payment.pressedAt) return { ...followed, payment };
    return phaseOf(payment, rules, now);
  }
  if (!followed) return current;
  if (payment?.outcome === 'failed') return { step: 'failed', reason: payment.reason };
  const held = payment && heldPhase(payment, false);
  if (held) return held;
  // Settled or turned away in another tab: until the API has said which, money may have gone.
  if (followed.step === 'late') return { ...followed, isLost: true };
  return { ...followed, isLost: true, isConfirming: true };
}
