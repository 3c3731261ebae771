/** Tells M-Pesa where to report the sums that come to the paybill, and that we ask for them ourselves. */
import { signingSecret } from '../../calls/signing.ts';
import { createDaraja } from '../../mpesa/daraja.ts';
import type { Daraja } from '../../mpesa/daraja.ts';
import { sumsAddresses } from '../../payments/payBill.ts';
import { changeAsked } from '../../payments/pulls.ts';
import type { Desk } from '../desk.ts';
import { OperatorError } from '../operatorError.ts';
import { record } from '../record.ts';
import type { By } from '../record.ts';

const SUPPORT = 'apisupport@safaricom.co.ke';

/** Tells M-Pesa something; `why` is put behind its refusal. Throws an `OperatorError` when it does not take it. */
async function tell(
  { config }: Desk,
  what: string,
  why: string,
  call: (daraja: Daraja) => Promise<string | null>,
): Promise<void> {
  const { shortcode, baseUrl } = config.mpesa;
  const refused = await call(createDaraja(config.mpesa)).catch((cause: Error) => {
    throw new OperatorError(`M-Pesa cannot be reached at ${baseUrl}: ${cause.message}.`, { cause });
  });
  if (refused !== null) {
    throw new OperatorError(`M-Pesa did not take ${what} for ${shortcode}: ${refused}. ${why}`);
  }
}

/** The addresses are secrets, so no answer names them. Throws an `OperatorError` when they are not taken. */
export async function registerSums({ by }: { by: By }, desk: Desk): Promise<string[]> {
  const { config, db, now } = desk;
  const { hasPayBill, shortcode, callbackBaseUrl } = config.mpesa;
  if (!hasPayBill) throw new OperatorError('MPESA_C2B is off: set it to on first.');
  const addresses = sumsAddresses({ config, secret: await signingSecret(db) });
  const why = `In production it takes them once; to change them, or to be given the right to, write to ${SUPPORT}.`;
  await tell(desk, 'the addresses', why, (daraja) => daraja.register(addresses));
  await record(db, { at: now(), by, action: 'told M-Pesa where to report', subject: 'sums' });
  return [
    `M-Pesa reports what comes to ${shortcode} at ${callbackBaseUrl} from now on.`,
    'To try it, send one payment from the M-Pesa menu: payments unmatched, or what it pays for, shows it.',
  ];
}

/**
 * Lets us ask what came; `phone` is the nominated number that M-Pesa has of the organisation. A server asks within
 * a minute then. Throws an `OperatorError` when it is not taken.
 */
export async function registerPull(
  { phone, by }: { phone: string; by: By },
  desk: Desk,
): Promise<string[]> {
  const { config, db, now } = desk;
  const { hasPull, shortcode } = config.mpesa;
  if (!hasPull) throw new OperatorError('MPESA_PULL is off: set it to on first.');
  // Nothing is documented to come there. What comes is read as a confirmation is.
  const { confirmationUrl: callbackUrl } = sumsAddresses({
    config,
    secret: await signingSecret(db),
  });
  const why = `The number must be the nominated one of the organisation; Pull is switched on by ${SUPPORT}.`;
  await tell(desk, 'the registration', why, (daraja) =>
    daraja.registerPull({ phone, callbackUrl }),
  );
  await record(db, { at: now(), by, action: 'told M-Pesa that we ask', subject: 'sums' });
  await changeAsked(db, shortcode, () => ({ nextAt: now() }));
  return [
    `M-Pesa says what came to ${shortcode} when it is asked, from now on.`,
    'In some minutes npm run admin -- payments shows whether it answers.',
  ];
}
