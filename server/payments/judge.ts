/** What a piece of evidence means for a payment. Pure: it reads rows and changes none. */
import { outcomeOf, refusalReason } from '../mpesa/codes.ts';
import type { RefusalCause } from '../mpesa/gateway.ts';
import { isAboutMoney, isOpen } from './machine.ts';
import type { ReviewCause, Step } from './machine.ts';
import { isAlreadyPaid } from './payables.ts';
import type { LockedPayable } from './payables.ts';
import { reviewReason } from './reasons.ts';
import { promptEnd } from './schedule.ts';
import type { PaymentTimings } from './schedule.ts';
import type { Payment } from './store.ts';

/** M-Pesa's ids of a push. */
export interface CheckoutIds {
  merchantRequestId: string;
  checkoutRequestId: string;
}

/**
 * What became known. A callback has `ids`, because the answer to the push may be lost. Where it is
 * lost, they count only when M-Pesa itself has confirmed them: `isProven`.
 */
export type Evidence =
  | { kind: 'accepted'; ids: CheckoutIds }
  | { kind: 'refused'; cause: RefusalCause }
  | { kind: 'unanswered' }
  /** A callback knows amount and receipt, a query neither. */
  | {
      kind: 'paid';
      ids?: CheckoutIds;
      isProven?: true;
      amount?: number;
      receipt?: string;
      /** Of a sum that came to the paybill: when. Whether by the prompt or the menu is not known. */
      cameAt?: Date;
    }
  | { kind: 'result'; ids?: CheckoutIds; isProven?: true; code: number | string }
  /** A callback that says "paid" without a usable amount and receipt: the query decides. */
  | { kind: 'incomplete'; ids?: CheckoutIds }
  /** The answer to the push, or the result, did not come in time. */
  | { kind: 'overdue' }
  /** No result has come for so long that we give up. */
  | { kind: 'hopeless' };

/** The step to take, or null for none, and what else is now known. */
interface Judgement {
  step: Step | null;
  change: Partial<Payment>;
}

const NOTHING: Judgement = { step: null, change: {} };

const review = (
  payment: Payment,
  cause: ReviewCause,
  change: Partial<Payment> = {},
): Judgement => ({
  step: 'review',
  change: { ...change, review: cause, reason: reviewReason(cause, { ...payment, ...change }) },
});

type PaidEvidence = Extract<Evidence, { kind: 'paid' }>;

function judgePaid(
  payment: Payment,
  payable: LockedPayable | null,
  { amount, receipt, cameAt }: PaidEvidence,
  now: Date,
): Judgement {
  const isAmountWrong = amount !== undefined && amount !== payment.amount;
  const known: Partial<Payment> = {
    ...(receipt && { receipt }),
    ...(amount !== undefined && { amountReceived: amount }),
  };
  const change: Partial<Payment> = { ...(!cameAt && { resultCode: 0 }), ...known };
  if (payment.state === 'paid') {
    // Its confirmation was faster: now it is known that the money came by the prompt.
    if (!cameAt && receipt && receipt === payment.receipt && payment.resultCode !== 0) {
      return { step: null, change: { resultCode: 0 } };
    }
    // A query settled it. The callback brings the receipt, and perhaps a wrong amount.
    if (payment.receipt !== null || !receipt) return NOTHING;
    const reason = reviewReason('amount', { ...payment, ...known });
    const wrong = { review: 'amount', reason } as const;
    return { step: null, change: { ...known, ...(isAmountWrong && wrong) } };
  }
  // A person has sent back this very money; its callback has come a second time, or only now.
  if (payment.state === 'failed' && payment.returnedAt !== null) {
    if (!receipt || receipt === payment.receipt) return NOTHING;
    if (payment.receipt === null) return { step: null, change: known };
  }
  const isHeld = isAboutMoney(payment.review);
  // A query names no amount: it cannot say that the money fits after all.
  if (isHeld && !receipt) return NOTHING;
  const cause = isAmountWrong ? 'amount' : misfit(payable, now);
  if (cause === null) return { step: 'paid', change: { ...change, reason: null, review: null } };
  // A query said that it came. The callback brings the receipt for the person who looks.
  if (isHeld) return payment.receipt === null ? { step: null, change: known } : NOTHING;
  return review(payment, cause, change);
}

/** Why money of the right amount cannot be taken for the payable, or null. */
function misfit(payable: LockedPayable | null, now: Date): ReviewCause | null {
  if (payable === null) return 'deleted';
  return isAlreadyPaid(payable, now) ? 'paid_twice' : null;
}

/**
 * What `evidence` means for `payment`. `payable` is what it is for, locked; null when it is
 * deleted. Only evidence of kind `paid` reads it.
 */
export function judge(
  payment: Payment,
  payable: LockedPayable | null,
  evidence: Evidence,
  now: Date,
  timings: PaymentTimings,
): Judgement {
  switch (evidence.kind) {
    case 'accepted': {
      // A callback was faster and has settled the payment: its ids stand.
      if (!isOpen(payment.state) && payment.checkoutRequestId !== null) return NOTHING;
      const nextQueryAt = new Date(now.getTime() + timings.firstQueryMs);
      return { step: 'accepted', change: { ...evidence.ids, promptedAt: now, nextQueryAt } };
    }
    case 'refused':
      return { step: 'refused', change: { reason: refusalReason(evidence.cause) } };
    case 'unanswered': {
      const change = { promptedAt: now };
      const nextQueryAt = new Date(promptEnd({ ...payment, ...change }, timings));
      return { step: 'unclear', change: { ...change, nextQueryAt } };
    }
    case 'paid':
      return judgePaid(payment, payable, evidence, now);
    case 'result': {
      const outcome = outcomeOf(evidence.code);
      // A code that is a text stands in the stored event.
      const resultCode = typeof evidence.code === 'number' ? evidence.code : null;
      if (outcome === null) return { step: 'unclear', change: { resultCode } };
      if (payment.state === 'paid') {
        // A sum came while its prompt was out, and now it is known that it came from the menu.
        const isOfSum = payment.receipt !== null && payment.resultCode === null;
        return isOfSum ? { step: null, change: { resultCode } } : NOTHING;
      }
      const { step, reason } = outcome;
      return { step, change: { resultCode, reason, review: null } };
    }
    case 'incomplete':
      return { step: null, change: isOpen(payment.state) ? { nextQueryAt: now } : {} };
    case 'overdue':
      return { step: 'unclear', change: { promptedAt: payment.promptedAt ?? now } };
    case 'hopeless':
      return review(payment, 'unanswered');
    default:
      return evidence satisfies never;
  }
}
