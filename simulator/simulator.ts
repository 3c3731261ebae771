/**
 * Takes the place of Daraja: an HTTP server of its own with the same wire format, and its own
 * ledger. The phone number (`behaviours.ts`), or a person on the phone page, decides what happens
 * to a prompt.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Config } from '../server/config.ts';
import { behaviourOf, resultText } from './behaviours.ts';
import type { QueryFault } from './behaviours.ts';
import { darajaPassword } from '../server/mpesa/daraja.ts';
import { openLedger } from './ledger.ts';
import { openPayBill } from './simulatePayBill.ts';
import { createPromptEngine } from './promptEngine.ts';
import { guardSimulator } from './guard.ts';
import { phonePage } from './phonePage.ts';

/** Where the simulator listens; `HOST` opens the shop to others, never the simulator. */
export const SIMULATOR_HOST = '127.0.0.1';

export interface SimulatorOptions {
  /** How long a prompt waits before it is paid by itself, in ms. */
  delayMs?: number;
  /** How long a prompt may be answered by hand, in ms. */
  lifetimeMs?: number;
  /** The file of the ledger; in memory without it. */
  ledgerFile?: string;
  consumerKey?: string;
  consumerSecret?: string;
  passkey?: string;
}

/** How many usual delays "late" is. */
const LATE_FACTOR = 15;

const pushSchema = z.object({
  BusinessShortCode: z.coerce.string().regex(/^\d{5,7}$/),
  Password: z.string(),
  Timestamp: z.string().regex(/^\d{14}$/),
  TransactionType: z.enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
  Amount: z.coerce.number().int().min(1).max(250_000),
  PartyA: z.coerce.string().regex(/^254[17]\d{8}$/),
  PartyB: z.coerce.string().regex(/^\d{5,7}$/),
  PhoneNumber: z.coerce.string().regex(/^254[17]\d{8}$/),
  CallBackURL: z.url({ protocol: /^https?$/ }),
  AccountReference: z.string().min(1).max(12),
  TransactionDesc: z.string().min(1).max(13),
});
const querySchema = pushSchema
  .pick({ BusinessShortCode: true, Password: true, Timestamp: true })
  .extend({ CheckoutRequestID: z.string() });

const registerSchema = z.object({
  ShortCode: z.coerce.string().regex(/^\d{5,7}$/),
  ResponseType: z.enum(['Completed', 'Cancelled']),
  ConfirmationURL: z.url({ protocol: /^https?$/ }),
  ValidationURL: z.url({ protocol: /^https?$/ }),
});

const fault = (reply: FastifyReply, status: number, errorCode: string, errorMessage: string) =>
  reply.code(status).send({ requestId: randomBytes(8).toString('hex'), errorCode, errorMessage });

const refuseToken = (reply: FastifyReply) =>
  fault(reply, 404, '404.001.03', 'Invalid Access Token');

/** How this query fails; null when it is answered well. */
function queryFault(kind: QueryFault | undefined, poll: number): 'pending' | 'noAnswer' | null {
  if (kind === 'pendingFirst') return poll <= 3 ? 'pending' : null;
  if (kind === 'flaky') return poll % 4 === 0 ? null : 'noAnswer';
  return kind === 'silent' ? 'noAnswer' : null;
}

/** The simulator as the environment configures it, its ledger below the data folder. */
export function simulatorFromConfig({ dataDir, mpesa }: Config): FastifyInstance {
  const { simDelayMs: delayMs, consumerKey, consumerSecret, passkey } = mpesa;
  const ledgerFile = path.join(dataDir, 'simulator.jsonl');
  return buildSimulator({ delayMs, ledgerFile, consumerKey, consumerSecret, passkey });
}

/** Builds the simulator; it listens at `SIMULATOR_HOST`, when the caller says so. */
export function buildSimulator({
  delayMs = 4000,
  lifetimeMs = 60_000,
  ledgerFile,
  consumerKey = 'simulator-key',
  consumerSecret = 'simulator-secret',
  passkey = 'simulator-passkey',
}: SimulatorOptions = {}): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  guardSimulator(app);
  const ledger = openLedger(ledgerFile);
  const lateMs = delayMs * LATE_FACTOR;
  const payBill = openPayBill(ledger, { delayMs, lateMs });
  const engine = createPromptEngine({ ledger, payBill, delayMs, lateMs, lifetimeMs });
  const credentials = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  /** Only the newest token is valid; a new one ends the former one. */
  let token: string | undefined;
  const expiredFor = new Set<string>();

  const hasToken = (request: FastifyRequest) =>
    token !== undefined && request.headers.authorization === `Bearer ${token}`;
  const isSigned = (body: { BusinessShortCode: string; Timestamp: string; Password: string }) =>
    body.Password === darajaPassword(body.BusinessShortCode, passkey, body.Timestamp);

  app.get('/oauth/v1/generate', (request, reply) => {
    if (request.headers.authorization !== `Basic ${credentials}`) {
      return fault(reply, 400, '400.008.01', 'Invalid Authentication passed');
    }
    token = randomBytes(14).toString('hex');
    return reply.send({ access_token: token, expires_in: '3599' });
  });

  app.post('/mpesa/stkpush/v1/processrequest', async (request, reply) => {
    if (!hasToken(request)) return refuseToken(reply);
    const parsed = pushSchema.safeParse(request.body);
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0]);
      return fault(reply, 400, '400.002.02', `Bad Request - Invalid ${field}`);
    }
    const push = parsed.data;
    if (!isSigned(push)) return fault(reply, 400, '400.002.02', 'Bad Request - Invalid Password');
    const phone = `0${push.PhoneNumber.slice(3)}`;
    const behaviour = behaviourOf(phone);
    switch (behaviour.push) {
      case 'locked':
        return fault(reply, 500, '500.001.1001', resultText(1001));
      case 'busy':
        return fault(reply, 500, '500.003.02', 'System is busy. Please try again in few minutes.');
      case 'noMerchant':
        return fault(reply, 500, '500.001.1001', 'Merchant does not exist');
      case 'badPhone':
        return fault(reply, 400, '400.002.02', 'Bad Request - Invalid PhoneNumber');
      case 'proxyError':
        return reply
          .code(503)
          .type('text/html')
          .send('<html><body>Service Unavailable</body></html>');
      case 'tokenExpired':
        if (expiredFor.delete(phone)) break;
        expiredFor.add(phone);
        token = undefined;
        return refuseToken(reply);
      case 'answerLost':
      case 'answerAfterCallback':
      case undefined:
        break;
    }
    const prompt = engine.add({
      phone,
      amount: push.Amount,
      reference: push.AccountReference,
      description: push.TransactionDesc,
      callbackUrl: push.CallBackURL,
    });
    if (behaviour.push === 'answerAfterCallback') await engine.settleAtOnce(prompt);
    if (behaviour.push === 'answerLost') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    return {
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.id,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    };
  });

  app.post('/mpesa/stkpushquery/v1/query', (request, reply) => {
    if (!hasToken(request)) return refuseToken(reply);
    const parsed = querySchema.safeParse(request.body);
    const prompt = parsed.success ? ledger.prompts.get(parsed.data.CheckoutRequestID) : undefined;
    if (!parsed.success || !isSigned(parsed.data) || !prompt) {
      return fault(reply, 400, '400.002.02', 'Bad Request - Invalid CheckoutRequestID');
    }
    prompt.polls += 1;
    const odd = queryFault(behaviourOf(prompt.phone).query, prompt.polls);
    if (odd === 'noAnswer') {
      return fault(reply, 500, '500.001.1001', 'Internal Server Error');
    }
    const result = prompt.code === null || odd === 'pending' ? 4999 : prompt.code;
    return reply.send({
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successfully',
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.id,
      ResultCode: String(result),
      ResultDesc:
        result === 4999 ? 'The transaction is still under processing' : resultText(result),
    });
  });

  app.post<{ Params: { version: string } }>('/mpesa/c2b/:version/registerurl', (request, reply) => {
    if (!hasToken(request)) return refuseToken(reply);
    const parsed = registerSchema.safeParse(request.body);
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0]);
      return fault(reply, 400, '400.003.02', `Bad Request - Invalid ${field}`);
    }
    const { ShortCode: shortcode, ConfirmationURL: confirmationUrl } = parsed.data;
    const isHashed = request.params.version === 'v1';
    payBill.register({ shortcode, confirmationUrl, isHashed });
    return reply.send({
      OriginatorCoversationID: randomBytes(8).toString('hex'),
      ResponseCode: '0',
      ResponseDescription: 'success',
    });
  });

  void app.register(phonePage, { ledger, engine, payBill });
  app.addHook('onClose', async () => {
    await engine.close();
    await payBill.close();
  });
  return app;
}
