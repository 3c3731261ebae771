/** `npm run daraja:check -- 0712345678`: proves the credentials of M-Pesa before the first client does. */
import { normalisePhone } from '../../src/contract/rules.ts';
import { checkDaraja } from '../mpesa/check.ts';
import { OperatorError } from '../operator/error.ts';
import { requireFreePort } from '../ports.ts';
import { printable } from '../terminal.ts';
import { runCommand, UsageError } from './command.ts';

/** A prompt lives one to three minutes. */
const WAIT_MS = 150_000;
const USAGE = 'Usage: npm run daraja:check -- <phone that answers a prompt of Ksh 1>';

const say = (line: string) => console.log(printable(line));

await runCommand(([given = '', ...rest]) => {
  const phone = normalisePhone(given);
  if (!/^0[17]\d{8}$/.test(phone) || rest.length > 0) throw new UsageError(USAGE);
  return async ({ mpesa, port, host }) => {
    if (mpesa.mode === 'simulator') {
      throw new OperatorError('MPESA_MODE is simulator: set it to daraja, with the credentials.');
    }
    await requireFreePort({ port, host, variable: 'PORT' }).catch((cause: unknown) => {
      const text = `Port ${port} is in use: stop the server first, the callback must come to this command.`;
      throw new OperatorError(text, { cause });
    });
    await checkDaraja({ mpesa, port, host, phone, waitMs: WAIT_MS, say });
    return ['M-Pesa works. Send the shilling back if you like.'];
  };
});
