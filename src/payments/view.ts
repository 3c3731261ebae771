/** What the pay page shows of a record. */
import { FEES } from '../contract/constants.ts';
import { PROMPT_LIFETIME_MS } from '../contract/limits.ts';
import type { PayBill } from '../contract/schemas.ts';
import { PROMPT_SLOW_MS } from '../lib/waits.ts';
import { pageWords } from './pageWords.ts';
import { purposes } from './purposes.ts';
import { aliveUntil, isMenuAwaited, isOtherOpen, newsAt, type PaymentRecord } from './record.ts';

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
      record: PaymentRecord;
      /** When the next check is due, in ms, and how long it is until the last one. */
      dueAt: number;
      leftMs: number;
      /** Why it is not known whether the press sent a prompt, or null. */
      problem: string | null;
    }
  | {
      step: 'late';
      record: PaymentRecord;
      /** How long the prompt may be answered, in ms. */
      aliveMs: number;
      /** When the API is asked once more, in ms, or null. */
      dueAt: number | null;
      /** Whether a new prompt is offered. */
      isOffered: boolean;
      /** Why the page no longer waits. */
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
      through: PaymentRecord['through'];
    };

/** A step of the page, with those that only the page itself knows of. */
export type Step = View['step'] | 'sending' | 'refused';

/**
 * Whether a prompt may follow: the last one can no longer be paid, and the API has answered since that
 * it was not.
 */
const mayFollow = (record: PaymentRecord, now: number) =>
  aliveUntil(record) <= now && aliveUntil(record) <= record.heardAt;

function outView(record: PaymentRecord, now: number, openedAt: number): View {
  const { purpose, checks, push } = record;
  const { polling } = purposes[purpose];
  const { noPrompt, noSession, timeout, lastCheckFailed, noCheckAnswered } = pageWords[purpose];
  const aliveMs = Math.max(0, aliveUntil(record) - now);
  const isSessionless = push === 'sessionless';
  if (isSessionless || aliveMs === 0 || checks >= polling.maxChecks) {
    const failed = record.heardAt > record.pressedAt ? lastCheckFailed : noCheckAnswered;
    const ended = record.isUnreached ? failed : timeout;
    const end = aliveUntil(record);
    const isDue = aliveMs === 0 && Math.max(record.heardAt, record.checkedAt) < end;
    return {
      step: 'late',
      record,
      aliveMs,
      dueAt: isDue ? end : null,
      isOffered: mayFollow(record, now),
      text: isSessionless ? noSession : ended,
    };
  }
  // The checks go on from the press, the last check or the opening of the page, unless the clock
  // was set back since.
  const since = Math.max(record.sentAt, record.checkedAt, openedAt > now ? 0 : openedAt);
  const wholeMs = (polling.maxChecks - checks) * polling.everyMs;
  const leftMs = Math.max(0, wholeMs - Math.max(0, now - since));
  const problem = push === 'lost' && !record.isConfirmed ? noPrompt : null;
  return { step: 'waiting', record, dueAt: since + polling.everyMs, leftMs, problem };
}

/** When the money of the M-Pesa menu is asked for again, as often as for that of a prompt (spec §9). */
function menuDueAt({ purpose, checks, checkedAt }: PaymentRecord): number | null {
  const { everyMs, maxChecks } = purposes[purpose].polling;
  return checks < maxChecks ? checkedAt + everyMs : null;
}

/** What the pay page shows at `now`, opened at `openedAt`, both in ms. */
export function view(record: PaymentRecord, now: number, openedAt: number): View {
  const { purpose, state, review, reason, isGone, through, menuAt, sentAt } = record;
  const news = newsAt(record, openedAt);
  const held = review === 'held' ? reason : null;
  const isPaid = state === 'paid';
  // An active subscription is no news. For a job or an ad only an answer since the page was opened counts.
  const isHeard = purpose !== 'subscription' && !isGone && record.heardAt >= openedAt;
  if (isPaid && (news === 'paid' || isHeard)) {
    const isNew = news === 'paid';
    // The money of the menu does not end the prompt.
    const isUnused = through !== 'prompt' && (through !== null || menuAt > 0);
    const isLeft = isUnused && now < sentAt + PROMPT_LIFETIME_MS;
    const isOpen = isNew && (isLeft || isOtherOpen(record, now));
    return { step: 'paid', isNew, isOtherOpen: isOpen, held, through };
  }
  if (review === 'held' && !isPaid) return { step: 'review', review, reason };
  if (isGone) {
    const wasPaying = state === 'out' || review === 'unclear' || isMenuAwaited(record, now);
    return { step: 'gone', wasPaying, outcome: state === 'failed' && !wasPaying ? reason : null };
  }
  if (review === 'unclear') return { step: 'review', review, reason };
  if (isMenuAwaited(record, now)) return { step: 'menu', dueAt: menuDueAt(record) };
  if (state === 'out') return outView(record, now, openedAt);
  if (state === 'failed' && news === 'failed') return { step: 'failed', reason };
  return { step: 'ready', before: state === 'failed' ? reason : null, held: isPaid ? held : null };
}

/** Whether a press may send a prompt now; `isSure`: the person says that no money has gone. */
export function mayPay(record: PaymentRecord, isSure: boolean, now: number): boolean {
  const { state, review, isGone, phone } = record;
  if (isGone || state === 'paid' || review === 'held' || isMenuAwaited(record, now)) return false;
  if (review === 'unclear') return isSure;
  // When the phone is not known, only the person can say that it is not theirs.
  return mayFollow(record, now) || (isSure && phone === '');
}

/** The steps at which something may be paid. */
const isDue = (step: Step) => ['ready', 'failed', 'refused', 'waiting', 'late'].includes(step);

/** Whether a page opened at `openedAt`, in ms, says that M-Pesa is down: only what the API has said since counts. */
export const isDownAt = ({ isDown, heardAt }: PaymentRecord, step: Step, openedAt: number) =>
  isDown && heardAt >= openedAt && isDue(step);

/** The other way to pay: from the M-Pesa menu, without a prompt. */
export interface MenuOffer {
  payBill: PayBill;
  /** The prompt has failed or is slow, M-Pesa is down, or the menu was used already; else it is folded away. */
  isOpen: boolean;
  /** A prompt may still be answered, or has been: paying both ways would cost the money twice. */
  isBesidePrompt: boolean;
}

/**
 * The offer beside a step of the page at `now` in ms, or null: where the API has none, where paying is
 * not right, and where the sum is not the price that the page names and so would pay for nothing.
 */
export function menuOffer(record: PaymentRecord, step: Step, now: number): MenuOffer | null {
  const { purpose, state, payBill, pressedAt, sentAt } = record;
  if (!isDue(step) || state === 'paid' || payBill?.amount !== FEES[purpose]) return null;
  const isSlow = step === 'waiting' && now - Math.min(pressedAt, sentAt) >= PROMPT_SLOW_MS;
  const isNeeded = record.isDown || record.unmatched.length > 0;
  const isOpen = isSlow || isNeeded || state === 'failed' || step === 'refused' || step === 'late';
  return { payBill, isOpen, isBesidePrompt: state === 'out' || isOtherOpen(record, now) };
}
