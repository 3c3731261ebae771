/** What M-Pesa's codes mean for a payment, and what the payer reads. */

/** How a prompt ended without money. */
export interface Outcome {
  step: 'cancelled' | 'failed' | 'expired';
  /** For the payer. */
  reason: string;
  /** Whether our own settings are wrong: only an operator can mend it. */
  isOurFault?: true;
}

const failed = (reason: string): Outcome => ({ step: 'failed', reason });

const SESSION_OPEN =
  'M-Pesa is open on the phone already. Finish or close it, wait a minute, then try again.';
const NOT_SENT =
  'The M-Pesa message could not be sent to the phone. Try again. If the SIM card is old, dial *234# to update it.';
const BUSY = 'M-Pesa is busy. Wait a minute, then try again.';
const OUR_FAULT =
  'M-Pesa does not take payments for us at the moment. No money was taken. We have to mend it: please try again later or contact us.';
const ourFault: Outcome = { ...failed(OUR_FAULT), isOurFault: true };

/** By result code, of callbacks and queries. Most codes are numbers; some are texts. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  1: failed('There was not enough money in the M-Pesa account. Top up, then try again.'),
  2: failed('M-Pesa does not send so small an amount. Please contact us.'),
  3: failed('M-Pesa does not send so large an amount at once. Please contact us.'),
  4: failed('This would pass the daily limit of your M-Pesa. Pay from another phone, or tomorrow.'),
  8: failed('Our M-Pesa account cannot take more money today. Please try again tomorrow.'),
  17: failed('M-Pesa refuses the same amount twice in a row. Wait two minutes, then try again.'),
  1001: failed(SESSION_OPEN),
  1019: { step: 'expired', reason: 'The PIN was not entered in time. Try again.' },
  1025: failed(NOT_SENT),
  1032: { step: 'cancelled', reason: 'The payment was cancelled on the phone.' },
  1037: failed(
    'The phone could not be reached or nobody answered. Check that it is on and has signal, then try again.',
  ),
  2001: failed('The M-Pesa PIN was wrong. Try again.'),
  2028: ourFault,
  8006: failed(
    'Your M-Pesa PIN is locked. Dial *334# or call customer care to unlock it, then try again.',
  ),
  9999: failed(NOT_SENT),
  SFC_IC0003: ourFault,
};

/** What a failing result code means, or null for an unknown code: it settles nothing. */
export function outcomeOf(code: number | string): Outcome | null {
  return OUTCOMES[code] ?? null;
}

/** A refused push because M-Pesa does not know us: it gave no token, or its answer says so. */
export const NOT_KNOWN = 'not known';

const REFUSALS: Readonly<Record<string, string>> = {
  '400.002.02': 'M-Pesa did not take this phone number. Check it and try again.',
  '500.001.1001': SESSION_OPEN,
  '500.003.02': BUSY,
  '500.003.03': BUSY,
  [NOT_KNOWN]: OUR_FAULT,
};

/** Why no prompt was sent, for the payer, by the code of the refused push. */
export function refusalReason(code: string): string {
  return REFUSALS[code] ?? 'M-Pesa cannot be reached right now. Please try again in a few minutes.';
}
