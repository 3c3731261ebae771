/** What a payment's own page and the notices on other screens show of a record. */
import { formatDate } from '../contract/rules.ts';
import { paymentName, purposes } from './purposes.ts';
import { aliveUntil, isAwaited, mayComeTwice, type PaymentRecord } from './record.ts';

/** Said with a success when another prompt may still be on a phone. */
export const CANCEL_OTHERS =
  'You asked for more than one prompt. If one is still on a phone, cancel it there: there is nothing more to pay.';

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
      /** Why nobody knows whether the press sent a prompt, or null. */
      problem: string | null;
    }
  /** The checks have run out, `text` says why; `aliveMs`: how long the prompt may be answered. */
  | { step: 'late'; record: PaymentRecord; aliveMs: number; text: string }
  | { step: 'failed'; reason: string | null }
  /** Paying again might cost money twice. */
  | { step: 'review'; review: 'held' | 'unclear'; reason: string | null }
  /** `outcome`: what became of the payment for what is gone, in the API's words, or null. */
  | { step: 'gone'; wasPaying: boolean; outcome: string | null }
  /** `isNew`: paid by what this device waited for, else it had been paid before. */
  | { step: 'paid'; isNew: boolean; mayComeTwice: boolean; held: string | null };

/** The news that is still to be shown to a person who opened the screen at `openedAt`, in ms. */
const newsOf = ({ news, shownAt }: PaymentRecord, openedAt: number) =>
  shownAt === null || shownAt >= openedAt ? news : null;

function outView(record: PaymentRecord, now: number, openedAt: number): View {
  const { purpose, checks, push } = record;
  const { polling, noPrompt, noSession, timeout, lastCheckFailed } = purposes[purpose];
  const aliveMs = Math.max(0, aliveUntil(record) - now);
  const isSessionless = push === 'sessionless';
  if (isSessionless || aliveMs === 0 || checks >= polling.maxChecks) {
    const ended = record.isUnreached ? lastCheckFailed : timeout;
    return { step: 'late', record, aliveMs, text: isSessionless ? noSession : ended };
  }
  // The checks go on from the press, the last check or the opening of the page, unless the clock
  // was set back since.
  const since = Math.max(record.sentAt, record.checkedAt, openedAt > now ? 0 : openedAt);
  const wholeMs = (polling.maxChecks - checks) * polling.everyMs;
  const leftMs = Math.max(0, wholeMs - Math.max(0, now - since));
  const problem = push === 'lost' && !record.isConfirmed ? noPrompt : null;
  return { step: 'waiting', record, dueAt: since + polling.everyMs, leftMs, problem };
}

/** What the page of a payment shows at `now`, opened at `openedAt`, both in ms. */
export function view(record: PaymentRecord, now: number, openedAt: number): View {
  const { purpose, state, review, reason, isGone } = record;
  const news = newsOf(record, openedAt);
  const held = review === 'held' ? reason : null;
  const isPaid = state === 'paid';
  // A subscription that is active is no news. Of a job or an ad only the API's last word counts.
  const isHeard = purpose !== 'subscription' && !isGone && record.heardAt >= openedAt;
  if (isPaid && (news === 'paid' || isHeard)) {
    const isNew = news === 'paid';
    return { step: 'paid', isNew, mayComeTwice: isNew && mayComeTwice(record, now), held };
  }
  if (review === 'held' && !isPaid) return { step: 'review', review, reason };
  if (isGone) {
    const wasPaying = state === 'out' || review === 'unclear';
    return { step: 'gone', wasPaying, outcome: state === 'failed' && !wasPaying ? reason : null };
  }
  if (review === 'unclear') return { step: 'review', review, reason };
  if (state === 'out') return outView(record, now, openedAt);
  if (state === 'failed' && news === 'failed') return { step: 'failed', reason };
  return { step: 'ready', before: state === 'failed' ? reason : null, held: isPaid ? held : null };
}

/** Whether a press may send a prompt now; `isSure`: the person says that no money has gone. */
export function mayPay(record: PaymentRecord, isSure: boolean, now: number): boolean {
  const { state, review, isGone, phone } = record;
  if (isGone || state === 'paid' || review === 'held') return false;
  if (review === 'unclear') return isSure;
  // Where nobody knows the phone, only the person can say that it is not theirs.
  return aliveUntil(record) <= now || (isSure && phone === '');
}

/** What another screen says about a payment. */
export interface PaymentNotice {
  tone: 'success' | 'info' | 'warning';
  title: string;
  texts: string[];
  /** The ways to reach a person, and the way to the payment's own page. */
  hasSupport: boolean;
  hasPage: boolean;
  /** What "Got it" takes away; null while it is waited for. */
  what: 'news' | 'review' | null;
}

function arrival(record: PaymentRecord, isSecond: boolean, now: number): PaymentNotice {
  const until = formatDate(record.until);
  const { gained } = purposes[record.purpose];
  const texts = isSecond
    ? [`It bought one more month: your subscription is paid until ${until}.`]
    : [until === null ? gained : `${gained} It is paid until ${until}.`];
  if (!isSecond && mayComeTwice(record, now)) texts.push(CANCEL_OTHERS);
  const title = `Your ${isSecond ? 'second payment' : 'payment'} has come`;
  return { tone: 'success', title, texts, hasSupport: false, hasPage: false, what: 'news' };
}

function concern(record: PaymentRecord): PaymentNotice | null {
  const { purpose, state, review, reason, isGone, isRead } = record;
  if (isRead) return null;
  const texts = reason === null ? [] : [reason];
  const said = {
    tone: 'warning',
    texts,
    hasSupport: true,
    hasPage: false,
    what: 'review',
  } as const;
  if (isGone && review !== 'held' && (state === 'out' || review === 'unclear')) {
    const title = `The ${purpose === 'post_ad' ? 'ad' : 'job'} you were paying for is no longer there`;
    return { ...said, title, texts: ['If money has left your phone, please contact us.'] };
  }
  const closed = {
    tone: 'info',
    hasSupport: false,
    title: 'We have looked into your payment',
  } as const;
  switch (review) {
    case 'closed':
      return { ...said, ...closed };
    case 'unclear':
      return { ...said, title: 'We do not know what became of your payment', hasPage: true };
    case 'held': {
      const title = 'A person is looking into your payment';
      return { ...said, title, hasPage: state !== 'paid' };
    }
    default:
      return null;
  }
}

/** What a screen opened at `openedAt` says about a record at `now`, both in ms; most often nothing. */
export function notices(record: PaymentRecord, now: number, openedAt: number): PaymentNotice[] {
  const news = newsOf(record, openedAt);
  const said: PaymentNotice[] = [];
  if (record.state === 'paid' && (news === 'paid' || news === 'second')) {
    said.push(arrival(record, news === 'second', now));
  }
  const review = concern(record);
  if (review) said.push(review);
  if (isAwaited(record, now)) {
    const texts = ['Please do not pay again before you have looked here.'];
    const title = 'We are waiting to hear from M-Pesa';
    said.push({ tone: 'info', title, texts, hasSupport: false, hasPage: true, what: null });
  }
  return said.map((notice) => ({ ...notice, title: `${notice.title}: ${paymentName(record)}.` }));
}
