/** The only way to the API (spec §7): `call('updateJob', …)` over the axios instance. */
import { endpoints, type Endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { BodyOf, Id } from '../../contract/schemas.ts';
import { apiBase } from '../config.ts';
import { takeBootAnswer } from './bootCalls.ts';
import { isTokenRefused, lostAnswer, refusal } from './errors.ts';
import { fetchSoon } from '../offline/fetchSoon.ts';
import { noteCached } from '../offline/cachedAnswers.ts';
import { wasSlow, watchSlow } from './slow.ts';
import { expireSession, getSession } from '../session/session.ts';
import { CACHED_AT } from '../offline/protocol.ts';
import { READ_MS, WRITE_MS } from '../waits.ts';

export interface CallOptions<N extends EndpointName> {
  params?: Record<string, Id>;
  query?: Record<string, Id>;
  body?: BodyOf<N> | FormData;
  signal?: AbortSignal | undefined;
  /** Called with the share that has been sent, 0 to 1. */
  onUpload?: (share: number) => void;
  /** The version that the caller has already: an answer of that version is not parsed. */
  knownVersion?: string | undefined;
}

/** What the API answered. */
export interface Answer {
  data: unknown;
  /** The `ETag`: changes with the data. Null when the API sends none. */
  version: string | null;
}

const loadHttp = () => import('./http.ts');
/** How a page begins. It comes from a hotspot or a proxy, never from the API. */
const PAGE = /^\s*</;
/** How JSON begins that axios could not parse: the API has answered, and the answer was cut off. */
const CUT_OFF = /^\s*[{["]/;
const textOf = (header: unknown) => (typeof header === 'string' ? header : null);

/**
 * Returns `data` when it is an answer of the API. Throws a TypeError for anything else, such as a
 * hotspot's page or a broken body: the same error as a call that the network lost.
 */
function requireJson(data: unknown, isRecord = false): unknown {
  // Some backends answer null for an empty list.
  if (typeof data !== 'object' || (data === null && isRecord))
    throw new TypeError('The answer is not JSON.');
  return data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The parsed list, or undefined when it has the version that the caller knows. */
async function parseUnlessKnown(
  list: Blob,
  version: string | null,
  known: string,
): Promise<unknown> {
  return version === known ? undefined : requireJson(parse(await list.text()));
}

async function request<N extends EndpointName>(name: N, options: CallOptions<N>): Promise<Answer> {
  const { method, path, auth, multipart }: Endpoint = endpoints[name];
  const { token } = getSession();
  const { onUpload, knownVersion: known } = options;
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(options.params?.[key] ?? '')),
  );
  if (method === 'GET' && auth === 'none' && Object.keys(options.query ?? {}).length === 0) {
    const answer = await takeBootAnswer(apiBase() + url);
    if (answer !== undefined) {
      // It was the first try: what is repeated, and how often, is the same as for a call of the app.
      if (answer === null) throw new TypeError('The call of the first paint failed.');
      if (answer.status >= 400) throw refusal(answer);
      noteCached(name, options, answer.headers.get(CACHED_AT));
      fetchSoon(loadHttp);
      return { data: answer.data, version: answer.headers.get('etag') };
    }
  }
  try {
    // axios is a fifth of the first script: the app fetches it with the first call.
    const { http } = await loadHttp();
    const answer = await http.request<unknown>({
      baseURL: apiBase(),
      method,
      url,
      params: options.query,
      data: options.body,
      sendToken: auth !== 'none',
      ...(options.signal && { signal: options.signal }),
      // A photo takes minutes on a slow network: the form shows its progress.
      timeout: multipart ? 0 : method === 'GET' && !wasSlow(name) ? READ_MS : WRITE_MS,
      // A list of thousands takes long to parse, and a Blob keeps it out of the JavaScript heap.
      ...(known !== undefined && { responseType: 'blob' }),
      ...(onUpload && {
        onUploadProgress: ({ progress }) => onUpload(progress ?? 0),
      }),
    });
    const version = textOf(answer.headers.etag);
    let { data } = answer;
    if (known !== undefined && data instanceof Blob)
      data = await parseUnlessKnown(data, version, known);
    else if (method === 'GET') requireJson(data, 'params' in options);
    // To a write, no body or a word such as "OK" is an answer too.
    else if (typeof data === 'string') {
      if (PAGE.test(data)) throw new TypeError('The answer is a page.');
      if (CUT_OFF.test(data)) throw lostAnswer();
    }
    if (auth === 'none') noteCached(name, options, textOf(answer.headers[CACHED_AT]));
    return { data, version };
  } catch (error) {
    const isSent = auth !== 'none' && token !== null;
    if (isSent && isTokenRefused(error, name === 'listJobs')) expireSession(token);
    throw error;
  }
}

/** Like `call`, and returns the version of the answer too. */
export function callWithVersion<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<Answer> {
  return watchSlow(name, endpoints[name].method === 'GET', () => request(name, options));
}

/**
 * Makes one call of the endpoint table. Returns the answer as it came: the functions in `readers.ts`
 * make it safe. Throws the AxiosError, or a TypeError when the body is not an answer of the API. A
 * refusal of the token ends the session that made the call.
 */
export async function call<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<unknown> {
  return (await callWithVersion(name, options)).data;
}
