import type { PaymentAnswer } from './paymentStatus.ts';
import {
  isOwnFailure,
  isPaidAgain,
  mayComeTwice,
  type Payable,
  type PendingPayment,
} from './paymentRecord.ts';
import {
  findPayment,
  keepOutcome,
  keepPrompt,
  removePayment,
  updatePayment,
} from './pendingPayment.ts';

/** Whether an answer ends the waiting for what the device keeps, `payment`. */
export function isFinal(answer: PaymentAnswer, payment: PendingPayment | null): boolean {
  switch (answer.status) {
    case 'paid':
    case 'held':
    case 'gone':
      return true;
    case 'unclear':
      return payment?.outcome !== 'open' || isOwnFailure(payment);
    case 'failed':
      return isOwnFailure(payment);
    default:
      return false;
  }
}

/** Keeps on the device what an answer says of a thing's payment. */
export function bookAnswer(thing: Payable, answer: PaymentAnswer) {
  if (answer.status === 'pending') return keepPrompt(thing, answer);
  const payment = findPayment(thing);
  if (answer.status === 'open') {
    // Another answer had it that the job or ad was gone.
    return payment?.outcome === 'gone' ? updatePayment(payment, { outcome: 'open' }) : undefined;
  }
  if (!isFinal(answer, payment)) return undefined;
  if (answer.status === 'held' || answer.status === 'unclear') {
    return keepOutcome(thing, { outcome: answer.status, reason: answer.reason });
  }
  if (answer.status === 'paid') {
    const { held, until = null } = answer;
    // The other prompt may be paid too, which is then to be told, and kept until it is.
    const isUnsaid = payment !== null && isPaidAgain(payment, until);
    const isOver = held === null && !isUnsaid && !(payment && mayComeTwice(payment));
    if (isOver) return removePayment(thing);
    const said = isUnsaid ? payment.until : until;
    return keepOutcome(thing, { outcome: 'paid', reason: held, until: said });
  }
  if (!payment) return undefined;
  if (answer.status === 'failed') {
    return updatePayment(payment, { outcome: 'failed', reason: answer.reason });
  }
  const { reason = null } = answer;
  if (reason !== null && (payment.outcome !== 'open' || isOwnFailure(payment))) {
    // Of what is deleted the API still tells: money may yet come for it.
    return updatePayment(payment, { outcome: 'failed', reason });
  }
  if (payment.outcome === 'failed') return removePayment(thing);
  const isOpen = payment.outcome === 'open' || payment.outcome === 'unclear';
  return isOpen ? updatePayment(payment, { outcome: 'gone', reason: null }) : undefined;
}
