/** `npm run daraja:check -- 0712345678`: proves the credentials of M-Pesa before the first client does. */
import { normalisePhone } from '../../../src/contract/rules.ts';
import { isMobile } from '../../calls/phone.ts';
import { checkDaraja } from '../check/checkDaraja.ts';
import { OperatorError } from '../operatorError.ts';
import { printable } from '../terminal.ts';
import { runCommand, UsageError } from './command.ts';

/** A prompt lives one to three minutes. */
const WAIT_MS = 150_000;
/** Where deploy/Caddyfile leads the callback of a check, so that the servers may go on. */
const PORT = 7999;
const USAGE = 'Usage: npm run daraja:check -- <phone that answers a prompt of Ksh 1>';

const say = (line: string) => console.log(printable(line));

await runCommand(([given = '', ...rest]) => {
  const phone = normalisePhone(given);
  if (!isMobile(phone) || rest.length > 0) throw new UsageError(USAGE);
  return async ({ mpesa }) => {
    if (mpesa.mode === 'simulator') {
      throw new OperatorError('MPESA_MODE is simulator: set it to daraja, with the credentials.');
    }
    await checkDaraja({ mpesa, port: PORT, phone, waitMs: WAIT_MS, say });
    return ['M-Pesa works. Send the shilling back if you like.'];
  };
});
