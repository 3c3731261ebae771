/** Tells M-Pesa where to report the sums that come to the paybill. */
import { signingSecret } from '../../calls/signing.ts';
import { createDaraja } from '../../mpesa/daraja.ts';
import { sumsAddresses } from '../../payments/offerPayBill.ts';
import type { Desk } from '../desk.ts';
import { OperatorError } from '../operatorError.ts';
import { record } from '../operatorLog.ts';
import type { By } from '../operatorLog.ts';

/** The addresses are secrets, so no answer names them. Throws an `OperatorError` when they are not taken. */
export async function registerSums({ by }: { by: By }, desk: Desk): Promise<string[]> {
  const { config, db, now } = desk;
  const { hasPayBill, shortcode, callbackBaseUrl, baseUrl } = config.mpesa;
  if (!hasPayBill) throw new OperatorError('MPESA_C2B is off: set it to on first.');
  const addresses = sumsAddresses({ config, secret: await signingSecret(db) });
  const refused = await createDaraja(config.mpesa)
    .register(addresses)
    .catch((cause: Error) => {
      throw new OperatorError(`M-Pesa cannot be reached at ${baseUrl}: ${cause.message}.`, {
        cause,
      });
    });
  if (refused !== null) {
    throw new OperatorError(
      `M-Pesa did not take the addresses for ${shortcode}: ${refused}. In production it takes them once; ` +
        'to change them, or to be given the right to, write to apisupport@safaricom.co.ke.',
    );
  }
  await record(db, { at: now(), by, action: 'told M-Pesa where to report', subject: 'sums' });
  return [
    `M-Pesa reports what comes to ${shortcode} at ${callbackBaseUrl} from now on.`,
    'To try it, send one payment from the M-Pesa menu: payments unmatched, or what it pays for, shows it.',
  ];
}
