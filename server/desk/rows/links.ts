/** Links from one thing to another on the desk. */
import type { Payment } from '../../payments/store.ts';
import { localTime } from '../../process/nairobi.ts';
import { DECISION_TEXTS } from '../closeReview.ts';
import type { Decision } from '../closeReview.ts';
import { buttonTo, linkTo } from '../operation.ts';
import type { Link, Table } from '../operation.ts';
import { payableText, stateText } from '../words.ts';

/** The page of what a payment is for: the job, the ad or the fundi; only words for what is erased. */
export function payableLink(key: string): Link | string {
  const [kind, number] = key.split(':');
  const id = Number(number);
  const text = payableText(key);
  if (kind === 'job' || kind === 'ad') return linkTo(text, `${kind}s show`, { id });
  return id > 0 ? linkTo(text, 'people show', { id }) : text;
}

/** Where a sum is found by its receipt. */
export const sumLink = (text: string, receipt: string): Link =>
  linkTo(text, 'find', { text: receipt });

/** The page of what the log is about, for instance `payment 12`; the words alone where it has none. */
export function subjectLink(subject: string): Link | string {
  const [kind = '', what = ''] = subject.split(' ');
  const id = Number(what);
  if (kind === 'payment') return linkTo(subject, 'payments show', { paymentId: id });
  if (kind === 'sum') return sumLink(subject, what);
  if (kind === 'job' || kind === 'ad') return linkTo(subject, `${kind}s show`, { id });
  return kind === 'fundi' || kind === 'client' ? linkTo(subject, 'people show', { id }) : subject;
}

export const paymentLink = (paymentId: number): Link =>
  linkTo(`#${paymentId}`, 'payments show', { paymentId });

/**
 * Where a review is ended in this way; a button for what is `usual`. Who sent money back writes its receipt down.
 */
export function decisionLink(paymentId: number, decision: Decision, usual?: Decision | null): Link {
  const link = decision === usual ? buttonTo : linkTo;
  const text = DECISION_TEXTS[decision].button;
  return decision === 'returned'
    ? link(text, 'payments refund', { paymentId })
    : link(text, 'payments close', { paymentId, decision });
}

export const paymentTable = (rows: readonly Payment[]): Table => ({
  columns: ['Payment', 'Asked for (Nairobi)', 'For', 'Ksh', 'Came', 'Phone', 'State', 'Receipt'],
  rows: rows.map((row) => [
    paymentLink(row.id),
    localTime(row.createdAt),
    payableLink(row.payable),
    row.amount,
    row.amountReceived,
    row.phone ?? 'Pay Bill',
    stateText(row),
    row.returnReceipt === null
      ? row.receipt
      : `${row.receipt ?? '-'}, sent back as ${row.returnReceipt}`,
  ]),
});
