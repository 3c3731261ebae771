/** What happened to a payment, a person, a job or an ad, the oldest first. */
import { localTime } from '../../process/nairobi.ts';
import { linkTo } from '../operation.ts';
import type { Block, Cell } from '../operation.ts';
import type { LogRow } from '../operatorLog.ts';
import type { PaymentLine } from '../readPayment.ts';
import { payableText, stateText } from '../words.ts';

/** One thing that happened; `at` is an ISO 8601 date. */
export interface Step {
  at: string;
  what: Cell;
  /** The operator; empty for everybody else. */
  who: string;
  /** Why, or what M-Pesa said. */
  said: string | null;
}

/** What operators did, as steps. */
export const logSteps = (log: readonly LogRow[]): Step[] =>
  log.map(({ at, who, action, reason }) => ({ at, what: action, who, said: reason }));

/** Payments as steps, each with a link to its page. */
export const paymentSteps = (payments: readonly PaymentLine[]): Step[] =>
  payments.map(({ id, at, payable, amount, state, returnedAt }) => ({
    at,
    what: linkTo(`Payment #${id}: Ksh ${amount} for ${payableText(payable)}`, 'payments show', {
      paymentId: id,
    }),
    who: '',
    said: stateText({ state, returnedAt }),
  }));

/** The steps under their heading. */
export const timelineBlocks = (steps: readonly Step[]): Block[] => [
  { heading: 'What happened' },
  {
    columns: ['When (Nairobi)', 'What', 'Who', 'Note'],
    rows: steps
      .toSorted((one, other) => one.at.localeCompare(other.at))
      .map(({ at, what, who, said }) => [localTime(at), what, who, said]),
  },
];
