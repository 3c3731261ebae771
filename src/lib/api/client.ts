/** The one way to the API (spec §7): `call('updateJob', …)` over the axios instance. */
import { endpoints, type Endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { BodyOf, Id } from '../../contract/schemas.ts';
import { apiBase } from '../config.ts';
import { takeEarly } from './early.ts';
import { statusOf } from './errors.ts';
import { fetchSoon } from '../offline/prefetch.ts';
import { noteKept } from '../offline/cachedAnswers.ts';
import { getSession, signOut } from '../session/session.ts';
import { KEPT_AT } from '../offline/protocol.ts';

export interface CallOptions<N extends EndpointName> {
  params?: Record<string, Id>;
  query?: Record<string, Id>;
  body?: BodyOf<N> | FormData;
  signal?: AbortSignal | undefined;
  /** Told of the share sent so far, 0 to 1. */
  onUpload?: (share: number) => void;
  /** The version that the caller has: an answer of that one is left unread. */
  known?: string | undefined;
}

/** What the API answered. */
export interface Answer {
  data: unknown;
  /** Changes with the data; null where the API does not tell. */
  version: string | null;
}

const loadHttp = () => import('./http.ts');
/** No API answers so; a hotspot or a proxy does. */
const isPage = (headers: { 'content-type'?: unknown }) =>
  textOf(headers['content-type'])?.includes('text/html') === true;
const textOf = (header: unknown) => (typeof header === 'string' ? header : null);

/**
 * Refuses what is none of the API's answers: a hotspot's page, or one that broke on its way. Throws a
 * TypeError, as a call does that did not come through.
 */
function checkRead(data: unknown, isRecord = false): unknown {
  // Some backends have no other word for a list with nothing in it.
  if (typeof data !== 'object' || (data === null && isRecord))
    throw new TypeError('The answer is no JSON.');
  return data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a list says whose version is not the `known` one; that one is left unread. */
async function unlessKnown(list: Blob, version: string | null, known: string): Promise<unknown> {
  return version === known ? undefined : checkRead(parse(await list.text()));
}

/** As `call`, with the version of the answer. */
export async function answerTo<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<Answer> {
  const { method, path, auth, own, multipart }: Endpoint = endpoints[name];
  const { token } = getSession();
  const { onUpload, known } = options;
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(options.params?.[key] ?? '')),
  );
  if (method === 'GET' && auth === 'none' && Object.keys(options.query ?? {}).length === 0) {
    const early = await takeEarly(apiBase() + url);
    if (early) {
      noteKept(name, options, early.headers.get(KEPT_AT));
      fetchSoon(loadHttp);
      return { data: early.data, version: early.headers.get('etag') };
    }
  }
  try {
    // axios is a fifth of the first script: what can be shown before a call does not wait for it.
    const { http } = await loadHttp();
    const answer = await http.request<unknown>({
      baseURL: apiBase(),
      method,
      url,
      params: options.query,
      data: options.body,
      sendToken: auth !== 'none',
      ...(options.signal && { signal: options.signal }),
      // A photo on a slow line takes minutes; its progress is shown instead.
      ...(multipart && { timeout: 0 }),
      // To read thousands of items takes long, and even as text they are in the way.
      ...(known !== undefined && { responseType: 'blob' }),
      ...(onUpload && {
        onUploadProgress: ({ progress }) => onUpload(progress ?? 0),
      }),
    });
    const version = textOf(answer.headers.etag);
    let { data } = answer;
    if (known !== undefined && data instanceof Blob) data = await unlessKnown(data, version, known);
    else if (method === 'GET' || isPage(answer.headers)) checkRead(data, 'params' in options);
    if (auth === 'none') noteKept(name, options, textOf(answer.headers[KEPT_AT]));
    return { data, version };
  } catch (error) {
    if (own && statusOf(error) === 401 && token !== null && getSession().token === token) {
      signOut('expired');
    }
    throw error;
  }
}

/**
 * Makes one call of the endpoint table and returns its answer as it came: readers make it safe.
 * Throws the AxiosError, or a TypeError when what came is no answer of the API. A 401 on the
 * caller's own data ends the session, if it is still the one that made the call.
 */
export async function call<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<unknown> {
  return (await answerTo(name, options)).data;
}
