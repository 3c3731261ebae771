/** What happened to a payment, a person, a job or an ad, the oldest first. */
import { sentAtOf } from '../../payments/match.ts';
import type { Payment } from '../../payments/store.ts';
import type { Sum } from '../../payments/sums.ts';
import { localTime } from '../../process/nairobi.ts';
import { linkTo } from '../operation.ts';
import type { Block, Cell } from '../operation.ts';
import type { LogRow } from '../operatorLog.ts';
import { sumLink } from './links.ts';
import { payableText, stateText, sumText } from '../words.ts';

export interface Step {
  at: Date;
  what: Cell;
  /** The operator, for what one did. */
  who?: string;
  /** Why, or what M-Pesa said. */
  said?: string | null;
}

export const logSteps = (log: readonly LogRow[]): Step[] =>
  log.map(({ at, who, action, reason }) => ({ at, what: action, who, said: reason }));

export const paymentSteps = (payments: readonly Payment[]): Step[] =>
  payments.map((payment) => {
    const { id, createdAt, payable, amount } = payment;
    const text = `Payment #${id}: Ksh ${amount} for ${payableText(payable)}`;
    const what = linkTo(text, 'payments show', { paymentId: id });
    return { at: createdAt, what, said: stateText(payment) };
  });

/** Sums of Pay Bill that are no payment's money: they wait, or were sent back. */
export const sumSteps = (sums: readonly Sum[]): Step[] =>
  sums
    .filter(({ paymentId }) => paymentId === null)
    .map((sum) => {
      const text = `Pay Bill ${sum.receipt}: Ksh ${sum.amount ?? 'unknown'}`;
      return { at: sentAtOf(sum), what: sumLink(text, sum.receipt), said: sumText(sum) };
    });

export const timelineBlocks = (steps: readonly Step[]): Block[] => [
  { heading: 'What happened' },
  {
    columns: ['When (Nairobi)', 'What', 'Who', 'Note'],
    rows: steps
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ at, what, who = '', said = null }) => [localTime(at), what, who, said]),
  },
];
