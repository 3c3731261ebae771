/** What operators read in place of the words of the database. */
import type { UnmatchedCause } from '../payments/match.ts';
import type { Payment } from '../payments/store.ts';
import type { Sum } from '../payments/sums.ts';

/** What a payment is for, as an operator types it: `job:41` is "job 41", `subscription:5` "fundi 5". */
export const targetText = (key: string): string =>
  key.replace('subscription:', 'fundi ').replace(':', ' ');

/** What a payment is for: `job:41` is "job 41", `subscription:5` "a month of fundi 5". */
export function payableText(key: string): string {
  const [kind = '', id] = key.split(':');
  return kind === 'subscription' ? `a month of fundi ${id}` : `${kind} ${id}`;
}

export const STATE_TEXTS: Readonly<Record<Payment['state'], string>> = {
  created: 'the prompt is not sent yet',
  prompted: 'the payer is asked',
  paid: 'paid',
  cancelled: 'cancelled by the payer',
  failed: 'not paid',
  expired: 'not answered in time',
  unknown: 'M-Pesa has not said yet',
  needs_review: 'waits for you',
};

/** The same of a payment whose money may have gone back. */
export const stateText = ({ state, returnedAt }: Pick<Payment, 'state' | 'returnedAt'>): string =>
  returnedAt === null ? STATE_TEXTS[state] : state === 'paid' ? 'paid, and sent back' : 'sent back';

const STEP_TEXTS: Readonly<Record<string, string>> = {
  requested: 'Asked for',
  push_accepted: 'M-Pesa took the prompt',
  push_refused: 'M-Pesa refused the prompt',
  push_unknown: 'M-Pesa did not answer about the prompt',
  push_overdue: 'M-Pesa never answered about the prompt',
  push_down: 'M-Pesa was down',
  callback_paid: 'M-Pesa reported money',
  callback_result: 'M-Pesa reported no money',
  callback_incomplete: 'M-Pesa reported money without its amount or receipt',
  callback_malformed: 'A report that cannot be read',
  query_paid: 'Asked again, M-Pesa said: paid',
  query_failed: 'Asked again, M-Pesa said: not paid',
  query_pending: 'Asked again, M-Pesa said: not yet',
  query_noAnswer: 'Asked again, M-Pesa gave no answer',
  sum_paid: 'Money came by Pay Bill',
  sum_given: 'Money of Pay Bill was given to it',
  receipt_found: 'Booked from the statement',
  refunded: 'Sent back',
  closed_returned: 'Closed: sent back',
  closed_activate: 'Closed: it counts',
  closed_nothing: 'Closed: no money came',
  overdue: 'M-Pesa said nothing in time',
  given_up: 'Given up: M-Pesa says nothing',
};

const UNPROVEN = '_unproven';

/** A step in the life of a payment, by the kind of its event. */
export function stepText(kind: string): string {
  const known = kind.endsWith(UNPROVEN) ? kind.slice(0, -UNPROVEN.length) : kind;
  const text = STEP_TEXTS[known] ?? known.replaceAll('_', ' ');
  return known === kind ? text : `${text}, not proven`;
}

const CAUSE_TEXTS: Readonly<Record<UnmatchedCause, string>> = {
  account: 'no such account',
  accounts: 'two accounts at once',
  deleted: 'for something that is deleted',
  amount: 'not the price',
  taken_down: 'for something that is taken down',
  paid_twice: 'paid for already',
  reversed: 'taken back by M-Pesa',
};

/** Why a sum waits. */
export const causeText = ({ cause }: Pick<Sum, 'cause'>) => CAUSE_TEXTS[cause ?? 'account'];

/** What became of a sum from the Pay Bill menu. */
export function sumText(sum: Sum): string {
  if (sum.state === 'returned') return `sent back as ${sum.returnReceipt}`;
  if (sum.state === 'matched') return `the money of payment ${sum.paymentId}`;
  return sum.state === 'new' ? 'has just come' : `waits: ${causeText(sum)}`;
}

/** Of a receipt that should be that of money which was sent. */
export const OWN_RECEIPT =
  'It is the receipt of the money that came: only a reversal by M-Pesa has that.';
