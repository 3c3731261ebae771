/** The HTTP of Safaricom's Daraja API: its tokens, its calls, and what a failed call says about what was done. */
import type { MpesaConfig } from '../process/mpesaSettings.ts';
import { isTokenRefused, readToken } from './darajaAnswers.ts';
import type { HttpAnswer } from './darajaAnswers.ts';
import { cacheToken } from './darajaToken.ts';

export interface DarajaOptions {
  /** How long one HTTP answer may take, in ms. */
  timeoutMs?: number;
  /** The time in ms since 1970. */
  now?: () => number;
}

const TIMEOUT_MS = 20_000;
/** Another process with the same credentials ends our token, so one new one may not be enough. */
const TOKEN_RETRIES = 2;
/** Failures before there is a connection: nothing was sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

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

/** Whether a call failed before M-Pesa could have heard of it. */
export function wasNeverSent(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof NoTokenError) return true;
    if ('code' in at && NEVER_SENT.has(String(at.code))) return true;
  }
  return false;
}

/** Whether a call failed because M-Pesa does not know our credentials. */
export const areCredentialsRefused = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof TokenRefusedError &&
  error.cause.isForCredentials;

/** What a failure says. */
export const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The calls of one process, with one token for all. */
export interface DarajaHttp {
  /** Throws with the reason when the credentials give no token. */
  requireToken: () => Promise<void>;
  /** Posts with a token. Posts again when only the token is refused, because then nothing was done. */
  post: (path: string, body: object) => Promise<HttpAnswer>;
}

export function createDarajaHttp(
  config: Pick<MpesaConfig, 'baseUrl' | 'consumerKey' | 'consumerSecret'>,
  { timeoutMs = TIMEOUT_MS, now = Date.now }: DarajaOptions,
): DarajaHttp {
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

  async function post(path: string, body: object): Promise<HttpAnswer> {
    let { token, answer } = await attempt(path, body);
    for (let again = 0; again < TOKEN_RETRIES && isTokenRefused(answer); again += 1) {
      ({ token, answer } = await attempt(path, body, token));
    }
    return answer;
  }

  return {
    post,
    async requireToken() {
      await tokens.get();
    },
  };
}
