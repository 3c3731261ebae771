/** Proves the credentials of M-Pesa with one prompt of Ksh 1, step by step. */
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { readCallback } from '../../payments/callback.ts';
import type { CallbackEvidence } from '../../payments/callback.ts';
import { OperatorError } from '../operatorError.ts';
import { outcomeOf } from '../../mpesa/codes.ts';
import { CALLBACK_PATH, createDaraja } from '../../mpesa/daraja.ts';
import type { MpesaConfig } from '../../process/mpesaSettings.ts';
import type { ListenAddress } from '../../process/ports.ts';
import { within } from '../../process/within.ts';
import type { PushResult, QueryResult, RefusalCause } from '../../mpesa/gateway.ts';

const AMOUNT = 1;
const BODY_BYTES = 16 * 1024;
/** How the secret of a check begins: by this a proxy leads its callback past the servers that run. */
const MARK = 'check-';

interface CheckOptions {
  mpesa: MpesaConfig;
  places: Pick<ListenAddress, 'port' | 'host'>[];
  /** Ten digits. */
  phone: string;
  /** How long the payer and the callback have, in ms. */
  waitMs: number;
  /** Each step as soon as it is known. */
  say: (line: string) => void;
}

async function listen(places: CheckOptions['places']) {
  const secret = `${MARK}${randomBytes(24).toString('hex')}`;
  let arrived: ((evidence: CallbackEvidence) => void) | undefined;
  const callback = new Promise<CallbackEvidence>((resolve) => {
    arrived = resolve;
  });
  const apps = places.map(() => {
    const app = Fastify({ bodyLimit: BODY_BYTES, forceCloseConnections: true });
    app.post(`${CALLBACK_PATH}${secret}`, async (request) => {
      const evidence = readCallback(request.body);
      if (evidence) arrived?.(evidence);
      return { ResultCode: 0, ResultDesc: 'Accepted' };
    });
    return app;
  });
  await Promise.all(apps.map((app, at) => app.listen(places[at])));
  return { secret, callback, close: () => Promise.all(apps.map((app) => app.close())) };
}

/** What a refused or unanswered prompt means for an operator. */
function refusal(push: Exclude<PushResult, { kind: 'accepted' }>, mpesa: MpesaConfig): string {
  if (push.kind === 'unknown') {
    return `M-Pesa did not say whether it sent a prompt (${push.message}). Look at the phone, then try again.`;
  }
  const { cause, code, message } = push;
  const words: Record<RefusalCause, string> = {
    phone: 'It takes no prompts on this phone.',
    session: 'Another M-Pesa session is open on the phone. Wait a minute.',
    busy: 'It is busy. Wait a minute.',
    away: 'It was not reached.',
    ours: /apiproduct|access token/i.test(code + message)
      ? 'The app of these keys may not send prompts: add "Lipa na M-Pesa Online" to it.'
      : `If it does not name the value, check MPESA_SHORTCODE (${mpesa.shortcode}), MPESA_PASSKEY, MPESA_TRANSACTION_TYPE, MPESA_TILL, MPESA_CALLBACK_BASE_URL and the keys; those of the sandbox are not those of production.`,
  };
  return `M-Pesa refused the prompt: ${code} ${message}. ${words[cause]}`;
}

function tokenProblem(message: string, { baseUrl }: MpesaConfig): string {
  return message.startsWith('HTTP 4')
    ? `M-Pesa does not know MPESA_CONSUMER_KEY and MPESA_CONSUMER_SECRET (${message} from ${baseUrl}). The keys of the sandbox are not those of production.`
    : `M-Pesa cannot be reached at ${baseUrl}: ${message}.`;
}

const meaningOf = (code: number | string) =>
  outcomeOf(code)?.reason ?? `M-Pesa's result code is ${code}.`;

function queryText(result: QueryResult): string {
  if (result.kind === 'paid') return 'The query says: paid.';
  if (result.kind === 'pending') return 'The query says: not answered yet.';
  if (result.kind === 'failed') return `The query says: ${meaningOf(result.code)}`;
  return `The query has no answer (${result.message}). M-Pesa often says so at first: try again.`;
}

/**
 * Signs in, sends one prompt, waits for its callback and queries its result. Throws an
 * `OperatorError` at the first step that fails.
 */
export async function checkDaraja({
  mpesa,
  phone,
  places,
  waitMs,
  say,
}: CheckOptions): Promise<void> {
  const daraja = createDaraja(mpesa);
  const door = await listen(places);
  try {
    await daraja.requireToken().catch((error: Error) => {
      throw new OperatorError(tokenProblem(error.message, mpesa), { cause: error });
    });
    say('1 of 4  The keys are right: M-Pesa gave a token.');
    const callbackUrl = `${mpesa.callbackBaseUrl}${CALLBACK_PATH}${door.secret}`;
    const push = await daraja.push({
      amount: AMOUNT,
      phone,
      callbackUrl,
      reference: 'CHECK',
      description: 'Check',
    });
    if (push.kind !== 'accepted') throw new OperatorError(refusal(push, mpesa));
    say(`2 of 4  A prompt of Ksh ${AMOUNT} was sent to ${phone}. Answer it on the phone.`);
    const callback = await within(waitMs, door.callback, null);
    const query = await daraja.query(push.checkoutRequestId);
    if (callback === null) {
      throw new OperatorError(
        `No callback arrived at ${mpesa.callbackBaseUrl} within ${Math.round(waitMs / 1000)} s. ` +
          `${queryText(query)} Check from another network that the address leads to this machine: ` +
          'its name, its certificate, the firewall, the proxy.',
      );
    }
    if (callback.ids.checkoutRequestId !== push.checkoutRequestId) {
      throw new OperatorError('A callback arrived, but for another prompt. Try again.');
    }
    const said = callback.kind === 'result' ? meaningOf(callback.code) : 'paid.';
    say(`3 of 4  The callback arrived from outside. It says: ${said}`);
    if (query.kind === 'noAnswer') throw new OperatorError(queryText(query));
    say(`4 of 4  ${queryText(query)}`);
  } finally {
    await door.close();
  }
}
