/** The HTTP of Safaricom's Daraja API: its tokens, its calls, and what a failed call says about what was done. */
import { once } from 'node:events';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { MpesaConfig } from '../process/mpesaSettings.ts';
import { isTokenRefused, readToken } from './darajaAnswers.ts';
import type { HttpAnswer } from './darajaAnswers.ts';

const RENEW_EARLY_MS = 60_000;

/**
 * Caches the token of `fetchToken` (its life in ms), with at most one call under way. A new token ends the one
 * before it, so they are fetched as seldom as possible.
 * `now` is in ms.
 */
function cacheToken(
  fetchToken: () => Promise<{ value: string; lifeMs: number }>,
  now: () => number,
) {
  let cached: { value: string; until: number } | undefined;
  let inFlight: Promise<string> | undefined;

  async function refresh(): Promise<string> {
    const { value, lifeMs } = await fetchToken();
    cached = { value, until: now() + Math.max(lifeMs - RENEW_EARLY_MS, lifeMs / 2) };
    return value;
  }

  return {
    /**
     * A token to call with. `refused` is one that was just refused: it is never returned
     * again, but a newer one that is already there is.
     */
    async get(refused?: string): Promise<string> {
      if (inFlight) return inFlight;
      if (cached && cached.value !== refused && now() < cached.until) return cached.value;
      inFlight = refresh().finally(() => {
        inFlight = undefined;
      });
      return inFlight;
    },
  };
}

export interface DarajaOptions {
  /** How long one HTTP answer may take, in ms, with its connection. */
  timeoutMs?: number;
  /** The time in ms since 1970. */
  now?: () => number;
  /** How a call goes out and its answer comes back; over the network without one. */
  send?: Send;
}

const TIMEOUT_MS = 20_000;
/** Another process with the same credentials ends our token, so one new one may not be enough. */
const TOKEN_RETRIES = 2;
/**
 * The parts of the time of an answer that its connection has, and one address of it. Node's own 250 ms for an address
 * are too short for a slow network.
 */
const CONNECTION_PART = 1 / 2;
const ADDRESS_PART = 1 / 8;

/** M-Pesa has not heard of the call: there was no connection that could carry it, or no token. */
class NotSentError extends Error {
  override name = 'NotSentError';
  constructor(cause: unknown, what = '') {
    super(what + textOf(cause), { cause });
  }
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

/** Whether a call failed before M-Pesa could have heard of it. */
export const wasNeverSent = (error: unknown) => error instanceof NotSentError;

/** Whether a call failed because M-Pesa does not know our credentials. */
export const areCredentialsRefused = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof TokenRefusedError &&
  error.cause.isForCredentials;

/** What a failure says; that of several addresses, what each of them says. */
export function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

interface Call {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}
type Send = (url: URL, call: Call, timeoutMs: number) => Promise<{ status: number; text: string }>;

/**
 * The answer to one call. Nothing is sent before the connection stands and its certificate is right, so that a
 * failure before, a `NotSentError`, proves that nothing was done. A redirect is not followed.
 */
const sendOverNetwork: Send = async (url, { body, ...call }, timeoutMs) => {
  const isSafe = url.protocol === 'https:';
  let isSent = false;
  // On a reused connection that the other side has just closed, the answer would look lost.
  const addressMs = Math.floor(timeoutMs * ADDRESS_PART);
  const options = { ...call, agent: false, autoSelectFamilyAttemptTimeout: addressMs };
  const request = (isSafe ? https : http).request(url, options);
  request.once('socket', (socket) =>
    socket.once(isSafe ? 'secureConnect' : 'connect', () => {
      isSent = true;
      request.end(body);
    }),
  );
  // What fails while its answer is read fails there, too.
  request.on('error', () => undefined);
  const giveUp = () => request.destroy(new Error(`no ${isSent ? 'answer' : 'connection'} in time`));
  const timers = [
    setTimeout(() => isSent || giveUp(), timeoutMs * CONNECTION_PART),
    setTimeout(giveUp, timeoutMs),
  ];
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await text(response) };
  } catch (error) {
    throw isSent ? error : new NotSentError(error);
  } finally {
    timers.forEach(clearTimeout);
  }
};

/** The calls of one process, with one token for all. */
export function createDarajaHttp(
  config: Pick<MpesaConfig, 'baseUrl' | 'consumerKey' | 'consumerSecret'>,
  { timeoutMs = TIMEOUT_MS, now = Date.now, send = sendOverNetwork }: DarajaOptions,
) {
  async function call(path: string, said: Call): Promise<HttpAnswer> {
    const { status, text } = await send(new URL(`${config.baseUrl}${path}`), said, timeoutMs);
    try {
      return { status, body: JSON.parse(text) };
    } catch {
      return { status, body: text };
    }
  }

  const credentials = Buffer.from(`${config.consumerKey}:${config.consumerSecret}`);
  const tokens = cacheToken(async () => {
    const path = '/oauth/v1/generate?grant_type=client_credentials';
    const headers = { Authorization: `Basic ${credentials.toString('base64')}` };
    const answer = await call(path, { method: 'GET', headers });
    const token = readToken(answer);
    if (!token) throw new TokenRefusedError(answer.status);
    return token;
  }, now);

  async function attempt(path: string, body: object, refused?: string) {
    const token = await tokens.get(refused).catch((cause: unknown) => {
      throw new NotSentError(cause, 'no token: ');
    });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
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

  return {
    post,
    /** Throws with the reason when the credentials give no token. */
    requireToken: async (): Promise<void> => void (await tokens.get()),
  };
}
