import { FEES } from '../contract/constants.ts';
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import type { PayBill } from '../contract/schemas.ts';
import type { Attempt } from './attempt.ts';
import { aliveUntil, isMenuAwaited, isOtherOpen, newsAt, type Payment } from './payment.ts';
import type { Status } from './status.ts';
import { purposes } from './words.ts';

export type View =
  | {
      step: 'ready';
      /** Why the payment before it was not completed, in the API's words, or null. */
      before: string | null;
      /** Why a person looks into some of the money for what is paid, or null. */
      held: string | null;
    }
  | {
      step: 'waiting';
      /** When the next check is due, in ms, and how long it is until the last one. */
      dueAt: number;
      leftMs: number;
      problem: string | null;
    }
  | {
      step: 'late';
      /** How long the prompt may be answered, in ms. */
      aliveMs: number;
      /** When the API is asked once more, in ms, or null. */
      dueAt: number | null;
      isOffered: boolean;
      text: string;
    }
  /** The person says that they have paid from the M-Pesa menu. `dueAt`: as above. */
  | { step: 'menu'; dueAt: number | null }
  | { step: 'failed'; reason: string | null }
  /** Paying again might cost money twice. */
  | { step: 'review'; review: 'held' | 'unclear'; reason: string | null }
  /** `outcome`: the result of the payment for the deleted job or ad, in the API's words, or null. */
  | { step: 'gone'; wasPaying: boolean; outcome: string | null }
  /** `isNew`: this device waited for the payment; else it had been paid before. */
  | {
      step: 'paid';
      isNew: boolean;
      isOtherOpen: boolean;
      held: string | null;
      through: Status['through'];
      receipt: Status['receipt'];
    };

export type Step = View['step'] | 'sending' | 'refused';

/**
 * Whether a prompt may follow: the last one can no longer be paid, and the API has answered since that
 * it was not.
 */
const mayFollow = (payment: Payment, now: number) =>
  aliveUntil(payment) <= Math.min(now, payment.heard.answer.at);

function outView(payment: Payment, now: number, openedAt: number): View {
  const { purpose, push, checks, checkedAt, pressedAt, sentAt } = payment.attempt;
  const { answer, isUnreached } = payment.heard;
  const words = purposes[purpose];
  const { everyMs, maxChecks } = words.polling;
  const end = aliveUntil(payment);
  const aliveMs = Math.max(0, end - now);
  const isSessionless = push === 'sessionless';
  if (isSessionless || aliveMs === 0 || checks >= maxChecks) {
    const failed = answer.at > pressedAt ? words.lastCheckFailed : words.noCheckAnswered;
    const ended = isUnreached ? failed : words.timeout;
    const isDue = aliveMs === 0 && Math.max(answer.at, checkedAt) < end;
    return {
      step: 'late',
      aliveMs,
      dueAt: isDue ? end : null,
      isOffered: mayFollow(payment, now),
      text: isSessionless ? words.noSession : ended,
    };
  }
  // From the latest of the press, the last check and the opening, unless the clock was set back since.
  const since = Math.max(sentAt, checkedAt, openedAt > now ? 0 : openedAt);
  const leftMs = Math.max(0, (maxChecks - checks) * everyMs - Math.max(0, now - since));
  const problem = push === 'lost' ? words.noPrompt : null;
  return { step: 'waiting', dueAt: since + everyMs, leftMs, problem };
}

/** When the money of the M-Pesa menu is asked for again, as often as for that of a prompt (spec §9). */
function menuDueAt({ purpose, checks, checkedAt }: Attempt): number | null {
  const { everyMs, maxChecks } = purposes[purpose].polling;
  return checks < maxChecks ? checkedAt + everyMs : null;
}

/** What the pay page shows of a payment at `now`, opened at `openedAt`, both in ms. */
export function view(payment: Payment, now: number, openedAt: number): View {
  const { attempt, heard, status, state, review } = payment;
  const { reason, isGone, through, receipt } = status;
  const isNew = newsAt(payment, openedAt) === state;
  const held = review === 'held' ? reason : null;
  const isPaid = state === 'paid';
  // An active subscription is no news. For a job or an ad only an answer since the page was opened counts.
  const isHeard = attempt.purpose !== 'subscription' && !isGone && heard.answer.at >= openedAt;
  if (isPaid && (isNew || isHeard)) {
    // The money of the menu does not end the prompt.
    const isUnused = through !== 'prompt' && (through !== null || attempt.menu !== null);
    const isLeft = isUnused && now < attempt.sentAt + PROMPT_LIFETIME_MS;
    const isOpen = isNew && (isLeft || isOtherOpen(payment, now));
    return { step: 'paid', isNew, isOtherOpen: isOpen, held, through, receipt };
  }
  if (review === 'held' && !isPaid) return { step: 'review', review, reason };
  if (isGone) {
    const wasPaying = state === 'out' || review === 'unclear' || isMenuAwaited(payment, now);
    return { step: 'gone', wasPaying, outcome: state === 'failed' && !wasPaying ? reason : null };
  }
  if (review === 'unclear') return { step: 'review', review, reason };
  if (isMenuAwaited(payment, now)) return { step: 'menu', dueAt: menuDueAt(attempt) };
  if (state === 'out') return outView(payment, now, openedAt);
  if (isNew) return { step: 'failed', reason };
  return { step: 'ready', before: state === 'failed' ? reason : null, held: isPaid ? held : null };
}

/** Whether a press may send a prompt now; `isSure`: the person says that no money has gone. */
export function mayPay(payment: Payment, isSure: boolean, now: number): boolean {
  const { attempt, status, state, review } = payment;
  const isSettled = status.isGone || state === 'paid' || review === 'held';
  if (isSettled || isMenuAwaited(payment, now)) return false;
  if (review === 'unclear') return isSure;
  // When the phone is not known, only the person can say that it is not theirs.
  return mayFollow(payment, now) || (isSure && attempt.phone === '');
}

const isDue = (step: Step) => ['ready', 'failed', 'refused', 'waiting', 'late'].includes(step);

/** Whether the page says at a step that M-Pesa is down. */
export const isDownAt = ({ status }: Payment, step: Step) => status.isDown === true && isDue(step);

/** The other way to pay: from the M-Pesa menu, without a prompt. */
export interface MenuOffer {
  payBill: PayBill;
  /** No prompt came about, M-Pesa is down, or the menu was used already; else it is folded away. */
  isOpen: boolean;
  /** A prompt may still be answered, or has been: paying both ways would cost the money twice. */
  isBesidePrompt: boolean;
}

/**
 * The offer beside a step of the page at `now` in ms, or null: where the API has none, where paying is
 * not right, and where the sum is not the price that the page names and so would pay for nothing.
 */
export function menuOffer(payment: Payment, step: Step, now: number): MenuOffer | null {
  const { attempt, state, status, unmatched } = payment;
  const { purpose } = attempt;
  // A list does not say it, and a page without a connection has no answer.
  const payBill = status.unmatched === null ? attempt.payBill : status.payBill;
  if (!isDue(step) || state === 'paid' || payBill?.amount !== FEES[purpose]) return null;
  const isNeeded = status.isDown === true || unmatched.length > 0 || state === 'failed';
  const isOpen = isNeeded || step === 'refused';
  return { payBill, isOpen, isBesidePrompt: state === 'out' || isOtherOpen(payment, now) };
}
