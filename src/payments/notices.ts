/** The notices about a payment on screens other than its own page. */
import { formatDate, formatDay } from '../contract/dates.ts';
import type { End } from './attempt.ts';
import { isAwaited, isOtherOpen, newsAt, type Payment } from './payment.ts';
import { CANCEL_OTHERS, payableName, priceOf, purposes, reviewTitles } from './words.ts';

export interface PaymentNotice {
  tone: 'success' | 'info' | 'warning';
  title: string;
  /** What was paid for, and the sum with the day of the last M-Pesa message where it is known. */
  name: string;
  facts: string;
  texts: string[];
  /** Whether it shows links to support. */
  hasSupport: boolean;
  /** Whether it links to the payment's own page: the card of something that is not paid for does the same. */
  hasPage: boolean;
  /** What "Got it" marks as read; null for an open payment, which has no such button. */
  what: 'news' | 'review' | null;
}

function arrivalTexts(payment: Payment, news: End, now: number): string[] {
  const until = formatDate(payment.status.until);
  if (news === 'second')
    return [`It bought one more month: your subscription is paid until ${until}.`];
  const { gained } = purposes[payment.attempt.purpose];
  const text = until === null ? gained : `${gained} It is paid until ${until}.`;
  return isOtherOpen(payment, now) ? [text, CANCEL_OTHERS] : [text];
}

/** The notices about a payment at `now` on a screen opened at `openedAt`, both in ms; usually none. */
export function noticesOf(payment: Payment, now: number, openedAt: number): PaymentNotice[] {
  const { attempt, state, review } = payment;
  const { reason, isGone } = payment.status;
  const { purpose, sentAt } = attempt;
  const isUnread = !attempt.told?.isRead;
  const said: PaymentNotice[] = [];
  const day = sentAt > 0 ? formatDay(new Date(sentAt).toISOString()) : null;
  const facts = [priceOf(purpose), day].filter(Boolean).join(', ');
  const say = (title: string, texts: string[], more: Partial<PaymentNotice>) =>
    said.push({
      tone: 'info',
      title,
      name: payableName(attempt),
      facts,
      texts,
      hasSupport: false,
      hasPage: false,
      what: 'review',
      ...more,
    });

  const news = newsAt(payment, openedAt);
  if (state === 'paid' && news) {
    const which = news === 'second' ? 'second payment' : 'payment';
    const texts = arrivalTexts(payment, news, now);
    say(`Your ${which} has come`, texts, { tone: 'success', what: 'news' });
  }
  const reasons = reason === null ? [] : [reason];
  const warning = { tone: 'warning', hasSupport: true } as const;
  if (isUnread && isGone && review !== 'held' && (state === 'out' || review === 'unclear')) {
    const word = purpose === 'post_ad' ? 'ad' : 'job';
    const texts = ['If money has left your phone, please contact us.'];
    say(`The ${word} you were paying for is no longer there`, texts, warning);
  } else if (isUnread && review === 'closed') {
    say('We have looked into your payment', reasons, {});
  } else if (isUnread && review) {
    const title =
      review === 'held' ? reviewTitles.held : 'We do not know if your payment went through';
    say(title, reasons, { ...warning, hasPage: state !== 'paid' });
  }
  if (isAwaited(payment, now)) {
    const texts = ['Please do not pay again before you have looked here.'];
    say('We are waiting to hear from M-Pesa', texts, { hasPage: true, what: null });
  }
  return said;
}
