/** Proves the credentials of M-Pesa with one prompt of Ksh 1, step by step. */
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { readCallback } from '../../payments/callback.ts';
import type { CallbackEvidence } from '../../payments/callback.ts';
import { OperatorError } from '../operatorError.ts';
import { outcomeOf } from '../../mpesa/codes.ts';
import { CALLBACK_PATH, createDaraja } from '../../mpesa/daraja.ts';
import type { MpesaConfig } from '../../process/mpesaSettings.ts';
import { within } from '../../process/within.ts';
import type { PushResult, QueryResult } from '../../mpesa/gateway.ts';

interface CheckOptions {
  mpesa: MpesaConfig;
  /** Where the callback arrives. */
  port: number;
  /** Ten digits. */
  phone: string;
  /** How long the payer and the callback have, in ms. */
  waitMs: number;
  /** Each step as soon as it is known. */
  say: (line: string) => void;
}

async function listen(port: number) {
  // By how it begins a proxy leads the callback past the servers that run.
  const path = `${CALLBACK_PATH}check-${randomBytes(24).toString('hex')}`;
  const app = Fastify({ forceCloseConnections: true });
  const callback = new Promise<CallbackEvidence>((resolve) => {
    app.post(path, (request) => {
      const evidence = readCallback(request.body);
      if (evidence) resolve(evidence);
      return { ResultCode: 0, ResultDesc: 'Accepted' };
    });
  });
  await app.listen({ port, host: '127.0.0.1' }).catch((cause: Error & { code?: string }) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    throw new OperatorError(`Port ${port} is in use: another check is still running.`, { cause });
  });
  return { path, callback, close: () => app.close() };
}

/** What a refused or unanswered prompt means for an operator. */
function refusal(push: Exclude<PushResult, { kind: 'accepted' }>, { shortcode }: MpesaConfig) {
  if (push.kind === 'unknown') {
    return `M-Pesa did not say whether it sent a prompt (${push.message}). Look at the phone, then try again.`;
  }
  const help =
    push.cause === 'ours'
      ? `If it does not name the value, check MPESA_SHORTCODE (${shortcode}), MPESA_PASSKEY, MPESA_TRANSACTION_TYPE, MPESA_TILL, MPESA_CALLBACK_BASE_URL and the keys: of production, and of an app that has "Lipa na M-Pesa Online".`
      : 'Wait a minute, or try another phone.';
  return `M-Pesa refused the prompt: ${push.code} ${push.message}. ${help}`;
}

const tokenProblem = (message: string, { baseUrl }: MpesaConfig) =>
  message.startsWith('HTTP 4')
    ? `M-Pesa does not know MPESA_CONSUMER_KEY and MPESA_CONSUMER_SECRET (${message} from ${baseUrl}). The keys of the sandbox are not those of production.`
    : `M-Pesa cannot be reached at ${baseUrl}: ${message}.`;

const meaningOf = (code: number | string) =>
  outcomeOf(code)?.reason ?? `M-Pesa's result code is ${code}.`;

function queryText(result: QueryResult): string {
  if (result.kind === 'noAnswer')
    return `The query has no answer (${result.message}). M-Pesa often says so at first: try again.`;
  return `The query says: ${result.kind === 'failed' ? meaningOf(result.code) : `${result.kind}.`}`;
}

/**
 * Signs in, sends one prompt, waits for its callback and queries its result. Throws an
 * `OperatorError` at the first step that fails.
 */
export async function checkDaraja({ mpesa, phone, port, waitMs, say }: CheckOptions) {
  const daraja = createDaraja(mpesa);
  const door = await listen(port);
  try {
    await daraja.requireToken().catch((error: Error) => {
      throw new OperatorError(tokenProblem(error.message, mpesa), { cause: error });
    });
    say('1 of 4  The keys are right: M-Pesa gave a token.');
    const callbackUrl = mpesa.callbackBaseUrl + door.path;
    const texts = { reference: 'CHECK', description: 'Check' };
    const push = await daraja.push({ amount: 1, phone, callbackUrl, ...texts });
    if (push.kind !== 'accepted') throw new OperatorError(refusal(push, mpesa));
    say(`2 of 4  A prompt of Ksh 1 was sent to ${phone}. Answer it on the phone.`);
    const callback = await within(waitMs, door.callback, null);
    const query = await daraja.query(push.checkoutRequestId);
    if (callback === null) {
      throw new OperatorError(
        `No callback arrived at ${mpesa.callbackBaseUrl} within ${Math.round(waitMs / 1000)} s. ` +
          `${queryText(query)} Check from another network that the address leads to this machine: ` +
          'its name, its certificate, the firewall, the proxy.',
      );
    }
    const said = callback.kind === 'result' ? meaningOf(callback.code) : 'paid.';
    say(`3 of 4  The callback arrived from outside. It says: ${said}`);
    if (query.kind === 'noAnswer') throw new OperatorError(queryText(query));
    say(`4 of 4  ${queryText(query)}`);
  } finally {
    await door.close();
  }
}
