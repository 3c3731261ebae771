/** The only way to the API (spec §7): `call('updateJob', …)`, by axios. */
import type { QueryFunctionContext } from '@tanstack/react-query';
import { endpoints, type Endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { BodyOf, Id } from '../../contract/schemas.ts';
import { CACHED_AT, isThrifty } from '../offline/shared.ts';
import { takeBootAnswer } from '../firstPage.ts';
import { expireSession, getSession, signOut } from '../session/session.ts';
import { createStore, useStore } from '../store.ts';
import { IDLE_MS, READ_MS, SOON_MS, WRITE_MS } from '../waits.ts';
import { addressOf, headersOf } from '../config.ts';
import { aheadOf } from './clock.ts';
import { ApiError, isTokenRefused, isUnanswered } from './errors.ts';
import type { RawAnswer } from './http.ts';

export interface CallOptions<N extends EndpointName> {
  params?: Record<string, Id>;
  query?: Record<string, Id>;
  body?: BodyOf<N> | FormData;
  signal?: AbortSignal | undefined;
  /** Called with the share that has been sent, 0 to 1. */
  onUpload?: (share: number) => void;
  /** When no answer is waited for any more, in ms. */
  timeoutMs?: number;
}

export interface Answer {
  data: unknown;
  /** When the worker stored this copy, in ms since 1970; null for an answer that came just now. */
  cachedAt: number | null;
  /** How many ms the API's clock is ahead of this device's; null where the answer's date cannot be read. */
  clockAhead: number | null;
}

// axios is a fifth of the first script: the app fetches it with the first call.
const loadHttp = () =>
  import('./http.ts').catch((cause: unknown) => {
    throw new ApiError('unsent', { cause });
  });

const tryHttp = () => void loadHttp().catch(() => undefined);

/** Fetches it before it is needed, when the browser is idle; not on a thrifty connection. */
function loadHttpSoon() {
  if (isThrifty()) return;
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(tryHttp, { timeout: IDLE_MS });
  else setTimeout(tryHttp, SOON_MS);
}

/** How a page begins. It comes from a hotspot or a proxy, never from the API. */
const PAGE = /^\s*</;
/** How JSON begins that axios could not parse: the API has answered, and the answer was cut off. */
const CUT_OFF = /^\s*[{["]/;

/** Throws an ApiError for an answer that is a failure, or none of the API's. */
function requireAnswer({ status, data, headers }: RawAnswer, isRead: boolean, isRecord: boolean) {
  if (status < 200 || status >= 300) {
    throw new ApiError('answered', {
      status,
      body: data,
      retryAfter: headers.get('retry-after'),
    });
  }
  if (typeof data === 'string' && PAGE.test(data)) throw new ApiError('unsent');
  // To a write, no body or a word such as "OK" is an answer; for an empty list some backends say null.
  const isBroken = isRead
    ? typeof data !== 'object' || (data === null && isRecord)
    : typeof data === 'string' && CUT_OFF.test(data);
  if (isBroken) throw new ApiError('broken');
}

/** The answer to the same call of `src/boot`, or by axios. */
async function sendCall<N extends EndpointName>(
  { method, path, auth, multipart }: Endpoint,
  token: string | null,
  { params, query = {}, body, signal, onUpload, timeoutMs = WRITE_MS }: CallOptions<N>,
): Promise<RawAnswer> {
  const url = addressOf(path, params);
  if (method === 'GET' && auth === 'none' && Object.keys(query).length === 0) {
    const answer = await takeBootAnswer(url);
    // It was the first try: what is repeated, and how often, is the same as for a call of the app.
    if (answer === null) throw new ApiError('network');
    if (answer) {
      loadHttpSoon();
      return answer;
    }
  }
  const http = await loadHttp();
  return await http.send({
    method,
    url,
    token,
    params: query,
    data: body,
    ...(signal && { signal }),
    // A photo takes minutes on a slow network: the form shows its progress.
    timeout: multipart ? 0 : timeoutMs,
    ...(onUpload && { onUploadProgress: ({ progress }) => onUpload(progress ?? 0) }),
  });
}

declare const BUILT_AT: number;

/** A phone whose date is before the app was built trusts no certificate yet, so that every call fails. */
const isDateToBlame = createStore(() => false);

/** A cached copy is no answer of the API. */
const noteAnswered = (isAnswered: boolean) =>
  isDateToBlame.set(!isAnswered && Date.now() < BUILT_AT);

/** Whether the last call failed, and the phone's date is why. */
export const useWrongDate = () => useStore(isDateToBlame);

/** Like `call`, and returns what came with the data too. */
export async function request<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<Answer> {
  const endpoint: Endpoint = endpoints[name];
  const token = endpoint.auth === 'none' ? null : getSession().token;
  try {
    const answer = await sendCall(endpoint, token, options);
    requireAnswer(answer, endpoint.method === 'GET', options.params !== undefined);
    const { data, headers } = answer;
    const cachedAt = Number(headers.get(CACHED_AT)) || null;
    noteAnswered(cachedAt === null);
    return { data, cachedAt, clockAhead: cachedAt === null ? aheadOf(headers.get('date')) : null };
  } catch (error) {
    noteAnswered(!isUnanswered(error));
    if (token !== null && isTokenRefused(error, name === 'listJobs')) expireSession(token);
    throw error;
  }
}

/**
 * Makes one call of the endpoint table. Returns the answer as it came: the functions in `readers.ts`
 * make it safe. Throws an ApiError. A refusal of the token ends the session that made the call.
 */
export async function call<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<unknown> {
  return (await request(name, options)).data;
}

/** Makes the call of a query: like `call`, and says how old the answer is. */
export function read<N extends EndpointName>(
  { client, queryKey, signal }: QueryFunctionContext,
  name: N,
  options: CallOptions<N> = {},
): Promise<Answer> {
  // A server that was too slow for the first try may answer every call so late.
  const isAgain = (client.getQueryState(queryKey)?.fetchFailureCount ?? 0) > 0;
  return request(name, { ...options, signal, timeoutMs: isAgain ? WRITE_MS : READ_MS });
}

/**
 * Ends the stored session on the server, when the API has said at the login that it offers the call
 * `logout`. Nobody waits for the answer, and nobody sees a failure.
 */
export function endOnServer(): void {
  const { token, offersLogout } = getSession();
  if (!offersLogout) return;
  const { method, path } = endpoints.logout;
  const headers = headersOf(token);
  // Not by axios: with `keepalive` the call goes out although the page is being closed.
  fetch(addressOf(path), { method, headers, credentials: 'include', keepalive: true })
    // Without a network the session ends on the server when it has not been used for long.
    .catch(() => undefined);
}

/** Ends the session on the server where that is possible, and on the device (spec §2). */
export function logOut(): void {
  endOnServer();
  signOut('logout');
}
