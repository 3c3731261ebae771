/** The notices about a payment on screens other than its own page. */
import { formatDate } from '../contract/rules.ts';
import { CANCEL_OTHERS, paymentName, purposes } from './purposes.ts';
import { reviewTitles } from './texts.ts';
import { isAwaited, mayComeTwice, newsAt, type PaymentRecord } from './record.ts';

export interface PaymentNotice {
  tone: 'success' | 'info' | 'warning';
  title: string;
  texts: string[];
  /** Whether it shows links to support, and a link to the payment's own page. */
  hasSupport: boolean;
  hasPage: boolean;
  /** What "Got it" marks as read; null for an open payment, which has no such button. */
  what: 'news' | 'review' | null;
}

function arrivalTexts(record: PaymentRecord, isSecond: boolean, now: number): string[] {
  const until = formatDate(record.until);
  if (isSecond) return [`It bought one more month: your subscription is paid until ${until}.`];
  const { gained } = purposes[record.purpose];
  const text = until === null ? gained : `${gained} It is paid until ${until}.`;
  return mayComeTwice(record, now) ? [text, CANCEL_OTHERS] : [text];
}

/** The notices about a record at `now` on a screen opened at `openedAt`, both in ms; usually none. */
export function notices(record: PaymentRecord, now: number, openedAt: number): PaymentNotice[] {
  const { purpose, state, review, reason, isGone, isRead } = record;
  const said: PaymentNotice[] = [];
  const say = (title: string, texts: string[], more: Partial<PaymentNotice>) =>
    said.push({
      tone: 'info',
      title: `${title}: ${paymentName(record)}.`,
      texts,
      hasSupport: false,
      hasPage: false,
      what: 'review',
      ...more,
    });

  const news = newsAt(record, openedAt);
  const isSecond = news === 'second';
  if (state === 'paid' && news) {
    const which = isSecond ? 'second payment' : 'payment';
    const texts = arrivalTexts(record, isSecond, now);
    say(`Your ${which} has come`, texts, { tone: 'success', what: 'news' });
  }
  const reasons = reason === null ? [] : [reason];
  const warning = { tone: 'warning', hasSupport: true } as const;
  if (isGone && !isRead && review !== 'held' && (state === 'out' || review === 'unclear')) {
    const word = purpose === 'post_ad' ? 'ad' : 'job';
    const texts = ['If money has left your phone, please contact us.'];
    say(`The ${word} you were paying for is no longer there`, texts, warning);
  } else if (review === 'closed' && !isRead) {
    say('We have looked into your payment', reasons, {});
  } else if (review && !isRead) {
    const title =
      review === 'held' ? reviewTitles.held : 'We do not know if your payment went through';
    say(title, reasons, { ...warning, hasPage: state !== 'paid' });
  }
  if (isAwaited(record, now)) {
    const texts = ['Please do not pay again before you have looked here.'];
    say('We are waiting to hear from M-Pesa', texts, { hasPage: true, what: null });
  }
  return said;
}
