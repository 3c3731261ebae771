/** What M-Pesa's codes mean for a payment, and what the payer reads. */
import type { RefusalCause } from './gateway.ts';

/** How a prompt ended without money. */
interface Outcome {
  step: 'cancelled' | 'failed' | 'expired';
  /** For the payer. */
  reason: string;
  /** Whether our own settings are wrong: only an operator can mend it. */
  isOurFault?: true;
}

const failed = (reason: string): Outcome => ({ step: 'failed', reason });
const CANCELLED: Outcome = {
  step: 'cancelled',
  reason: 'The payment was cancelled on the phone.',
};

const SESSION_OPEN =
  'M-Pesa is open on the phone already. Finish or close it, wait a minute, then try again.';
const NOT_SENT =
  'The M-Pesa message could not be sent to the phone. Try again. If the SIM card is old, dial *234# to update it.';
const BUSY = 'M-Pesa is busy. Wait a minute, then try again.';
const REFUSED =
  'M-Pesa refused the payment, and no money was taken. Try again, or pay from another phone.';
const ACCOUNT =
  'This M-Pesa account cannot pay at the moment. Call the customer care of M-Pesa, or pay from another phone.';
const ourFault = (nothing: string) =>
  `M-Pesa does not take payments for us at the moment. This is our mistake, not yours: ${nothing}, and no money was taken. We have to mend it: please try again later or contact us.`;
const notPermitted: Outcome = { ...failed(ourFault('nothing was paid')), isOurFault: true };

/** By result code, of callbacks and queries. Most codes are numbers; some are texts. */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map(
  Object.entries({
    1: failed('There was not enough money in the M-Pesa account. Top up, then try again.'),
    2: failed('M-Pesa does not send so small an amount. Please contact us.'),
    3: failed('M-Pesa does not send so large an amount at once. Please contact us.'),
    4: failed(
      'This would pass the daily limit of your M-Pesa. Pay from another phone, or tomorrow.',
    ),
    5: failed(REFUSED),
    6: failed(REFUSED),
    7: failed(REFUSED),
    8: failed('Our M-Pesa account cannot take more money today. Please try again tomorrow.'),
    11: failed(ACCOUNT),
    12: failed(REFUSED),
    13: failed(REFUSED),
    14: failed(REFUSED),
    15: failed(REFUSED),
    17: failed('M-Pesa refuses the same amount twice in a row. Wait two minutes, then try again.'),
    20: failed(REFUSED),
    26: failed(BUSY),
    1001: failed(SESSION_OPEN),
    1019: { step: 'expired', reason: 'The PIN was not entered in time. Try again.' },
    1025: failed(NOT_SENT),
    1031: CANCELLED,
    1032: CANCELLED,
    1036: failed(NOT_SENT),
    1037: failed(
      'The phone could not be reached or nobody answered. Check that it is on and has signal, then try again.',
    ),
    2001: failed('The M-Pesa PIN was wrong. Try again.'),
    2006: failed(ACCOUNT),
    2028: notPermitted,
    2029: failed(ACCOUNT),
    8006: failed(
      'Your M-Pesa PIN is locked. Dial *334# or call customer care to unlock it, then try again.',
    ),
    9999: failed(NOT_SENT),
    E3008: failed(NOT_SENT),
    SFC_IC0003: notPermitted,
  } satisfies Record<string, Outcome>),
);

/** What a failing result code means, or null for an unknown code: it settles nothing. */
export function outcomeOf(code: number | string): Outcome | null {
  return OUTCOMES.get(String(code).toUpperCase()) ?? null;
}

const REFUSALS: Readonly<Record<RefusalCause, string>> = {
  phone: 'M-Pesa did not take this phone number. Check it and try again.',
  session: SESSION_OPEN,
  busy: BUSY,
  away: 'M-Pesa cannot be reached right now. Please try again in a few minutes.',
  ours: ourFault('nothing was sent to your phone'),
};

export const refusalReason = (cause: RefusalCause) => REFUSALS[cause];
