/** Safaricom's Daraja API over HTTP: OAuth, STK push and query, C2B and Pull. */
import type { MpesaConfig } from '../process/mpesaSettings.ts';
import { localTime } from '../process/nairobi.ts';
import { NOT_KNOWN } from './codes.ts';
import { isTokenRefused, readPush, readQuery, readRegistered, readToken } from './darajaAnswers.ts';
import type { HttpAnswer } from './darajaAnswers.ts';
import { cacheToken } from './darajaToken.ts';
import type { Gateway, PushResult, QueryResult, ReceivedResult } from './gateway.ts';
import { readPullRegistered, readReceived } from './pullAnswers.ts';

export type DarajaConfig = Pick<
  MpesaConfig,
  | 'baseUrl'
  | 'consumerKey'
  | 'consumerSecret'
  | 'shortcode'
  | 'passkey'
  | 'till'
  | 'transactionType'
>;

export interface DarajaOptions {
  /** How long one HTTP answer may take, in ms. */
  timeoutMs?: number;
  /** The time in ms since 1970. */
  now?: () => number;
}

const TIMEOUT_MS = 20_000;
/** Another process with the same credentials ends our token, so one new one may not be enough. */
const TOKEN_RETRIES = 2;
/** A ten-digit phone as M-Pesa writes it. */
const inFull = (phone: string) => `254${phone.slice(1)}`;
/** Failures before there is a connection: nothing was sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Where the provider calls back, before the secret. Its filters refuse addresses with words such as
 * "mpesa", "exe" or "sql": so the path is neutral, and the secret hexadecimal.
 */
export const CALLBACK_PATH = '/api/results/';

/** There was no token, so the call itself was not made. */
class NoTokenError extends Error {
  override name = 'NoTokenError';
}

/** M-Pesa answered, and not with a token. */
class TokenRefusedError extends Error {
  override name = 'TokenRefusedError';
  isForCredentials: boolean;
  constructor(status: number) {
    super(`HTTP ${status}`);
    this.isForCredentials = [400, 401].includes(status);
  }
}

/** YYYYMMDDHHmmss in Nairobi. */
export function darajaTimestamp(ms: number): string {
  return localTime(new Date(ms)).replace(/\D/g, '');
}

/** base64(shortcode + passkey + timestamp). */
export function darajaPassword(shortcode: string, passkey: string, timestamp: string): string {
  return Buffer.from(shortcode + passkey + timestamp).toString('base64');
}

function wasNeverSent(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof NoTokenError) return true;
    if ('code' in at && NEVER_SENT.has(String(at.code))) return true;
  }
  return false;
}

const areCredentialsRefused = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof TokenRefusedError &&
  error.cause.isForCredentials;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Of another sign a prompt may fail without an error. */
const plain = (text: string, most: number) => text.replace(/[^A-Za-z0-9]/g, '').slice(0, most);

export interface Daraja extends Gateway {
  /** Throws with the reason when the credentials give no token. */
  requireToken(): Promise<void>;
  /**
   * Tells M-Pesa where to report sums from the Pay Bill menu; while we do not answer they come. Returns its
   * refusal in its words, or null. Throws when it cannot be reached.
   */
  register(addresses: { confirmationUrl: string; validationUrl: string }): Promise<string | null>;
  /**
   * Tells M-Pesa that we ask for what came (Pull). `phone`: ten digits, the nominated number that M-Pesa has of
   * the organisation. Returns its refusal in its words, or null. Throws when it cannot be reached.
   */
  registerPull(registration: { phone: string; callbackUrl: string }): Promise<string | null>;
}

/** The provider behind `config`. A push is sent once, also when its answer is lost. */
export function createDaraja(
  config: DarajaConfig,
  { timeoutMs = TIMEOUT_MS, now = Date.now }: DarajaOptions = {},
): Daraja {
  async function send(path: string, init: RequestInit): Promise<HttpAnswer> {
    const response = await fetch(`${config.baseUrl}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) };
    } catch {
      return { status: response.status, body: text };
    }
  }

  const credentials = Buffer.from(`${config.consumerKey}:${config.consumerSecret}`);
  const tokens = cacheToken(async () => {
    const path = '/oauth/v1/generate?grant_type=client_credentials';
    const headers = { Authorization: `Basic ${credentials.toString('base64')}` };
    const answer = await send(path, { headers });
    const token = readToken(answer);
    if (!token) throw new TokenRefusedError(answer.status);
    return token;
  }, now);

  async function attempt(path: string, body: object, refused?: string) {
    const token = await tokens.get(refused).catch((cause: unknown) => {
      throw new NoTokenError(`no token: ${textOf(cause)}`, { cause });
    });
    const answer = await send(path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        // On a reused connection that the other side has just closed, the answer would look lost.
        Connection: 'close',
      },
      body: JSON.stringify(body),
    });
    return { token, answer };
  }

  /** Posts with a token. Posts again when only the token is refused, because then nothing was done. */
  async function post(path: string, body: object): Promise<HttpAnswer> {
    let { token, answer } = await attempt(path, body);
    for (let again = 0; again < TOKEN_RETRIES && isTokenRefused(answer); again += 1) {
      ({ token, answer } = await attempt(path, body, token));
    }
    return answer;
  }

  function signed() {
    const timestamp = darajaTimestamp(now());
    return {
      BusinessShortCode: config.shortcode,
      Password: darajaPassword(config.shortcode, config.passkey, timestamp),
      Timestamp: timestamp,
    };
  }

  return {
    async requireToken() {
      await tokens.get();
    },

    async register({ confirmationUrl, validationUrl }) {
      // The second version sends the payer's number masked, the first one hashed.
      const answer = await post('/mpesa/c2b/v2/registerurl', {
        ShortCode: config.shortcode,
        ResponseType: 'Completed',
        ConfirmationURL: confirmationUrl,
        ValidationURL: validationUrl,
      });
      return readRegistered(answer);
    },

    async registerPull({ phone, callbackUrl }) {
      const answer = await post('/pulltransactions/v1/register', {
        ShortCode: config.shortcode,
        RequestType: 'Pull',
        NominatedNumber: inFull(phone),
        CallBackURL: callbackUrl,
      });
      return readPullRegistered(answer);
    },

    async received({ from, until }, offset): Promise<ReceivedResult> {
      try {
        const answer = await post('/pulltransactions/v1/query', {
          ShortCode: config.shortcode,
          StartDate: localTime(from),
          EndDate: localTime(until),
          OffSetValue: String(offset),
        });
        return readReceived(answer);
      } catch (error) {
        const kind = areCredentialsRefused(error) ? 'refused' : 'noAnswer';
        return { kind, message: textOf(error) };
      }
    },

    async push(request): Promise<PushResult> {
      const phone = inFull(request.phone);
      const isTill = config.transactionType === 'CustomerBuyGoodsOnline';
      try {
        const answer = await post('/mpesa/stkpush/v1/processrequest', {
          ...signed(),
          TransactionType: config.transactionType,
          Amount: request.amount,
          PartyA: phone,
          PartyB: isTill ? (config.till ?? config.shortcode) : config.shortcode,
          PhoneNumber: phone,
          CallBackURL: request.callbackUrl,
          AccountReference: plain(request.reference, 12),
          TransactionDesc: plain(request.description, 13),
        });
        return readPush(answer);
      } catch (error) {
        const message = textOf(error);
        if (!wasNeverSent(error)) return { kind: 'unknown', message, raw: null };
        const code = areCredentialsRefused(error) ? NOT_KNOWN : 'unreachable';
        return { kind: 'refused', code, message, raw: null };
      }
    },

    async query(checkoutRequestId): Promise<QueryResult> {
      try {
        const answer = await post('/mpesa/stkpushquery/v1/query', {
          ...signed(),
          CheckoutRequestID: checkoutRequestId,
        });
        return readQuery(answer, checkoutRequestId);
      } catch (error) {
        return { kind: 'noAnswer', message: textOf(error), raw: null };
      }
    },
  };
}
